"""Heatmap cells: one value each, its place on the colour scale, and its text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from ai.values.node_values import stated_error, stated_ev
from engine.card_display import shown_rank
from engine.cards import Card, card_rank
from engine.combos import combo_cards
from engine.game import Game
from engine.player import PublicState, Strategy
from engine.policy import blocked
from pokergui.formatting.handname import hand_name
from pokergui.formatting.sizing import MenuItem, menu_of, shares_of
from pokergui.formatting.words import MINUS, UNKNOWN, card_view, ev_unit, percent
from pokergui.language import tr
from pokergui.language.joins import phrases
from pokergui.ranges.hand_filter import classes_on, kinds_of
from pokergui.viewmodel.grid import (
    KINDS,
    CellDetail,
    ComboRow,
    GridAction,
    GridScale,
    Heights,
    Kind,
    ViewScene,
)


@dataclass(frozen=True)
class GridShape:
    """The cell of each combo on a board.

    Attributes:
        ranks: small games: private rank, and rank on the board, of each cell.
        cell_of: (num_combos,) int64 for the board.
    """

    rows: int
    columns: int
    labels: tuple[str, ...]
    ranks: tuple[tuple[str, ...], ...]
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    cell_of: NDArray[np.int64]


def shows_all_boards(game: Game) -> bool:
    return game.has_single_cards


@lru_cache(maxsize=64)
def shape_of(game: Game, board: tuple[Card, ...]) -> GridShape:
    """Return a game's grid: ranks by ranks for two hole cards, else private rank by board rank.

    Two hole cards are on the diagonal if paired, above it if suited, else below it.
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
        return GridShape(size, size, labels, (), (), (), cells)
    rows = tuple(tr("Hand {rank}").format(rank=name) for name in names)
    if len(board) == 1:
        cells = place[:, 0] * len(names) + 12 - card_rank(board[0])
        columns = tuple(tr("Board {rank}").format(rank=name) for name in names)
        pairs = tr("{hole} on {board}")
        both = tuple((hole, on) for hole in names for on in names)
        labels = tuple(pairs.format(hole=hole, board=on) for hole, on in both)
        return GridShape(len(names), len(names), labels, both, rows, columns, cells)
    held = tuple((name,) for name in names)
    return GridShape(len(names), 1, tuple(names), held, rows, (), place[:, 0])


def _class_name(names: Sequence[str], row: int, column: int) -> str:
    if row == column:
        return 2 * names[row]
    high, low = sorted((row, column))
    return f"{names[high]}{names[low]}{'s' if row < column else 'o'}"


Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class BoardRange:
    """One player's range on one board.

    Attributes:
        weights: (num_combos,) reach, 0 to 1.
        answer: how the range acts; None shows only the range.
        dead: cards known to be elsewhere; combos with them are as impossible as with board cards.
        ev: (num_combos,) chips from here on, NaN if unknown; by default those of the answer.
        equity: (num_combos,) 0 to 1, NaN if unknown; None if all are.
        shown: (num_combos,) bool, the combos shown; the others count as not in the range. None for
            all of them.
    """

    board: tuple[Card, ...]
    weights: Numbers
    answer: Strategy | None = None
    dead: tuple[Card, ...] = ()
    ev: Numbers | None = None
    equity: Numbers | None = None
    shown: NDArray[np.bool_] | None = None

    @property
    def worth(self) -> Numbers | None:
        """Chips from here on of each combo as it acts (num_combos,)."""
        if self.ev is not None or self.answer is None or self.answer.values is None:
            return self.ev
        return stated_ev(self.answer)


