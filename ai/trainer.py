"""The methods of every learning algorithm, for running, saving and judging it."""

from __future__ import annotations

from typing import Any, Protocol

from numpy.typing import NDArray

from engine.agent import PolicyTable
from engine.game import Game

State = dict[str, NDArray[Any]]
"""Everything a run needs to go on bit for bit, as named arrays."""

MAX_COUNT = 2**52
"""Most iterations or node touches of a state: float64 counts up to this one by one."""
MAX_NUMBER = 1e100
"""Largest other number of a state: no run comes near it, and sums of smaller ones are finite."""


class Trainer(Protocol):
    """One run of a learning algorithm: a state and a ``step``; the loop is outside."""

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
        """Nodes touched so far, as defined in ``docs/internals/cfr.md``."""
        ...

    @property
    def num_bytes(self) -> int:
        """Memory of the state."""
        ...

    def step(self, count: int) -> None:
        """Do ``count`` iterations without a pause; 0 only makes sure that kernels are compiled."""
        ...

    def exploitability(self) -> float:
        """NashConv of the average strategies by the number of players, in chips per hand."""
        ...

    def value(self) -> float:
        """Chips a hand that position 0 wins when all play their average strategies."""
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
