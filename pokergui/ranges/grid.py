"""Range grids: from an answer and reach to the painted scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from engine.card_display import shown_cards
from engine.cards import Card
from engine.combos import combo_index
from engine.player import Action, PublicState
from pokergui.formatting.notices import sentence
from pokergui.formatting.reviewed import action_title
from pokergui.formatting.words import ev_text, ev_unit, signed
from pokergui.language import tr
from pokergui.language.joins import full_stop, phrases
from pokergui.ranges.grid_values import (
    BoardRange,
    GridView,
    Numbers,
    RangeCells,
    Tints,
    cell_detail,
    made_in,
    shape_of,
    tints,
)
from pokergui.viewmodel.grid import AllHandsScene, CellDetail, GridCell, GridScene, Heights
from pokergui.viewmodel.settings import AmountUnit

_SPOKEN_FROM = 0.005
_PLAIN = GridView()


class RangeMatrix:
    """One player's range grid at a spot, to paint and inspect.

    Args:
        spot: the spot; its board does not matter.
        ranges: the range on each board shown: one, or all boards of the street side by side.
            All have an answer, or none has.
        waiting: whether unknown values and equities are still being computed.
    """

    def __init__(
        self, spot: PublicState, ranges: Sequence[BoardRange], *, waiting: bool = False
    ) -> None:
        self.cells = RangeCells(spot, ranges, waiting=waiting)
        self.game = spot.game
        self.menu = self.cells.menu

    def scene(
        self, marked: int = -1, view: GridView = _PLAIN, beside: RangeMatrix | None = None
    ) -> GridScene:
        """Return the whole grid.

        Args:
            marked: the cell to point at, -1 for none.
            beside: a grid shown beside it: the colours of both mean the same.
        """
        shape = self.cells.shape
        shown = view.at(self.cells)
        colours = tints(self.cells, shown, None if beside is None else beside.cells)
        cells = self._plain(shown.heights, colours)
        if shape.ranks:
            cells = self._large(cells)
        return GridScene(
            shape.rows,
            shape.columns,
            cells,
            tuple(item.head for item in self.menu),
            shape.row_labels,
            shape.column_labels,
            marked,
            scale=colours.scale,
        )

    def _plain(self, heights: Heights, colours: Tints) -> tuple[GridCell, ...]:
        shape = self.cells.shape
        possible, reach, shares = self.cells.averages
        filled = reach if shape.ranks else _filled(reach, heights)
        titles = [item.head.title for item in self.menu] if colours.scale is None else []
        numbers = zip(
            shape.labels,
            possible.tolist(),
            reach.tolist(),
            filled.tolist(),
            shares.tolist(),
            colours.places,
            colours.figures,
            self.cells.sums((self.cells.possible & self.cells.shown).astype(np.float64)).tolist(),
            strict=True,
        )
        reaches = tr("reach {percent}")
        cells = []
        for label, count, mean, height, row, place, figure, seen in numbers:
            if count <= 0:
                cells.append(_impossible(label))
                continue
            words = [label, reaches.format(percent=f"{100 * mean:.0f}%")]
            words += [
                f"{title} {100 * share:.0f}%"
                for title, share in zip(titles, row, strict=False)
                if share >= _SPOKEN_FROM
            ]
            if not seen:
                words = [label, tr("filtered out")]
            if figure:
                words.append(f"{colours.caption} {figure}")
            spoken = phrases(words)
            cells.append(
                GridCell(label, tuple(row), height, True, spoken, value=place, figure=figure)
            )
        return tuple(cells)

    def _large(self, cells: tuple[GridCell, ...]) -> tuple[GridCell, ...]:
        values: list[tuple[str, ...]] = [()] * len(cells)
        if self.cells.values is not None:
            unit = self.game.big_blind
            values = [
                tuple(signed(value, 2) for value in row)
                for row in (self.cells.means(np.nan_to_num(self.cells.values)) / unit).tolist()
            ]
        return tuple(
            replace(cell, ranks=ranks, note=made_in(self.cells, place), values=worth)
            for place, (cell, ranks, worth) in enumerate(
                zip(cells, self.cells.shape.ranks, values, strict=True)
            )
        )

    @property
    def num_cells(self) -> int:
        return self.cells.count

    def combos_in(self, cells: Sequence[int]) -> NDArray[np.bool_]:
        """Return the possible combos of some cells of a grid of one board: (num_combos,) bool."""
        combos: NDArray[np.bool_] = (
            np.isin(self.cells.of, cells) & self.cells.possible & self.cells.shown
        )
        return combos

    def share_of(self, combos: NDArray[np.bool_]) -> list[float]:
        """Return the share of some combos in each cell's reach, 0 to 1, in a grid of one board."""
        shares: list[float] = self.cells.means(combos[:, None].astype(np.float64))[:, 0].tolist()
        return shares

    def cell_with(self, hole: Sequence[Card], board: Sequence[Card] = ()) -> int:
        """Return the cell of hole cards on a board; -1 if that depends on a board not given."""
        by_board = bool(self.cells.shape.column_labels)
        if by_board and not board:
            return -1
        shape = shape_of(self.game, tuple(board) if by_board else ())
        return int(shape.cell_of[combo_index(hole, self.game.deck)])

    def detail(self, cell: int, *, pinned: bool = False) -> CellDetail:
        return cell_detail(self.cells, cell, pinned=pinned)


