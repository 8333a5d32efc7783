"""Trainers that walk sampled deals on several threads."""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.training.checks import demand, within
from ai.training.trainer import MAX_COUNT, State
from engine.errors import EngineError
from engine.rng import rng_state

DEALS, NODES = 0, 1
"""Entries of a worker's counters, which kernels count."""
_NUM_COUNTERS = 2


@dataclass(frozen=True, eq=False)
class DealWorker:
    """The random numbers and counters of one thread.

    ``rng``: (2, 4) uint64 states, of deals and of walks. ``counters``: (2,) int64.
    """

    rng: NDArray[np.uint64]
    counters: NDArray[np.int64]


def randomness(seed: int, number: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the random numbers and counters with which a worker begins."""
    rng = np.array([rng_state(seed, 2 * number), rng_state(seed, 2 * number + 1)])
    return rng, np.zeros(_NUM_COUNTERS, np.int64)


WorkerT = TypeVar("WorkerT", bound=DealWorker)


class DealTrainer(Generic[WorkerT]):
    """Workers that share the memory they train.

    ``workers``: one for each thread. ``cards``: what names the buckets of the deals; a state of
    others is refused.
    """

    def __init__(self, workers: Sequence[WorkerT], cards: str) -> None:
        self.workers = workers
        self._threads = ThreadPoolExecutor(len(workers), "walk")
        self._cards = np.frombuffer(hashlib.sha256(cards.encode()).digest(), np.uint8).copy()

    @abstractmethod
    def walk_deals(self, worker: WorkerT, first: int, count: int) -> None:
        """Walk ``count`` deals after the first ones."""

    @property
    def iteration(self) -> int:
        """Deals sampled so far, each walked once for each player."""
        return self._counted(DEALS)

    @property
    def nodes(self) -> int:
        """Nodes met so far."""
        return self._counted(NODES)

    def _counted(self, counter: int) -> int:
        return sum(int(worker.counters[counter]) for worker in self.workers)

    def step(self, count: int) -> None:
        """Walk ``count`` deals without a pause; 0 only compiles the kernels."""
        begin = self.iteration
        shares = np.diff(np.linspace(0, count, len(self.workers) + 1).astype(np.int64)).tolist()
        if len(self.workers) == 1:
            self.walk_deals(self.workers[0], begin, shares[0])
            return
        firsts = (begin + np.cumsum(shares) - shares).tolist()
        for _ in self._threads.map(self.walk_deals, self.workers, firsts, shares):
            pass

    def workers_state(self) -> State:
        """Return the part of a snapshot that is the workers'."""
        return {
            "cards": self._cards,
            "rng": np.array([worker.rng for worker in self.workers]),
            "counters": np.array([worker.counters for worker in self.workers]),
        }

    def check_workers(self, state: State) -> None:
        """Check a state of the right shapes. Raises EngineError if it does not fit."""
        if not np.array_equal(self._cards, state["cards"]):
            raise EngineError("this state belongs to different card buckets")
        demand(state["rng"].any(axis=2).all(), "random numbers")
        demand(within(state["counters"], 0, MAX_COUNT), "counts")

    def load_workers(self, state: State) -> None:
        """Resume from a state that was checked."""
        for worker, rng, counted in zip(self.workers, state["rng"], state["counters"], strict=True):
            worker.rng[:] = rng
            worker.counters[:] = counted
