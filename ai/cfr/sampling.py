"""Monte Carlo CFR on the public tree of a small two-player game.

An iteration traverses one deal for each player in turn, sampling the opponent's actions from its
strategy. *External sampling* explores all own actions, *robust sampling* as many as a schedule
states (``robust_sampling.py``), all sets of that size equally likely, and *outcome sampling* one.
Importance weights correct for omitted actions: sampled regrets are unbiased. Averages are
accumulated at the opponent's decisions, which are reached in proportion to their player's own
reach, the correct weight. In robust sampling the traverser's choices only scale all sums of a node
by one constant.

Information sets have one block each: current strategy, summed regrets and summed strategies, one
number for each action. The strategy is updated with the regrets, so traversals only read it.

Sources: Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", 2009.
Robust sampling: Li et al., "Double neural counterfactual regret minimization", 2020. Baselines:
Schmid et al., "Variance reduction in Monte Carlo counterfactual regret minimization", 2019, here
one for each history, as Davis, Schmid and Bowling, "Low-variance and zero-variance baselines for
extensive-form games", 2020.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.cfr import _kernels as k
from ai.cfr import _sampling as s
from ai.cfr.layout import Layout
from ai.cfr.robust_sampling import Picks, parse_picks
from ai.cfr.vector import layout_of
from ai.small_games.cells import cells_of, ends_of
from ai.small_games.deals import Deals, deals_of
from ai.training.checks import check_shapes, demand, within
from ai.training.trainer import MAX_COUNT, MAX_NUMBER, State
from engine.agent import PolicyTable
from engine.errors import EngineError, GameError
from engine.game import Game
from engine.policy import node_offsets
from engine.rng import rng_state
from engine.tree import DECISION, BettingTree
from engine.wording import Wording, either

METHODS = ("es-mccfr", "os-mccfr", "robust-mccfr")
"""External, outcome and robust sampling."""
WEIGHTS = ("linear", "plain")
"""Weights of an iteration in regrets and averages: its number, or one."""
DEFAULT_PICKS = "explicit:1,all"
"""The schedule of robust sampling where none is given."""
MAX_BASELINES = 20_000_000
"""Most histories that may have a baseline."""
_PARTS = 3


class SamplingSolver:
    """A run of a Monte Carlo CFR variant.

    Args:
        game: a small two-player game.
        method: one of ``METHODS``.
        picks: number of own actions sampled by robust sampling, as ``parse_picks`` reads it; empty
            for ``DEFAULT_PICKS``.
        seed: of all random numbers.
        weights: one of ``WEIGHTS``.
        baselines: whether to keep a running mean of every history's value as a variance-reducing
            baseline.
        merge_suits: work on ranks where suits carry no information.

    Raises:
        EngineError: for an unknown method, schedule or weight, or a schedule without robust
            sampling.
        GameError: if the game has other than two players, or is too large.
    """

    def __init__(
        self,
        game: Game,
        method: str,
        picks: str = "",
        seed: int = 0,
        weights: str = "linear",
        baselines: bool = False,
        merge_suits: bool = True,
    ) -> None:
        if method not in METHODS:
            raise EngineError(
                "there is no sampling method '{method}'; choose {methods}",
                method=method[:60],
                methods=either(METHODS),
            )
        if weights not in WEIGHTS:
            raise EngineError(
                "there are no weights '{weights}'; choose {known}",
                weights=weights[:60],
                known=either(WEIGHTS),
            )
        if picks and method != "robust-mccfr":
            raise EngineError(
                "{method} takes no schedule of actions; robust-mccfr does", method=method
            )
        self._game = game
        self._linear = weights == "linear"
        self._walk = s.walk_one if method == "os-mccfr" else s.walk_own
        self.picks = _picks_of(method, picks)
        deals, layout = deals_of(game, merge_suits), layout_of(game, merge_suits)
        self._layout = layout
        self._walks = _walks(layout.tree, deals, self.picks.resolve(layout.tree))
        cells = len(self._walks.edges)
        if baselines and layout.tree.num_nodes * cells > MAX_BASELINES:
            raise GameError(
                "{title} is too large for a baseline at every history", title=Wording(game.title)
            )
        self._baselines = np.zeros((layout.tree.num_nodes if baselines else 0, cells))
        self._scratch = _scratch(layout.tree)
        self._rng = rng_state(seed)
        self._counters = np.zeros(s.NUM_COUNTERS, np.int64)
        self._strategies, self._sums, self._state = _block_offsets(layout)
        self._look = layout.blank()
        self._chips = np.zeros(2)
        # Without the seed: a state contains its random numbers.
        settings = (game.name, method, str(self.picks), weights, baselines, merge_suits)
        self._kind = "\n".join(map(str, settings)).encode()

    @property
    def game(self) -> Game:
        """The game that is learned."""
        return self._game

    @property
    def iteration(self) -> int:
        """Iterations done, each of two traversals."""
        return int(self._counters[s.ITERATIONS])

    @property
    def nodes(self) -> int:
        """Node touches so far, terminals included."""
        return int(self._counters[s.NODES])

    @property
    def num_bytes(self) -> int:
        """Memory of the state."""
        return self._state.nbytes + self._baselines.nbytes

    def step(self, count: int) -> None:
        """Run ``count`` iterations without a pause; 0 only compiles the kernels."""
        self._walk(
            self._walks,
            self._state,
            self._baselines,
            self._scratch,
            self._rng,
            self._counters,
            self._linear,
            count,
        )

    def best_responses(self) -> tuple[float, ...]:
        """Return the best-response EV of each position against the average, in chips per hand."""
        k.best_responses_to_average(
            self._layout.arrays, self._average_sums(), self._look, self._chips
        )
        return tuple(self._chips.tolist())

    def exploitability(self) -> float:
        """NashConv / 2 of the average strategies, in chips per hand."""
        return max(0.0, sum(self.best_responses()) / 2)  # up to rounding

    def value(self) -> float:
        """Position 0's EV in chips per hand when both play the average."""
        self.best_responses()  # leaves the reach of the averages in the arrays
        return float(
            k.expected_value(self._layout.arrays, 0, self._look[k.REACH], self._look[k.VALUE])
        )

    def average(self) -> PolicyTable:
        """The average strategies of both positions, for all combos."""
        strategy = self._average_sums()
        for position in (0, 1):
            k.normalise(self._layout.arrays, position, strategy, strategy)
        return self._layout.table_of(strategy)

    def save_state(self) -> State:
        """A snapshot from which ``load_state`` resumes, bit for bit."""
        return {
            "kind": np.frombuffer(self._kind, np.uint8).copy(),
            "blocks": self._state.copy(),
            "baselines": self._baselines.copy(),
            "rng": self._rng.copy(),
            "counters": self._counters.copy(),
        }

    def load_state(self, state: State) -> None:
        """Resume from a snapshot of a run of the same kind.

        Raises:
            EngineError: if it is of another kind of run, or invalid.
        """
        check_shapes(state, self.save_state())
        if state["kind"].tobytes() != self._kind:
            raise EngineError("this checkpoint belongs to another game or algorithm")
        blocks = state["blocks"]
        demand(within(blocks, -MAX_NUMBER, MAX_NUMBER), "blocks")
        demand(within(state["baselines"], -MAX_NUMBER, MAX_NUMBER), "baselines")
        demand(blocks[self._strategies].min() >= 0.0 and blocks[self._sums].min() >= 0.0, "sums")
        demand(within(state["counters"], 0, MAX_COUNT), "counts")
        demand(state["rng"].any(), "random numbers")
        self._state[:] = blocks
        self._baselines[:] = state["baselines"]
        self._rng[:] = state["rng"]
        self._counters[:] = state["counters"]

    def _average_sums(self) -> NDArray[np.float64]:
        """Summed strategies in the layout's order: (size,) float64."""
        sums = np.zeros(self._layout.size)
        sums[self._layout.places] = self._state[self._sums]
        return sums


