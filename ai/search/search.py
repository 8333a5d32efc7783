"""Information set tree search of a small two-player game by simulation.

A simulation deals hidden cards, descends from the root to a terminal, and credits each player's
result to that player's actions. Each player has a tree of its own information states, and hands
that it distinguishes share no statistics. At a player's first new state the simulation continues
with a rollout for that player, and only this state is added.

From the start of a game, hidden cards are both hands and the board, and the visits are an average
strategy of the whole game. From another node they are drawn from a belief (``belief.py``).

A method may have prior knowledge of states, from trained networks or any engine's table: a prior
for selection by PUCT, or for the actions of new states and of players without own states, and
values that end a simulation for a player.

Statistics have the layout of the probabilities of a ``PolicyTable``: every state of a small game is
allocated, so the memory is known in advance: ``num_bytes``.

Sources: Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006; Cowling, Powley and
Whitehouse, "Information set Monte Carlo tree search", 2012; Smooth UCT: Heinrich and Silver,
"Smooth UCT search in computer poker", 2015; PUCT: Silver et al., "Mastering the game of Go without
human knowledge", 2017. Of tied actions the first is taken; utilities are chips won over the whole
hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.cfr.best_response import exploitability
from ai.cfr.vector import layout_of
from ai.networks.environment import Environment
from ai.networks.play_modes import Player
from ai.networks.record import Networks
from ai.networks.table import network_table, plan_of
from ai.search import _simulate as s
from ai.search.methods import BEYOND, BY_VALUES, VISITS, Method, final_shares
from ai.small_games.cells import Cells, cells_of, ends_of
from ai.small_games.deals import Deals, deals_of
from engine.agent import PolicyTable
from engine.errors import EngineError
from engine.game import Game
from engine.policy import DenseRows, node_block, node_offsets
from engine.rng import rng_state
from engine.tree import DECISION, BettingTree
from engine.wording import Wording


@dataclass(frozen=True)
class SearchGame:
    """A small game, prepared for searches; suits are merged where they carry no information.

    Attributes:
        deals: the classes of hands and boards.
        cells: the deals that can be drawn.
        rows: the row of each combo in a table of this game.
        offsets: (nodes,) int64: start of the statistics of a node: that of a table's
            probabilities.
        size: number of actions of all information states.
    """

    tree: BettingTree
    deals: Deals
    cells: Cells
    rows: DenseRows
    offsets: NDArray[np.int64]
    size: int
    ground: s.SearchArrays

    @property
    def chances(self) -> NDArray[np.float64]:
        """The number of equally likely deals in each cell: (cells,) float64."""
        return np.bincount(self.cells.deals).astype(np.float64)


@lru_cache(maxsize=16)
def arena_of(game: Game) -> SearchGame:
    """Prepare a small game for searches.

    Raises GameError if the game has other than two players, is too large, or has no decision.
    """
    deals, tree = deals_of(game, merge_suits=True), layout_of(game).tree
    rows, cells = deals.rows(), cells_of(deals)
    offsets, size = node_offsets(tree, rows.num_rows)
    deciding = tree.kind == DECISION
    nodes = np.zeros((tree.num_nodes, s.NODE_COLUMNS), np.uint32)
    nodes[:, s.ACTOR] = np.where(deciding, tree.actor, s.TERMINAL)
    nodes[:, s.ACTIONS] = tree.num_actions
    nodes[:, s.CHILD] = np.where(deciding, tree.first_child, 0)
    nodes[:, s.FIRST] = np.where(deciding, offsets, 0)
    nodes[:, s.STREET] = tree.street
    ground = s.SearchArrays(nodes, ends_of(tree), cells.lanes, cells.edges)
    return SearchGame(tree, deals, cells, rows, offsets, size, ground)


_NOTHING = np.zeros(0)


@dataclass(frozen=True, eq=False)
class Guide:
    """Priors of all information states, in the layout of the arena's statistics.

    Attributes:
        prior: (size,) float64: probability of each action.
        values: (size,) float64: chips that each action wins over the whole hand; empty if not
            known.
    """

    prior: NDArray[np.float64]
    values: NDArray[np.float64]


NO_GUIDE = Guide(_NOTHING, _NOTHING)
"""A guide without any knowledge."""


def table_guide(table: PolicyTable) -> Guide:
    """Return a prior from a suit-symmetric strategy of a small game.

    Raises:
        EngineError: if its tree or its rows are not the game's.
        GameError: if the game has other than two players, or is too large.
    """
    arena = arena_of(table.tree.game)
    if not table.tree.same_as(arena.tree) or table.rows.num_rows != arena.rows.num_rows:
        raise EngineError(
            "a search needs a prior for all bets and hands of {title}",
            title=Wording(table.tree.game.title),
        )
    return Guide(table.probabilities, _NOTHING)


def network_guide(environment: Environment, networks: Networks) -> Guide:
    """Return average networks as policy prior, and value networks' action values.

    Args:
        environment: of a small two-player game.
        networks: the networks; those without values give only a prior.

    Raises:
        EngineError: if the menu of the networks lacks bets of the game.
        GameError: if the game has other than two players, or is too large.
    """
    prior = table_guide(network_table(environment, networks)).prior
    player, plan = Player(environment, networks), plan_of(environment)
    if not player.has_values:
        return Guide(prior, _NOTHING)
    evs, streets = np.zeros_like(prior), plan.blank.tree.street.tolist()
    for node, decision in plan.decisions:
        # Networks return chips from here on; a search counts over the whole hand.
        values = player.values(decision, plan.cards[streets[node]]) - decision.spent
        plan.block(evs, node)[:] = values
    return Guide(prior, evs)


class Search:
    """A search.

    Args:
        game: a small two-player game.
        root: the decision at which simulations begin; 0 is the start of the game.
        weights: (cells,) float64: probability of each cell of the arena, up to a factor; None deals
            all cards uniformly.
        stream: index of the seed's random stream; streams are independent.

    Attributes:
        dropped: bit mask of the root's eliminated actions.

    Raises:
        GameError: if the game has other than two players, or is too large.
        EngineError: if no deal can lead to the root, or the method needs what the guide lacks.
    """

    def __init__(
        self,
        game: Game,
        method: Method,
        seed: int = 0,
        root: int = 0,
        weights: NDArray[np.float64] | None = None,
        stream: int = 0,
        guide: Guide = NO_GUIDE,
    ) -> None:
        needed = (guide.prior,) * method.needs_guide + (guide.values,) * (
            method.beyond == BY_VALUES
        )
        if not all(map(len, needed)):
            raise EngineError(
                "'{name}' searches with a prior and values, and has none", name=method.name
            )
        self._arena = arena_of(game)
        self._root = root
        summed = np.cumsum(self._arena.chances if weights is None else weights)
        if not summed[-1] > 0.0:
            raise EngineError("no deal can lead to this decision")
        self._cumulative = summed / summed[-1]
        tree = self._arena.tree
        most = float(tree.spent.max()) * method.exploration
        learners = s.BOTH if method.other_learns else 1 << int(tree.actor[root])
        self._way = s.SelectionParameters(
            most,
            method.mix,
            method.least_mix,
            method.decay,
            int(method.by_prior),
            BEYOND.index(method.beyond),
            learners,
        )
        self._hints = s.Hints(guide.prior, guide.values)
        self._statistics = np.zeros((self._arena.size, s.NUM_STATISTICS))
        self._path = np.zeros(tree.num_nodes, np.uint64)
        self._rng = rng_state(seed, stream)
        self.simulations = 0
        self.dropped = 0

    @property
    def learners(self) -> int:
        """Bit mask of players with search states; others act by the prior."""
        return self._way.learners

    @property
    def num_bytes(self) -> int:
        """Memory of the statistics."""
        return self._statistics.nbytes

    @property
    def visits(self) -> int:
        """Visit counts of each action of a state, over all simulations."""
        return int(self._statistics[:, s.COUNT].sum())

    def run(self, count: int) -> None:
        """Run ``count`` further simulations; 0 only compiles the kernels."""
        s.simulate(
            self._arena.ground,
            self._hints,
            self._statistics,
            self._path,
            self._cumulative,
            self._way,
            self._rng,
            self._root,
            self.dropped,
            count,
        )
        self.simulations += count

    def statistics(self, node: int) -> NDArray[np.float64]:
        """Return statistics of a decision's actions: (rows, actions, 3) float64, a copy.

        The last axis has the action's visits, the sum of its player's winnings over the whole hand
        in chips, and the sum of their squares.
        """
        arena = self._arena
        street, actions = arena.tree.street[node], int(arena.tree.num_actions[node])
        start, rows = int(arena.offsets[node]), arena.rows.num_rows[street]
        block = self._statistics[start : start + rows * actions]
        return block.reshape(rows, actions, s.NUM_STATISTICS).copy()

    def table(self, final: str = VISITS) -> PolicyTable:
        """The strategy of the whole game; uniform at unvisited states.

        Args:
            final: one of ``methods.FINALS``.

        Raises:
            EngineError: for an unknown final move.
        """
        arena = self._arena
        probabilities = np.zeros(arena.size)
        for node in np.flatnonzero(arena.tree.kind == DECISION).tolist():
            statistics = self.statistics(node)
            block = node_block(probabilities, arena.tree, arena.offsets, arena.rows.num_rows, node)
            block[:] = final_shares(statistics[:, :, s.COUNT], statistics[:, :, s.SUM], final)
        return PolicyTable(arena.tree, arena.rows, arena.offsets, probabilities)

    def exploitability(self, final: str = VISITS) -> float:
        """NashConv / 2 of ``table``, in chips per hand."""
        return exploitability(self.table(final))