class RangeCells:
    """The combos of ranges on one board, or on all boards of a street, by cell.

    Attributes:
        menu: how the range acts; empty for the range only.
        of: (combos,) the cell of each; the combos of one board after those of another.
        possible: (combos,) bool.
        shown: (combos,) bool, the combos shown.
        reach: (combos,).
        weights: (combos,) reach of the combos shown, 0 of the others.
        shares: (combos, menu items).

    Args:
        spot: the spot; its board does not matter.
        ranges: the range on each board shown. All have an answer, or none has.
        waiting: whether unknown values and equities are still being computed.
    """

    def __init__(
        self, spot: PublicState, ranges: Sequence[BoardRange], *, waiting: bool = False
    ) -> None:
        self.game, self.pot = spot.game, spot.pot
        self.waiting = waiting
        self.ranges = tuple(ranges)
        self.menu: tuple[MenuItem, ...] = ()
        answers = [one.answer for one in ranges if one.answer is not None]
        if answers:
            self.menu = menu_of(spot, [action for answer in answers for action in answer.actions])
        shapes = [shape_of(self.game, one.board) for one in self.ranges]
        self.shape = shapes[0]
        self.of = np.concatenate([shape.cell_of for shape in shapes])
        self.possible = np.concatenate(
            [~blocked(self.game, (*one.board, *one.dead)) for one in self.ranges]
        )
        self.reach = np.concatenate([one.weights for one in self.ranges])
        every = np.ones(self.per_board, np.bool_)
        self.shown = np.concatenate(
            [every if one.shown is None else one.shown for one in self.ranges]
        )
        self.weights = np.where(self.shown, self.reach, 0.0)
        nothing = np.zeros((self.per_board, 0))
        self.shares = np.concatenate(
            [shares_of(one.answer, self.menu) if one.answer else nothing for one in self.ranges]
        )

    @property
    def count(self) -> int:
        return self.shape.rows * self.shape.columns

    @property
    def per_board(self) -> int:
        return len(self.shape.cell_of)

    @cached_property
    def ev(self) -> Numbers | None:
        """Chips from here on of each combo as it acts (combos,), NaN if unknown."""
        return self._joined([one.worth for one in self.ranges])

    @cached_property
    def error(self) -> Numbers | None:
        """Standard error of the EV by the engine's own estimate (combos,)."""
        answers = [one.answer for one in self.ranges]
        return self._joined([None if one is None else stated_error(one) for one in answers])

    @cached_property
    def equity(self) -> Numbers | None:
        """Equity of each combo (combos,), 0 to 1, NaN if unknown."""
        return self._joined([one.equity for one in self.ranges])

    @cached_property
    def values(self) -> Numbers | None:
        """Chips from here on of each combo after each action (combos, menu items)."""
        answers = [one.answer for one in self.ranges]
        if any(answer is None or answer.values is None for answer in answers):
            return None
        return np.concatenate([self._by_item(answer) for answer in answers if answer])

    def _joined(self, parts: Sequence[Numbers | None]) -> Numbers | None:
        unknown = np.full(self.per_board, np.nan)
        numbers = np.concatenate([unknown if part is None else part for part in parts])
        return numbers if np.isfinite(numbers[self.possible]).any() else None

    def _by_item(self, answer: Strategy) -> Numbers:
        """Return values (num_combos, menu items) of an answer, the middle one of merged sizes."""
        assert answer.values is not None
        column = {action: place for place, action in enumerate(answer.actions)}
        values = np.full((len(answer.values), len(self.menu)), np.nan)
        for place, item in enumerate(self.menu):
            if item.action in column:
                values[:, place] = answer.values[:, column[item.action]]
        return values

    def sums(self, numbers: Numbers) -> Numbers:
        """Return sums (cells,) of per-combo values."""
        return np.asarray(np.bincount(self.of, numbers, self.count), np.float64)

    @cached_property
    def averages(self) -> tuple[Numbers, Numbers, Numbers]:
        """By cell: number of possible combos, mean reach, shares (cells, menu items)."""
        possible = self.sums(self.possible.astype(np.float64))
        reached = self.sums(self.weights * self.possible)
        shares = self.means(self.shares)
        total = shares.sum(axis=1, keepdims=True)
        return (
            possible,
            np.minimum(reached / np.maximum(possible, 1.0), 1.0),
            shares / np.where(total > 0.0, total, 1.0),
        )

    def means(self, numbers: Numbers) -> Numbers:
        """Return reach-weighted means (cells, columns) of per-combo values (combos, columns).

        In a cell with reach 0 its combos count equally.
        """
        weights = self.weights * self.possible
        alike = (self.sums(weights) == 0.0)[self.of] & self.possible
        weights = np.where(alike, 1.0, weights)
        total = np.maximum(self.sums(weights), np.finfo(np.float64).tiny)
        sums = [self.sums(weights * column) / total for column in numbers.T]
        return np.stack(sums, axis=1) if sums else np.zeros((len(total), 0))

    def mean_known(self, numbers: Numbers) -> Numbers:
        """Return reach-weighted means (cells,) of known values (combos,), NaN if none is known."""
        weights = self.weights * (self.possible & np.isfinite(numbers))
        total = self.sums(weights)
        sums = self.sums(weights * np.nan_to_num(numbers))
        return np.where(total > 0.0, sums / np.where(total > 0.0, total, 1.0), np.nan)


