"""``pokergui match``: two or more engines against each other."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ai.external.agent import MOST_SECONDS, SECONDS
from ai.registry import build
from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl
from engine.match import MAX_HANDS, MatchResult, play
from engine.match_chunk import MatchChunk
from engine.records.formats import WRITTEN, Format
from engine.records.record import HandRecord
from engine.running_result import Interval
from engine.stopping import ConfidenceSequence, Sprt
from engine.wording import Wording
from pokergui.commands.common import (
    Number,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    picked,
    rake_of,
    rake_options,
    report,
    scheduler_option,
    seed_option,
    shares,
    shares_line,
)
from pokergui.commands.match.options import KNOWN, MatchOptions
from pokergui.files import FullDiskError, replacing
from pokergui.formatting.words import game_words
from pokergui.language import tr_commands as tr
from pokergui.matchjobs import MatchJob, PlayedMatch, end, have_played, warm
from pokergui.paths import strategies_dir
from pokergui.units import per_hand
from pokergui.workers import workers

if TYPE_CHECKING:  # they are imported where a match is stored, corrected or stopped early
    from pokergui.commands.match.estimates import Luck
    from pokergui.commands.match.stored import StoredRun
    from pokergui.matches import Counting


def write_hands(
    form: Format, file: Path, chunks: Sequence[MatchChunk], names: tuple[str, ...]
) -> str:
    """Write hands to a file; if the disk fills up, a new file holds the first of them.

    Returns:
        The reason why not all hands are in the file, in one sentence; empty if they are.
    """
    new = not os.path.lexists(file)
    whole = hands = sum(chunk.hands for chunk in chunks)
    problem = ""
    assert form.write is not None  # one of WRITTEN
    while True:
        records = _Records(chunks, names, hands)
        try:
            with replacing(file) as temporary:
                form.write(temporary, records)
        except FullDiskError as error:
            problem = problem or str(error)
            hands = records.taken * 9 // 10
            if not (new and hands):
                return problem
        except PokerError as error:
            return str(error)
        else:
            words = Wording(
                "only the first {saved:,} of {hands:,} hands are stored: {problem}",
                saved=hands,
                hands=whole,
                problem=problem,
            )
            return str(words) if problem else ""


class _Records:
    """The first hands of a match; ``taken`` counts those that were asked for."""

    def __init__(self, chunks: Sequence[MatchChunk], names: tuple[str, ...], most: int) -> None:
        self._chunks, self._names, self._most = chunks, names, most
        self.taken = 0

    def __iter__(self) -> Iterator[HandRecord]:
        for chunk in self._chunks:
            for hand in range(min(chunk.hands, self._most - self.taken)):
                self.taken += 1
                yield chunk.record(hand, self._names)


_AT_ONCE = 256
"""Hands between two evaluations of the result."""


def _play(asked: MatchOptions, control: JobControl) -> MatchReport:
    """Play a match, count it as asked, and write its hands to files and database."""
    rules, apart = asked.rules, asked.scheduler is not None
    here = () if apart and asked.aivat is None else asked.engines
    agents = [build(name, rules, strategies_dir(), control, asked.clock) for name in here]
    seconds = 0.0 if apart else warm(rules, asked.engines, asked.seed, control)
    luck, counting, rule = None, None, asked.rule()
    if asked.aivat is not None or rule is not None:
        from pokergui.commands.match.estimates import Luck  # as most matches need neither
        from pokergui.matches import Counting  # as above

        luck = None if asked.aivat is None else Luck(asked, agents, control)
        verdicts = None if luck is None else luck.verdicts
        counting = Counting(rules, asked.engines, asked.duplicate, rule, verdicts)
    played = _played_apart(asked, control)  # before anything is stored: it may be stopped or fail
    stored = None
    if asked.db is not None:
        from pokergui.commands.match.stored import StoredRun  # only with --db

        stored = StoredRun(asked, asked.db)
    chunks: list[MatchChunk] = []  # hands as arrays: records take thirty times as much

    def keep(chunk: MatchChunk) -> None:
        if counting is not None:
            try:
                counting.add(chunk, control)
            except CancelledError:
                control.cancel()
            if counting.decided:
                control.cancel()
        if asked.files:
            chunks.append(chunk)
        if stored is not None:
            stored.keep(chunk)

    failures: list[tuple[str, str]] = []
    try:
        if played is not None:
            result, seconds, failures = played.result, played.compile_seconds, played.failures
            for chunk in played.chunks:
                keep(chunk)
        else:
            at_once = MAX_HANDS if counting is None else _AT_ONCE
            again = (asked.hands, asked.seed, asked.duplicate)
            result = play(rules, agents, *again, None, control, keep, at_once, asked.rake)
    finally:
        if stored is not None:
            stored.close()
        failures += end(agents)
    done = MatchReport(asked, result, seconds, failures, luck, counting, stored)
    problems = [write_hands(form, file, chunks, result.names) for form, file in asked.files]
    problems.append("" if stored is None else stored.problem(result.hands))
    done.problems += filter(None, problems)
    return done


def _played_apart(asked: MatchOptions, control: JobControl) -> PlayedMatch | None:
    """Return the match as a worker of ``--scheduler`` has played it; None without one."""
    if asked.scheduler is None:
        return None
    job = MatchJob.of(
        asked.rules,
        asked.engines,
        asked.hands,
        asked.seed,
        asked.duplicate,
        asked.clock,
        asked.rake,
    )
    with workers(asked.scheduler) as many:
        return have_played(job, many, control)


@define(
    click.argument("game"),
    click.argument("engines", nargs=-1, required=True, metavar="ENGINE ENGINE"),
    click.option("--hands", type=click.IntRange(1, MAX_HANDS), default=1000, show_default=True),
    click.option("--duplicate", is_flag=True, help="Play every deal from each position."),
    click.option(
        "--blocks", type=click.IntRange(1), help="Also print the results of this many parts."
    ),
    *(
        path_option(f"--{form.name}", help=f"Write the hands as {form.title}, {form.holds}.")
        for form in WRITTEN
    ),
    click.option(
        "--clock",
        type=Number(0.01, MOST_SECONDS),
        default=SECONDS,
        show_default=True,
        help="Time limit of an external engine per decision, in seconds.",
    ),
    click.option(
        "--stop",
        type=click.Choice(["fixed", ConfidenceSequence.name, Sprt.name]),
        default="fixed",
        show_default=True,
        help="Play all hands, or stop once a confidence sequence excludes 0, or once a "
        "sequential test accepts a hypothesis.",
    ),
    click.option("--null", type=Number(), help="Null hypothesis of sprt, in mbb (mA) a hand."),
    click.option("--alternative", type=Number(), help="Alternative of sprt: more than the null."),
    click.option(
        "--aivat",
        type=click.Choice(KNOWN),
        help="Reduce variance by AIVAT, knowing the strategy of engine A (the first), B and "
        "so on, both, or all.",
    ),
    *rake_options,
    path_option("--db", help="Keep the match in this hand database."),
    scheduler_option("Play the match on a dask.distributed worker, with the same result."),
    seed_option,
)
def command(as_json: bool, **options: Any) -> None:
    """Play engines against each other; a positive result means the first one wins.

    With --duplicate, --hands counts deals, and each is played once from every position.
    """
    named = ((form, options.pop(form.name)) for form in WRITTEN)
    files = tuple((form, file) for form, file in named if file)
    rake = rake_of(options.pop("rake"), options.pop("rake_cap"))
    asked = MatchOptions(**options, files=files, rake=rake)
    asked.check()
    with long_work(tr("match")) as control:
        played = _play(asked, control)
    report(played.record, as_json, played.lines)
    if played.problems:
        raise PokerError("{problems}", problems="; ".join(played.problems))
    if played.counting is None or not played.counting.decided:
        exit_if_stopped(control, ended=bool(played.result.forfeit))


@dataclass
class MatchReport:
    """A match that was played, and what came of it on the way.

    Attributes:
        problems: why hands of it are missing in files or database, one sentence each.
    """

    asked: MatchOptions
    result: MatchResult
    compile_seconds: float
    failures: list[tuple[str, str]]
    luck: Luck | None
    counting: Counting | None
    stored: StoredRun | None
    problems: list[str] = field(default_factory=list)

    @property
    def record(self) -> dict[str, Any]:
        """The whole result as data."""
        asked, result = self.asked, self.result
        mbb, chips = result.mbb(), result.chips()
        found: dict[str, Any] = {
            "game": asked.rules.name,
            "engines": list(asked.engines),
            "rake": asked.rake.text or None,
            "hands": result.hands,
            "mean_mbb": mbb.mean,
            "ci95_mbb": mbb.half_width,
            "mean_chips": chips.mean,
            "ci95_chips": chips.half_width,
            "method": result.method,
            "seed": asked.seed,
            **picked(result, "hands_per_second", "seconds"),
            "compile_seconds": self.compile_seconds,
            "per_seat": [
                {"position": position}
                | _interval(result.hands_in_position(position), result.mbb_in_position(position))
                for position in range(asked.rules.num_players)
            ],
            "aivat": None if self.luck is None else self.luck.record,
            "stop": None,
            "failures": [{"engine": name, "reason": reason} for name, reason in self.failures],
            "forfeit": result.forfeit or None,
            "db": None if asked.db is None else str(asked.db),
            "stored": None if self.stored is None else self.stored.saved,
            "stats": shares(result.stats[0])
            | {"engines": [shares(player) for player in result.stats]},
        }
        if self.counting is not None and self.counting.rule is not None:
            from pokergui.commands.match.estimates import stop_record  # only with --stop

            found["stop"] = stop_record(self.counting, self.counting.rule)
        if asked.blocks:
            found["blocks"] = [
                _interval(count, part) for count, part in result.blocks(asked.blocks)
            ]
        return found

    @property
    def verdict(self) -> str:
        """Whether the first engine wins, in words."""
        if self.counting is not None and self.counting.rule is not None:
            from pokergui.commands.match.estimates import stop_verdict  # only with --stop

            # The usual interval was not fixed in advance.
            return stop_verdict(self.counting, self.counting.rule, by_aivat=self.luck is not None)
        mbb, wanted = self.result.mbb(), self.asked.wanted
        if self.result.hands < wanted:  # the interval is one of a length fixed in advance
            return tr("no verdict before all {hands:,} hands are played").format(hands=wanted)
        if mbb.includes_zero:
            return tr("no winner: the interval includes 0")
        words = tr("{engine} wins") if mbb.mean > 0 else tr("{engine} loses")
        return words.format(engine=self.asked.engines[0])

    @property
    def lines(self) -> list[str]:
        """The result in words."""
        asked, result, mbb = self.asked, self.result, self.result.mbb()
        failed = tr("{engine} failed: {reason}")
        return [
            tr("{game}: {engines}, {hands:,} hands, {method}").format(
                game=game_words(asked.rules),
                engines=" v ".join(asked.engines),
                hands=result.hands,
                method=tr("duplicate") if result.duplicate else tr("raw"),
            ),
            tr("{mean:+,.1f} +- {half:,.1f} {unit}; {verdict}").format(
                mean=mbb.mean, half=mbb.half_width, unit=per_hand(asked.rules), verdict=self.verdict
            ),
            tr("{rate:,.0f} hands/s").format(rate=result.hands_per_second),
            *map(shares_line, asked.engines, result.stats),
            *([] if self.luck is None else self.luck.lines),
            *(failed.format(engine=name, reason=reason) for name, reason in self.failures),
            *([result.forfeit] if result.forfeit else []),
        ]


def _interval(hands: int, interval: Interval) -> dict[str, Any]:
    return {"hands": hands, "mean_mbb": interval.mean, "ci95_mbb": interval.half_width}
