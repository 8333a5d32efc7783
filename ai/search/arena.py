"""Search environment of a small two-player game, and the layout of its statistics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.cfr.vector import layout_of
from ai.search import _simulate as s
from ai.small_games.cells import Cells, cells_of, ends_of
from ai.small_games.deals import Deals, deals_of
from engine.game import Game
from engine.policy import DenseRows, node_offsets
from engine.tree import DECISION, BettingTree


@dataclass(frozen=True)
class Arena:
    """A small game, prepared for searches; suits are merged where they carry no information.

    Attributes:
        deals: the classes of hands and boards.
        cells: the deals that can be drawn.
        rows: the row of each combo in a table of this game.
        offsets: (nodes,) int64: start of the statistics of a node: that of a table's
            probabilities.
        size: number of actions of all information states.
    """

    tree: BettingTree
    deals: Deals
    cells: Cells
    rows: DenseRows
    offsets: NDArray[np.int64]
    size: int
    ground: s.Ground

    @property
    def chances(self) -> NDArray[np.float64]:
        """The number of equally likely deals in each cell: (cells,) float64."""
        return np.bincount(self.cells.deals).astype(np.float64)


@lru_cache(maxsize=16)
def arena_of(game: Game) -> Arena:
    """Prepare a small game for searches.

    Raises:
        GameError: if the game has other than two players, is too large, or has no decision.
    """
    deals, tree = deals_of(game, merge_suits=True), layout_of(game).tree
    rows, cells = deals.rows(), cells_of(deals)
    offsets, size = node_offsets(tree, rows.num_rows)
    deciding = tree.kind == DECISION
    nodes = np.zeros((tree.num_nodes, s.NODE_COLUMNS), np.uint32)
    nodes[:, s.ACTOR] = np.where(deciding, tree.actor, s.TERMINAL)
    nodes[:, s.ACTIONS] = tree.num_actions
    nodes[:, s.CHILD] = np.where(deciding, tree.first_child, 0)
    nodes[:, s.FIRST] = np.where(deciding, offsets, 0)
    nodes[:, s.STREET] = tree.street
    ground = s.Ground(nodes, ends_of(tree), cells.lanes, cells.edges)
    return Arena(tree, deals, cells, rows, offsets, size, ground)
