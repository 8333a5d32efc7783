"""PPO self-play: every seat learns from hands that all play by their current policies.

In each iteration hands are played, the advantage of every decision over the seat's action values is
computed, and each seat's policy takes gradient steps on the clipped objective; then the hands are
discarded. A large entropy bonus keeps policies mixed: with imperfect information they then settle
near an equilibrium instead of cycling around it, as plain policy gradients do. The latest policy is
played, not an average.

Sources: Schulman, Wolski, Dhariwal, Radford and Klimov, "Proximal policy optimization algorithms",
2017; Rudolph et al., "Reevaluating policy gradient methods for imperfect-information games", 2026.
"""

from __future__ import annotations

import numpy as np

from ai.networks import hands as g
from ai.networks.environment import Environment, environment
from ai.networks.network import Network, make_scratch, num_weights, scratch_bytes
from ai.networks.ppo import _learn as k
from ai.networks.ppo import _play as p
from ai.networks.ppo.parameters import PpoParameters
from ai.networks.sampling import Minibatch
from ai.networks.solver import DIVERGED, MAX_WEIGHT, NetworkSolver, layer_sizes
from ai.training.checks import demand, within
from ai.training.trainer import MAX_COUNT, State
from engine.errors import EngineError
from engine.game import get_game
from engine.rng import rng_state


def _most(environment: Environment, parameters: PpoParameters) -> int:
    """Maximum number of decisions of a seat in an iteration."""
    longest = environment.row_size - g.IDS
    return parameters.hands * -(-longest // 2)


class PpoSolver(NetworkSolver[PpoParameters]):
    """A run of PPO self-play; nodes are decisions taken."""

    settings = PpoParameters

    def __init__(self, environment: Environment, parameters: PpoParameters, seed: int = 0) -> None:
        super().__init__(environment, parameters, seed)
        seats, most = environment.game.num_players, _most(environment, parameters)
        made = self.random_networks(2 * seats)
        self._plan = made[0].plan
        self._policies = np.stack([network.weights for network in made[:seats]])
        self._values = np.stack([network.weights for network in made[seats:]])
        self._counts = np.zeros(2, np.int64)
        self._losses = np.zeros(3)
        self._rng = np.array([rng_state(seed, 0), rng_state(seed, 1)])
        self._deals = environment.deals(parameters.hands)
        self._played = p.RolloutBuffer(
            np.zeros((seats, most, p.IDS + environment.max_active), np.uint16),
            np.zeros((seats, most, p.NUM_NUMBERS), np.float32),
            np.zeros(seats, np.int64),
        )
        place, number = np.zeros((2, 1), np.int64)
        payoffs, begun = np.zeros((2, seats), np.int64)
        slots = environment.num_actions
        totals, chances = np.zeros(slots, np.int64), np.zeros(slots)
        self._room = p.HandScratch(self.hand, totals, payoffs, begun, chances, place, number)
        picks, places, counts = np.zeros((3, parameters.batch), np.int64)
        self._batch = Minibatch(picks, places, counts)
        self._one = make_scratch(self._plan, 1)
        self._scratch = make_scratch(self._plan, parameters.batch)

    @staticmethod
    def state_bytes(environment: Environment, parameters: PpoParameters) -> int:
        """Memory of a run, before it is built; small arrays are estimated."""
        seats, sizes = environment.game.num_players, layer_sizes(environment, parameters)
        row = 2 * (p.IDS + environment.max_active) + 4 * p.NUM_NUMBERS
        cards = environment.deals(1)
        dealt = (cards.cards.nbytes + cards.strengths.nbytes) * parameters.hands
        networks = 2 * 4 * num_weights(sizes)
        return seats * (row * _most(environment, parameters) + networks) + (
            dealt + scratch_bytes(sizes, parameters.batch)
        )

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return int(self._counts[0])

    @property
    def nodes(self) -> int:
        """Decisions taken."""
        return int(self._counts[1])

    def step(self, count: int) -> None:
        """Do ``count`` iterations."""
        for _ in range(count):
            self._iterate()

    def _iterate(self) -> None:
        settings = self.parameters
        self.environment.deal(self._rng[1], self._deals)
        self._counts[1] += p.play(
            self.environment.arrays,
            self._plan,
            self._policies,
            self._values,
            self.environment.scale,
            self._deals.cards,
            self._deals.strengths,
            self._rng[0],
            self._played,
            self._room,
            self._one,
        )
        fall = settings.rate_fall
        share = (1.0 + self.iteration / fall) ** -0.5 if fall else 1.0
        for seat, count in enumerate(self._played.counts.tolist()):
            if not count:
                continue
            updates = -(-count * settings.epochs // settings.batch)
            found = k.learn(
                self._plan,
                self._policies[seat],
                self._values[seat],
                self._played,
                seat,
                updates,
                settings.clip,
                settings.entropy,
                settings.policy_rate * share,
                settings.value_rate * share,
                self._rng[0],
                self._batch,
                self._scratch,
            )
            self._losses += *found, 1.0
        sound = np.isfinite(self._policies).all() and np.isfinite(self._values).all()
        if not sound or not (self._losses < DIVERGED).all():
            raise EngineError("the networks diverge: use a lower policy_rate or value_rate")
        self._counts[0] += 1

    @property
    def averages(self) -> tuple[Network, ...]:
        """Copies of the policies played, by seat."""
        return self.copies(self._policies)

    @property
    def values(self) -> tuple[Network, ...]:
        """Copies of the action-value networks, by seat, in units of ``scale``."""
        return self.copies(self._values)

    @property
    def played(self) -> p.RolloutBuffer:
        """The decisions of the latest iteration's hands, overwritten by the next."""
        return self._played

    def losses(self) -> tuple[float, float]:
        """Return mean squared error of values and mean entropy of policies since the last call."""
        squares, mixed = self._losses[:2] / max(self._losses[2], 1.0)
        self._losses[:] = 0.0
        return float(squares), float(mixed)

    def fills(self) -> tuple[float, float]:
        """Return the fill levels of the memories, which hold one iteration's hands."""
        return 1.0, 1.0

    def _state(self) -> State:
        return {
            "policies": self._policies,
            "values": self._values,
            "counts": self._counts,
            "losses": self._losses,
            "rng": self._rng,
        }

    def _check(self, state: State) -> None:
        for name in ("policies", "values"):
            demand(within(state[name], -MAX_WEIGHT, MAX_WEIGHT), name)
        demand(within(state["counts"], 0, MAX_COUNT), "counts")
        demand(within(state["losses"], 0.0, DIVERGED), "losses")
        demand(state["rng"].any(axis=1).all(), "random numbers")


def compile_kernels() -> None:
    """Compile or load the training kernels in advance: some 10 s the first time."""
    PpoSolver(environment(get_game("kuhn")), PpoParameters(hands=1, epochs=1)).step(1)
