"""Vector-form CFR on the public tree of a small game, without sampling.

With two players the average converges to an equilibrium. With more there is no such guarantee:
exploitability is measured, and may stop falling.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ai.cfr import _kernels as k
from ai.cfr.layout import Layout, lay_out
from ai.cfr.schedule import Schedule
from ai.small_games.joint import listed_deals
from ai.training.checks import check_shapes, demand, within
from ai.training.trainer import MAX_COUNT, MAX_NUMBER, State
from engine.agent import PolicyTable
from engine.errors import GameError
from engine.game import Game
from engine.policy import MAX_NODES
from engine.tree import build_tree
from engine.wording import Wording

MAX_SIZE = 4_000_000
"""Most entries of a solver array."""
_CHUNK = 4096


@lru_cache(maxsize=8)
def layout_of(game: Game, merge_suits: bool = True) -> Layout:
    """The whole betting tree of a small game with its deals.

    Raises:
        GameError: if the game is too large, or has no decision.
    """
    deals = listed_deals(game, merge_suits)
    layout = lay_out(build_tree(game, max_nodes=MAX_NODES), deals)
    if layout.size > MAX_SIZE:
        raise GameError("{title} is too large to solve exactly", title=Wording(game.title))
    return layout


class Solver:
    """A run of a CFR variant: a ``Trainer``.

    Args:
        game: a small game.
        schedule: the variant.
        simultaneous: update all positions from the same strategies instead of in turn.
        merge_suits: work on ranks where suits carry no information.

    Attributes:
        game: the game.
        schedule: the variant.
        iteration: iterations done.

    Raises:
        GameError: if the game is too large.
    """

    def __init__(
        self,
        game: Game,
        schedule: Schedule,
        simultaneous: bool = False,
        merge_suits: bool = True,
    ) -> None:
        self.game = game
        self.schedule = schedule
        self.iteration = 0
        self._simultaneous = simultaneous
        self._layout = layout_of(game, merge_suits)
        self._state = self._layout.blank()
        self._scratch = self._layout.blank()
        widest = int(self._layout.arrays.streets[:, k.LANES].max())
        self._work = np.zeros((2, widest))
        self._chips = np.zeros(game.num_players)
        self._factors = schedule.factors(1, _CHUNK)
        self._factors_start = 0

    @property
    def num_infosets(self) -> int:
        """Information sets, with suits merged if they are."""
        layout = self._layout
        streets = range(self.game.num_rounds)
        counts = np.array([int(layout.deals.possible(street).sum()) for street in streets])
        return int(counts[layout.arrays.nodes[:, k.STREET].astype(np.int64)].sum())

    @property
    def nodes(self) -> int:
        """Node touches in lanes: each decision for its player, each terminal for all players."""
        arrays = self._layout.arrays
        lanes = arrays.streets[:, k.LANES].astype(np.int64)
        decisions = lanes[arrays.nodes[:, k.STREET].astype(np.int64)].sum()
        terminals = lanes[arrays.terminals[:, k.END_STREET].astype(np.int64)].sum()
        return self.iteration * int(decisions + self.game.num_players * terminals)

    @property
    def num_bytes(self) -> int:
        """Memory of the state and of the evaluation arrays."""
        return self._state.nbytes + self._scratch.nbytes

    def step(self, count: int) -> None:
        """Run ``count`` iterations without a pause; 0 only compiles the kernels."""
        while True:
            row = self.iteration - self._factors_start
            if not 0 <= row < _CHUNK:
                self._factors_start = self.iteration // _CHUNK * _CHUNK
                self._factors = self.schedule.factors(self._factors_start + 1, _CHUNK)
                row = self.iteration - self._factors_start
            rows = self._factors[row : row + count]
            k.iterate(
                self._layout.arrays,
                self._state,
                rows,
                self.schedule.floor,
                self.schedule.prediction,
                self._simultaneous,
                self._work,
            )
            self.iteration += len(rows)
            count -= len(rows)
            if count == 0:
                break

    def best_responses(self) -> tuple[float, ...]:
        """Return the best-response EV of each position against the averages, in chips per hand."""
        k.best_responses_to_average(
            self._layout.arrays, self._state[k.AVERAGE], self._scratch, self._chips
        )
        return tuple(self._chips.tolist())

    def exploitability(self) -> float:
        """Return NashConv of the averages divided by the number of players, in chips per hand."""
        won = sum(self.best_responses())  # the averages' payoffs sum to 0
        return max(0.0, won / self.game.num_players)  # up to rounding

    def value(self) -> float:
        """Position 0's EV in chips per hand when all play their averages."""
        self.best_responses()  # leaves the reach of the averages in the scratch arrays
        reach, value = self._scratch[k.REACH], self._scratch[k.VALUE]
        return float(k.expected_value(self._layout.arrays, 0, reach, value))

    def average(self) -> PolicyTable:
        """The average strategies of all positions, for all combos."""
        strategy = np.zeros(self._layout.size)
        for position in range(self.game.num_players):
            k.normalise(self._layout.arrays, position, self._state[k.AVERAGE], strategy)
        return self._layout.table_of(strategy)

    def current(self) -> PolicyTable:
        """The strategies that the next iteration plays, for all combos."""
        return self._layout.table_of(self._state[k.STRATEGY])

    def regrets(self) -> PolicyTable:
        """Return summed regrets as a table, aggregated over the combos of a class."""
        return self._layout.table_of(self._state[k.REGRET])

    def save_state(self) -> State:
        """A snapshot from which ``load_state`` resumes, bit for bit."""
        return {"iteration": np.array([self.iteration]), "sums": self._state.copy()}

    def load_state(self, state: State) -> None:
        """Resume from a snapshot of a run of the same kind.

        Raises:
            EngineError: if the state does not match, or is invalid.
        """
        check_shapes(state, self.save_state())
        iteration, sums = state["iteration"], state["sums"]
        demand(within(iteration, 0, MAX_COUNT), "counts")
        demand(within(sums, -MAX_NUMBER, MAX_NUMBER), "sums")
        demand(sums[[k.STRATEGY, k.REACH]].min() >= 0.0, "sums")
        self._state[:] = sums
        self.iteration = int(iteration[0])
