"""Two strategies at one node: grids on one menu, changes, costs, and Study's picture of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.reading.reach import RangeReader
from ai.reports.differences import (
    Difference,
    GameDifference,
    InfosetDifference,
    difference_at,
    game_difference,
    joint_menu,
    on_menu,
)
from engine.combos import combo_index
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import line_text
from engine.player import Action, PublicState, Strategy
from pokergui import units
from pokergui.formatting.players import player_names, side_order
from pokergui.formatting.sizing import MenuItem, menu_of
from pokergui.formatting.words import MINUS, percent, said
from pokergui.language import tr_study as tr
from pokergui.language.joins import clauses, phrases
from pokergui.pages.study.comparing.viewmodel import (
    Beside,
    ComparedScene,
    DifferenceList,
    DifferenceRow,
    VersusScene,
)
from pokergui.pages.study.reading.scenes.narrow import Narrowing, mask_of
from pokergui.pages.study.reading.scenes.scene import (
    equity_lines,
    grid_scene,
    menu_shares,
    narrowed_grid,
    range_grid,
    rows,
    silent,
    study_sides,
    study_totals,
    widened,
)
from pokergui.pages.study.reading.scenes.state import RivalStrategy, StudyState
from pokergui.pages.study.reading.viewmodel import RangeScene
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import GridView, shape_of
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Reading
from pokergui.viewmodel.controls import Choice
from pokergui.viewmodel.grid import GridCell, GridScale, GridScene
from pokergui.viewmodel.strips import Figure

EVERY, RANGE = "", "range"
"""Keys of differences: of all actions together, and of the hands that reach the node."""
_ENDS = (0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
"""Possible ends of the scale of differences: the next one above the grid's largest is used."""
_SEEN = 0.005


@dataclass(frozen=True, eq=False)
class Pair:
    """Two subjects' readings of one node.

    Attributes:
        narrow: the combos shown, by the first one's strategy.
    """

    readings: tuple[Reading, Reading]
    side: int
    narrow: Narrowing
    names: tuple[str, str]
    before: bool = False

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The actions that either considers, in the order fold, call, raises ascending."""
        return joint_menu(*(answer for one in self.readings for answer in one.answers))

    @cached_property
    def menu(self) -> tuple[MenuItem, ...]:
        return menu_of(self.readings[0].spots[0], self.actions)

    @property
    def acts(self) -> bool:
        spot = self.readings[0].spots[0]
        return spot.to_act == self.side and all(one.answers for one in self.readings)

    @property
    def _shown(self) -> NDArray[np.bool_] | None:
        """The combos (num_combos,) looked at; None for all of them."""
        return mask_of(self.narrow, self.readings[0], self.side)

    @cached_property
    def grids(self) -> tuple[RangeMatrix | None, RangeMatrix | None]:
        """Both ranges on one menu; an action that one does not consider has frequency 0 there."""
        one, other = (_on_menu(reading, self.actions) for reading in self.readings)
        return range_grid(one, self.side, self._shown), range_grid(other, self.side, self._shown)

    @cached_property
    def difference(self) -> Difference | None:
        first, second = self.readings
        if not (first.answers and second.answers and first.reaches):
            return None
        answers = second.valued
        difference = difference_at(first.spots, first.answers, answers, first.ranges)
        shapes = [shape_of(spot.game, spot.board) for spot in first.spots]
        group = np.concatenate([shape.cell_of for shape in shapes])
        return difference.merged(group, shapes[0].rows * shapes[0].columns)

    # Display

    @cached_property
    def changes(self) -> tuple[Figure, ...]:
        """Changes in the acting player's range: "Bet 50" "31% to 12%", or "31% v. 12%"."""
        firsts, seconds = map(self._totals, self.readings)
        if firsts is None or seconds is None:
            return ()
        words = tr("{before} to {after}") if self.before else tr("{first} v. {second}")
        changes = []
        for item, one, other in zip(self.menu, firsts, seconds, strict=True):
            now, then = percent(one), percent(other)
            told = words.format(before=then, after=now, first=now, second=then)
            changes.append(Figure(item.head.title, told, _points(one - other)))
        return tuple(changes)

    def _totals(self, reading: Reading) -> list[float] | None:
        if not (reading.answers and reading.reaches):
            return None
        shown = self._shown if self.acts else None
        side = reading.spots[0].to_act
        return menu_shares(reading, side, self.menu, 1.0 if shown is None else shown)

    @property
    def measures(self) -> tuple[Choice, ...]:
        if not self.acts:
            return (Choice(RANGE, tr("Range")),)
        every = Choice(EVERY, tr("All actions"))
        return (every, *(Choice(item.head.key, item.head.title) for item in self.menu))

    def measure(self, wanted: str) -> str:
        keys = [choice.key for choice in self.measures]
        return wanted if wanted in keys else keys[0]

    def scene(self, wanted: str, view: GridView, marked: int = -1) -> GridScene | None:
        """Return the grid of differences; None if there is nothing to show.

        For one action it shows how much more often the first takes it, for all of them the distance
         of both, and for a player who does not act the difference in reach.
        """
        grids = self.grids
        if grids[0] is None or grids[1] is None:
            return None
        plain = GridView(heights=view.heights)
        one, other = grids[0].scene(marked, plain), grids[1].scene(-1, plain)
        measure = self.measure(wanted)
        if measure == RANGE:
            values = (grids[0].cells.averages[1] - grids[1].cells.averages[1]).tolist()
        elif self.difference is None:
            return None
        elif measure == EVERY:
            values = self.difference.variation.tolist()
        else:
            values = self._of_action(self.difference, measure)
        title = next(choice.title for choice in self.measures if choice.key == measure)
        caption = {
            EVERY: tr("How often {first} and {second} act differently"),
            RANGE: tr("Reach of a hand by {first} minus that by {second}"),
        }.get(measure, tr("{action}: frequency by {first} minus that by {second}"))
        caption = caption.format(action=title, first=self.names[0], second=self.names[1])
        return _coloured(one, other, values, caption, self.names, signed=measure != EVERY)

    def _of_action(self, difference: Difference, key: str) -> list[float]:
        actions = next(item.actions for item in self.menu if item.head.key == key)
        columns = [difference.actions.index(action) for action in actions]
        apart = difference.first[:, columns].sum(axis=1) - difference.second[:, columns].sum(axis=1)
        values: list[float] = apart.tolist()
        return values