def _filled(reach: Numbers, heights: Heights) -> Numbers:
    if heights == "full":
        return (reach > 0.0).astype(np.float64)
    most = float(reach.max(initial=0.0))
    return reach / most if heights == "normalised" and most > 0.0 else reach


def _impossible(label: str) -> GridCell:
    spoken = tr("{cards}, not possible").format(cards=label)
    return GridCell(label, possible=False, spoken=spoken)


def next_weight(weight: float, step: float) -> float:
    """Return the next multiple of a step above a weight, or below it if the step is negative.

    Args:
        weight: 0 to 1.
        step: 0.05 or -0.01, say.

    Returns:
        0 to 1.
    """
    steps = round(weight / abs(step), 6)
    steps = floor(steps) + 1 if step > 0 else ceil(steps) - 1
    return round(min(1.0, max(0.0, steps * abs(step))), 6)


_VIEW = GridView("ev", heights="full")


def earned_grid(spot: PublicState, earned: Numbers, hole: Sequence[Card] = ()) -> GridScene:
    """Return the grid of hands by net result; all combos of a cell count equally.

    Args:
        earned: (num_combos,) net chips of each hand, NaN if impossible.
        hole: the cards that were held, whose cell is marked; empty for none.
    """
    weights = np.isfinite(earned).astype(np.float64)
    grid = RangeMatrix(spot, [BoardRange(spot.board, weights, ev=earned)])
    return grid.scene(grid.cell_with(hole, spot.board) if hole else -1, _VIEW)


def all_hands(
    spot: PublicState,
    action: Action,
    hole: Sequence[Card],
    earned: Numbers,
    unit: AmountUnit = "chips",
) -> AllHandsScene:
    """Return each hand's net result with an action.

    Args:
        earned: (num_combos,) net chips of each hand.
    """
    game = spot.game
    own = float(earned[combo_index(hole, game.deck)])
    return AllHandsScene(
        earned_grid(spot, earned, hole),
        tr("Each hand’s result with {action}: {unit}").format(
            action=action_title(spot, action, unit), unit=ev_unit(game).caption
        ),
        tr("{cards}: {ev}").format(cards=shown_cards(game, hole), ev=ev_text(game, own)),
    )


def no_hands(error: Exception) -> AllHandsScene:
    return AllHandsScene(GridScene(0, 0, ()), full_stop(sentence(error)))
