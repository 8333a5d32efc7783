"""The ranked list of the largest deviations between two strategies in Study."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import NamedTuple

from ai.reading.reach import RangeReader
from ai.reports.differences import Difference, GameDifference, InfosetDifference, game_difference
from engine.combos import combo_index
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import line_text
from engine.player import Action, PublicState
from pokergui import units
from pokergui.formatting.players import player_names
from pokergui.formatting.sizing import menu_of
from pokergui.formatting.words import MINUS, percent, said
from pokergui.language import tr_study as tr
from pokergui.language.joins import clauses, phrases
from pokergui.pages.study.comparing.scenes.pair import Pair
from pokergui.pages.study.comparing.viewmodel import DifferenceList, DifferenceRow
from pokergui.ranges.grid_values import shape_of
from pokergui.ranges.place import Place

_LEAST = 5e-4
"""Weights below this share of the largest are left out: they would show as nothing."""


class Unit(NamedTuple):
    """The unit of costs: its name, and how many make a chip."""

    name: str
    per_chip: float


def cost_unit(game: Game) -> Unit:
    unit = units.cost_unit(game)
    return Unit(units.unit_text(unit.name), 1.0 / unit.chips)


def _number(value: float) -> str:
    text = f"{value:,.2f}" if abs(value) < 100 else f"{value:,.0f}"
    return ("0" if float(text.replace(",", "")) == 0.0 else text).replace("-", MINUS)


class _Told(NamedTuple):
    """One row's numbers before formatting."""

    key: str
    title: str
    player: str
    note: str
    spot: PublicState
    actions: tuple[Action, ...]
    first: Sequence[float]
    second: Sequence[float]
    reach: float
    variation: float
    cost: float


def _rows(
    told: Sequence[_Told], unit: Unit, valued: bool, names: tuple[str, str]
) -> tuple[DifferenceRow, ...]:
    weights = [row.cost if valued else row.reach * row.variation for row in told]
    largest = max(map(abs, weights), default=0.0) or 1.0
    return tuple(
        _row(row, weight / largest, unit if valued else None, names)
        for row, weight in zip(told, weights, strict=True)
        if abs(weight) >= _LEAST * largest
    )


def _row(row: _Told, part: float, unit: Unit | None, names: tuple[str, str]) -> DifferenceRow:
    menu = menu_of(row.spot, row.actions)
    shares = [
        tuple(sum(strategy[row.actions.index(action)] for action in item.actions) for item in menu)
        for strategy in (row.first, row.second)
    ]
    acts = []
    for name, each in zip(names, shares, strict=True):
        played = [pair for pair in zip(menu, each, strict=True) if pair[1] >= 0.005]
        told = phrases(f"{item.head.title} {percent(share)}" for item, share in played)
        acts.append(f"{name} {told}")
    reach, change = percent(row.reach), percent(row.variation)
    cost = "" if unit is None else _number(unit.per_chip * row.cost)
    parts = [row.title, row.player, row.note, *acts, tr("reach {percent}").format(percent=reach)]
    parts.append(tr("difference {percent}").format(percent=change))
    if unit is not None:
        parts.append(tr("costs {cost} {unit}").format(cost=cost, unit=unit.name))
    return DifferenceRow(
        row.key,
        row.title,
        row.player,
        row.note,
        tuple(item.head for item in menu),
        shares[0],
        shares[1],
        reach,
        change,
        cost,
        part,
        clauses(parts),
        (row.reach, row.variation, nan if unit is None else row.cost),
    )


