"""Stored matches of engines, and profiles: ``hands matches``, ``export-match``, ``profile``."""

from __future__ import annotations

from pathlib import Path

import click

from ai.profile.profile import CountedProfile, interval
from pokergui.commands.common import (
    MOST_NUMBER,
    Decorator,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    picked,
    report,
    table,
)
from pokergui.commands.filters import chooses_hands
from pokergui.commands.stats import shares
from pokergui.formatting.words import hands_text
from pokergui.language import tr_commands as tr
from pokergui.paths import database_path
from pokergui.profiling import profile_of
from pokergui.store import HandReader, HandSelection, NoDatabaseError, export_match, spans_text
from pokergui.units import per_hand

_database_option: Decorator = path_option("--db", metavar="FILE", help="Another hand database.")


@define(_database_option, name="matches")
def list_command(db: Path | None, as_json: bool) -> None:
    """List the stored matches between engines, newest first; damaged ones are left out."""
    try:
        with HandReader(db or database_path()) as reader:
            stored = reader.matches()
    except NoDatabaseError:
        stored = ()
    rows = []
    matches = []
    for match in stored:
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
    heads = (*(tr("match"), tr("time"), tr("game"), tr("players")), *(tr("hands"), tr("result")))
    report({"matches": matches}, as_json, table(rows, heads) or [tr("no matches")])


@define(
    click.argument("number", type=click.IntRange(1, MOST_NUMBER)),
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


@define(
    click.argument("name"),
    click.option(
        "--match",
        type=click.IntRange(1, MOST_NUMBER),
        metavar="N",
        help="Use this stored match of engines; other filters are ignored.",
    ),
    _database_option,
    chooses_hands,
    name="profile",
)
def profile_command(
    name: str, match: int | None, db: Path | None, wanted: HandSelection, as_json: bool
) -> None:
    """Show how often a player bets, folds, calls and raises in heads-up hold'em, with intervals.

    NAME is an engine, another player of imported hands, or You. Decisions after the flop count, by
    street, position and what is faced: no bet, one of at most 40% of the pot (small), of at most
    80% (medium), a larger one, a raise, or all-in. Hands played and imported count, training hands
    only with --mode. 'pokergui exploit' takes the same NAME.
    """
    with long_work(tr("counting")) as control:
        profile = profile_of(db or database_path(), name, wanted, match, control=control)
    heads = (
        *(tr("place"), tr("decisions")),
        *(tr("fold"), tr("check or call"), tr("bet or raise")),
    )
    none = tr("none of these hands has a decision after the flop")
    lines = table(_rows(profile), heads) or [none]
    report(profile.record(), as_json, [f"{name}: {hands_text(profile.hands)}", *lines])


def _rows(profile: CountedProfile) -> list[tuple[object, ...]]:
    """Return each place with the shares of its actions in percent, and the 95% interval."""
    rows = []
    for cell, times in profile.rows():
        told = []
        for kind in range(3):
            count = int(profile.counts[(*cell, kind)])
            low, high = (100 * bound for bound in interval(count, times))
            known = kind in cell.kinds
            told.append(f"{100 * count / times:.0f}% ({low:.0f}-{high:.0f})" if known else "")
        rows.append((str(cell.words), times, *told))
    return rows
