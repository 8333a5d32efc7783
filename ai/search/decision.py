"""Searches from one decision, for one hand or for a whole range."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import TableAgent
from ai.reading.reach import Weights
from ai.search.belief import Ranges, deal_weights, uniform_ranges
from ai.search.effort import SearchEffort
from ai.search.methods import Method, get_method
from ai.search.publictree import PublicTree, public_tree
from ai.search.range_strategy import SearchingAgent
from ai.search.search import NO_GUIDE, Guide, Search, arena_of
from engine.agent import PolicyTable
from engine.combos import combo_cards
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState
from engine.policy import blocked, node_block, policy_table
from engine.wording import Wording

_LISTED = 10_000
"""Most simulations per decision for listing a whole strategy: 2 seconds in Leduc."""


class DecisionSearch:
    """Searches at a decision, one for each of the player's hands up to suit isomorphism.

    The search knows the player's hand; the other's is sampled from the belief. If the other
    player's
    nodes learn, too, they learn against this one hand: the result is a response to an opponent that
    adapts to a hand it cannot see, not an equilibrium. If the other acts by the prior, it is a
    response to the prior.

    Args:
        ranges: (2, num_combos) float64, the believed ones; None is every hand.
        seed: of all random numbers; each of the player's hands has its own stream.
        guide: prior knowledge of the game, for methods that need it.

    Attributes:
        row_of: (num_combos,) the row of each combo, -1 where the board blocks it.

    Raises:
        GameError: if the game has other than two players, or is too large.
        EngineError: if the spot is not a decision of the game.
    """

    def __init__(
        self,
        spot: PublicState,
        method: Method,
        ranges: Weights | None = None,
        seed: int = 0,
        guide: Guide = NO_GUIDE,
    ) -> None:
        self.spot = spot
        self._method, self._seed, self._guide = method, seed, guide
        self._arena = arena_of(spot.game)
        self._node = self._arena.tree.find(spot.actions)
        if self._node < 0 or spot.finished:
            raise EngineError(
                "there is nothing to decide here in {title}", title=Wording(spot.game.title)
            )
        self.row_of = self._arena.rows.rows_on(spot.board)
        self.actions = self._arena.tree.actions_at(self._node)
        self._uniform = deal_weights(spot, uniform_ranges(spot.game))
        self._weights = self._uniform
        if ranges is not None:
            believed = ranges.copy()
            believed[spot.to_act] = 1.0  # the player's hand is known
            self._weights = deal_weights(spot, believed)

    @property
    def rows(self) -> list[int]:
        """The rows of possible hands of the player, ascending."""
        return [int(row) for row in np.unique(self.row_of[self.row_of >= 0])]

    def belief(self, row: int) -> NDArray[np.float64]:
        """Return the belief over cells for the holder of a row: (cells,) float64, sum 1.

        If the opponent's range is empty, all of its hands are equally likely.
        """
        streets = self._arena.cells.lanes.shape[1] // 2
        lanes = self._arena.cells.lanes[:, self.spot.to_act * streets + self.spot.street]
        for weights in (self._weights, self._uniform):
            own = np.where(lanes == row, weights, 0.0)
            if own.sum() > 0.0:
                return np.asarray(own / own.sum())
        raise EngineError("this hand is impossible here")

    def search(self, row: int) -> Search:
        """Return a new search for the holder of a row; reproducible bit for bit.

        Raises EngineError if the hand is impossible.
        """
        stream = 1 + self._node * max(self._arena.rows.num_rows) + row
        belief = self.belief(row)
        return Search(
            self.spot.game, self._method, self._seed, self._node, belief, stream, self._guide
        )

    def statistics(self, search: Search, row: int) -> NDArray[np.float64]:
        """Return statistics of a row's actions: (actions, 3) float64, as ``Search.statistics``."""
        statistics: NDArray[np.float64] = search.statistics(self._node)[row]
        return statistics

    def believed(self, combo: int) -> NDArray[np.float64]:
        """Return the belief over the opponent's combos: (num_combos,) float64, sum 1.

        Combos that differ only by suits share the probability of their class.
        """
        spot, lanes = self.spot, self._arena.cells.lanes
        streets = lanes.shape[1] // 2
        held = lanes[:, (1 - spot.to_act) * streets + spot.street].astype(np.int64)
        chances = np.bincount(
            held, self.belief(int(self.row_of[combo])), max(self._arena.rows.num_rows)
        )
        own = combo_cards(spot.game.deck, spot.game.num_hole)[combo].tolist()
        left = np.where(blocked(spot.game, own), -1, self.row_of)
        belief = np.zeros(len(self.row_of))
        for kind in np.unique(left[left >= 0]):
            alike = left == kind
            belief[alike] = chances[kind] / alike.sum()
        return belief

    def tree(self, search: Search) -> PublicTree:
        """Return a search's statistics by betting line; read-only."""
        return public_tree(search, self.spot)

    def prior(self, search: Search, row: int) -> NDArray[np.float64] | None:
        """Return the guide's prior over a row's actions: (actions,), None without one."""
        return self._known(self._guide.prior, row)

    def known_values(self, row: int) -> NDArray[np.float64] | None:
        """Return the guide's values of a row's actions, chips over the whole hand: (actions,)."""
        return self._known(self._guide.values, row)

    def _known(self, numbers: NDArray[np.float64], row: int) -> NDArray[np.float64] | None:
        if not len(numbers):
            return None
        arena, rows = self._arena, self._arena.rows.num_rows
        block = node_block(numbers, arena.tree, arena.offsets, rows, self._node)
        values: NDArray[np.float64] = block[row].copy()
        return values