def made_in(cells: RangeCells, cell: int) -> str:
    if cells.shape.column_labels:
        for member in np.flatnonzero((cells.of == cell) & cells.possible).tolist():
            which, combo = divmod(member, cells.per_board)
            hole = combo_cards(cells.game.deck, cells.game.num_hole)[combo].tolist()
            return hand_name(cells.game, (*hole, *cells.ranges[which].board))
    return ""


def cell_detail(cells: RangeCells, cell: int, *, pinned: bool = False) -> CellDetail:
    game, shape = cells.game, cells.shape
    cards = combo_cards(game.deck, game.num_hole)
    keyed = []
    for member in np.flatnonzero(cells.of == cell).tolist():
        which, combo = divmod(member, cells.per_board)
        hole, board = sorted(cards[combo].tolist(), reverse=True), cells.ranges[which].board
        keyed.append((hole, board if shape.column_labels else (), member))
    keyed.sort(key=lambda entry: (entry[0], entry[1]), reverse=True)
    possible = [entry for entry in keyed if cells.possible[entry[2]]]
    if shape.column_labels:
        keyed, note = possible, made_in(cells, cell)
    else:
        count = _count_note(len(possible), len(keyed))
        note = phrases((count, _kinds(cells, [entry[2] for entry in possible])))
    return CellDetail(
        shape.labels[cell],
        note,
        tuple(item.head for item in cells.menu),
        tuple(_row(cells, (*hole, *board), member) for hole, board, member in keyed),
        ev_unit(game).caption if cells.ev is not None else "",
        tr("Equity") if cells.equity is not None else "",
        pinned,
    )


def _kinds(cells: RangeCells, combos: Sequence[int]) -> str:
    game = cells.game
    if not game.has_holdem_cards:
        return ""
    classes = classes_on(cells.ranges[0].board)
    return kinds_of(classes, combos) if classes is not None else ""


def _row(cells: RangeCells, cards: Sequence[Card], member: int) -> ComboRow:
    shown = tuple(card_view(cells.game, card) for card in cards)
    if not cells.possible[member]:
        return ComboRow(shown)
    shares = tuple(cells.shares[member].tolist())
    value = error = equity = ""
    unit = ev_unit(cells.game)
    if cells.ev is not None and np.isfinite(cells.ev[member]):  # else it meets no hand
        value = unit.number(cells.ev[member])
        if cells.error is not None and np.isfinite(cells.error[member]):
            error = f"±{cells.error[member] / unit.chips:,.{unit.digits}f}"
    if cells.equity is not None and np.isfinite(cells.equity[member]):
        equity = f"{100 * cells.equity[member]:.1f}"
    percents = tuple(percent(share, sign=False) for share in shares)
    reach, looked_at = f"{cells.reach[member]:.2f}", bool(cells.shown[member])
    combo = member if len(cells.ranges) == 1 else -1
    return ComboRow(shown, reach, shares, percents, value, equity, looked_at, error, combo)


def _count_note(possible: int, every: int) -> str:
    if possible == 0:
        return tr("no combo possible on this board")
    if possible < every:
        return tr("{possible} of {every} combos").format(possible=possible, every=every)
    return tr.plural("1 combo", "{count} combos", every).format(count=every)


_OF_VALUES: tuple[Kind, ...] = ("strategy-ev", "ev", "eqr")


