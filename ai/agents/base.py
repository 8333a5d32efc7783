"""Base classes of engines that sample from the row of their own combo."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.agent import Agent, PolicyTable
from engine.combos import combo_index
from engine.errors import EngineError, PokerError
from engine.jobs import JobControl
from engine.player import Action, PublicState, SeatRecord, SeatView, Strategy, sample_action
from engine.policy import row_at, strategy_at
from engine.wording import Wording


class RangeAgent(ABC):
    """An engine of the program: it has ranges, and unless overridden it never learns."""

    name: str
    has_ranges = True
    learns = external = False
    limit_s: float | None = None
    failures: Sequence[PokerError] = ()

    @property
    def forfeited(self) -> bool:
        """False: it does not fail."""
        return False

    @abstractmethod
    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The strategy of every combo of the player to act."""

    def act(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
    ) -> Action:
        """Sample from the row of the seat's own combo."""
        combo = combo_index(view.hole, view.spot.game.deck)
        return sample_action(self.strategy(view.spot, control), combo, rng)

    def observe(self, record: SeatRecord) -> None:  # noqa: B027  a default, not a gap
        """Ignore a finished hand."""

    def table(self) -> PolicyTable | None:
        """The complete strategy as arrays, if it is tabular."""
        return None

    def save_state(self) -> dict[str, Any]:
        """Return an empty state."""
        return {}

    def load_state(self, state: dict[str, Any]) -> None:
        """Accept the empty state. Raises EngineError if the state is not empty."""
        if state:
            raise EngineError("'{name}' does not learn and has no state to load", name=self.name)

    def copy(self) -> Agent:
        """The engine itself, which has learned nothing."""
        return self

    def play_by_ranges(self) -> None:  # noqa: B027  it always does
        """Draw every action from the ranges."""

    def close(self) -> None:  # noqa: B027  it holds nothing
        """Release what it holds."""


class RowAgent(RangeAgent):
    """An engine that can compute the row of a single combo, bit-identical to its full answer."""

    @abstractmethod
    def row(self, view: SeatView) -> Strategy:
        """The answer for one combo, as a single row."""

    def act(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
    ) -> Action:
        """Sample from the row of the seat's own combo, computed alone."""
        return sample_action(self.row(view), 0, rng)


class TableAgent(RowAgent):
    """An engine that plays a tabular strategy. ``note``: the source of its answers."""

    def __init__(self, name: str, table: PolicyTable, note: str) -> None:
        self.name = name
        self._table = table
        self._note = note

    def _node(self, spot: PublicState) -> int:
        if spot.game != self._table.tree.game:
            raise EngineError(
                "'{name}' was built for rules other than {title}'s",
                name=self.name,
                title=Wording(spot.game.title),
            )
        node = self._table.tree.find(spot.actions)
        if node < 0 or spot.finished:
            raise EngineError("'{name}' has no answer to this betting", name=self.name)
        return node

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The table's strategy of every combo of the player to act.

        Raises EngineError if the table has no such spot.
        """
        return strategy_at(self._table, self._node(spot), spot.board, self._note)

    def row(self, view: SeatView) -> Strategy:
        """The answer for one combo, as a single row.

        Raises EngineError if the table has no such spot.
        """
        node = self._node(view.spot)
        combo = combo_index(view.hole, view.spot.game.deck)
        row = row_at(self._table, node, view.spot.board, combo)
        return Strategy(self._table.tree.actions_at(node), row[None, :])

    def table(self) -> PolicyTable:
        """The whole strategy."""
        return self._table