class DecisionAgent(SearchingAgent):
    """An engine that searches at each decision of a small game.

    Args:
        ranges: believed ranges of the other; None is uniform.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        method: Method,
        effort: SearchEffort,
        ranges: Ranges | None = None,
        guide: Guide = NO_GUIDE,
    ) -> None:
        super().__init__(name, game, effort)
        self._method, self._ranges, self._guide = method, ranges, guide

    def table(self) -> PolicyTable | None:
        """The whole strategy, where searching it takes only seconds."""
        return self._table if self.effort.simulations <= _LISTED else None

    @cached_property
    def _table(self) -> PolicyTable:
        return policy_table(self.game, self.strategy)

    def decision(self, spot: PublicState, control: JobControl | None = None) -> DecisionSearch:
        """Return the searches of a decision, with beliefs and priors, not yet started."""
        self.check(spot)
        ranges = None if self._ranges is None else self._ranges(spot, control)
        return DecisionSearch(spot, self._method, ranges, guide=self._guide)


SIMULATIONS = 3_000_000
"""Hands simulated before the first answer: some 1.5 seconds in Leduc."""
AT_DECISION = SearchEffort(3000)
"""Default search of a decision, for each possible hand."""
DECISION = "decision"
_AT_ONCE = 50_000

_searching = Lock()


def make_agent(name: str, game: Game, home: Path | None, control: JobControl) -> TableAgent:
    """Build the engine that plays a search's visits; reproducible bit for bit.

    Args:
        name: of the method.
        game: a game for which ``is_small`` holds.
        home: unused; nothing is stored.
        control: progress and cancellation; simulations until then are kept.

    Raises:
        EngineError: if there is no such method.
        GameError: if the game is too large.
    """
    with _searching:
        search = _search(name, game)
        while search.simulations < SIMULATIONS:
            control.check()
            search.run(_AT_ONCE)
            control.progress(search.simulations / SIMULATIONS)
        return TableAgent(name, search.table(), f"{SIMULATIONS:,} simulations")


@lru_cache(maxsize=8)
def _search(name: str, game: Game) -> Search:
    return Search(game, get_method(name))
