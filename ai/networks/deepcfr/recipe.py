"""Recipe of a Deep CFR run, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ai.networks.deepcfr.parameters import DeepCfrParameters
from ai.networks.deepcfr.solver import DeepSolver, state_bytes
from ai.networks.environment import Environment
from ai.networks.recipe import NetworkRecipe
from engine.jobs import JobControl


@dataclass(frozen=True)
class DeepRecipe(NetworkRecipe[DeepCfrParameters]):
    """Everything a training run depends on.

    Raises:
        EngineError: if a hyperparameter is invalid.
        MenuError: if the menu is invalid.
    """

    settings = DeepCfrParameters

    learning: DeepCfrParameters = field(default_factory=DeepCfrParameters)

    def bytes_in(self, place: Environment) -> int:
        """Memory of a run's state, before it is built.

        Raises:
            GameError: if the game is too large for ``sd-cfr``.
        """
        return state_bytes(place, self.learning)

    def build(self, home: Path | None = None, control: JobControl | None = None) -> DeepSolver:
        """Build a new run, see ``place``."""
        return DeepSolver(self.place(home, control), self.learning, self.seed)
