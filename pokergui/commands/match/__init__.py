"""``pokergui match``: two or more engines against each other."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import click

from ai.external.agent import MOST_SECONDS, SECONDS
from ai.registry import APART, build
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.match import MAX_HANDS, MatchResult, play
from engine.match_chunk import MatchChunk
from engine.records.formats import FORMATS
from engine.running_result import Interval
from engine.stopping import ConfidenceSequence, Sprt
from engine.wording import Wording
from pokergui.cli import fail
from pokergui.commands.common import (
    Number,
    check_writable,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    picked,
    report,
    scheduler_option,
    seed_option,
)
from pokergui.commands.match.result import AT_ONCE, KNOWN, Luck, Watch, known_players, rule_of
from pokergui.commands.outputs import warn_of_damage, write_hands
from pokergui.commands.street_figures import shares, shares_line
from pokergui.language import name_text
from pokergui.language import tr_commands as tr
from pokergui.matchjobs import MatchJob, end, have_played, warm
from pokergui.paths import strategies_dir
from pokergui.store import Store, StoreError
from pokergui.units import per_hand
from pokergui.workers import workers


def _interval(hands: int, interval: Interval) -> dict[str, Any]:
    return {"hands": hands, "mean_mbb": interval.mean, "ci95_mbb": interval.half_width}


class _MatchWriter:
    """A writer of a match to a hand database; an error there does not stop the match."""

    def __init__(
        self,
        path: Path,
        game: Game,
        engines: tuple[str, ...],
        hands: int,
        seed: int,
        duplicate: bool,
    ) -> None:
        self._path = path
        self._store = Store.open(path)
        self._store.tell = fail
        self._problem: StoreError | None = None
        self._end: StoreError | None = None
        self._ticket = self._store.begin_match(
            game,
            engines=engines,
            players=engines,
            seed=seed,
            duplicate=duplicate,
            hands=hands * (game.num_players if duplicate else 1),
            mode="match",
        )

    def keep(self, chunk: MatchChunk) -> None:
        """Pass the next hands on to the database."""
        try:
            self._store.append_block(self._ticket, chunk).add_done_callback(self._note)
        except StoreError as error:
            self._problem = self._problem or error

    def _note(self, write: Future[int]) -> None:
        """Remember why something could not be written, on the writer's thread."""
        error = write.exception()
        if isinstance(error, StoreError):
            self._problem = error

    def close(self) -> None:
        """Write the hands that are waiting."""
        try:
            self._store.finish_match(self._ticket).result()
        except StoreError as error:
            self._problem = error
        try:
            self._store.close()
        except StoreError as error:
            self._end = error
        else:
            warn_of_damage(self._path)

    @property
    def saved(self) -> int:
        """The number of hands in the database."""
        return self._ticket.saved

    def problem(self, hands: int) -> str:
        """Return, in one sentence, why hands of the match are missing in the database; or empty."""
        if self.saved == hands:
            return "" if self._end is None else str(self._end)
        return tr("only the first {saved:,} of {hands:,} hands are stored: {problem}").format(
            saved=self.saved, hands=hands, problem=self._problem
        )


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
        for form in FORMATS
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
        type=click.Choice(list(KNOWN)),
        help="Reduce variance by AIVAT, knowing the strategy of engine A (the first), B and "
        "so on, both, or all.",
    ),
    path_option("--db", help="Keep the match in this hand database."),
    scheduler_option("Play the match on a dask.distributed worker, with the same result."),
    seed_option,
)
def command(
    game: str,
    engines: tuple[str, ...],
    hands: int,
    duplicate: bool,
    blocks: int | None,
    clock: float,
    stop: str,
    null: float | None,
    alternative: float | None,
    aivat: str | None,
    db: Path | None,
    scheduler: str | None,
    seed: int,
    as_json: bool,
    **named: Path | None,
) -> None:
    """Play engines against each other; a positive result means the first one wins.

    With --duplicate, --hands counts deals, and each is played once from every position.
    """
    rules = get_game(game)
    if blocks and blocks > hands:
        raise PokerError(
            "{hands} hands cannot be split into {blocks} blocks", hands=hands, blocks=blocks
        )
    if len(engines) != rules.num_players:
        raise PokerError(
            "{title} is played by {players} engines",
            title=Wording(rules.title),
            players=rules.num_players,
        )
    files = [(form, file) for form in FORMATS if (file := named[form.name])]
    for form, file in files:
        if refusal := form.refusal(rules):
            raise PokerError("{refusal}", refusal=refusal)
        check_writable(file)
    rule = rule_of(stop, hands, null, alternative)
    if rule is not None and scheduler is not None:
        raise PokerError("--stop and --scheduler do not go together: a worker plays all hands")
    if scheduler is not None and aivat is not None:
        known = [engines[at] for at in known_players(aivat, rules)]
        if apart := [name for name in known if name.startswith(APART)]:
            raise PokerError(
                "--aivat and --scheduler: the ranges of {engine} are only known where it plays,"
                " so play the match on this machine",
                engine=apart[0],
            )
    failures: list[tuple[str, str]] = []
    chunks: list[MatchChunk] = []  # hands as arrays: records take thirty times as much
    with long_work(tr("match")) as control:
        here = engines if scheduler is None or aivat is not None else ()
        agents = [build(name, rules, strategies_dir(), control, clock) for name in here]
        compile_seconds = 0.0 if scheduler is not None else warm(rules, engines, seed, control)
        luck = None if aivat is None else Luck(aivat, rules, agents, duplicate, control)
        played = None
        if scheduler is not None:  # before anything is stored: it may be stopped or fail
            job = MatchJob.of(rules, engines, hands, seed, duplicate, clock)
            with workers(scheduler) as many:
                played = have_played(job, many, control)
        match_writer = (
            None if db is None else _MatchWriter(db, rules, engines, hands, seed, duplicate)
        )

        verdicts = None if luck is None else luck.verdicts
        watch = None if rule is None else Watch(rule, rules, engines, duplicate, control, verdicts)

        def keep(chunk: MatchChunk) -> None:
            if luck is not None:
                luck.add(chunk)
            if watch is not None:
                watch.add(chunk)
            if files:
                chunks.append(chunk)
            if match_writer is not None:
                match_writer.keep(chunk)

        try:
            if played is not None:
                result, compile_seconds = played.result, played.compile_seconds
                failures = played.failures
                for chunk in played.chunks:
                    keep(chunk)
            else:
                at_once = MAX_HANDS if luck is None and watch is None else AT_ONCE
                result = play(rules, agents, hands, seed, duplicate, None, control, keep, at_once)
        finally:
            if match_writer is not None:
                match_writer.close()
            failures += end(agents)
        written = (write_hands(form, file, chunks, result.names) for form, file in files)
        problems = list(filter(None, written))
        if match_writer is not None and (problem := match_writer.problem(result.hands)):
            problems.append(problem)
    mbb, chips = result.mbb(), result.chips()
    found: dict[str, Any] = {
        "game": rules.name,
        "engines": list(engines),
        "hands": result.hands,
        "mean_mbb": mbb.mean,
        "ci95_mbb": mbb.half_width,
        "mean_chips": chips.mean,
        "ci95_chips": chips.half_width,
        "method": result.method,
        "seed": seed,
        **picked(result, "hands_per_second", "seconds"),
        "compile_seconds": compile_seconds,
        "per_seat": [
            {"position": position}
            | _interval(result.hands_in_position(position), result.mbb_in_position(position))
            for position in range(rules.num_players)
        ],
        "aivat": None if luck is None else luck.record,
        "stop": None if watch is None else watch.record,
        "failures": [{"engine": name, "reason": reason} for name, reason in failures],
        "forfeit": result.forfeit or None,
        "db": None if db is None else str(db),
        "stored": None if match_writer is None else match_writer.saved,
        "stats": shares(result.stats[0]) | {"engines": [shares(player) for player in result.stats]},
    }
    if blocks:
        found["blocks"] = [_interval(count, part) for count, part in result.blocks(blocks)]
    lines = [] if luck is None else luck.lines
    failed = tr("{engine} failed: {reason}")
    lines += [failed.format(engine=name, reason=reason) for name, reason in failures]
    lines += [result.forfeit] if result.forfeit else []
    wanted = hands * (rules.num_players if duplicate else 1)
    report(found, as_json, _lines(rules, engines, result, wanted, watch) + lines)
    if problems:
        raise PokerError("{problems}", problems="; ".join(problems))
    if watch is None or not watch.decided:
        exit_if_stopped(control, ended=bool(result.forfeit))