@lru_cache(maxsize=2)
def pair_of(
    first: Reading,
    second: Reading,
    side: int,
    narrow: Narrowing,
    names: tuple[str, str],
    before: bool,
) -> Pair:
    return Pair((first, second), side, narrow, names, before)


def _on_menu(reading: Reading, actions: Sequence[Action]) -> Reading:
    """Return a reading with all of some actions; values of missing ones are unknown."""
    answers = []
    for answer in reading.valued:
        values, shares = answer.values, on_menu(answer, actions, answer.probabilities)
        values = None if values is None else on_menu(answer, actions, values, nan)
        answers.append(Strategy(tuple(actions), shares, values, note=answer.note))
    worth = (
        None if reading.worth is None else replace(reading.worth, action_ev=None, untrained=None)
    )
    return replace(reading, answers=tuple(answers), worth=worth)


def absent(like: GridScene, words: str) -> GridScene:
    return replace(like, cells=(), actions=(), scale=None, marked=-1, absent=words)


def recoloured(grid: GridScene, like: GridScene) -> GridScene:
    """Return a grid with its colours on the scale of another scene of it."""
    if grid.scale is None or len(grid.cells) != len(like.cells):
        return grid
    pairs = zip(grid.cells, like.cells, strict=True)
    cells = tuple(replace(cell, value=other.value) for cell, other in pairs)
    return replace(grid, cells=cells, scale=like.scale)


def alike(first: GridScene, second: GridScene) -> tuple[GridScene, GridScene]:
    """Return two grids whose large cells have the same rows: values only if both have them."""
    if all(any(cell.values for cell in grid.cells) for grid in (first, second)):
        return first, second
    bare = [tuple(replace(cell, values=()) for cell in grid.cells) for grid in (first, second)]
    return replace(first, cells=bare[0]), replace(second, cells=bare[1])


def _points(apart: float) -> str:
    """Return a difference of frequencies in percentage points: "+15", "−0.4", "0"."""
    points = 100.0 * apart
    if abs(points) < 0.05 or points != points:
        return "0"
    text = f"{points:+.0f}" if abs(points) >= 9.95 else f"{points:+.1f}"
    return text.replace("-", MINUS)


def _coloured(
    one: GridScene,
    other: GridScene,
    values: Sequence[float],
    caption: str,
    names: tuple[str, str],
    *,
    signed: bool,
) -> GridScene:
    """Return a grid coloured by a difference, on a scale as wide as the largest needs."""
    held = [
        a.possible and max(a.height, b.height) > 0.0
        for a, b in zip(one.cells, other.cells, strict=True)
    ]
    largest = max((abs(v) for v, here in zip(values, held, strict=True) if here), default=0.0)
    end = next((end for end in _ENDS if largest <= end), 1.0)
    cells = tuple(
        _cell(a, b, value if here else None, end, names, signed)
        for a, b, value, here in zip(one.cells, other.cells, values, held, strict=True)
    )
    high = percent(end)
    if signed:
        scale = GridScale("change", caption, MINUS + high, "+" + high)
    else:
        scale = GridScale("amount", caption, "0%", high)
    return replace(one, cells=cells, scale=scale)


