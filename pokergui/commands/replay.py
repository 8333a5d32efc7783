"""``pokergui replay``: recorded hands replayed through the rulebook."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from engine.records.replay import ReplayReport, replay_log
from pokergui.cli import fail
from pokergui.commands.common import (
    define,
    exit_if_stopped,
    long_work,
    picked,
    reads_hands,
    report,
    rules_of,
)
from pokergui.formatting.words import hands_text
from pokergui.language import tr_commands as tr

MISMATCHED, UNREAD = 1, 2
"""Exit statuses if the rulebook does not agree with a hand, and if one cannot be read."""


@define(reads_hands)
def command(
    files: tuple[Path, ...], game: str | None, definition: Path | None, as_json: bool
) -> None:
    """Replay recorded hands through the rulebook: FORMATS, or all such files in a folder.

    Exit status 1 if a hand's actions are refused, its end or result differs, or it has something
    that the rulebook does not play; 2 if a hand cannot be read. The other hands are replayed.
    """
    rules = rules_of(game, definition)
    total = ReplayReport(0, 0, None, 0.0)
    with long_work(tr("replaying")) as control:
        for done, file in enumerate(files):
            if control.cancelled:
                break
            total += replay_log(file, rules, definition, control)
            control.progress((done + 1) / len(files))
    result = {
        **picked(total, "hands", "mismatches", "unread", "other_games", "importable"),
        "first": total.first and asdict(total.first),
        "refused": list(map(asdict, total.refused)),
        **picked(total, "hands_per_second", "seconds", "compile_seconds"),
    }
    lines = [
        tr("{hands:,} hands, {mismatches:,} mismatches").format(
            hands=total.hands, mismatches=total.mismatches
        )
    ]
    if total.first:
        first = total.first
        lines.append(f"{first.file}, {first.line}: {first.reason}: {first.hand}")
    if total.unread:
        lines.append(tr("not read: {hands}").format(hands=hands_text(total.unread)))
    if total.other_games:
        words = tr("passed over, of other games: {hands}")
        lines.append(words.format(hands=hands_text(total.other_games)))
    report(result, as_json, lines)
    exit_if_stopped(control)
    if total.unread:
        for refused in total.refused:
            fail(str(refused))
        raise click.exceptions.Exit(UNREAD)
    if total.mismatches:
        raise click.exceptions.Exit(MISMATCHED)
