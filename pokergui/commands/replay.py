"""``pokergui replay``: recorded hands through the rulebook."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from engine.errors import PokerError
from engine.game import get_game
from engine.records.replay import ReplayReport, replay_log
from pokergui.commands.common import define, exit_if_stopped, long_work, report

MISMATCHED = 1
"""Exit status where the rulebook does not agree with a hand."""


@define(
    click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path)),
    click.option("--game", metavar="GAME", help="The game of ACPC logs."),
    click.option(
        "--definition",
        type=click.Path(path_type=Path),
        help="A .game file that defines it. With neither, the log holds or names one.",
    ),
)
def command(
    files: tuple[Path, ...], game: str | None, definition: Path | None, as_json: bool
) -> None:
    """Replay ACPC logs (.log, .log.xz), PHH and PokerStars text (.txt) through the rulebook.

    Exit status 1 if a hand's actions are refused, or its end or result is another.
    """
    if game is not None and definition is not None:
        raise PokerError("give --game or --definition, not both")
    rules = None if game is None else get_game(game)
    total = ReplayReport(0, 0, None, 0.0)
    with long_work("replaying") as control:
        for done, file in enumerate(files):
            if control.cancelled:
                break
            total += replay_log(file, rules, definition, control)
            control.progress((done + 1) / len(files))
    result = {
        "hands": total.hands,
        "mismatches": total.mismatches,
        "first": total.first and asdict(total.first),
        "hands_per_second": total.hands_per_second,
        "seconds": total.seconds,
        "compile_seconds": total.compile_seconds,
    }
    lines = [f"{total.hands:,} hands, {total.mismatches:,} mismatches"]
    if total.first:
        first = total.first
        lines.append(f"{first.file}, {first.line}: {first.reason}: {first.hand}")
    report(result, as_json, lines)
    exit_if_stopped(control)
    if total.mismatches:
        raise click.exceptions.Exit(MISMATCHED)
