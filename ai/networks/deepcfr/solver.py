"""Deep CFR: sampled traversals, then advantage networks trained from scratch each iteration.

In each iteration every seat in turn traverses some deals by external sampling; all seats play by
regret matching on their advantage networks, by the highest advantage where none is positive.
Samples go to the seat's reservoir, on which a newly initialised network is trained, each sample
weighted by its iteration (linear CFR). A new network neither forgets old samples nor is biased to
them.

The result is the average of all iterations' strategies, weighted by iteration and own reach. With
``deep-cfr`` a second network of each seat is trained on a reservoir of the strategies seen in the
other seats' traversals; this is done from scratch whenever the average is requested, with separate
random numbers, so that it does not affect the run. With ``sd-cfr`` the strategies of all iterations
are mixed exactly: each is drawn before a hand by its weight. In a small game this mixture is stored
as one table, which is equivalent to storing all networks and smaller.

Sources: Brown, Lerer, Gross and Sandholm, "Deep counterfactual regret minimization", 2019;
Steinberger, "Single deep counterfactual regret minimization", 2019.
"""

from __future__ import annotations

import numpy as np

from ai.networks import hands as g
from ai.networks.deepcfr import _memory as m
from ai.networks.deepcfr import _walk as w
from ai.networks.deepcfr.parameters import DeepCfrParameters
from ai.networks.environment import Environment, environment
from ai.networks.mixture import NetworkMixture, mixture_cells
from ai.networks.network import Network, make_scratch, num_weights, scratch_bytes
from ai.networks.sampling import Minibatch
from ai.networks.solver import DIVERGED, MAX_WEIGHT, NetworkSolver, layer_sizes
from ai.training.checks import demand, within
from ai.training.trainer import MAX_COUNT, MAX_NUMBER, State
from engine.errors import EngineError
from engine.game import get_game
from engine.rng import RngState, rng_state

MAX_ITERATIONS = 2**24
"""Most iterations: they are stored as float32, which counts up to this."""
_MOST_TARGET = 4.0
"""Largest advantage, as payoffs are -1 to 1."""
_FIRST_KEY, _ADVANTAGES, _AVERAGE = 7, 0, 1
"""Names of the random numbers of initial networks."""


def _capacities(parameters: DeepCfrParameters) -> tuple[int, int]:
    """Return the capacities of a seat's advantage and strategy reservoirs."""
    return parameters.advantage_memory, parameters.strategy_memory if parameters.averaged else 0


