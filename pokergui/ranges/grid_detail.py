"""The combos of one cell as a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.cards import Card
from engine.combos import combo_cards
from pokergui.formatting.handname import hand_name
from pokergui.formatting.words import card_view, ev_unit, percent
from pokergui.language import tr
from pokergui.language.joins import phrases
from pokergui.ranges.grid_cells import RangeCells
from pokergui.ranges.hand_filter import classes_on, kinds_of
from pokergui.viewmodel.grid import CellDetail, ComboRow


def made_in(cells: RangeCells, cell: int) -> str:
    """Return the name of the hand that a cell of a small game makes with the board."""
    if cells.shape.column_labels:
        for member in np.flatnonzero((cells.of == cell) & cells.possible).tolist():
            which, combo = divmod(member, cells.per_board)
            hole = combo_cards(cells.game.deck, cells.game.num_hole)[combo].tolist()
            return hand_name(cells.game, (*hole, *cells.ranges[which].board))
    return ""


def cell_detail(cells: RangeCells, cell: int, *, pinned: bool = False) -> CellDetail:
    """Return the contents of one cell, combo by combo, the higher ones first."""
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
    """Return what combos of hold'em make on the board, in a few words; empty before the flop."""
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
