"""Answers of the engine that is measured: from its table where it has one, else by asking it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.reach import RangeReader
from engine.cards import Card
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, Agent, PolicyTable, PublicState
from engine.policy import node_block

_KEPT_BOARDS = 8


class Target:
    """An engine in the seat across the table.

    Lines that its table does not have are asked of the engine itself.

    Args:
        game: the game.
        agent: the engine.

    Raises:
        EngineError: if it has no ranges.
    """

    def __init__(self, game: Game, agent: Agent) -> None:
        self._reader = RangeReader(agent)
        table = agent.table()
        self._table = _OnTable(table) if table is not None and table.tree.game == game else None

    def answer(
        self, spot: PublicState, control: JobControl | None = None
    ) -> tuple[tuple[Action, ...], NDArray[np.float64]]:
        """Actions, and their probabilities (num_combos, num_actions).

        Rows of combos that the board blocks mean nothing.

        Raises:
            CancelledError: if stopped.
            PokerError: whatever the engine says.
        """
        found = None if self._table is None else self._table.answer(spot)
        if found is not None:
            return found
        answer = self._reader.answer(spot, control)
        return answer.actions, answer.probabilities


class _OnTable:
    """A table with its rows of the last boards and the nodes of known lines at hand."""

    def __init__(self, table: PolicyTable) -> None:
        self._table = table
        self._nodes: dict[tuple[Action, ...], int] = {(): 0}
        self._actions: dict[int, tuple[Action, ...]] = {}
        self._rows: dict[tuple[Card, ...], NDArray[np.int32]] = {}

    def answer(self, spot: PublicState) -> tuple[tuple[Action, ...], NDArray[np.float64]] | None:
        node = self._node(spot.actions)
        if node < 0:
            return None
        table = self._table
        num_rows = table.rows.num_rows
        block = node_block(table.probabilities, table.tree, table.offsets, num_rows, node)
        return self._actions_at(node), block[self._rows_on(spot.board)]

    def _node(self, line: tuple[Action, ...]) -> int:
        """The node after a line, -1 if the tree does not have it."""
        node = self._nodes.get(line)
        if node is None:
            parent = self._node(line[:-1])
            here = self._actions_at(parent) if parent >= 0 else ()
            node = -1
            if line[-1] in here:
                node = int(self._table.tree.first_child[parent]) + here.index(line[-1])
            self._nodes[line] = node
        return node

    def _actions_at(self, node: int) -> tuple[Action, ...]:
        found = self._actions.get(node)
        if found is None:
            found = self._actions[node] = self._table.tree.actions_at(node)
        return found

    def _rows_on(self, board: Sequence[Card]) -> NDArray[np.int32]:
        key = tuple(board)
        rows = self._rows.get(key)
        if rows is None:
            if len(self._rows) >= _KEPT_BOARDS:
                self._rows.pop(next(iter(self._rows)))
            rows = self._rows[key] = self._table.rows.rows_on(board)
        return rows