@dataclass(frozen=True)
class GridView:
    """The view of a grid's cells.

    Attributes:
        action: key of the action shown; if it does not exist, the first one is shown.
        other: key of the action subtracted in a difference; else the first other one.
        heights: how high a cell is filled: by its reach, fully, or by its reach against the largest
            of the grid.
    """

    kind: Kind = "strategy"
    action: str = ""
    other: str = ""
    heights: Heights = "reach"

    def at(self, cells: RangeCells) -> GridView:
        keys = [item.head.key for item in cells.menu]
        action = self.action if self.action in keys else next(iter(keys), "")
        rest = [key for key in keys if key != action]
        other = self.other if self.other in rest else next(iter(rest), "")
        kind: Kind = "strategy" if self.kind in refused(cells, "") else self.kind
        return replace(self, kind=kind, action=action, other=other)

    def scene(self, cells: RangeCells, engine: str) -> ViewScene:
        shown = self.at(cells)
        return ViewScene(
            shown.kind,
            tuple(refused(cells, engine).items()),
            tuple(item.head for item in cells.menu),
            shown.action,
            shown.other,
            shown.heights,
            has_heights=not cells.shape.ranks,
        )


def refused(cells: RangeCells, engine: str) -> dict[Kind, str]:
    """Return the kinds a range cannot show, with reasons, except any still being computed."""
    reasons: dict[Kind, str] = {}
    if cells.ev is None and not cells.waiting:
        words = tr("{engine} gives no EVs here").format(engine=engine)
        reasons |= dict.fromkeys(_OF_VALUES, words)
    if cells.equity is None and not cells.waiting:
        words = tr("{engine} gives no equities here").format(engine=engine)
        reasons["equity"] = words
        reasons.setdefault("eqr", words)
    if not cells.menu:
        words = tr("this player is not to act here")
        reasons |= dict.fromkeys(("action", "difference"), words)
    elif len(cells.menu) < 2:
        reasons["difference"] = tr("there is only one action here")
    assert set(reasons) <= set(KINDS)
    return reasons


_THOUSANDS = 10_000


@dataclass(frozen=True)
class Tints:
    """Cells shown by one number.

    Attributes:
        scale: the meaning of the colours; None if cells are not coloured by the number.
        places: of each cell on the scale, None if unknown.
    """

    scale: GridScale | None
    places: list[float | None]
    figures: list[str]
    caption: str

    @staticmethod
    def none(count: int) -> Tints:
        return Tints(None, [None] * count, [""] * count, "")


def tints(cells: RangeCells, view: GridView, beside: RangeCells | None = None) -> Tints:
    """Return the numbers of a view that can be shown.

    Args:
        beside: cells of a range shown beside it: the scale covers both.
    """
    if beside is not None:
        other = view.at(beside)
        actions = (other.action, other.other) == (view.action, view.other)
        if other.kind != view.kind or (view.kind == "difference" and not actions):
            beside = None
    if view.kind == "strategy":
        return Tints.none(cells.count)
    if view.kind == "ev":
        return _grid_values_ev(cells, beside)
    if view.kind == "strategy-ev":
        return replace(_grid_values_ev(cells, None), scale=None, places=[None] * cells.count)
    _, reach, shares = cells.averages
    keys = [item.head.key for item in cells.menu]
    if view.kind == "weight":
        return _parts(np.where(reach > 0.0, reach, np.nan), tr("Weight, %"))
    if view.kind == "equity":
        return _parts(_mean(cells, cells.equity), tr("Equity, %"), lambda x: f"{100 * x:.1f}")
    if view.kind == "eqr":
        return _realised(cells)
    shown = np.where((reach > 0.0)[:, None], shares, np.nan)
    at = keys.index(view.action)
    head = cells.menu[at].head
    if view.kind == "action":
        return _parts(shown[:, at], tr("{action}, %").format(action=head.title), head=head)
    return _difference(cells, shown, at, keys.index(view.other), beside)


def short(value: float, digits: int, sign: bool = False) -> str:
    """Return a number for a cell: three significant digits, at most ``digits`` after the point."""
    if abs(value) >= _THOUSANDS:
        text = f"{value / 1000:{'+' if sign else ''}.1f}k"
    else:
        whole = floor(log10(abs(value))) if abs(value) >= 1 else 0
        text = f"{value:{'+' if sign else ''},.{max(0, min(digits, 2 - whole))}f}"
        if not text.strip("+-0."):
            text = text.lstrip("+-")
    return text.replace("-", MINUS)


