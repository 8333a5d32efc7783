"""Hyperparameters of opponent models and their responses."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from engine.errors import EngineError
from engine.wording import Wording


@dataclass(frozen=True)
class OpponentModelParameters:
    """Hyperparameters of learning and of decisions.

    Attributes:
        strength: number of observations of a situation that the prior counts as.
        temper: exponent of each stage's likelihood in a belief, above 0 and at most 1.
        floor: least likelihood of an action in a belief, 0 to below 1.
        memories: half-lives of the counts, in hands; ``inf`` forgets nothing.
        safety: weight of the equilibrium where whole strategies are mixed, 0 to 1.
        samples: of a decision; 10,000 leave a standard error of at most 0.5% of the pot.
    """

    strength: float = 4.0
    temper: float = 1.0
    floor: float = 0.01
    memories: tuple[float, ...] = (inf, 1000.0, 200.0)
    safety: float = 0.0
    samples: int = 10_000

    def __post_init__(self) -> None:
        """Check the numbers. Raises EngineError naming the number and what it allows."""
        lives = bool(self.memories) and all(life > 0.0 for life in self.memories)
        for sound, need in (
            (0.0 < self.strength < inf, Wording("a strength above 0")),
            (0.0 < self.temper <= 1.0, Wording("a tempering exponent above 0 and at most 1")),
            (0.0 <= self.floor < 1.0, Wording("a floor of 0 to below 1")),
            (lives, Wording("at least one memory, each with a half-life above 0")),
            (0.0 <= self.safety <= 1.0, Wording("a safety of 0 to 1")),
            (self.samples >= 1, Wording("at least one sample")),
        ):
            if not sound:
                raise EngineError("an opponent model needs {problem}", problem=need)


DEFAULT = OpponentModelParameters()
"""The parameters that engines use."""
