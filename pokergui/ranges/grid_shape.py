"""Grid shapes: the cell of each combo, ranks by ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.card_display import shown_rank
from engine.cards import Card, card_rank
from engine.combos import combo_cards
from engine.game import Game
from pokergui.language import tr


@dataclass(frozen=True)
class Shape:
    """The cell of each combo on a board.

    Attributes:
        rows, columns: of the grid.
        labels: of the cells, row by row.
        ranks: small games: private rank, and rank on the board, of each cell.
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


def shows_all_boards(game: Game) -> bool:
    """Return whether a game is small enough to show a street's boards side by side."""
    return game.has_single_cards


@lru_cache(maxsize=64)
def shape_of(game: Game, board: tuple[Card, ...]) -> Shape:
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
