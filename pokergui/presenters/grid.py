"""Ranges as grids of cells: from an answer and reach to what the window paints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, card_rank
from engine.combos import combo_cards, combo_index
from engine.game import Game
from engine.player import PublicState, Strategy
from engine.policy import blocked
from engine.shown import shown_rank
from pokergui.presenters.handname import hand_name
from pokergui.presenters.menu import MenuItem, menu_of, shares_of
from pokergui.presenters.words import MINUS, begins_later, card_view, signed, tr
from pokergui.viewmodel.grid import CellDetail, ComboRow, GridCell, GridScene

Numbers = NDArray[np.float64]

_SPOKEN_FROM = 0.005


@dataclass(frozen=True)
class BoardRange:
    """One player's range on one board.

    Attributes:
        board: the cards on the table.
        weights: (num_combos,) reach, 0 to 1.
        answer: how the range acts; None shows the range alone.
        dead: cards known to be elsewhere; combos with them are as impossible as those on the board.
        ev: (num_combos,) chips from here on, NaN where not known; by default those of the answer.
        equity: (num_combos,) 0 to 1, NaN where not known; None where none is.
        shown: (num_combos,) bool, which combos are looked at; the others count as not in the range.
            None for all of them.
    """

    board: tuple[Card, ...]
    weights: Numbers
    answer: Strategy | None = None
    dead: tuple[Card, ...] = ()
    ev: Numbers | None = None
    equity: Numbers | None = None
    shown: NDArray[np.bool_] | None = None


@dataclass(frozen=True)
class Shape:
    """Which cell each combo has on a board.

    Attributes:
        rows, columns: of the grid.
        labels: of the cells, row by row.
        ranks: small games: rank held, and rank on the board, of each cell.
        row_labels, column_labels: outside the grid.
        cell_of: (num_combos,) int64 for the board.
    """

    rows: int
    columns: int
    labels: tuple[str, ...]
    ranks: tuple[tuple[str, ...], ...]
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    cell_of: NDArray[np.int64]


class Unit(NamedTuple):
    """In what values are told: its chips, the digits after the point, the head of a column."""

    chips: int
    digits: int
    caption: str


def ev_unit(game: Game) -> Unit:
    """Big blinds or antes; chips in a game that begins in the middle of a hand."""
    if begins_later(game):
        return Unit(1, 1, tr("EV, chips"))
    return Unit(game.big_blind, 2, tr("EV, antes") if game.ante else tr("EV, bb"))


def shows_all_boards(game: Game) -> bool:
    """Whether a game is small enough to show a street's boards side by side."""
    return game.num_hole == 1 and game.board_sizes[-1] <= 1


@lru_cache(maxsize=64)
def shape_of(game: Game, board: tuple[Card, ...]) -> Shape:
    """The grid of a game: ranks by ranks for two hole cards, else rank held by rank on the board.

    Two hole cards stand on the diagonal when paired, above it when suited, below it otherwise.
    The cells of all boards of one size have the same places.
    """
    ranks = range(12, 12 - game.num_ranks, -1)
    names = [shown_rank(game, rank) for rank in ranks]
    cards = combo_cards(game.deck, game.num_hole).astype(np.int64)
    place = 12 - (cards >> 2)
    if game.num_hole == 2:
        size = len(names)
        low, high = place.max(axis=1), place.min(axis=1)
        suited = (cards[:, 0] & 3) == (cards[:, 1] & 3)
        cells = np.where(suited, size * high + low, size * low + high)
        labels = tuple(
            _class_name(names, row, column) for row in range(size) for column in range(size)
        )
        return Shape(size, size, labels, (), (), (), cells)
    rows = tuple(tr("Hand {rank}").format(rank=name) for name in names)
    if len(board) == 1:
        cells = place[:, 0] * len(names) + 12 - card_rank(board[0])
        columns = tuple(tr("Board {rank}").format(rank=name) for name in names)
        pairs = tr("{hole} on {board}")
        both = tuple((hole, on) for hole in names for on in names)
        labels = tuple(pairs.format(hole=hole, board=on) for hole, on in both)
        return Shape(len(names), len(names), labels, both, rows, columns, cells)
    held = tuple((name,) for name in names)
    return Shape(len(names), 1, tuple(names), held, rows, (), place[:, 0])


def _class_name(names: Sequence[str], row: int, column: int) -> str:
    if row == column:
        return 2 * names[row]
    high, low = sorted((row, column))
    return f"{names[high]}{names[low]}{'s' if row < column else 'o'}"


