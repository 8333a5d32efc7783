"""Base class of network training runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.networks import hands as g
from ai.networks.environment import Environment
from ai.networks.mixture import NetworkMixture
from ai.networks.network import Network
from ai.networks.parameters import NetworkParameters
from ai.networks.record import Networks
from ai.training.checks import check_shapes
from ai.training.trainer import State
from engine.errors import EngineError
from engine.rules import TO_ACT
from engine.wording import Wording

DIVERGED = 1e12
"""Loss from which a run has diverged; no valid run comes near it."""
MAX_WEIGHT = 1e6

ParametersT = TypeVar("ParametersT", bound=NetworkParameters)


def layer_sizes(environment: Environment, parameters: NetworkParameters) -> tuple[int, ...]:
    """Return the sizes of all layers of a run's networks."""
    return environment.num_inputs, *parameters.hidden, environment.num_actions


class NetworkSolver(ABC, Generic[ParametersT]):
    """A run of a method on any game of 2 to 6 seats: a ``Trainer``.

    The same seed gives the same bits, however the steps are split.

    Args:
        environment: the game; it must be able to deal.
        parameters: hyperparameters.
        seed: of all random numbers.

    Attributes:
        settings: the class of ``parameters``.
        environment: the game.
        parameters: hyperparameters.
        seed: of all random numbers.
        sizes: the sizes of the networks' layers.
        hand: the first state of a hand.
        mixture: the average, where it is a table and no network.
        values: action-value networks by seat, in units of ``scale``; none if there are none.

    Raises:
        EngineError: if the game has too many actions, or no decision.
    """

    settings: ClassVar[type[Any]]
    mixture: NetworkMixture | None = None

    def __init__(self, environment: Environment, parameters: ParametersT, seed: int = 0) -> None:
        self.environment, self.parameters, self.seed = environment, parameters, seed
        self.sizes = layer_sizes(environment, parameters)
        self.hand = np.zeros(environment.row_size, np.int64)
        g.begin(environment.arrays, self.hand)
        if self.hand[TO_ACT] < 0:
            raise EngineError(
                "no player has a decision in {title}", title=Wording(environment.game.title)
            )

    @staticmethod
    @abstractmethod
    def state_bytes(environment: Environment, parameters: ParametersT) -> int:
        """Return the memory of a run's state, before it is built; small arrays are estimated."""

    @property
    @abstractmethod
    def iteration(self) -> int:
        """Episodes or iterations done."""

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Nodes touched, or decisions taken."""

    @property
    @abstractmethod
    def averages(self) -> tuple[Network, ...]:
        """The networks that are played, by seat."""

    @property
    def values(self) -> tuple[Network, ...]:
        """Action-value networks by seat, in units of ``scale``; empty if there are none."""
        return ()

    @property
    def networks(self) -> Networks:
        """The current networks."""
        return Networks(self.averages, self.values)

    @property
    def learned_from(self) -> int:
        """Episodes or iterations that the networks have learned from."""
        return self.iteration

    @property
    def num_bytes(self) -> int:
        """Memory of the state."""
        return self.state_bytes(self.environment, self.parameters)

    @abstractmethod
    def step(self, count: int) -> None:
        """Do ``count`` episodes or iterations; 0 only compiles the kernels.

        Raises:
            EngineError: if networks diverge, as they do when learning rates are too high.
        """

    @abstractmethod
    def losses(self) -> tuple[float, float]:
        """Return mean losses of values and averages since the last call; 0 without an update."""

    @abstractmethod
    def fills(self) -> tuple[float, float]:
        """Return mean fill levels of the memories of both over seats, 0 to 1."""

    def random_networks(self, count: int) -> list[Network]:
        """Return new networks, each with random numbers of its own."""
        seeds = (np.random.SeedSequence(self.seed, spawn_key=(n + 2,)) for n in range(count))
        active = self.environment.max_active
        return [Network.random(self.sizes, active, seed) for seed in seeds]

    def copies(self, weights: NDArray[np.float32]) -> tuple[Network, ...]:
        """Return copies of networks whose weights are rows (seats, weights)."""
        return tuple(Network(self.sizes, row.copy()) for row in weights)

    def save_state(self) -> State:
        """A snapshot from which ``load_state`` resumes, bit for bit."""
        return {name: array.copy() for name, array in self._state().items()}

    def load_state(self, state: State) -> None:
        """Resume from a snapshot of a run with the same environment, parameters and seed.

        Raises:
            EngineError: if the state does not match or is invalid; the run is unchanged.
        """
        own = self._state()
        check_shapes(state, own)
        self._check(state)
        for name, array in own.items():
            array[...] = state[name]
        self._loaded()

    @abstractmethod
    def _state(self) -> State:
        """Return everything of a run, as views of arrays."""

    @abstractmethod
    def _check(self, state: State) -> None:
        """Check that no value in a state makes a kernel read out of bounds."""

    def _loaded(self) -> None:
        """Bring up to date what follows from the state."""