def here(pair: Pair, difference: Difference) -> DifferenceList:
    names, spot = pair.names, pair.readings[0].spots[0]
    labels = shape_of(spot.game, spot.board).labels
    told = [
        _Told(
            f"pin:{cell}:",
            labels[cell],
            "",
            "",
            spot,
            difference.actions,
            difference.first[cell].tolist(),
            difference.second[cell].tolist(),
            float(difference.reach[cell]),
            float(difference.variation[cell]),
            float(difference.cost[cell]),
        )
        for cell in difference.ranked()
    ]
    unit, valued = cost_unit(spot.game), difference.valued
    note = tr("{second} has no EVs for some of {first}’s actions: sorted by reach × difference.")
    if not told:
        note = tr("Both play the same here.")
    elif valued:
        note = tr("By {second}’s EVs, {first} {balance}.")
    balance = _balance([row.cost for row in told], unit) if valued else ""
    return DifferenceList(
        _rows(told, unit, valued, names),
        unit.name if valued else "",
        note.format(first=names[0], second=names[1], balance=balance),
    )


def _balance(costs: Sequence[float], unit: Unit) -> str:
    """Return the sums of costs and of gains, so that the gains are not overlooked."""
    given, gained = (sum(max(0.0, sign * cost) for cost in costs) for sign in (1, -1))
    words = tr(
        "gives up {given} {unit} with some hands and gains {gained} with others: {all} in total"
    )
    if not gained:
        words = tr("gives up {given} {unit} here")
    elif not given:
        words = tr("gains {gained} {unit} here")
    rest = tr("{cost} given up") if given >= gained else tr("{cost} gained")
    told = [_number(unit.per_chip * each) for each in (given, gained, abs(given - gained))]
    return words.format(
        given=told[0], gained=told[1], unit=unit.name, all=rest.format(cost=told[2])
    )


def everywhere(difference: GameDifference, names: tuple[str, str]) -> DifferenceList:
    game = difference.tree.game
    rows = difference.infosets
    told = [_infoset(difference, row) for row in rows if row.variation * row.reach > 1e-12]
    unit = cost_unit(game)
    costs = [
        _as_player([row.cost for row in told if row.player == player], player, unit)
        for player in player_names(game)
    ]
    note = tr("Against {second}, {first} does worse than {second} does, in {unit}: {costs}.")
    if not told:
        note = tr("Both play the same throughout the game.")
    return DifferenceList(
        _rows(told, unit, True, names),
        unit.name,
        note.format(first=names[0], second=names[1], costs=phrases(costs), unit=unit.name),
        whole=True,
    )


def _as_player(costs: Sequence[float], player: str, unit: Unit) -> str:
    """Return the sum of one player's rows: costs less gains."""
    given, gained = (sum(max(0.0, sign * cost) for cost in costs) for sign in (1, -1))
    words = tr("{cost} as {player}")
    if given and gained:
        words = tr("{cost} as {player} ({given} given up less {gained} gained)")
    told = [_number(unit.per_chip * each) for each in (given - gained, given, gained)]
    return words.format(cost=told[0], player=player.lower(), given=told[1], gained=told[2])


def _infoset(difference: GameDifference, row: InfosetDifference) -> _Told:
    game = difference.tree.game
    place = Place(game, difference.tree.line_to(row.node), Place.root(game).slots)
    shape = shape_of(game, row.board)
    cell = int(shape.cell_of[combo_index((row.hole,), game.deck)])
    steps = zip(place.decisions, place.actions, strict=False)
    words = [said(spot, action, "", you=False)[1] for spot, action in steps]
    return _Told(
        f"pin:{cell}:line:{line_text(game, place.actions)}",
        shape.labels[cell],
        player_names(game)[row.to_act],
        phrases(words) or tr("at first"),
        place.betting,
        row.actions,
        row.first,
        row.second,
        row.reach,
        row.variation,
        row.cost,
    )


def whole_differences(
    game: Game, first: RangeReader, second: RangeReader, names: tuple[str, str], control: JobControl
) -> DifferenceList:
    """Compute the differences of two engines over a whole small game.

    Raises:
        CancelledError: if stopped.
        PokerError: any error of the engines.
    """
    tables = [reader.table(game, control) for reader in (first, second)]
    return everywhere(game_difference(*tables), names)
