"""Searches from a decision of hold'em, and the engine that plays them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.networks.lines import actions_at
from ai.networks.play_modes import Player, decision_at
from ai.search.belief import Ranges
from ai.search.effort import SearchEffort
from ai.search.incremental import HandSearch, HoldemSearchGame, root_of
from ai.search.methods import Method
from ai.search.publictree import HandTrees, PublicTree
from ai.search.range_strategy import SearchingAgent
from engine.combos import combo_cards
from engine.jobs import JobControl
from engine.player import PublicState
from engine.policy import blocked


class HandDecision:
    """Searches at a decision of hold'em, one for each own combo.

    Each row is a combo. The same decision, combo and seed always give the same bits.

    Args:
        weights: (1326,) float64: probability of the opponent's combos, heads-up; None is uniform.
        seed: of all random numbers; each of the player's hands has its own stream.

    Attributes:
        row_of: (1326,) int64: each combo's own number, -1 where the board blocks it.

    Raises:
        EngineError: if the method needs networks or values that are missing.
    """

    def __init__(
        self,
        ground: HoldemSearchGame,
        spot: PublicState,
        method: Method,
        weights: NDArray[np.float64] | None = None,
        seed: int = 0,
    ) -> None:
        ground.check(method, 1)
        self.spot = spot
        self._ground, self._method, self._seed = ground, method, seed
        self._root = root_of(ground, spot, weights)
        self._trees = HandTrees(ground.environment, self._root)
        self.actions = actions_at(ground.environment, self._root.row)
        out = blocked(spot.game, spot.board)
        self.row_of = np.where(out, -1, np.arange(len(out)))

    @property
    def rows(self) -> list[int]:
        """The possible combos, ascending."""
        return [int(row) for row in self.row_of[self.row_of >= 0]]

    def search(self, row: int) -> HandSearch:
        """Return a new search for the holder of a combo; reproducible bit for bit."""
        return HandSearch(self._ground, self._root, row, self._method, self._seed)

    def statistics(self, search: HandSearch, row: int) -> NDArray[np.float64]:
        """Return statistics of a combo's actions: (actions, 3) float64, as of ``HandSearch``."""
        return search.statistics()

    def believed(self, combo: int) -> NDArray[np.float64]:
        """Return the belief over the opponent's combos: (1326,) float64, sum 1."""
        held = blocked(self.spot.game, combo_cards()[combo].tolist())
        belief: NDArray[np.float64] = np.where(held, 0.0, self._root.believed)
        return np.asarray(belief / belief.sum())

    def tree(self, search: HandSearch) -> PublicTree:
        """Return a search's statistics of each line with enough simulations; read-only."""
        return self._trees.tree(search)

    def prior(self, search: HandSearch, row: int) -> NDArray[np.float64] | None:
        """Return the networks' policy prior: (actions,), None without networks."""
        return search.prior()

    def known_values(self, row: int) -> NDArray[np.float64] | None:
        """Return networks' action values of a combo, chips over the whole hand: (actions,)."""
        networks, environment = self._ground.networks, self._ground.environment
        if networks is None or not networks.values:
            return None
        decision = decision_at(environment, self._root.row)
        cards = environment.card_inputs(self.spot.board, np.array([row]))
        values: NDArray[np.float64] = Player(environment, networks).values(decision, cards)[0]
        return values - decision.spent


class HandAgent(SearchingAgent):
    """An engine that searches at each decision of hold'em.

    Args:
        ranges: believed ranges of the other, heads-up; None is uniform.

    Raises:
        EngineError: if the method needs networks or values that are missing, or a search would take
            too much memory.
    """

    def __init__(
        self,
        name: str,
        ground: HoldemSearchGame,
        method: Method,
        effort: SearchEffort,
        ranges: Ranges | None = None,
    ) -> None:
        super().__init__(name, ground.environment.game, effort)
        ground.check(method, effort.simulations)
        self._ground, self._method, self._ranges = ground, method, ranges

    def decision(self, spot: PublicState, control: JobControl | None = None) -> HandDecision:
        """Return the searches of a decision, with beliefs, not yet started."""
        self.check(spot)
        weights = None
        if self._ranges is not None and self.game.is_heads_up:
            weights = self._ranges(spot, control)[1 - spot.to_act]
        return HandDecision(self._ground, spot, self._method, weights)