def _cell(
    one: GridCell,
    other: GridCell,
    value: float | None,
    end: float,
    names: tuple[str, str],
    signed: bool,
) -> GridCell:
    height = max(one.height, other.height)
    if value is None:
        return replace(one, height=height, value=None, figure="", values=())
    points = _points(value) if signed else f"{100 * value:.0f}"
    whole = f"{100 * value:{'+' if signed else ''}.0f}".replace("-", MINUS)
    spoken = tr("{cell}; {first} against {second}: {points} points")
    return replace(
        one,
        height=height,
        value=max(-1.0, min(1.0, value / end)),
        figure=whole if abs(value) > _SEEN else "",
        values=(),
        spoken=spoken.format(cell=one.spoken, first=names[0], second=names[1], points=points),
    )


_LEAST = 5e-4
"""Weights below this share of the largest are left out: they would show as nothing."""


class CostUnit(NamedTuple):
    """The unit of costs: its name, and how many make a chip."""

    name: str
    per_chip: float


def cost_unit(game: Game) -> CostUnit:
    unit = units.cost_unit(game)
    return CostUnit(units.unit_text(unit.name), 1.0 / unit.chips)


def _number(value: float) -> str:
    text = f"{value:,.2f}" if abs(value) < 100 else f"{value:,.0f}"
    return ("0" if float(text.replace(",", "")) == 0.0 else text).replace("-", MINUS)


class _HandDifference(NamedTuple):
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
    told: Sequence[_HandDifference], unit: CostUnit, valued: bool, names: tuple[str, str]
) -> tuple[DifferenceRow, ...]:
    weights = [row.cost if valued else row.reach * row.variation for row in told]
    largest = max(map(abs, weights), default=0.0) or 1.0
    return tuple(
        _row(row, weight / largest, unit if valued else None, names)
        for row, weight in zip(told, weights, strict=True)
        if abs(weight) >= _LEAST * largest
    )


