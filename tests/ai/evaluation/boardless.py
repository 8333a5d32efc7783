"""Rows of a few boards in place of tables of all of them, which take a minute."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ai.abstraction.canonical import NUM_BOARDS, canonical_board, canonical_boards
from ai.abstraction.cards import shipped_abstraction
from ai.abstraction.tables import BucketTables
from ai.evaluation.table_judge import TableJudge
from engine.game import get_game

LIMIT = get_game("holdem-limit")


class FakeTables:
    """The shipped rows of some boards, zeros for all others.

    Args:
        boards: (n, 5) rivers; none is no board at all.
    """

    def __init__(self, boards=()):
        self.num_rows = shipped_abstraction().num_rows
        self._boards = np.array(boards, np.uint8).reshape(-1, 5)

    @cached_property
    def arrays(self):
        """The arrays that kernels read."""
        cards = shipped_abstraction()
        found = [np.zeros((NUM_BOARDS[size], 1326), np.uint16) for size in (4, 5)]
        for size, table in zip((4, 5), found, strict=True):
            numbers = [canonical_board(board[:size])[0] for board in self._boards.tolist()]
            for number in numbers:
                table[number] = cards.rows_of_all(canonical_boards(size).cards[[number]])[0]
        return BucketTables(self.num_rows, cards.arrays["flop"], *found).arrays


class BoardJudge(TableJudge):
    """Asks the abstraction for rows, board by board."""

    def rows_of(self, hands):
        """Rows (hands, 4, 1326)."""
        rows = np.zeros((len(hands.ends), 4, 1326), np.uint16)
        for hand, board in enumerate(hands.boards.tolist()):
            for street in range(hands.streets[hand] + 1):
                found = shipped_abstraction().rows_on(board[: LIMIT.board_sizes[street]])
                rows[hand, street] = np.maximum(found, 0)
        return rows
