"""Hyperparameters of Deep CFR."""

from __future__ import annotations

from dataclasses import dataclass

from ai.networks.parameters import MAX_MEMORY, NetworkParameters
from ai.training.recipe import ranged

DEEP_CFR, SD_CFR = "deep-cfr", "sd-cfr"
TITLES = {DEEP_CFR: "Deep CFR", SD_CFR: "SD-CFR"}
"""Methods: a network learns the average of all iterations, or in small games all are mixed."""


@dataclass(frozen=True)
class DeepCfrParameters(NetworkParameters):
    """Hyperparameters of a run; each seat has an advantage network and memory.

    The loss of advantages is the mean weighted squared error, that of averages the mean weighted
    cross-entropy.
    """

    methods = (DEEP_CFR, SD_CFR)

    method: str = DEEP_CFR
    traversals: int = ranged(2000, 1, 1_000_000, "Traversals of an iteration for each seat.")
    advantage_memory: int = ranged(
        2_000_000, 100, MAX_MEMORY, "Advantage memory (reservoir) of each seat."
    )
    strategy_memory: int = ranged(
        1_000_000,
        100,
        MAX_MEMORY,
        "Strategy memory (reservoir) of each seat.",
        (DEEP_CFR,),
    )
    batch: int = ranged(128, 1, 4096, "Batch size.")
    advantage_updates: int = ranged(
        4000,
        1,
        1_000_000,
        "Updates of a seat's advantage network, reset each iteration.",
    )
    advantage_rate: float = ranged(0.2, 0.0, 10.0, "Peak learning rate of advantages.")
    average_updates: int = ranged(
        20_000,
        1,
        10_000_000,
        "Updates of each average network.",
        (DEEP_CFR,),
    )
    average_rate: float = ranged(0.2, 0.0, 10.0, "Peak learning rate of the average.", (DEEP_CFR,))

    @property
    def averaged(self) -> bool:
        """True if a network learns the average."""
        return self.method == DEEP_CFR