def _row(
    row: _HandDifference, part: float, unit: CostUnit | None, names: tuple[str, str]
) -> DifferenceRow:
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
        _HandDifference(
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


def _balance(costs: Sequence[float], unit: CostUnit) -> str:
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


def _as_player(costs: Sequence[float], player: str, unit: CostUnit) -> str:
    """Return the sum of one player's rows: costs less gains."""
    given, gained = (sum(max(0.0, sign * cost) for cost in costs) for sign in (1, -1))
    words = tr("{cost} as {player}")
    if given and gained:
        words = tr("{cost} as {player} ({given} given up less {gained} gained)")
    told = [_number(unit.per_chip * each) for each in (given - gained, given, gained)]
    return words.format(cost=told[0], player=player.lower(), given=told[1], gained=told[2])


def _infoset(difference: GameDifference, row: InfosetDifference) -> _HandDifference:
    game = difference.tree.game
    place = Place(game, difference.tree.line_to(row.node), Place.root(game).slots)
    shape = shape_of(game, row.board)
    cell = int(shape.cell_of[combo_index((row.hole,), game.deck)])
    steps = zip(place.decisions, place.actions, strict=False)
    words = [said(spot, action, "", you=False)[1] for spot, action in steps]
    return _HandDifference(
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


@dataclass(frozen=True)
class Comparison:
    """The state of the comparison with a rival at the current node.

    Attributes:
        problem: whether it will give no answer.
        mute: whether the strategy shown has no answer here.
    """

    rival: RivalStrategy
    second: Reading | None = None
    status: str = ""
    problem: bool = False
    whole: DifferenceList | None = None
    mute: bool = False

    def pair(self, first: Reading | None, state: StudyState) -> Pair | None:
        if first is None or self.second is None or not first.reaches:
            return None
        names, before = self.rival.names, self.rival.before
        return pair_of(first, self.second, state.seat, state.narrow, names, before)


def compared(
    picture: RangeScene,
    state: StudyState,
    first: Reading | None,
    comparison: Comparison | None,
    last: ComparedScene | None,
) -> ComparedScene:
    """Lay the comparison over a picture of the first strategy.

    Args:
        comparison: the state of the second; None while nothing is compared.
        last: the picture before, if of the same kind: it supplies missing grids.
    """
    scene = widened(ComparedScene, picture)
    if comparison is None:
        return _with_players(scene, state, first, _Rest(last))
    rival, pair = comparison.rival, comparison.pair(first, state)
    lacks = comparison.problem and state.which != "first"
    absence = tr("No answer from {engine}").format(engine=rival.names[1]) if lacks else ""
    rest = _Rest(last, absence)
    versus = VersusScene(
        rival.names,
        state.which,
        status=comparison.status,
        differences=_differences(comparison, pair) if state.listed else None,
        before=rival.before,
    )
    if pair is not None and scene.grid is not None and state.which in ("both", "difference"):
        measure = pair.measure(state.measure)
        versus = replace(versus, changes=pair.changes, measures=pair.measures, measure=measure)
    whole, scene = scene.grid, replace(scene, versus=versus)
    if state.which == "first" or whole is None:
        return _with_players(scene, state, first, rest)
    if state.which == "second":
        scene = _second_alone(scene, state, comparison, pair, rest)
        return _with_players(scene, state, comparison.second, rest)
    if state.which == "difference":
        measured = state.measure, state.view, state.marked
        grid = pair.scene(*measured) if pair is not None else None
        return replace(rest.with_grid(scene, grid), view=None)
    one, other = (None, None) if pair is None else pair.grids
    if one is None or other is None:
        beside = Beside(rival.names, rest.beside(None, whole), rival.before)
        return replace(scene, beside=beside, thinking=scene.thinking or not comparison.problem)
    own = grid_scene(one, state.view, state.marked, other)
    own, shown = alike(own, grid_scene(other, state.view, state.marked, one))
    return replace(scene, grid=own, beside=Beside(rival.names, shown, rival.before))


@dataclass(frozen=True)
class _Rest:
    """The stand-in for a grid that is still being read, or will never be there.

    Attributes:
        absence: why there will be no grid; empty while there may be one.
    """

    last: ComparedScene | None
    absence: str = ""

    def with_grid(self, scene: ComparedScene, grid: GridScene | None) -> ComparedScene:
        """Return a picture with another grid, which may still be being read."""
        assert scene.grid is not None
        waiting = grid is None and not self.absence
        shown = self._or(grid, self.last.grid if self.last is not None else None, scene.grid)
        return replace(scene, grid=shown, thinking=scene.thinking or waiting)

    def beside(self, grid: GridScene | None, like: GridScene) -> GridScene:
        last = self.last.beside if self.last is not None else None
        return self._or(grid, last.grid if last is not None else None, like)

    def _or(self, grid: GridScene | None, last: GridScene | None, like: GridScene) -> GridScene:
        """Return the grid; else the last one of the same shape, an empty one, or the reason."""
        if grid is not None:
            return grid
        if self.absence:
            return absent(like, self.absence)
        if last is None or len(last.cells) != len(like.cells):
            return replace(like, cells=tuple(GridCell(cell.label) for cell in like.cells))
        return last


def _second_alone(
    scene: ComparedScene, state: StudyState, comparison: Comparison, pair: Pair | None, rest: _Rest
) -> ComparedScene:
    place, side = state.place, state.seat
    if pair is None:
        return rest.with_grid(silent(scene, place, side) if comparison.problem else scene, None)
    second = pair.readings[1]
    grid = narrowed_grid(second, side, state.narrow)
    scene = replace(
        scene,
        rows=rows(place, second),
        sides=study_sides(place, second, side),
        totals=study_totals(second, side, state.narrow),
        curve=equity_lines(second),
    )
    if grid is None:
        return rest.with_grid(scene, None)
    scene = replace(scene, view=state.view.scene(grid.cells, pair.names[1]))
    return rest.with_grid(scene, grid_scene(grid, state.view))


def _with_players(
    scene: ComparedScene, state: StudyState, reading: Reading | None, rest: _Rest
) -> ComparedScene:
    """Return a picture with the range of the player not to act beside it, if wanted."""
    if not state.both or scene.grid is None:
        return scene
    sides = tuple(replace(side, shown=True) for side in scene.sides)
    game, side, other = state.place.game, state.seat, 1 - state.seat
    own, grid = (
        None if reading is None else narrowed_grid(reading, seat, state.narrow)
        for seat in (side, other)
    )
    made = grid_scene(grid, state.view, beside=own) if grid is not None else None
    shown = rest.beside(made, scene.grid)
    if own is not None and grid is not None:
        like = grid_scene(own, state.view, beside=grid)
        scene = replace(scene, grid=recoloured(scene.grid, like) if scene.grid else None)
    names, left = player_names(game), side_order(game)[0] == other
    return replace(scene, sides=sides, beside=Beside((names[side], names[other]), shown, left))


def _differences(comparison: Comparison, pair: Pair | None) -> DifferenceList:
    if comparison.mute:
        words = tr("{engine} gives no answer here.")
        return DifferenceList(note=words.format(engine=comparison.rival.names[0]))
    if comparison.whole is not None:
        return comparison.whole
    if pair is None:
        return DifferenceList(waiting=not comparison.problem)
    if pair.difference is None:
        return DifferenceList(note=tr("It is nobody's turn here."))
    return here(pair, pair.difference)
