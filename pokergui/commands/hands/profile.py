"""``pokergui hands profile``: how often a player bets, folds, calls and raises after the flop."""

from __future__ import annotations

from pathlib import Path

import click

from ai.profile.profile import CountedProfile, interval
from pokergui.commands.common import define, long_work, path_option, report, table
from pokergui.commands.hands.choosing import MOST_NUMBER, chooses_hands
from pokergui.formatting.words import hands_text
from pokergui.language import tr_commands as tr
from pokergui.paths import database_path
from pokergui.profiling import profile_of
from pokergui.store import HandFilter


@define(
    click.argument("name"),
    click.option(
        "--match",
        type=click.IntRange(1, MOST_NUMBER),
        metavar="N",
        help="Use this stored match of engines; other filters are ignored.",
    ),
    path_option("--db", metavar="FILE", help="Another hand database."),
    chooses_hands,
    name="profile",
)
def profile_command(
    name: str, match: int | None, db: Path | None, wanted: HandFilter, as_json: bool
) -> None:
    """Show how often a player bets, folds, calls and raises in heads-up hold'em, with intervals.

    NAME is an engine, another player of imported hands, or You. Decisions after the flop count, by
    street, position and what is faced: no bet, one of at most 40% of the pot (small), of at most
    80% (medium), a larger one, a raise, or all-in. Hands played and imported count, training hands
    only with --mode. 'pokergui exploit' takes the same NAME.
    """
    with long_work(tr("counting")) as control:
        found = profile_of(db or database_path(), name, wanted, match, control=control)
    heads = (
        *(tr("place"), tr("decisions")),
        *(tr("fold"), tr("check or call"), tr("bet or raise")),
    )
    none = tr("none of these hands has a decision after the flop")
    lines = table(_rows(found), heads) or [none]
    report(found.record(), as_json, [f"{name}: {hands_text(found.hands)}", *lines])


def _rows(found: CountedProfile) -> list[tuple[object, ...]]:
    """Return each place with the shares of its actions in percent, and the 95% interval."""
    rows = []
    for cell, times in found.rows():
        told = []
        for kind in range(3):
            count = int(found.counts[(*cell, kind)])
            low, high = (100 * bound for bound in interval(count, times))
            known = kind in cell.kinds
            told.append(f"{100 * count / times:.0f}% ({low:.0f}-{high:.0f})" if known else "")
        rows.append((str(cell.words), times, *told))
    return rows
