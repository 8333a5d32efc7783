"""Recipe of a PPO run, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ai.networks.environment import Environment
from ai.networks.ppo.parameters import PpoParameters
from ai.networks.ppo.solver import PpoSolver, state_bytes
from ai.networks.recipe import NetworkRecipe
from engine.jobs import JobControl


@dataclass(frozen=True)
class PpoRecipe(NetworkRecipe[PpoParameters]):
    """Everything a training run depends on.

    Raises:
        EngineError: if a setting is invalid.
        MenuError: if the menu is invalid.
    """

    settings = PpoParameters

    learning: PpoParameters = field(default_factory=PpoParameters)

    def bytes_in(self, place: Environment) -> int:
        """Memory of a run, before it is built."""
        return state_bytes(place, self.learning)

    def build(self, home: Path | None = None, control: JobControl | None = None) -> PpoSolver:
        """A new run, see ``place``."""
        return PpoSolver(self.place(home, control), self.learning, self.seed)
