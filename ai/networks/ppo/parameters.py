"""Hyperparameters of PPO."""

from __future__ import annotations

from dataclasses import dataclass

from ai.networks.recipe import Ranges, check_settings

METHOD = "ppo"
METHODS = (METHOD,)
TITLES = {METHOD: "PPO"}
"""The title of each method."""

RANGES: Ranges = {
    "hands": (1, 1_000_000),
    "batch": (1, 4096),
    "epochs": (1, 1000),
    "clip": (0.0, 1.0),
    "entropy": (0.0, 100.0),
    "policy_rate": (0.0, 10.0),
    "value_rate": (0.0, 10.0),
    "rate_fall": (0.0, 1e15),
}
"""Bounds of each setting that is one number: whole if its bounds are."""


@dataclass(frozen=True)
class PpoParameters:
    """Hyperparameters of a run; each seat has a policy and an action-value network.

    Attributes:
        method: ``METHOD``.
        hidden: sizes of the hidden layers, multiples of 16.
        hands: hands of an iteration, which are played, learned from and discarded.
        batch: samples of an update.
        epochs: mean number of passes over each decision.
        clip: clip range of the probability ratio.
        entropy: bonus for a nat of entropy at a decision, in standard deviations of advantages.
        policy_rate: learning rate of policies.
        value_rate: learning rate of action values; the loss is the mean squared error.
        rate_fall: both rates are divided by sqrt(1 + iterations / rate_fall); 0 keeps them.

    Raises:
        EngineError: if a setting is invalid.
    """

    method: str = METHOD
    hidden: tuple[int, ...] = (128,)
    hands: int = 4096
    batch: int = 128
    epochs: int = 4
    clip: float = 0.2
    entropy: float = 0.15
    policy_rate: float = 0.05
    value_rate: float = 0.1
    rate_fall: float = 200.0

    def __post_init__(self) -> None:
        check_settings(self, METHODS, RANGES)


def applies(name: str, method: str) -> bool:
    """Return whether a setting affects a method: all do."""
    return True
