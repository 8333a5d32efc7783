"""The agent interface, and tabular strategies as flat arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.errors import PokerError
from engine.jobs import JobControl
from engine.player import Action, PublicState, SeatRecord, SeatView, Strategy
from engine.tree import BettingTree


class RowMap(Protocol):
    """Maps each combo on a board to its row of a strategy."""

    @property
    def num_rows(self) -> tuple[int, ...]:
        """Rows of each street."""
        ...

    def rows_on(self, board: Sequence[Card]) -> NDArray[np.int32]:
        """Row of each combo on a board: (num_combos,) int32, -1 where it is blocked."""
        ...

    def rows_of(
        self, street: int, boards: NDArray[np.uint8], combos: NDArray[np.integer[Any]]
    ) -> NDArray[np.int32]:
        """Row of one combo on each of many boards of a street: (n,) int32.

        Callers group combos by board, so that per-board work is done once.

        Args:
            street: betting round.
            boards: (n, cards) uint8, in the order dealt; cards of one round in any order.
            combos: (n,), none blocked by its board.
        """
        ...


@dataclass(frozen=True)
class PolicyTable:
    """A complete strategy as flat arrays, read by match kernels, best response and estimators.

    ``engine/policy.py`` documents the layout, and builds and reads tables.

    Attributes:
        tree: the betting tree that the strategy is defined on.
        rows: the row of each combo, by street and board; a ``DenseRows`` in small games and for
            strategies that ignore cards.
        offsets: (nodes,) int64 into ``probabilities``, -1 at terminals.
        probabilities: flat float64; (rows of the street, actions) for each node.
    """

    tree: BettingTree
    rows: RowMap
    offsets: NDArray[np.int64]
    probabilities: NDArray[np.float64]


@runtime_checkable
class Agent(Protocol):
    """An engine in a seat.

    ``strategy`` is pure: the same spot, learned state and seed give the same bits.

    Attributes:
        name: identifier in commands.
        has_ranges: False for an engine that can only act.
    """

    name: str
    has_ranges: bool

    @property
    def learns(self) -> bool:
        """True if it adapts to what it observes; its ``table`` is None then."""
        ...

    @property
    def external(self) -> bool:
        """True if it is a program of the user: it may fail, and change without notice."""
        ...

    @property
    def limit_s(self) -> float | None:
        """Seconds after which it fails by itself; None if it has no time limit."""
        ...

    @property
    def failures(self) -> Sequence[PokerError]:
        """Why it failed, each time."""
        ...

    @property
    def forfeited(self) -> bool:
        """True if it has forfeited after repeated failures."""
        ...

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The strategy of every combo of the player to act."""
        ...

    def act(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
    ) -> Action:
        """Return the action for the seat's own combo; a slow engine polls the control."""
        ...

    def observe(self, record: SeatRecord) -> None:
        """Learn from a finished hand."""
        ...

    def table(self) -> PolicyTable | None:
        """The complete strategy as arrays, if it is tabular."""
        ...

    def save_state(self) -> dict[str, Any]:
        """Return what was learned, as plain data and arrays."""
        ...

    def load_state(self, state: dict[str, Any]) -> None:
        """Restore what ``save_state`` returned."""
        ...

    def copy(self) -> Agent:
        """Return an independent copy with the same learned state; itself if it cannot learn."""
        ...

    def play_by_ranges(self) -> None:
        """Draw every action from the stated ranges from now on."""
        ...

    def close(self) -> None:
        """Release what it holds; it is not asked again."""
        ...
