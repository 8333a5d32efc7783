"""Recipe of a neural fictitious self-play run, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ai.networks.environment import Environment
from ai.networks.nfsp.parameters import NfspParameters
from ai.networks.nfsp.solver import NfspSolver, state_bytes
from ai.networks.recipe import NetworkRecipe
from engine.errors import EngineError
from engine.jobs import JobControl


@dataclass(frozen=True)
class NfspRecipe(NetworkRecipe[NfspParameters]):
    """Everything a training run depends on, for any number of players.

    Attributes:
        start: hash of the initial networks; empty for new ones.

    Raises:
        EngineError: if a setting is invalid.
        MenuError: if the menu is invalid.
    """

    settings = NfspParameters

    learning: NfspParameters = field(default_factory=NfspParameters)
    start: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.start and (len(self.start) != 64 or set(self.start) - set("0123456789abcdef")):
            raise EngineError("a run's start is named by the hash of its networks")

    def bytes_in(self, place: Environment) -> int:
        """Memory of a run's state, before it is built."""
        return state_bytes(place, self.learning)

    def build(self, home: Path | None = None, control: JobControl | None = None) -> NfspSolver:
        """A new run, see ``place``."""
        return NfspSolver(self.place(home, control), self.learning, self.seed)