class RangeGrid:
    """One player's range at a spot, ready to be painted and looked into.

    Args:
        spot: the spot; on which board does not matter.
        ranges: the range on each board shown: one, or all boards of the street side by side.
            All have an answer, or none has.
    """

    def __init__(self, spot: PublicState, ranges: Sequence[BoardRange]) -> None:
        self.game = spot.game
        self.ranges = tuple(ranges)
        self.menu: tuple[MenuItem, ...] = ()
        answers = [one.answer for one in ranges if one.answer is not None]
        if answers:
            self.menu = menu_of(spot, [action for answer in answers for action in answer.actions])
        self._shapes = [shape_of(self.game, one.board) for one in self.ranges]
        self._cells = np.concatenate([shape.cell_of for shape in self._shapes])
        self._possible = np.concatenate(
            [~blocked(self.game, (*one.board, *one.dead)) for one in self.ranges]
        )
        self._reach = np.concatenate([one.weights for one in self.ranges])
        every = np.ones(len(self._shapes[0].cell_of), np.bool_)
        self._shown = np.concatenate(
            [every if one.shown is None else one.shown for one in self.ranges]
        )
        self._weights = np.where(self._shown, self._reach, 0.0)
        nothing = np.zeros((len(self._shapes[0].cell_of), 0))
        self._shares = np.concatenate(
            [shares_of(one.answer, self.menu) if one.answer else nothing for one in self.ranges]
        )

    def _sums(self, numbers: Numbers) -> Numbers:
        shape = self._shapes[0]
        sums = np.bincount(self._cells, numbers, shape.rows * shape.columns)
        return np.asarray(sums, np.float64)

    @cached_property
    def _averages(self) -> tuple[Numbers, Numbers, Numbers]:
        """By cell: number of possible combos, mean reach, shares (cells, menu items)."""
        possible = self._sums(self._possible.astype(np.float64))
        reached = self._sums(self._weights * self._possible)
        shares = self._means(self._shares)
        total = shares.sum(axis=1, keepdims=True)
        return (
            possible,
            np.minimum(reached / np.maximum(possible, 1.0), 1.0),
            shares / np.where(total > 0.0, total, 1.0),
        )

    def _means(self, numbers: Numbers) -> Numbers:
        """Means by reach (cells, columns) of numbers of each combo (combos, columns)."""
        weights = self._weights * self._possible
        # Where nobody comes with a cell, its combos count alike.
        alike = (self._sums(weights) == 0.0)[self._cells] & self._possible
        weights = np.where(alike, 1.0, weights)
        total = np.maximum(self._sums(weights), np.finfo(np.float64).tiny)
        sums = [self._sums(weights * column) / total for column in numbers.T]
        return np.stack(sums, axis=1) if sums else np.zeros((len(total), 0))

    def scene(self, marked: int = -1) -> GridScene:
        """The whole grid.

        Args:
            marked: cell to point at, -1 for none.
        """
        shape = self._shapes[0]
        possible, heights, shares = self._averages
        titles = [item.head.title for item in self.menu]
        cells = tuple(
            _cell(label, count > 0, height, tuple(row), titles)
            for label, count, height, row in zip(
                shape.labels, possible.tolist(), heights.tolist(), shares.tolist(), strict=True
            )
        )
        if shape.ranks:
            cells = self._large(cells)
        heads = tuple(item.head for item in self.menu)
        return GridScene(
            shape.rows, shape.columns, cells, heads, shape.row_labels, shape.column_labels, marked
        )

    def _large(self, cells: tuple[GridCell, ...]) -> tuple[GridCell, ...]:
        """Cells of small games also say what the cards make and what each action is worth."""
        answers = [one.answer for one in self.ranges]
        given = [answer.values for answer in answers if answer is not None]
        values: list[tuple[str, ...]] = [()] * len(cells)
        if given and all(value is not None for value in given):
            numbers = np.concatenate([self._by_item(answer) for answer in answers if answer])
            values = [
                tuple(signed(value, 2) for value in row)
                for row in (self._means(numbers) / self.game.big_blind).tolist()
            ]
        return tuple(
            replace(cell, ranks=ranks, note=self._makes(place), values=worth)
            for place, (cell, ranks, worth) in enumerate(
                zip(cells, self._shapes[0].ranks, values, strict=True)
            )
        )

    def _by_item(self, answer: Strategy) -> Numbers:
        """Values (num_combos, menu items) of an answer; of merged sizes the middle one's."""
        assert answer.values is not None
        column = {action: place for place, action in enumerate(answer.actions)}
        found = np.zeros((len(answer.values), len(self.menu)))
        for place, item in enumerate(self.menu):
            if item.action in column:
                found[:, place] = answer.values[:, column[item.action]]
        return found

    def _makes(self, cell: int) -> str:
        """Name of the hand that a cell of a small game makes with the board."""
        if self._shapes[0].column_labels:
            size = len(self._shapes[0].cell_of)
            for member in np.flatnonzero((self._cells == cell) & self._possible).tolist():
                which, combo = divmod(member, size)
                hole = combo_cards(self.game.deck, self.game.num_hole)[combo].tolist()
                return hand_name(self.game, (*hole, *self.ranges[which].board))
        return ""

    @property
    def num_cells(self) -> int:
        """How many cells it has."""
        return self._shapes[0].rows * self._shapes[0].columns

    def combos_in(self, cells: Sequence[int]) -> NDArray[np.bool_]:
        """The possible combos of some cells of a grid of one board: (num_combos,) bool."""
        found: NDArray[np.bool_] = np.isin(self._cells, cells) & self._possible & self._shown
        return found

    def share_of(self, combos: NDArray[np.bool_]) -> list[float]:
        """Which part of each cell's reach some combos of a grid of one board are, 0 to 1."""
        shares: list[float] = self._means(combos[:, None].astype(np.float64))[:, 0].tolist()
        return shares

    def cell_with(self, hole: Sequence[Card], board: Sequence[Card] = ()) -> int:
        """The cell of hole cards on a board; -1 where that depends on a board not given."""
        by_board = bool(self._shapes[0].column_labels)
        if by_board and not board:
            return -1
        shape = shape_of(self.game, tuple(board) if by_board else ())
        return int(shape.cell_of[combo_index(hole, self.game.deck)])

    def detail(self, cell: int, *, pinned: bool = False) -> CellDetail:
        """What one cell holds, combo by combo, the higher ones first."""
        game, shape = self.game, self._shapes[0]
        members = np.flatnonzero(self._cells == cell).tolist()
        size = len(shape.cell_of)
        cards = combo_cards(game.deck, game.num_hole)
        values = [_values(one) for one in self.ranges]
        keyed = []
        for member in members:
            which, combo = divmod(member, size)
            hole, board = sorted(cards[combo].tolist(), reverse=True), self.ranges[which].board
            keyed.append((hole, board if shape.column_labels else (), member, which, combo))
        keyed.sort(key=lambda entry: (entry[0], entry[1]), reverse=True)
        possible = [entry for entry in keyed if self._possible[entry[2]]]
        if shape.column_labels:
            keyed = possible
        rows = tuple(
            self._row((*hole, *board), member, values[which], self.ranges[which].equity, combo)
            for hole, board, member, which, combo in keyed
        )
        note = _count_note(len(possible), len(keyed))
        if shape.column_labels:
            note = self._makes(cell)
        caption = ""
        if any(value is not None for value in values):
            caption = ev_unit(game).caption
        equity = tr("Equity") if any(one.equity is not None for one in self.ranges) else ""
        heads = tuple(item.head for item in self.menu)
        return CellDetail(shape.labels[cell], note, heads, rows, caption, equity, pinned)

    def _row(
        self,
        cards: Sequence[Card],
        member: int,
        values: Numbers | None,
        equities: Numbers | None,
        combo: int,
    ) -> ComboRow:
        shown = tuple(card_view(self.game, card) for card in cards)
        if not self._possible[member]:
            return ComboRow(shown)
        shares = tuple(self._shares[member].tolist())
        value = ""
        if values is not None and values[combo] == values[combo]:  # else it meets no hand
            unit = ev_unit(self.game)
            value = f"{values[combo] / unit.chips:,.{unit.digits}f}".replace("-", MINUS)
        percents = tuple(percent(share, sign=False) for share in shares)
        equity = ""
        if equities is not None and equities[combo] == equities[combo]:
            equity = f"{100 * equities[combo]:.1f}"
        reach = f"{self._reach[member]:.2f}"
        return ComboRow(shown, reach, shares, percents, value, equity, bool(self._shown[member]))


