"""Matches in the hand database: the commands ``hands matches`` and ``hands export-match``."""

from __future__ import annotations

from pathlib import Path

import click

from pokergui.commands.common import (
    Decorator,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    picked,
    report,
    table,
)
from pokergui.commands.shares import shares
from pokergui.formatting.words import hands_text
from pokergui.language import tr_commands as tr
from pokergui.paths import database_path
from pokergui.store import HandReader, NoDatabaseError, export_match, spans_text
from pokergui.units import per_hand

_MOST = 10**12

_database_option: Decorator = path_option("--db", metavar="FILE", help="Another hand database.")


@define(_database_option, name="matches")
def list_command(db: Path | None, as_json: bool) -> None:
    """List the stored matches between engines, newest first; damaged ones are left out."""
    try:
        with HandReader(db or database_path()) as reader:
            found = reader.matches()
    except NoDatabaseError:
        found = ()
    rows = []
    matches = []
    for match in found:
        mbb = match.interval()
        result = f"{mbb.mean:+,.1f} +- {mbb.half_width:,.1f} {per_hand(match.game)}"
        words = "{hands:,}" if match.done else tr("{hands:,} of {wanted:,}")
        hands = words.format(hands=match.hands, wanted=match.wanted)
        who = " v ".join(match.players)
        rows.append((match.number, match.time, match.game_name, who, hands, result))
        matches.append(
            {
                **picked(match, "number", "time", "mode"),
                "game": match.game_name,
                **picked(match, "players", "engines"),
                "seed": str(match.seed),
                **picked(match, "duplicate", "wanted", "hands", "done"),
                "mean_mbb": mbb.mean,
                "ci95_mbb": mbb.half_width,
                "stats": [shares(player) for player in match.stats],
            }
        )
    heads = (
        *(tr("match"), tr("time"), tr("game"), tr("players")),
        *(tr("hands"), tr("result")),
    )
    report({"matches": matches}, as_json, table(rows, heads) or [tr("no matches")])


@define(
    click.argument("number", type=click.IntRange(1, _MOST)),
    path_option("--out", required=True, metavar="FILE"),
    _database_option,
    name="export-match",
)
def export_command(number: int, out: Path, db: Path | None, as_json: bool) -> None:
    """Write all hands of a stored match; the extension of FILE selects the format: FORMATS."""
    with long_work(tr("exporting")) as control:
        hands, damaged = export_match(db or database_path(), number, out, control)
    result = {"file": str(out), "hands": hands, "damaged": damaged}
    line = tr("{hands} saved as {file}").format(hands=hands_text(hands), file=out)
    report(result, as_json, [line])
    if damaged:
        left_out = tr("left out, since they are damaged: {hands}")
        click.echo(left_out.format(hands=spans_text(damaged)), err=True)
    exit_if_stopped(control)
