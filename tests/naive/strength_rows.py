"""Rows of hold'em by only the class before the flop and the strength afterwards."""

import numpy as np

from engine.agent import PolicyTable
from engine.combos import CLASS_OF_COMBO, combo_cards
from engine.evaluator import strengths
from engine.policy import blocked, node_block, node_offsets
from engine.tree import DECISION


class StrengthRows:
    """A row map of hold'em that keeps what it was asked for.

    Args:
        game: the game.
        rows: rows of the streets after the first.
    """

    def __init__(self, game, rows=9):
        self.game = game
        self.num_rows = (169, rows, rows, rows)
        # Strengths that random holdings reach on a river, evenly spread.
        deals = np.random.default_rng(1).permuted(np.tile(np.arange(52), (2_000, 1)), axis=1)
        found = np.sort(strengths(deals[:, :7].astype(np.uint8)))
        self.edges = found[np.linspace(0, len(found) - 1, rows + 1).astype(int)][1:-1]
        self.asked = []

    def rows_on(self, board):
        every = np.arange(1326)
        here = np.flatnonzero(~blocked(self.game, board))
        street = self.game.board_sizes.index(len(board))
        rows = np.full(len(every), -1, np.int32)
        boards = np.tile(np.array(board, np.uint8), (len(here), 1))
        rows[here] = self._rows(street, boards, here)
        return rows

    def rows_of(self, street, boards, combos):
        self.asked.append((street, boards.copy(), combos.copy()))
        return self._rows(street, boards, combos)

    def _rows(self, street, boards, combos):
        if street == 0:
            return CLASS_OF_COMBO[combos].astype(np.int32)
        cards = np.concatenate([combo_cards()[combos], boards], axis=1)
        return np.searchsorted(self.edges, strengths(cards), side="right").astype(np.int32)


def random_table(tree, rows, seed, pure=False):
    """A strategy with random rows; ``pure`` ones always do the same thing in a row."""
    rng = np.random.default_rng(seed)
    offsets, total = node_offsets(tree, rows.num_rows)
    probabilities = np.zeros(total)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        block = node_block(probabilities, tree, offsets, rows.num_rows, node)
        weights = rng.exponential(size=block.shape)
        if tree.actions_at(node)[0].kind == 0:
            weights[:, 0] *= 0.3  # fewer folds, so that more hands see the later streets
        if pure:
            weights = weights == weights.max(axis=1, keepdims=True)
        block[:] = weights / weights.sum(axis=1, keepdims=True)
    return PolicyTable(tree, rows, offsets, probabilities)
