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
from numpy.typing import NDArray

from ai.networks import hands as g
from ai.networks.environment import Environment, environment
from ai.networks.network import Network, make_scratch, num_weights, scratch_bytes
from ai.networks.ppo import _learn as k
from ai.networks.ppo import _play as p
from ai.networks.ppo.parameters import PpoParameters
from ai.networks.sampling import Minibatch
from ai.networks.validation import check_shapes, demand, within
from ai.training.trainer import MAX_COUNT, State
from engine.errors import EngineError
from engine.game import get_game
from engine.rng import rng_state
from engine.rules import TO_ACT
from engine.wording import Wording

_DIVERGED = 1e12
"""Loss from which a run has diverged; no valid run comes near it."""
MAX_WEIGHT = 1e6


def _most(environment: Environment, parameters: PpoParameters) -> int:
    """Maximum number of decisions of a seat in an iteration."""
    longest = environment.row_size - g.IDS
    return parameters.hands * -(-longest // 2)


def state_bytes(environment: Environment, parameters: PpoParameters) -> int:
    """Memory of a run, before it is built; of what is not so large, about."""
    seats, sizes = environment.game.num_players, environment.layer_sizes(parameters.hidden)
    row = 2 * (p.IDS + environment.max_active) + 4 * p.NUM_NUMBERS
    cards = environment.deals(1)
    dealt = (cards.cards.nbytes + cards.strengths.nbytes) * parameters.hands
    networks = 2 * 4 * num_weights(sizes)
    return seats * (row * _most(environment, parameters) + networks) + (
        dealt + scratch_bytes(sizes, parameters.batch)
    )


class PpoSolver:
    """A run of PPO self-play, on any game of 2 to 6 seats.

    Iterations are those of PPO, nodes decisions taken. The same seed gives the same bits, however
    ``step`` is split.

    Args:
        environment: the game; it must be able to deal.
        parameters: how to learn.
        seed: of all random numbers.

    Attributes:
        environment: the game.
        parameters: how it learns.

    Raises:
        EngineError: if the game has too many actions, or no decision.
    """

    def __init__(self, environment: Environment, parameters: PpoParameters, seed: int = 0) -> None:
        self.environment, self.parameters = environment, parameters
        self._sizes = environment.layer_sizes(parameters.hidden)
        seats, most = environment.game.num_players, _most(environment, parameters)
        made = [
            Network.random(
                self._sizes,
                environment.max_active,
                np.random.SeedSequence(seed, spawn_key=(number + 2,)),
            )
            for number in range(2 * seats)
        ]
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
        hand = np.zeros(environment.row_size, np.int64)
        totals, chances = np.zeros(slots, np.int64), np.zeros(slots)
        self._room = p.HandScratch(hand, totals, payoffs, begun, chances, place, number)
        picks, places, counts = np.zeros((3, parameters.batch), np.int64)
        self._batch = Minibatch(picks, places, counts)
        self._one = make_scratch(self._plan, 1)
        self._scratch = make_scratch(self._plan, parameters.batch)
        g.begin(environment.arrays, hand)
        if hand[TO_ACT] < 0:
            raise EngineError(
                "nobody has a decision in {title}", title=Wording(environment.game.title)
            )

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return int(self._counts[0])

    @property
    def nodes(self) -> int:
        """Decisions taken."""
        return int(self._counts[1])

    @property
    def num_bytes(self) -> int:
        """Memory of the run."""
        return state_bytes(self.environment, self.parameters)

    def step(self, count: int) -> None:
        """Do ``count`` iterations.

        Raises:
            EngineError: if the networks diverge, as they do where rates are too high.
        """
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
            losses = k.learn(
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
            self._losses += *losses, 1.0
        sound = np.isfinite(self._policies).all() and np.isfinite(self._values).all()
        if not sound or not (self._losses < _DIVERGED).all():
            raise EngineError("the networks diverge: learn with a lower policy_rate or value_rate")
        self._counts[0] += 1

    @property
    def averages(self) -> tuple[Network, ...]:
        """Copies of the policies played, by seat."""
        return self._copies(self._policies)

    @property
    def values(self) -> tuple[Network, ...]:
        """Copies of the action-value networks, by seat, in units of ``scale``."""
        return self._copies(self._values)

    @property
    def played(self) -> p.RolloutBuffer:
        """The decisions of the latest iteration's hands, overwritten by the next."""
        return self._played

    def _copies(self, weights: NDArray[np.float32]) -> tuple[Network, ...]:
        return tuple(Network(self._sizes, part.copy()) for part in weights)

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
        for name in ("policies", "values"):
            demand(within(state[name], -MAX_WEIGHT, MAX_WEIGHT), name)
        demand(within(state["counts"], 0, MAX_COUNT), "counts")
        demand(within(state["losses"], 0.0, _DIVERGED), "losses")
        demand(state["rng"].any(axis=1).all(), "random numbers")
        for name, array in own.items():
            array[...] = state[name]


def compile_kernels() -> None:
    """Compile or load the training kernels in advance: some 10 s the first time."""
    PpoSolver(environment(get_game("kuhn")), PpoParameters(hands=1, epochs=1)).step(1)
