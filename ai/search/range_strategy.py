"""Full-range strategies from searches of single hands, and their engines."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RangeAgent
from ai.search import _simulate as s
from ai.search.adaptive import SearchableDecision, run_in_parts, search_adaptively
from ai.search.effort import SearchEffort
from ai.search.methods import final_shares
from engine.combos import combo_index
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, SeatView, Strategy, sample_action
from engine.wording import Wording


def answer(
    decision: SearchableDecision[Any],
    effort: SearchEffort,
    control: JobControl | None = None,
    combo: int | None = None,
) -> Strategy:
    """Return the strategy of the whole range, one search for each hand, with values.

    Args:
        effort: the settings; eliminated actions are not played.
        control: progress and stopping; a hastened caller gets an answer by the simulations so far.
        combo: the only hand to search; the rows of the others are 0.
    """
    control = control or JobControl()
    row_of = decision.row_of
    probabilities = np.zeros((len(row_of), len(decision.actions)))
    values = np.zeros_like(probabilities)
    rows = np.unique(row_of[row_of >= 0] if combo is None else row_of[combo]).tolist()
    fewest = most = 0
    for place, row in enumerate(rows):
        control.check()
        control.progress(place / len(rows))
        statistics, dropped, done = _searched(decision, row, effort, control)
        control.check()
        held = row_of == row
        values[held] = _action_evs(decision, row, statistics)
        statistics[dropped] = 0.0
        counts, sums = statistics[None, :, s.COUNT], statistics[None, :, s.SUM]
        probabilities[held] = final_shares(counts, sums, effort.final)
        fewest, most = min(fewest or done, done), max(most, done)
    control.progress(1.0)
    note = Wording("{count:,} simulations for each hand", count=most)
    if fewest != most:
        note = Wording("{fewest:,} to {most:,} simulations for each hand", fewest=fewest, most=most)
    return Strategy(decision.actions, probabilities, values, note=str(note))


def _searched(
    decision: SearchableDecision[Any], row: int, effort: SearchEffort, control: JobControl
) -> tuple[NDArray[np.float64], list[int], int]:
    """Return a row's action statistics, eliminated actions, and the number of simulations."""
    if effort.stop is not None:
        stopped = search_adaptively(decision, row, effort.stop, control)
        return stopped.statistics, list(stopped.dropped), stopped.simulations
    search = decision.search(row)
    run_in_parts(search, effort.simulations, control)
    return decision.statistics(search, row), [], search.simulations


def _action_evs(
    decision: SearchableDecision[Any], row: int, statistics: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return action EVs from here on: mean simulation results plus chips already in.

    An untried action gets its prior value, or else the mean of the others.
    """
    counts, sums = statistics[:, s.COUNT], statistics[:, s.SUM]
    means = decision.known_values(row)
    if means is None:
        means = np.full(len(statistics), sums.sum() / max(1.0, counts.sum()))
    spot = decision.spot
    means = np.where(counts > 0.0, sums / np.maximum(counts, 1.0), means)
    means += float(spot.spent(spot.to_act))
    if spot.legal.fold:
        means[0] = 0.0
    return means


class SearchingAgent(RangeAgent):
    """An engine that searches at each decision."""

    def __init__(self, name: str, game: Game, effort: SearchEffort) -> None:
        self.name, self.game, self.effort = name, game, effort

    @abstractmethod
    def decision(
        self, spot: PublicState, control: JobControl | None = None
    ) -> SearchableDecision[Any]:
        """Return the searches of a decision, with beliefs and priors, not yet started.

        Raises EngineError if the spot is not a decision of its game.
        """

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The strategy of every combo of the player to act."""
        return answer(self.decision(spot, control), self.effort, control)

    def act(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
    ) -> Action:
        """Sample from the row of the seat's own combo, the only one searched."""
        combo = combo_index(view.hole, view.spot.game.deck)
        strategy = answer(self.decision(view.spot, control), self.effort, control, combo)
        return sample_action(strategy, combo, rng)

    def check(self, spot: PublicState) -> None:
        """Raise if a spot is not a decision of the game. Raises EngineError with the reason."""
        if spot.game != self.game:
            raise EngineError(
                "'{name}' was built for rules other than {title}'s",
                name=self.name,
                title=Wording(spot.game.title),
            )
        if spot.finished:
            raise EngineError(
                "there is nothing to decide here in {title}", title=Wording(spot.game.title)
            )