def _mean(cells: RangeCells, numbers: Numbers | None) -> Numbers:
    """Return means (cells,) of the known numbers of combos, NaN while none is known."""
    return np.full(cells.count, np.nan) if numbers is None else cells.mean_known(numbers)


def _grid_values_ev(cells: RangeCells, beside: RangeCells | None) -> Tints:
    unit = ev_unit(cells.game)
    numbers = _mean(cells, cells.ev) / unit.chips
    others = _mean(beside, beside.ev) / unit.chips if beside is not None else numbers
    known = np.concatenate((numbers, others))
    known = known[np.isfinite(known)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)

    def words(value: float) -> str:
        return short(value, unit.digits)

    ends = (words(low), words(high)) if known.size else (UNKNOWN, UNKNOWN)
    scale = GridScale("amount", unit.caption, *ends)
    return _tints(numbers, (numbers - low) / (high - low or 1.0), words, scale)


def _parts(
    numbers: Numbers,
    caption: str,
    words: Callable[[float], str] | None = None,
    head: GridAction | None = None,
) -> Tints:
    """Return fractions of one, on a scale from 0 to 100%; those of an action in its colour."""
    tone, rank = (head.tone, head.rank) if head is not None else (None, None)
    scale = GridScale("amount", caption, "0%", "100%", tone=tone, rank=rank)
    return _tints(numbers, numbers, words or (lambda x: percent(x, sign=False)), scale)


def _realised(cells: RangeCells) -> Tints:
    """Return equity realisation: EV / (equity × pot) in percent, with colours capped at 200%."""
    numbers = np.full(cells.count, np.nan)
    if cells.ev is not None and cells.equity is not None:
        known = np.isfinite(cells.ev) & np.isfinite(cells.equity)
        ev = cells.mean_known(np.where(known, cells.ev, np.nan))
        worth = cells.pot * cells.mean_known(np.where(known, cells.equity, np.nan))
        np.divide(ev, worth, out=numbers, where=worth > 0.0)
    caption = tr("EV / (equity × pot), %")
    scale = GridScale("change", caption, "0%", "≥200%", "100%")
    places = np.clip(numbers - 1.0, -1.0, 1.0)
    return _tints(numbers, places, lambda x: short(100 * x, 0), scale)


def _difference(
    cells: RangeCells, shares: Numbers, at: int, less: int, beside: RangeCells | None
) -> Tints:
    """Return the EV difference of two actions or, if EV is unknown, their frequency difference."""
    one, other = cells.menu[at].head.title, cells.menu[less].head.title
    names = {"one": one, "other": other}
    if cells.values is None:
        numbers, most = shares[:, at] - shares[:, less], 1.0
        caption = tr("{one} less {other}, %").format(**names)
        return _change(numbers, most, lambda x: short(100 * x, 0, sign=True), caption, "%")
    unit = ev_unit(cells.game)
    numbers = cells.mean_known(cells.values[:, at] - cells.values[:, less]) / unit.chips
    most = float(np.nanmax(np.abs(numbers), initial=0.0))
    if beside is not None and beside.values is not None:
        others = beside.mean_known(beside.values[:, at] - beside.values[:, less]) / unit.chips
        most = float(np.nanmax(np.abs(others), initial=most))
    most = most or 1.0
    caption = tr("{one} less {other}, {ev}").format(ev=unit.caption, **names)
    return _change(numbers, most, lambda x: short(x, unit.digits, sign=True), caption)


def _change(
    numbers: Numbers, most: float, words: Callable[[float], str], caption: str, sign: str = ""
) -> Tints:
    scale = GridScale("change", caption, words(-most) + sign, words(most) + sign, "0")
    return _tints(numbers, numbers / most, words, scale)


def _tints(
    numbers: Numbers, places: Numbers, words: Callable[[float], str], scale: GridScale
) -> Tints:
    known = [value == value for value in numbers.tolist()]
    return Tints(
        scale,
        [at if there else None for at, there in zip(places.tolist(), known, strict=True)],
        [words(x) if there else "" for x, there in zip(numbers.tolist(), known, strict=True)],
        scale.caption,
    )
