"""Hyperparameters of PPO."""

from __future__ import annotations

from dataclasses import dataclass

from ai.networks.parameters import NetworkParameters
from ai.training.recipe import ranged

METHOD = "ppo"
TITLES = {METHOD: "PPO"}
"""The title of each method."""


@dataclass(frozen=True)
class PpoParameters(NetworkParameters):
    """Hyperparameters of a run; each seat has a policy and an action-value network.

    The loss of action values is the mean squared error.
    """

    methods = (METHOD,)

    method: str = METHOD
    hands: int = ranged(4096, 1, 1_000_000, "Hands played in an iteration.")
    batch: int = ranged(128, 1, 4096, "Batch size.")
    epochs: int = ranged(4, 1, 1000, "Epochs: how often a decision is learned from.")
    clip: float = ranged(0.2, 0.0, 1.0, "Clipping range of the probability ratio.")
    entropy: float = ranged(
        0.15, 0.0, 100.0, "Entropy bonus per nat, in standard deviations of winnings."
    )
    policy_rate: float = ranged(0.05, 0.0, 10.0, "Learning rate of policies.")
    value_rate: float = ranged(0.1, 0.0, 10.0, "Learning rate of action values.")
    rate_fall: float = ranged(
        200.0, 0.0, 1e15, "Rates fall as 1 / sqrt(1 + iterations / this); 0: constant."
    )
