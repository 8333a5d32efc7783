"""Cells of sampled deals in a small game: their information sets and winner."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from ai.small_games.deals import Deals
from engine.tree import FOLD_END, SHOWDOWN_END, BettingTree

FOLDED, SHOWN = 0, 1
"""Columns of ``ends_of``."""


@dataclass(frozen=True)
class Cells:
    """Deals of both hands and the board, with equivalent ones merged.

    Attributes:
        deals: (deals,) uint32: the cell of each of the equally likely deals.
        lanes: (cells, 2 * streets) uint32: on each street the lane of position 0, then of 1: the
            class of the board times the number of classes of hands, plus that of the hand.
        edges: (cells,) float64: 1 where position 0 has the better hand, -1 where it has the worse.
    """

    deals: NDArray[np.uint32]
    lanes: NDArray[np.uint32]
    edges: NDArray[np.float64]


def cells_of(deals: Deals) -> Cells:
    """Return the cells of a game's deals."""
    game, classes, streets = deals.game, deals.num_classes, len(deals.boards)
    left, total = len(game.deck), 1
    for cards in (game.num_hole, game.num_hole, *game.num_board):
        total *= comb(left, cards)
        left -= cards
    counts = np.rint(deals.fold[-1] * total).astype(np.int64)
    dealt, first, second = np.nonzero(counts)
    edges = deals.showdown[-1][dealt, first, second] / deals.fold[-1][dealt, first, second]
    cells = np.repeat(np.arange(len(dealt)), counts[dealt, first, second])
    lanes = np.zeros((len(dealt), 2 * streets), np.uint32)
    board: NDArray[np.int64] = dealt
    for street in range(streets - 1, -1, -1):
        lanes[:, street] = board * classes + first
        lanes[:, streets + street] = board * classes + second
        board = deals.parent[street][board].astype(np.int64)
    return Cells(cells.astype(np.uint32), lanes, edges)


def ends_of(tree: BettingTree) -> NDArray[np.float64]:
    """Return the payoffs at terminals: (nodes, 2) float64.

    The columns are the chips that position 0 wins with any cards, and those won by the better hand.
    """
    folds, showdowns = tree.kind == FOLD_END, tree.kind == SHOWDOWN_END
    matched = tree.spent.min(axis=1)
    ends = np.zeros((tree.num_nodes, 2))
    ends[folds, FOLDED] = np.where(tree.folded[folds, 0], -matched[folds], matched[folds])
    ends[showdowns, SHOWN] = matched[showdowns]
    return ends
