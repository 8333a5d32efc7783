"""Strategy of the measured engine: from its table if it has one, else by querying it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.lbr.lines import BettingLine
from ai.reading.reach import RangeReader
from engine.agent import Agent, PolicyTable
from engine.cards import Card
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState
from engine.policy import node_block

MOST_PLACES = 50_000
"""Most lines cached; then all are dropped: an engine that bets any amount repeats few."""
_KEPT_BOARDS = 8


class Target:
    """The engine that local best response plays against.

    Lines outside its table are queried from the engine itself.

    Args:
        game: the game.
        agent: the engine.

    Raises:
        EngineError: if it has no ranges.
    """

    def __init__(self, game: Game, agent: Agent) -> None:
        self._game = game
        self._reader = RangeReader(agent)
        table = agent.table()
        self._table = table if table is not None and table.tree.game == game else None
        self._rows: dict[tuple[Card, ...], NDArray[np.int32]] = {}
        self.forget()

    def forget(self) -> None:
        """Forget the cached lines."""
        self.start = BettingLine.start(
            self._game, None if self._table is None else self._table.tree
        )

    def answer(
        self, place: BettingLine, board: tuple[Card, ...], control: JobControl | None = None
    ) -> tuple[tuple[Action, ...], NDArray[np.float64]]:
        """Return actions, and their probabilities (num_combos, num_actions).

        Rows of combos blocked by the board are undefined.

        Raises:
            CancelledError: if cancelled.
            PokerError: any error of the engine.
        """
        table, node = self._table, place.node
        if table is None or node < 0:
            spot = PublicState(self._game, place.spot.actions, board, place.spot.betting)
            answer = self._reader.answer(spot, None if control is None else control.silent())
            return answer.actions, answer.probabilities
        num_rows = table.rows.num_rows
        block = node_block(table.probabilities, table.tree, table.offsets, num_rows, node)
        return place.actions, block[self._rows_on(table, board)]

    def _rows_on(self, table: PolicyTable, board: tuple[Card, ...]) -> NDArray[np.int32]:
        rows = self._rows.get(board)
        if rows is None:
            if len(self._rows) >= _KEPT_BOARDS:
                self._rows.pop(next(iter(self._rows)))
            rows = self._rows[board] = table.rows.rows_on(board)
        return rows
