"""The interface of every learning algorithm."""

from __future__ import annotations

from typing import Any, Protocol

from numpy.typing import NDArray

from engine.agent import PolicyTable
from engine.game import Game

State = dict[str, NDArray[Any]]
"""Everything needed to resume a run bit for bit, as named arrays."""

MAX_COUNT = 2**52
"""Most iterations or node touches of a state: float64 counts exactly up to this."""
MAX_NUMBER = 1e100
"""Largest other number of a state; sums of smaller ones are finite."""


class Trainer(Protocol):
    """A run of a learning algorithm: a state and a ``step``; the loop is outside."""

    @property
    def game(self) -> Game:
        """The game that is learned."""
        ...

    @property
    def iteration(self) -> int:
        """Iterations done."""
        ...

    @property
    def nodes(self) -> int:
        """Node touches so far, as defined in ``docs/internals/cfr.md``."""
        ...

    @property
    def num_bytes(self) -> int:
        """Memory of the state."""
        ...

    def step(self, count: int) -> None:
        """Run ``count`` iterations without a pause; 0 only compiles the kernels."""
        ...

    def exploitability(self) -> float:
        """NashConv of the averages divided by the number of players, in chips per hand."""
        ...

    def value(self) -> float:
        """Position 0's EV in chips per hand when all play their averages."""
        ...

    def average(self) -> PolicyTable:
        """The average strategies of all positions, for all combos."""
        ...

    def save_state(self) -> State:
        """A snapshot from which ``load_state`` resumes, bit for bit."""
        ...

    def load_state(self, state: State) -> None:
        """Resume from a snapshot of a run of the same kind.

        Raises:
            EngineError: if the state does not match.
        """
        ...
