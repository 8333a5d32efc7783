"""Players' statistics in words and figures, each with its denominator."""

from __future__ import annotations

from collections.abc import Mapping

from ai.registry import engines
from engine.stats import PlayerStats, Share
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
    return StatisticsScene(
        columns=(tr("VPIP"), tr("PFR"), tr("3-bet"), tr("AF"), tr("WTSD"), tr("W$SD")),
        tips=(
            tr("Put chips in by choice before the flop, of the hands with a decision there"),
            tr("Raised before the flop, of the hands with a decision there"),
            tr("Raised again before the flop, of the hands that faced a first raise there"),
            tr("Aggression factor: bets and raises for each call after the flop"),
            tr("Went to the showdown, of the hands that saw the flop"),
            tr("Won at least a part of the pot, of the showdowns"),
        ),
        rows=tuple(_row(name, players[name]) for name in order),
        note=note,
    )


def _row(name: str, stats: PlayerStats) -> StatisticsRow:
    title = next((engine.title for engine in engines() if engine.name == name), name)
    cells = (
        _percent(stats.vpip),
        _percent(stats.pfr),
        _percent(stats.three_bet),
        _factor(stats.af),
        _percent(stats.wtsd),
        _percent(stats.wsd),
    )
    person = name == PERSON
    return StatisticsRow(tr("You") if person else title, cells, person)


def _percent(share: Share) -> StatCell:
    value = "…" if share.value is None else f"{100 * share.value:.1f}%"
    return StatCell(value, f"{chips(share.part)}/{chips(share.whole)}")


def _factor(share: Share) -> StatCell:
    value = "…" if share.value is None else f"{share.value:.1f}"
    return StatCell(value, f"{chips(share.part)}/{chips(share.whole)}")
