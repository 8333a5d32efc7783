"""Two readings of one node side by side: grids on one menu, changes, and the difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import nan

import numpy as np
from numpy.typing import NDArray

from ai.reports.differences import Difference, difference_at, joint_menu, on_menu
from engine.player import Action, Strategy
from pokergui.formatting.sizing import MenuItem, menu_of
from pokergui.formatting.words import MINUS, percent
from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.scenes.narrow import Narrowing, mask_of
from pokergui.pages.study.reading.scenes.scene import menu_shares, range_grid
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import GridView, shape_of
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
        before: whether the second is an earlier state of the first.
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
    worth = None if reading.worth is None else replace(reading.worth, action_ev=None)
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
