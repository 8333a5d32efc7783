"""The interface of every learning algorithm."""

from __future__ import annotations

from typing import Any, Protocol

from numpy.typing import NDArray

State = dict[str, NDArray[Any]]
"""Everything needed to resume a run bit for bit, as named arrays."""

MAX_COUNT = 2**52
"""Most iterations or node touches of a state: float64 counts exactly up to this."""
MAX_NUMBER = 1e100
"""Largest other number of a state; sums of smaller ones are finite."""


class Trainer(Protocol):
    """A run of a learning algorithm: a state and a ``step``; the loop is outside."""

    @property
    def iteration(self) -> int:
        """Iterations done."""
        ...

    @property
    def nodes(self) -> int:
        """Node touches so far, as defined in ``docs/internals/cfr.md``."""
        ...

    def step(self, count: int) -> None:
        """Run ``count`` iterations without a pause; 0 only compiles the kernels."""
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
