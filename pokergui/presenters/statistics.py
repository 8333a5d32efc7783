"""Players' statistics in words and figures, each with its denominator."""

from __future__ import annotations

from collections.abc import Mapping

from engine.stats import PlayerStats, Share
from pokergui.presenters.choices import engine_title
from pokergui.presenters.words import chips, tr
from pokergui.store.statistics import PERSON
from pokergui.viewmodel import StatCell, StatisticsRow, StatisticsScene


def statistics_scene(
    players: Mapping[str, PlayerStats], counted: int, left_out: int
) -> StatisticsScene:
    """The table of statistics.

    Args:
        players: by name, as the store counts them.
        counted: hands that were counted.
        left_out: hands that match but do not count, as they were practice or imported.
    """
    order = sorted(players, key=lambda name: (name != PERSON, -players[name].hands, name))
    note = tr("over {count} hands").format(count=chips(counted))
    if counted == 1:
        note = tr("over 1 hand")
    if left_out:
        words = tr("{note}; {count} training and imported hands are not counted")
        note = words.format(note=note, count=chips(left_out))
    columns, tips = zip(*stat_heads(), strict=True)
    return StatisticsScene(
        columns=columns,
        tips=tips,
        rows=tuple(_row(name, players[name]) for name in order),
        note=note,
    )


def _row(name: str, stats: PlayerStats) -> StatisticsRow:
    person = name == PERSON
    return StatisticsRow(tr("You") if person else engine_title(name), stat_cells(stats), person)


def stat_heads() -> tuple[tuple[str, str], ...]:
    """Each statistic's short name and what it counts, of which hands."""
    return (
        ("VPIP", tr("hands in which chips went in by choice in the first round")),
        ("PFR", tr("hands with a bet or raise in the first round")),
        (tr("3-bet"), tr("raises of the one raise before, where that was possible")),
        ("AF", tr("bets and raises for each call past a first round")),
        ("WTSD", tr("hands that went to the showdown, of those played past a first round")),
        ("W$SD", tr("showdowns in which a part of the pot was won")),
    )


def stat_cells(stats: PlayerStats) -> tuple[StatCell, ...]:
    """A player's figures in the order of ``stat_heads``."""
    shares = (stats.vpip, stats.pfr, stats.three_bet, stats.wtsd, stats.wsd)
    vpip, pfr, three_bet, wtsd, wsd = (_percent(share) for share in shares)
    factor = stats.af.value
    af = StatCell("…" if factor is None else f"{factor:.1f}", _parts(stats.af))
    return (vpip, pfr, three_bet, af, wtsd, wsd)


def _percent(share: Share) -> StatCell:
    value = share.value
    return StatCell("…" if value is None else f"{100 * value:.1f}%", _parts(share))


def _parts(share: Share) -> str:
    return f"{_count(share.part)}/{_count(share.whole)}"


def _count(number: int) -> str:
    """A count in at most five characters: "8,420", "46.3k", "669k", "1.25M"."""
    if number < 10_000:
        return chips(number)
    if number < 100_000:
        return f"{number // 100 / 10:.1f}k"
    if number < 1_000_000:
        return f"{number // 1000}k"
    millions = number / 1e6
    return f"{millions:.2f}M" if millions < 10 else f"{millions:.1f}M"
