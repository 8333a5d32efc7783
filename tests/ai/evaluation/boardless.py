from functools import cached_property

import numpy as np

from ai.abstraction.cards import shipped_abstraction
from ai.evaluation.off_policy_tables import TableJudge
from engine.game import get_game
from tests.naive.abstraction import tables_on

LIMIT = get_game("holdem-limit")


class FakeTables:
    """The shipped rows of some rivers, zeros for all others."""

    def __init__(self, boards=()):
        self.num_rows, self._boards = shipped_abstraction().num_rows, boards

    @cached_property
    def arrays(self):
        return tables_on(np.array(self._boards).tolist()).arrays


class BoardJudge(TableJudge):
    def rows_of(self, hands):
        rows = np.zeros((len(hands.ends), 4, 1326), np.uint16)
        for hand, board in enumerate(hands.boards.tolist()):
            for street in range(hands.streets[hand] + 1):
                found = shipped_abstraction().rows_on(board[: LIMIT.board_sizes[street]])
                rows[hand, street] = np.maximum(found, 0)
        return rows
