"""Searches from one decision, for one hand or for a whole range."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.base import RangeAgent
from ai.reach import RangeReader, Weights
from ai.search import _simulate as s
from ai.search.arena import arena_of
from ai.search.belief import deal_weights, ranges_of, uniform_ranges
from ai.search.guide import NO_GUIDE, Guide
from ai.search.methods import VISITS, Method, final_shares
from ai.search.search import Search
from engine.combos import combo_index
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, SeatView, Strategy, sample_action


class DecisionSearch:
    """Searches at a decision, one for each own hand that differs by more than suits.

    The own hand is known to the search, the other's is drawn from the belief. Where the other
    player's nodes learn beside it they learn against this one hand: what the search finds is an
    answer to an opponent that adapts to a hand it cannot see, not an equilibrium. Where the other
    acts by the prior, it is an answer to the prior.

    Args:
        spot: the decision.
        method: how actions are selected.
        ranges: (2, num_combos) float64, of which the other's is believed; None is every hand.
        seed: of all random numbers; each own hand has a stream of its own.
        guide: what is known of the game before, for methods that need it.

    Raises:
        GameError: if the game has other than two players, or is too large.
        EngineError: if the spot is no decision of the game.
    """

    def __init__(
        self,
        spot: PublicState,
        method: Method,
        ranges: Weights | None = None,
        seed: int = 0,
        guide: Guide = NO_GUIDE,
    ) -> None:
        self._guide = guide
        self._spot, self._method, self._seed = spot, method, seed
        self._arena = arena_of(spot.game)
        self._node = self._arena.tree.find(spot.actions)
        if self._node < 0 or spot.finished:
            raise EngineError(f"there is nothing to decide here in {spot.game.title}")
        self._rows = self._arena.rows.rows_on(spot.board)
        self._uniform = deal_weights(spot, uniform_ranges(spot.game))
        self._weights = self._uniform
        if ranges is not None:
            believed = ranges.copy()
            believed[spot.to_act] = 1.0  # the own hand is known
            self._weights = deal_weights(spot, believed)

    @property
    def rows(self) -> list[int]:
        """The rows of own hands that can be held here, ascending."""
        return [int(row) for row in np.unique(self._rows[self._rows >= 0])]

    def belief(self, row: int) -> NDArray[np.float64]:
        """How likely each cell is for who holds a row here: (cells,) float64, sum 1.

        Where the ranges leave nothing to the other, every hand of it is alike.
        """
        streets = self._arena.cells.lanes.shape[1] // 2
        lanes = self._arena.cells.lanes[:, self._spot.to_act * streets + self._spot.street]
        for weights in (self._weights, self._uniform):
            own = np.where(lanes == row, weights, 0.0)
            if own.sum() > 0.0:
                return np.asarray(own / own.sum())
        raise EngineError("nobody can hold this here")

    def search(self, row: int) -> Search:
        """A fresh search for who holds a row here; the same bits each time.

        Raises:
            EngineError: if nobody can hold it.
        """
        stream = 1 + self._node * max(self._arena.rows.num_rows) + row
        belief = self.belief(row)
        return Search(
            self._spot.game, self._method, self._seed, self._node, belief, stream, self._guide
        )

    def statistics(self, search: Search, row: int) -> NDArray[np.float64]:
        """Of the actions of a row here: (actions, 3) float64, as ``Search.statistics`` has them."""
        found: NDArray[np.float64] = search.statistics(self._node)[row]
        return found

    def answer(
        self,
        simulations: int,
        final: str = VISITS,
        control: JobControl | None = None,
        combo: int | None = None,
    ) -> Strategy:
        """The strategy of the whole range by as many simulations for each hand.

        Args:
            simulations: for each hand.
            final: one of ``methods.FINALS``.
            control: to stop.
            combo: of one hand that alone is searched; the rows of the others are 0.

        Raises:
            CancelledError: if stopped.
            EngineError: for an unknown final answer, or without simulations.
        """
        if simulations < 1:
            raise EngineError("a search needs at least one simulation")
        actions = self._arena.tree.actions_at(self._node)
        probabilities = np.zeros((len(self._rows), len(actions)))
        for row in self.rows if combo is None else [int(self._rows[combo])]:
            if control is not None:
                control.check()
            search = self.search(row)
            search.run(simulations)
            found = self.statistics(search, row)
            shares = final_shares(found[None, :, s.COUNT], found[None, :, s.SUM], final)
            probabilities[self._rows == row] = shares
        return Strategy(actions, probabilities, note=f"{simulations:,} simulations for each hand")


class DecisionAgent(RangeAgent):
    """Searches anew at each decision.

    Args:
        name: what commands call it.
        game: a small two-player game.
        method: how actions are selected.
        simulations: for each hand at each decision.
        model: whose ranges are believed of the other; None believes every hand alike.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        method: Method,
        simulations: int,
        model: RangeReader | None = None,
    ) -> None:
        self.name = name
        self._game, self._method, self._simulations = game, method, simulations
        self._model = model

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The answer for every combo of the player to act.

        Raises:
            EngineError: if the spot is no decision of the game it was built for.
            CancelledError: if stopped.
        """
        return self._decision(spot, control).answer(self._simulations, control=control)

    def act(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
    ) -> Action:
        """Draw from the row of the own combo, which alone is searched.

        Raises:
            EngineError: if the spot is no decision of the game it was built for.
            CancelledError: if stopped.
        """
        combo = combo_index(view.hole, view.spot.game.deck)
        decision = self._decision(view.spot, control)
        answer = decision.answer(self._simulations, control=control, combo=combo)
        return sample_action(answer, combo, rng)

    def _decision(self, spot: PublicState, control: JobControl | None) -> DecisionSearch:
        if spot.game != self._game:
            raise EngineError(f"'{self.name}' was built for other rules than {spot.game.title}")
        ranges = None if self._model is None else ranges_of(self._model, spot, control)
        return DecisionSearch(spot, self._method, ranges)
