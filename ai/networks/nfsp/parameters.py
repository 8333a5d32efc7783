"""Hyperparameters of neural fictitious self-play."""

from __future__ import annotations

from dataclasses import dataclass

from ai.networks.recipe import Ranges, check_settings
from engine.errors import EngineError

METHODS = ("nfsp", "nfsp-per", "nfsp-plt")
"""Uniform replay; prioritised replay; the same with learning times by priority."""
MAX_MEMORY = 50_000_000
MAX_BATCH = 4096
MAX_GAMES = 4096
MAX_RATE = 10.0

RANGES: Ranges = {
    "rl_memory": (100, MAX_MEMORY),
    "sl_memory": (100, MAX_MEMORY),
    "batch": (1, MAX_BATCH),
    "games": (1, MAX_GAMES),
    "learn_every": (1, 1_000_000),
    "updates": (1, 1000),
    "warm_up": (0, 100_000_000),
    "target_every": (1, 100_000_000),
    "least_memory": (1, MAX_MEMORY),
    "least_times": (1, 100),
    "most_times": (1, 100),
    "rl_rate": (0.0, MAX_RATE),
    "sl_rate": (0.0, MAX_RATE),
    "rate_decay": (0.0, 1e15),
    "eta": (0.0, 1.0),
    "explore": (0.0, 1.0),
    "epsilon": (0.0, 1.0),
    "epsilon_decay": (0.0, 1e15),
    "discount": (0.0, 1.0),
    "alpha": (0.0, 10.0),
    "beta": (0.0, 1.0),
    "beta_episodes": (1.0, 1e15),
}
"""Bounds of each setting that is one number: whole if its bounds are."""

_PRIORITISED = ("alpha", "beta", "beta_episodes")
_REPEATED = ("least_times", "most_times")


@dataclass(frozen=True)
class NfspParameters:
    """Hyperparameters of a run; each seat has two networks and two memories.

    Attributes:
        method: one of ``METHODS``.
        hidden: sizes of the hidden layers, multiples of 16.
        rl_memory: capacity of a seat's circular memory, in transitions.
        sl_memory: capacity of a seat's reservoir, in best-response decisions.
        batch: minibatch size.
        games: hands played in parallel.
        learn_every: own decisions of a seat between its updates.
        updates: updates of each of its networks then.
        rl_rate: learning rate of action values; the loss is the mean squared error.
        sl_rate: learning rate of average policies; the loss is the mean cross-entropy.
        warm_up: updates of linear learning-rate warm-up; 0 for none.
        rate_decay: both rates are divided by sqrt(1 + updates / rate_decay); 0 keeps them.
        target_every: updates between copies of the values into the target network.
        eta: probability that a seat plays its best response for a hand, not its average.
        explore: share of hands in which a random seat plays its average but a random action every
            other time; only it learns from the hand, and only action values.
        epsilon: probability of a random action in a best response.
        epsilon_decay: it is divided by sqrt(1 + episodes / epsilon_decay); 0 keeps it.
        discount: of the value of the next own decision.
        least_memory: entries of a memory before learning from it starts.
        alpha: priorities are errors to this power (prioritised replay).
        beta: initial exponent of importance weights.
        beta_episodes: episodes over which beta is annealed to 1.
        least_times: fewest repeats of a batch (learning times).
        most_times: the largest number.

    Raises:
        EngineError: if a setting is invalid.
    """

    method: str = METHODS[0]
    hidden: tuple[int, ...] = (128,)
    rl_memory: int = 200_000
    sl_memory: int = 2_000_000
    batch: int = 32
    games: int = 128
    learn_every: int = 32
    updates: int = 1
    rl_rate: float = 0.1
    sl_rate: float = 0.1
    warm_up: int = 300
    rate_decay: float = 50_000.0
    target_every: int = 1000
    eta: float = 0.1
    explore: float = 0.2
    epsilon: float = 0.0
    epsilon_decay: float = 0.0
    discount: float = 1.0
    least_memory: int = 1000
    alpha: float = 0.6
    beta: float = 0.4
    beta_episodes: float = 10_000_000.0
    least_times: int = 1
    most_times: int = 4

    def __post_init__(self) -> None:
        check_settings(self, METHODS, RANGES)
        if self.least_times > self.most_times:
            raise EngineError("least_times is not above most_times")
        if self.least_memory > min(self.rl_memory, self.sl_memory):
            raise EngineError("least_memory is more than a memory holds")

    @property
    def prioritised(self) -> bool:
        """True for prioritised replay."""
        return self.method != METHODS[0]

    @property
    def repeated(self) -> bool:
        """True if priorities decide how often a batch is learned."""
        return self.method == METHODS[2]


def applies(name: str, method: str) -> bool:
    """Return whether a setting affects a method."""
    if name in _REPEATED:
        return method == METHODS[2]
    return name not in _PRIORITISED or method != METHODS[0]