class DeepSolver(NetworkSolver[DeepCfrParameters]):
    """A run of Deep CFR: iterations are those of CFR, with ``traversals`` for every seat.

    Raises:
        EngineError: if the game has too many actions, or there is no decision in it.
        GameError: if the game is too large for ``sd-cfr``.
    """

    settings = DeepCfrParameters

    def __init__(
        self, environment: Environment, parameters: DeepCfrParameters, seed: int = 0
    ) -> None:
        super().__init__(environment, parameters, seed)
        seats, slots = environment.game.num_players, environment.num_actions
        active = environment.max_active
        self._networks = np.zeros((seats, num_weights(self.sizes)), np.float32)
        advantages, strategies = (
            m.Memory(
                np.zeros((seats, capacity, m.IDS + active), np.uint16),
                np.zeros((seats, capacity, m.TARGETS + slots), np.float32),
                np.zeros(seats, np.int64),
            )
            for capacity in _capacities(parameters)
        )
        self._advantages, self._strategies = advantages, strategies
        self.mixture = None if parameters.averaged else NetworkMixture(environment)
        self._counts = np.zeros(2, np.int64)
        self._losses = np.zeros(2)
        self._rng = np.array([rng_state(seed, 0), rng_state(seed, 1)])
        self._deals = environment.deals(parameters.traversals)
        self._plan = Network(self.sizes, self._networks[0]).plan
        self._one = make_scratch(self._plan, 1)
        self._scratch = make_scratch(self._plan, parameters.batch)
        self._batch = Minibatch(*np.zeros((3, parameters.batch), np.int64))
        self._room = _room(environment)
        self._averages: tuple[int, tuple[Network, ...], float] | None = None

    @staticmethod
    def state_bytes(environment: Environment, parameters: DeepCfrParameters) -> int:
        """Return the memory of a run's state, before it is built; small arrays are estimated."""
        row = 2 * (m.IDS + environment.max_active) + 4 * (m.TARGETS + environment.num_actions)
        sizes = layer_sizes(environment, parameters)
        seats = environment.game.num_players
        cards = environment.deals(1)
        dealt = (cards.cards.nbytes + cards.strengths.nbytes) * parameters.traversals
        cells = 0 if parameters.averaged else 8 * mixture_cells(environment)
        scratch = scratch_bytes(sizes, parameters.batch)
        return seats * (row * sum(_capacities(parameters)) + 4 * num_weights(sizes)) + (
            dealt + cells + scratch
        )

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return int(self._counts[0])

    @property
    def nodes(self) -> int:
        """Node touches so far."""
        return int(self._counts[1])

    def step(self, count: int) -> None:
        """Run ``count`` iterations."""
        for _ in range(count):
            self._iterate()

    def _iterate(self) -> None:
        p, iteration = self.parameters, self.iteration + 1
        if iteration > MAX_ITERATIONS:
            raise EngineError("a run has at most {most:,} iterations", most=MAX_ITERATIONS)
        for seat in range(len(self._networks)):
            self.environment.deal(self._rng[1], self._deals)
            self._counts[1] += w.walk_all(
                self.environment.arrays,
                self._plan,
                self._networks,
                seat,
                iteration,
                self.environment.scale,
                self._deals.cards,
                self._deals.strengths,
                self._advantages,
                self._strategies,
                self._rng[0],
                self._room,
                self._one,
            )
            if self.mixture is not None:  # each seat once per iteration
                met = (seat + 1) % self.environment.game.num_players
                self.mixture.add(met, self._network(met), float(iteration))
            network = self._begun(iteration, seat, _ADVANTAGES)
            loss = self._learn(
                network,
                self._advantages,
                seat,
                iteration,
                p.advantage_updates,
                p.advantage_rate,
                self._rng[0],
            )
            self._networks[seat] = network.weights
            self._losses += loss, 1.0
        self._counts[0] = iteration

    def _begun(self, iteration: int, seat: int, kind: int) -> Network:
        """Return a new network, initialised with separate random numbers."""
        drawn = np.random.SeedSequence(self.seed, spawn_key=(_FIRST_KEY, iteration, seat, kind))
        return Network.random(self.sizes, self.environment.max_active, drawn)

    def _network(self, seat: int) -> Network:
        return Network(self.sizes, self._networks[seat].copy())

    def _learn(
        self,
        network: Network,
        memory: m.Memory,
        seat: int,
        iteration: int,
        updates: int,
        rate: float,
        rng: RngState,
    ) -> float:
        """Train a network on a seat's reservoir, unless it is empty; return the loss."""
        if not memory.seen[seat]:
            return 0.0
        policy = memory is self._strategies
        loss = m.learn(
            self._plan,
            network.weights,
            memory,
            seat,
            policy,
            iteration,
            updates,
            rate,
            rng,
            self._batch,
            self._scratch,
        )
        if not loss < DIVERGED or not np.isfinite(network.weights).all():
            name = "average_rate" if policy else "advantage_rate"
            raise EngineError("the networks diverge: use a lower {name}", name=name)
        return float(loss)

    @property
    def averages(self) -> tuple[Network, ...]:
        """Average-policy networks by seat, retrained after each iteration.

        The same reservoirs always give the same bits.
        """
        p, iteration = self.parameters, self.iteration
        if self._averages is None or self._averages[0] != iteration:
            found, losses = [], []
            for seat in range(len(self._networks)):
                network = self._begun(iteration, seat, _AVERAGE)
                rng = rng_state(self.seed, 2 + len(self._networks) * iteration + seat)
                loss = self._learn(
                    network,
                    self._strategies,
                    seat,
                    max(1, iteration),
                    p.average_updates,
                    p.average_rate,
                    rng,
                )
                found.append(network)
                losses.append(loss)
            self._averages = iteration, tuple(found), float(np.mean(losses))
        return self._averages[1]

    @property
    def advantages(self) -> tuple[Network, ...]:
        """Copies of the advantage networks, by seat, in units of ``scale``."""
        return self.copies(self._networks)

    def losses(self) -> tuple[float, float]:
        """Return mean advantage losses since the last call and latest average losses; 0 if none."""
        mean = self._losses[0] / max(self._losses[1], 1.0)
        self._losses[:] = 0.0
        return float(mean), 0.0 if self._averages is None else self._averages[2]

    def fills(self) -> tuple[float, float]:
        """Return mean fill levels of advantage and strategy reservoirs over seats, 0 to 1."""
        found = [
            np.minimum(memory.seen / max(1, memory.rows.shape[1]), 1.0).mean()
            if memory.rows.size
            else 0.0
            for memory in (self._advantages, self._strategies)
        ]
        return float(found[0]), float(found[1])

    def _state(self) -> State:
        state: State = {
            f"{name}.{part}": array
            for name, memory in (("advantages", self._advantages), ("strategies", self._strategies))
            for part, array in memory._asdict().items()
        }
        if self.mixture is not None:
            state["mixture"] = self.mixture.sums
        state |= {"networks": self._networks, "counts": self._counts, "losses": self._losses}
        return {**state, "rng": self._rng}

    def _check(self, state: State) -> None:
        place, iteration = self.environment, int(state["counts"][0])
        demand(within(state["counts"], 0, MAX_COUNT) and iteration <= MAX_ITERATIONS, "counts")
        demand(within(state["networks"], -MAX_WEIGHT, MAX_WEIGHT), "networks")
        demand(within(state["losses"], 0.0, DIVERGED), "losses")
        demand(state["rng"].any(axis=1).all(), "random numbers")
        demand(within(state.get("mixture", np.zeros(0)), 0.0, MAX_NUMBER), "mixture")
        for name in ("advantages", "strategies"):
            rows, numbers, seen = (state[f"{name}.{part}"] for part in m.Memory._fields)
            demand(
                within(seen, 0, MAX_COUNT)
                and within(rows[:, :, m.COUNT], 0, place.max_active)
                and within(rows[:, :, m.LEGAL], 0, (1 << place.num_actions) - 1)
                and within(rows[:, :, m.IDS :], 0, place.num_inputs - 1)
                and within(numbers[:, :, m.ITERATION], 0, iteration)
                and within(numbers[:, :, m.TARGETS :], -_MOST_TARGET, _MOST_TARGET),
                name,
            )
            for seat, count in enumerate(seen.tolist()):
                demand(rows[seat, :count, m.LEGAL].all(), name)

    def _loaded(self) -> None:
        self._averages = None


def _room(environment: Environment) -> w.TraversalScratch:
    """Scratch memory for the longest hand."""
    depth = environment.row_size - g.IDS + 2
    slots = environment.num_actions
    counts, masks, tried = np.zeros((3, depth), np.int64)
    chances, values = np.zeros((2, depth, slots))
    place, number = np.zeros((2, 1), np.int64)
    return w.TraversalScratch(
        np.zeros((depth, environment.row_size), np.int64),
        np.zeros((depth, slots), np.int64),
        np.zeros((depth, environment.max_active), np.uint16),
        counts,
        masks,
        tried,
        chances,
        values,
        np.zeros(environment.game.num_players, np.int64),
        place,
        number,
    )


def compile_kernels() -> None:
    """Compile or load the training kernels in advance: some 10 s the first time."""
    least = DeepCfrParameters(
        traversals=1, advantage_memory=100, strategy_memory=100, advantage_updates=1
    )
    run = DeepSolver(environment(get_game("kuhn")), least)
    run.step(1)
    run.averages  # noqa: B018
