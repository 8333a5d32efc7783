"""``pokergui match``: two or more engines against each other."""

from __future__ import annotations

from typing import Any

import click

from ai.external.agent import MOST_SECONDS, SECONDS
from ai.registry import build
from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl
from engine.match import MAX_HANDS, play
from engine.match_chunk import MatchChunk
from engine.records.formats import WRITTEN
from engine.stopping import ConfidenceSequence, Sprt
from pokergui.commands.common import (
    Number,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    report,
    scheduler_option,
    seed_option,
)
from pokergui.commands.match.asked import KNOWN, Asked
from pokergui.commands.match.files import write_hands
from pokergui.commands.match.result import Played
from pokergui.language import tr_commands as tr
from pokergui.matchjobs import MatchJob, PlayedMatch, end, have_played, warm
from pokergui.paths import strategies_dir
from pokergui.workers import workers

_AT_ONCE = 256
"""Hands between two evaluations of the result."""


def _play(asked: Asked, control: JobControl) -> Played:
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
            result = play(rules, agents, *again, None, control, keep, at_once)
    finally:
        if stored is not None:
            stored.close()
        failures += end(agents)
    done = Played(asked, result, seconds, failures, luck, counting, stored)
    problems = [write_hands(form, file, chunks, result.names) for form, file in asked.files]
    problems.append("" if stored is None else stored.problem(result.hands))
    done.problems += filter(None, problems)
    return done


def _played_apart(asked: Asked, control: JobControl) -> PlayedMatch | None:
    """Return the match as a worker of ``--scheduler`` has played it; None without one."""
    if asked.scheduler is None:
        return None
    job = MatchJob.of(
        asked.rules, asked.engines, asked.hands, asked.seed, asked.duplicate, asked.clock
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
    asked = Asked(**options, files=files)
    asked.check()
    with long_work(tr("match")) as control:
        played = _play(asked, control)
    report(played.record, as_json, played.lines)
    if played.problems:
        raise PokerError("{problems}", problems="; ".join(played.problems))
    if played.counting is None or not played.counting.decided:
        exit_if_stopped(control, ended=bool(played.result.forfeit))
