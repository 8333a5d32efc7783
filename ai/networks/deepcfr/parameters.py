"""Hyperparameters of Deep CFR."""

from __future__ import annotations

from dataclasses import dataclass

from ai.networks.recipe import Ranges, check_settings

DEEP_CFR, SD_CFR = "deep-cfr", "sd-cfr"
METHODS = (DEEP_CFR, SD_CFR)
"""Methods: a network learns the average of all iterations, or in small games all are mixed."""
TITLES = {DEEP_CFR: "Deep CFR", SD_CFR: "SD-CFR"}
"""The title of each method."""
MAX_MEMORY = 50_000_000
MAX_RATE = 10.0

RANGES: Ranges = {
    "traversals": (1, 1_000_000),
    "advantage_memory": (100, MAX_MEMORY),
    "strategy_memory": (100, MAX_MEMORY),
    "batch": (1, 4096),
    "advantage_updates": (1, 1_000_000),
    "average_updates": (1, 10_000_000),
    "advantage_rate": (0.0, MAX_RATE),
    "average_rate": (0.0, MAX_RATE),
}
"""Bounds of each setting that is one number: whole if its bounds are."""
_AVERAGE = ("strategy_memory", "average_updates", "average_rate")


@dataclass(frozen=True)
class DeepCfrParameters:
    """Hyperparameters of a run; each seat has an advantage network and memory.

    Attributes:
        method: one of ``METHODS``.
        hidden: sizes of the hidden layers, multiples of 16.
        traversals: traversals per iteration and seat.
        advantage_memory: capacity of a seat's advantage reservoir, in decisions.
        strategy_memory: capacity of a seat's strategy reservoir, in decisions.
        batch: minibatch size.
        advantage_updates: updates of a seat's advantage network, reinitialised each iteration.
        advantage_rate: its highest learning rate; the loss is the mean weighted squared error.
        average_updates: updates of an average network, whenever the average is requested.
        average_rate: its highest learning rate; the loss is the mean weighted cross-entropy.

    Raises:
        EngineError: if a hyperparameter is invalid.
    """

    method: str = DEEP_CFR
    hidden: tuple[int, ...] = (128,)
    traversals: int = 2000
    advantage_memory: int = 2_000_000
    strategy_memory: int = 1_000_000
    batch: int = 128
    advantage_updates: int = 4000
    advantage_rate: float = 0.2
    average_updates: int = 20_000
    average_rate: float = 0.2

    def __post_init__(self) -> None:
        check_settings(self, METHODS, RANGES)

    @property
    def averaged(self) -> bool:
        """True if a network learns the average."""
        return self.method == DEEP_CFR


def applies(name: str, method: str) -> bool:
    """Return whether a hyperparameter affects a method."""
    return method == DEEP_CFR or name not in _AVERAGE