def _picks_of(method: str, picks: str) -> Picks:
    if method == "robust-mccfr":
        return parse_picks(picks or DEFAULT_PICKS)
    return parse_picks("constant:1" if method == "os-mccfr" else "constant:all")


def _block_offsets(
    layout: Layout,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Return offsets of strategies and sums in the state, in a table's order, and a new state."""
    tree = layout.tree
    rows = np.array(layout.deals.rows().num_rows, np.int64)
    nodes = np.flatnonzero(tree.kind == DECISION)
    actions = tree.num_actions[nodes].astype(np.int64)
    widths = np.repeat(actions, rows[tree.street[nodes]])
    starts = np.cumsum(widths) - widths
    within = np.arange(len(layout.places)) - np.repeat(starts, widths)
    firsts = np.repeat(starts * _PARTS, widths) + within
    state = np.zeros(len(layout.places) * _PARTS)
    state[firsts] = np.repeat(1.0 / widths, widths)
    return firsts, firsts + (_PARTS - 1) * np.repeat(widths, widths), state


def _walks(tree: BettingTree, deals: Deals, picks: NDArray[np.int64]) -> s.SamplingArrays:
    """Return the kernels' arrays for given numbers of sampled actions at each node."""
    deciding = tree.kind == DECISION
    actions = tree.num_actions.astype(np.int64)
    offsets, _ = node_offsets(tree, deals.rows().num_rows)
    nodes = np.zeros((tree.num_nodes, s.NODE_COLUMNS), np.uint32)
    nodes[:, s.ACTOR] = np.where(deciding, tree.actor, s.TERMINAL)
    nodes[:, s.ACTIONS] = actions
    nodes[:, s.CHILD] = np.where(deciding, tree.first_child, 0)
    nodes[:, s.BLOCK] = np.where(deciding, offsets * _PARTS, 0)
    nodes[:, s.STRIDE] = actions * _PARTS
    nodes[:, s.STREET] = tree.street
    nodes[:, s.PICKS] = picks

    scales = np.ones((tree.num_nodes, 2))
    scales[deciding, s.PICK] = actions[deciding] / picks[deciding]
    visits = np.ones((tree.num_nodes, 2))  # by the sampling of either player
    for node in range(1, tree.num_nodes):
        parent = tree.parent[node]
        visits[node] = visits[parent]
        visits[node, tree.actor[parent]] *= scales[parent, s.PICK]
    scales[deciding, s.VISIT] = visits[deciding, tree.actor[deciding]]

    cells = cells_of(deals)
    return s.SamplingArrays(nodes, scales, ends_of(tree), cells.deals, cells.lanes, cells.edges)


def _scratch(tree: BettingTree) -> s.SamplingScratch:
    nodes = tree.num_nodes
    return s.SamplingScratch(
        queue=np.zeros(nodes, np.uint32),
        values=np.zeros(nodes + int(tree.num_actions.max())),
        own=np.zeros((nodes, 4), np.uint32),
        passed=np.zeros((nodes, 2), np.uint32),
        shifts=np.zeros(nodes),
    )
