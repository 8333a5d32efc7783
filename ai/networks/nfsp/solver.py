"""Neural fictitious self-play: each seat learns a best response and its own average.

Each seat has a network of action values, learned from all its transitions (a circular memory, a
target network), and one of its average policy, learned from its actions whenever it played its best
response (a reservoir). For each hand each seat samples one of the two: its best response with
probability eta, else its average. So the values respond to the others' average play, and the
averages approach an equilibrium.

Values are accurate only for explored actions. In the first source the best response is
epsilon-greedy with decaying ``epsilon``; here, unless that is set, one seat explores in a constant
fraction of the hands (``explore``): it plays its average, and a random action every other time.
Only action values are learned from such a hand, and only by that seat: otherwise the others would
learn to respond to, and averages to imitate, exploratory actions. So exploration introduces no
bias, needs no decay, and goes several actions deep, as a reraised bluff does.

Learning rates warm up over the first updates (``warm_up``): at full rate an untrained network
overshoots, and where typical wins are large relative to the largest, as in Kuhn, most of its units
die.

With ``nfsp-per`` transitions are replayed by priority: (|error| + 0.01)^alpha, new ones at the
largest of the memory; importance weights (priority / least of the memory)^-beta, beta growing to 1;
reservoirs are drawn from uniformly, as anything else would change the average. With ``nfsp-plt`` a
batch is also learned several times: clip(round(p * most_times), least_times, most_times), where p
is the mean priority of the batch divided by the largest of the memory. Drawn by priority, batches
have much higher ones than the memory's mean: in Leduc nearly all are learned 3 or 4 times of 4.
(Normalised so that all priorities sum to 1, as the source writes it elsewhere, p would always give
the minimum.)

Sources: Heinrich and Silver, "Deep reinforcement learning from self-play in imperfect-information
games", 2016; Schaul, Quan, Antonoglou and Silver, "Prioritized experience replay", 2016; Mnih et
al., "Human-level control through deep reinforcement learning", 2015; Goyal et al., "Accurate, large
minibatch SGD", 2017 (warm-up).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.networks.environment import DealBatch, Environment, environment
from ai.networks.network import Network, make_scratch, num_weights, scratch_bytes
from ai.networks.nfsp import _learning as k
from ai.networks.nfsp import _memories as m
from ai.networks.nfsp import _updates as u
from ai.networks.nfsp.parameters import NfspParameters
from ai.networks.nfsp.states import MAX_EPISODES, check_state
from ai.networks.record import Networks
from ai.networks.solver import DIVERGED, NetworkSolver, layer_sizes
from ai.training.trainer import State
from engine.errors import EngineError
from engine.game import get_game
from engine.rng import rng_state

_DEALS = 1024
"""Hands dealt at once."""


class NfspSolver(NetworkSolver[NfspParameters]):
    """A run of neural fictitious self-play; iterations are complete hands, nodes decisions."""

    settings = NfspParameters

    def __init__(self, environment: Environment, parameters: NfspParameters, seed: int = 0) -> None:
        super().__init__(environment, parameters, seed)
        seats = environment.game.num_players
        networks = self.random_networks(2 * seats)
        values = np.concatenate([network.weights for network in networks[:seats]])
        averages = np.concatenate([network.weights for network in networks[seats:]])
        self._settings = self._make_settings(networks[0].plan)
        self._learned = self._make_memories(values, averages)
        self._table = self._make_table()
        self._table.hands[0] = self.hand
        self._clock = np.zeros(k.NUM_CLOCK, np.int64)
        self._clock[k.NEXT_DEAL] = _DEALS
        self._rng = np.array([rng_state(seed, 0), rng_state(seed, 1)])
        games, batch = parameters.games, parameters.batch
        places = np.zeros((3, games), np.int64)
        self._room = k.LearningScratch(places[0], places[1], places[2], np.zeros(seats, np.int64))
        self._batch = u.NfspMinibatch(
            np.zeros(batch, np.int64),
            np.zeros(batch, np.int64),
            np.ones(batch),
            np.zeros(batch),
            *np.zeros((3, batch), np.int64),
        )
        self._scratch = make_scratch(networks[0].plan, max(games, batch))

    @staticmethod
    def state_bytes(environment: Environment, parameters: NfspParameters) -> int:
        """Return the memory of a run's state, before it is built; small arrays are estimated."""
        seats, active = environment.game.num_players, environment.max_active
        row = 2 * m.transition_size(active)
        memories = parameters.rl_memory * row + parameters.sl_memory * 2 * m.decision_size(active)
        if parameters.prioritised:
            memories += 3 * 8 * int(m.tree_levels(parameters.rl_memory)[-1])
        networks = 3 * 4 * num_weights(layer_sizes(environment, parameters))
        cards = environment.deals(1)
        dealt = (cards.cards.nbytes + cards.strengths.nbytes) * (_DEALS + parameters.games)
        hands = parameters.games * (seats * row + 2 * active + 8 * (environment.row_size + 32))
        batch = max(parameters.batch, parameters.games)
        scratch = scratch_bytes(layer_sizes(environment, parameters), batch) + 100 * batch
        return seats * (memories + networks) + dealt + hands + scratch

    def _make_settings(self, plan: NDArray[np.int64]) -> u.NfspConstants:
        p, environment = self.parameters, self.environment
        active = environment.max_active
        whole = np.zeros(u.NUM_WHOLE, np.int64)
        whole[u.SEATS] = environment.game.num_players
        whole[u.WEIGHTS], whole[u.ACTIVE] = num_weights(self.sizes), active
        whole[u.RL_ROW], whole[u.SL_ROW] = m.transition_size(active), m.decision_size(active)
        whole[u.RL_MEMORY], whole[u.SL_MEMORY] = p.rl_memory, p.sl_memory
        whole[u.GAMES], whole[u.BATCH] = p.games, p.batch
        whole[u.LEARN_EVERY], whole[u.UPDATES] = p.learn_every, p.updates
        whole[u.TARGET_EVERY], whole[u.LEAST_MEMORY] = p.target_every, p.least_memory
        whole[u.LEAST_TIMES], whole[u.MOST_TIMES] = p.least_times, p.most_times
        whole[u.PRIORITISED], whole[u.REPEATED] = p.prioritised, p.repeated
        whole[u.WARM_UP] = p.warm_up
        real = np.zeros(u.NUM_REAL)
        real[u.RL_RATE], real[u.SL_RATE], real[u.RATE_DECAY] = p.rl_rate, p.sl_rate, p.rate_decay
        real[u.ETA], real[u.EPSILON], real[u.EPSILON_DECAY] = p.eta, p.epsilon, p.epsilon_decay
        real[u.DISCOUNT], real[u.ALPHA], real[u.BETA] = p.discount, p.alpha, p.beta
        real[u.BETA_EPISODES], real[u.SCALE] = p.beta_episodes, environment.scale
        real[u.EXPLORE] = p.explore
        return u.NfspConstants(whole, real, plan, m.tree_levels(p.rl_memory))

    def _make_memories(
        self, values: NDArray[np.float32], averages: NDArray[np.float32]
    ) -> u.NfspState:
        p, whole = self.parameters, self._settings.whole
        seats = int(whole[u.SEATS])
        leaves = seats * int(self._settings.levels[-1]) if p.prioritised else 0
        return u.NfspState(
            values,
            values.copy(),
            averages,
            np.zeros(seats * p.rl_memory * int(whole[u.RL_ROW]), np.uint16),
            np.zeros(seats * p.sl_memory * int(whole[u.SL_ROW]), np.uint16),
            m.Trees(np.zeros(leaves), np.full(leaves, m.NOTHING), np.zeros(leaves)),
            np.zeros((seats, u.NUM_COUNTS), np.int64),
            np.zeros((seats, u.NUM_SUMS)),
        )

    def _make_table(self) -> k.HandsInProgress:
        environment, games = self.environment, self.parameters.games
        seats = environment.game.num_players
        own, dealt = environment.deals(games), environment.deals(_DEALS)
        return k.HandsInProgress(
            np.zeros((games, environment.row_size), np.int64),
            own.cards,
            own.strengths,
            np.zeros(games, np.uint8),
            np.zeros((games, seats), np.uint8),
            np.zeros(games * seats * int(self._settings.whole[u.RL_ROW]), np.uint16),
            np.zeros((games, seats), np.uint8),
            np.zeros((games, environment.max_active), np.uint16),
            np.zeros(games, np.int64),
            np.zeros(games, np.int64),
            np.zeros((games, environment.num_actions), np.int64),
            np.zeros(games, np.int64),
            *dealt,
        )

    @property
    def iteration(self) -> int:
        """Hands played to their end."""
        return int(self._clock[k.EPISODES])

    @property
    def nodes(self) -> int:
        """Decisions taken."""
        return int(self._clock[k.TAKEN])

    def step(self, count: int) -> None:
        """Train on ``count`` hands; 0 only compiles the kernels."""
        goal = self.iteration + count
        while not k.play(
            self.environment.arrays,
            self._settings,
            self._learned,
            self._table,
            self._clock,
            goal,
            self._rng[0],
            self._room,
            self._batch,
            self._scratch,
        ):
            dealt = DealBatch(self._table.dealt_cards, self._table.dealt_strengths)
            self.environment.deal(self._rng[1], dealt)
            self._clock[k.NEXT_DEAL] = 0
            self._check_losses()
        self._check_losses()

    def _check_losses(self) -> None:
        if not (self._learned.sums < DIVERGED).all():  # or NaN
            raise EngineError("the networks diverge: use a lower rl_rate or sl_rate")

    @property
    def averages(self) -> tuple[Network, ...]:
        """Copies of the average policies, by seat."""
        return self._by_seat(self._learned.averages)

    @property
    def values(self) -> tuple[Network, ...]:
        """Copies of the networks of action values, by seat; in units of ``scale``."""
        return self._by_seat(self._learned.values)

    def _by_seat(self, weights: NDArray[np.float32]) -> tuple[Network, ...]:
        return self.copies(weights.reshape(self.environment.game.num_players, -1))

    def losses(self) -> tuple[float, float]:
        """Return mean losses of values and averages since the last call; 0 without an update."""
        sums = self._learned.sums
        found = sums[:, u.RL_LOSS : u.SL_LOSSES + 1].sum(axis=0)
        sums[:, u.RL_LOSS : u.SL_LOSSES + 1] = 0.0
        rl, sl = found[0] / max(found[1], 1.0), found[2] / max(found[3], 1.0)
        return float(rl), float(sl)

    def fills(self) -> tuple[float, float]:
        """Return mean fill levels of circular memories and reservoirs over seats, 0 to 1."""
        p, counts = self.parameters, self._learned.counts
        rl = np.minimum(counts[:, u.RL_SEEN] / p.rl_memory, 1.0)
        sl = np.minimum(counts[:, u.SL_SEEN] / p.sl_memory, 1.0)
        return float(rl.mean()), float(sl.mean())

    def updates(self) -> tuple[int, int]:
        """Updates of values and of averages so far, all seats together."""
        counts = self._learned.counts
        return int(counts[:, u.RL_UPDATES].sum()), int(counts[:, u.SL_UPDATES].sum())

    def times(self) -> float:
        """Return the mean learning times of batches since the last call; 0 without any."""
        sums = self._learned.sums
        found = sums[:, u.TIMES].sum() / max(sums[:, u.BATCHES].sum(), 1.0)
        sums[:, u.TIMES : u.BATCHES + 1] = 0.0
        return float(found)

    @property
    def learned_from(self) -> int:
        """Hands that the networks have learned from, those of the initial networks included."""
        before = int(self._clock[k.BEFORE])
        return before if self._clock[k.FILLING] else before + self.iteration

    def start_from(self, networks: Networks, episodes: int = 0) -> None:
        """Continue from networks without memories: for a new run.

        At first all seats play their averages without learning, until every reservoir is full of
        their actions. Then training continues as after the episodes of their training: learning
        rates, epsilon, beta and the reservoirs' acceptance rate are those of that stage.

        Args:
            networks: the networks.
            episodes: episodes of their training.

        Raises:
            EngineError: if the networks have other sizes.
        """
        seats = self.environment.game.num_players
        averages, values = networks
        for each in (averages, values):
            if len(each) != seats or any(network.sizes != self.sizes for network in each):
                layers = ",".join(map(str, each[0].sizes[1:-1]))
                raise EngineError(
                    "the starting networks have different sizes: layers {layers}", layers=layers
                )
        self._learned.averages[:] = np.concatenate([network.weights for network in averages])
        self._learned.values[:] = np.concatenate([network.weights for network in values])
        self._learned.targets[:] = self._learned.values
        self._clock[k.FILLING] = 1
        self._clock[k.BEFORE] = min(episodes, MAX_EPISODES)

    def _state(self) -> State:
        """Return everything of a run, memories seat by seat."""
        learned, table, whole = self._learned, self._table, self._settings.whole
        seats = int(whole[u.SEATS])
        rows = {"rl_memory": learned.transitions, "sl_memory": learned.decisions}
        named = {"rl_memory": whole[u.RL_ROW], "sl_memory": whole[u.SL_ROW]}
        state: State = {
            name: array.reshape(seats, -1, int(named[name])) for name, array in rows.items()
        }
        for name in ("values", "targets", "averages"):
            state[name] = getattr(learned, name).reshape(seats, -1)
        if self.parameters.prioritised:
            leaves = learned.trees.sums.reshape(seats, -1)
            state["priorities"] = leaves[:, : self.parameters.rl_memory]
        state |= {"counts": learned.counts, "sums": learned.sums}
        state |= {f"table.{name}": array for name, array in table._asdict().items()}
        return {**state, "clock": self._clock, "rng": self._rng}

    def _check(self, state: State) -> None:
        check_state(self.environment, self._settings, state)

    def _loaded(self) -> None:
        if self.parameters.prioritised:
            fills = np.minimum(self._learned.counts[:, u.RL_SEEN], self.parameters.rl_memory)
            m.grow(self._learned.trees, self._settings.levels, fills)


def compile_kernels() -> None:
    """Compile or load the training kernels in advance: some 20 s the first time."""
    least = NfspParameters(rl_memory=1000, sl_memory=1000)
    NfspSolver(environment(get_game("kuhn")), least).step(1)