def _lines(
    game: Game, engines: tuple[str, ...], result: MatchResult, wanted: int, watch: Watch | None
) -> list[str]:
    mbb = result.mbb()
    if watch is not None:
        verdict = watch.verdict  # the usual interval was not fixed in advance
    elif result.hands < wanted:  # the interval is one of a length fixed in advance
        verdict = tr("no verdict before all {hands:,} hands are played").format(hands=wanted)
    elif mbb.includes_zero:
        verdict = tr("no winner: the interval includes 0")
    else:
        words = tr("{engine} wins") if mbb.mean > 0 else tr("{engine} loses")
        verdict = words.format(engine=engines[0])
    lines = [
        tr("{game}: {engines}, {hands:,} hands, {method}").format(
            game=name_text(game.title),
            engines=" v ".join(engines),
            hands=result.hands,
            method=tr("duplicate") if result.duplicate else tr("raw"),
        ),
        tr("{mean:+,.1f} +- {half:,.1f} {unit}; {verdict}").format(
            mean=mbb.mean, half=mbb.half_width, unit=per_hand(game), verdict=verdict
        ),
        tr("{rate:,.0f} hands/s").format(rate=result.hands_per_second),
    ]
    for name, player in zip(engines, result.stats, strict=True):
        lines.append(shares_line(name, player))
    return lines
