"""A tabular strategy's answers along recurring lines."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.reading.reach import RangeReader, Weights
from engine.agent import Agent, PolicyTable
from engine.cards import Card
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy
from engine.policy import node_block
from engine.tree import BettingTree

_MOST_LINES = 50_000
_MOST_KEPT = 1000
_KEPT_BOARDS = 8


def answers_of(
    agent: Agent, game: Game, reader: RangeReader | None = None
) -> RangeReader | TableAnswers:
    """Return an engine's strategy, by its table if it has one of the game.

    Args:
        agent: the engine.
        game: of the lines.
        reader: its reader, if there is one.

    Raises:
        EngineError: if it cannot answer for a whole range.
    """
    reader = reader or RangeReader(agent)
    table = agent.table()
    if table is None or table.tree.game != game:
        return reader
    return TableAnswers(table, reader)


class TreeLines:
    """Cached node lookup of lines.

    Args:
        tree: the betting tree.
    """

    def __init__(self, tree: BettingTree) -> None:
        self._tree = tree
        self._menus: dict[int, tuple[Action, ...]] = {}
        # By the id of its array of betting, which a line has on all boards.
        self._by_id: dict[int, tuple[NDArray[np.int64], int]] = {}
        self._by_line: dict[tuple[Action, ...], int] = {(): 0}

    def node(self, spot: PublicState) -> int:
        """Return the node of a line, -1 if the tree does not have it."""
        key = id(spot.betting)
        found = self._by_id.get(key)
        if found is None:
            if len(self._by_id) >= _MOST_LINES:
                self._by_id, self._by_line = {}, {(): 0}
            found = self._by_id[key] = spot.betting, self._find(spot.actions)
        return found[1]

    def menu(self, node: int) -> tuple[Action, ...]:
        """Return the actions of a node, in the order of its children; none at terminals."""
        found = self._menus.get(node)
        if found is None:
            found = self._menus[node] = self._tree.actions_at(node)
        return found

    def _find(self, actions: tuple[Action, ...]) -> int:
        node = self._by_line.get(actions)
        if node is None:
            above = self._find(actions[:-1])
            menu = self.menu(above) if above >= 0 else ()
            node = -1
            if actions[-1] in menu:
                node = int(self._tree.first_child[above]) + menu.index(actions[-1])
            self._by_line[actions] = node
        return node


class TableAnswers:
    """Answers by a table where its tree has the line; else by its engine.

    Args:
        table: the strategy.
        reader: of its engine.

    Attributes:
        tree: the betting tree.
    """

    def __init__(self, table: PolicyTable, reader: RangeReader) -> None:
        self._table, self._reader = table, reader
        self.tree = table.tree
        self._lines = TreeLines(table.tree)
        self._first: dict[int, Strategy] = {}
        self._rows: dict[tuple[Card, ...], NDArray[np.int32]] = {}

    def answer(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """Return the row of every combo; rows of blocked combos are undefined.

        Raises:
            CancelledError: if cancelled.
            PokerError: any error of the engine.
        """
        if control is not None:
            control.check()
        node = self._lines.node(spot)
        if node < 0:
            return self._reader.answer(spot, control)
        found = self._first.get(node) if not spot.board else None
        if found is None:
            # Three times as fast as an index; -1 becomes an ordinary row.
            block = self._block(node).take(self._on(spot.board), axis=0, mode="clip")
            found = Strategy(self._lines.menu(node), block)
            if not spot.board and len(self._first) < _MOST_KEPT:
                self._first[node] = found
        return found

    def _block(self, node: int) -> Weights:
        table = self._table
        return node_block(table.probabilities, table.tree, table.offsets, table.rows.num_rows, node)

    def _on(self, board: tuple[Card, ...]) -> NDArray[np.int32]:
        rows = self._rows.get(board)
        if rows is None:
            if len(self._rows) >= _KEPT_BOARDS:
                self._rows.pop(next(iter(self._rows)))
            rows = self._rows[board] = self._table.rows.rows_on(board)
        return rows