def percent(share: float, *, sign: bool = True) -> str:
    """A frequency: "57%", "8.4%", "<0.1%", "0%"; NaN is a dash."""
    if share != share:
        return "–"
    value = 100.0 * share
    if 0.0 < value < 0.05:
        text = "<0.1"
    elif value >= 9.95 or value == 0.0:
        text = f"{value:.0f}"
    else:
        text = f"{value:.1f}"
    return text + "%" if sign else text


def _cell(
    label: str, possible: bool, height: float, shares: tuple[float, ...], titles: Sequence[str]
) -> GridCell:
    if not possible:
        return GridCell(
            label, possible=False, spoken=tr("{cards}, not possible").format(cards=label)
        )
    parts = [label, tr("reach {percent}").format(percent=f"{100 * height:.0f}%")]
    parts += [
        f"{title} {100 * share:.0f}%"
        for title, share in zip(titles, shares, strict=True)
        if share >= _SPOKEN_FROM
    ]
    return GridCell(label, shares, height, True, ", ".join(parts))


def _values(one: BoardRange) -> Numbers | None:
    """Chips from here on of each combo as it acts (num_combos,)."""
    answer = one.answer
    if one.ev is not None:
        return one.ev
    if answer is None or answer.values is None:
        return None
    mixed: Numbers = (answer.probabilities * answer.values).sum(axis=1)
    return mixed


def _count_note(possible: int, every: int) -> str:
    if possible == 0:
        return tr("no combo possible on this board")
    if possible < every:
        return tr("{possible} of {every} combos").format(possible=possible, every=every)
    return tr("{count} combos").format(count=every) if every != 1 else tr("1 combo")
