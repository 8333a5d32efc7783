"""Hyperparameters of neural fictitious self-play."""

from __future__ import annotations

from dataclasses import dataclass

from ai.networks.parameters import MAX_MEMORY, NetworkParameters
from ai.training.recipe import ranged
from engine.errors import EngineError

METHODS = ("nfsp", "nfsp-per", "nfsp-plt")
"""Uniform replay; prioritised replay; the same with learning times by priority."""


@dataclass(frozen=True)
class NfspParameters(NetworkParameters):
    """Hyperparameters of a run; each seat has two networks and two memories.

    The loss of action values is the mean squared error, that of average policies the mean
    cross-entropy.
    """

    methods = METHODS

    method: str = METHODS[0]
    rl_memory: int = ranged(
        200_000,
        100,
        MAX_MEMORY,
        "Replay buffer of each seat, in transitions (FIFO).",
    )
    sl_memory: int = ranged(
        2_000_000,
        100,
        MAX_MEMORY,
        "Reservoir of each seat, in decisions.",
    )
    batch: int = ranged(32, 1, 4096, "Batch size.")
    games: int = ranged(128, 1, 4096, "Games played in parallel.")
    learn_every: int = ranged(32, 1, 1_000_000, "Decisions of a seat between its updates.")
    updates: int = ranged(1, 1, 1000, "Updates of each network each time.")
    rl_rate: float = ranged(0.1, 0.0, 10.0, "Learning rate of action values.")
    sl_rate: float = ranged(0.1, 0.0, 10.0, "Learning rate of the average policy.")
    warm_up: int = ranged(
        300, 0, 100_000_000, "Warm-up: updates over which both rates rise from 0."
    )
    rate_decay: float = ranged(
        50_000.0, 0.0, 1e15, "Rates fall as 1 / sqrt(1 + updates / this); 0: constant."
    )
    target_every: int = ranged(
        1000, 1, 100_000_000, "Updates between copies to the target network."
    )
    eta: float = ranged(
        0.1,
        0.0,
        1.0,
        "Anticipatory parameter: share of the hands played by action values.",
    )
    explore: float = ranged(
        0.2,
        0.0,
        1.0,
        "Share of the hands in which one seat explores and learns from it.",
    )
    epsilon: float = ranged(
        0.0, 0.0, 1.0, "Epsilon: share of the decisions by action values that are random."
    )
    epsilon_decay: float = ranged(
        0.0, 0.0, 1e15, "It falls as 1 / sqrt(1 + episodes / this); 0: constant."
    )
    discount: float = ranged(1.0, 0.0, 1.0, "Discount for each decision.")
    least_memory: int = ranged(1000, 1, MAX_MEMORY, "Samples in a memory before learning begins.")
    alpha: float = ranged(
        0.6,
        0.0,
        10.0,
        "Priority exponent (alpha) of the replay of nfsp-per and nfsp-plt.",
        METHODS[1:],
    )
    beta: float = ranged(
        0.4, 0.0, 1.0, "Importance sampling exponent (beta) at first, rising to 1.", METHODS[1:]
    )
    beta_episodes: float = ranged(10_000_000.0, 1.0, 1e15, "Episodes until beta is 1.", METHODS[1:])
    least_times: int = ranged(1, 1, 100, "Minimum repeats of a batch in nfsp-plt.", METHODS[2:])
    most_times: int = ranged(4, 1, 100, "Maximum repeats of a batch in nfsp-plt.", METHODS[2:])

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.least_times > self.most_times:
            raise EngineError("least_times is not above most_times")
        if self.least_memory > min(self.rl_memory, self.sl_memory):
            raise EngineError("least_memory is more than a memory holds")

    @property
    def prioritised(self) -> bool:
        """True for prioritised replay."""
        return self.method != METHODS[0]

    @property
    def repeated(self) -> bool:
        """True if priorities decide how often a batch is learned."""
        return self.method == METHODS[2]
