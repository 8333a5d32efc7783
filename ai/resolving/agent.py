"""The engine ``cfr-resolve``: a blueprint, then turn and river re-solved in real time."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RangeAgent
from ai.betting.sizes import SpotError
from ai.betting.translation import nearest_raises
from ai.blueprint.agent import BlueprintAgent
from ai.files.strategy import StrategyInfo
from ai.multiway.agent import MultiwayAgent
from ai.reading.capabilities import Capabilities
from ai.reading.noise import Noise, measured_noise
from ai.reading.reach import RangeReader, Weights, given_folds
from ai.reports.boardsets import FLOP
from ai.resolving.flops import FlopDecision, FlopLibrary, mapped
from ai.resolving.street import (
    EFFORTS,
    FURTHER,
    JUDGING,
    Solved,
    SolvingEffort,
    StreetSolution,
    StreetSolver,
    unsolved,
)
from ai.solver.solver import SpotSolver
from ai.solver.spot_of_hand import most_matched
from engine.cards import Card
from engine.combos import combo_index
from engine.errors import PokerError
from engine.jobs import JobControl
from engine.player import Action, PublicState, SeatView, Strategy, sample_action
from engine.policy import blocked
from engine.wording import Wording

NAME = "cfr-resolve"

_log = logging.getLogger(__name__)


class ResolveAgent(Capabilities, RangeAgent):
    """An engine that plays a blueprint until the turn, then resolves turn and river.

    A street that two players begin, or a river of three, is solved from its start to the end of the
    game with the actual pot, stacks and bets, so later decisions of the street are read from the
    same solution. The ranges reach the turn by the blueprint's answers on the streets before, and a
    river of two by those of the turn's solution. Where a street is not solved the blueprint
    answers, with a note. On flops of a library, and on turns and rivers after them, its solutions
    answer while the betting is in their tree; hands outside its ranges play the blueprint, with the
    solution's sizes.

    Args:
        blueprint: plays the streets before.
        efforts: the effort for streets, by the number of cards on the board.
        safe: solve rivers safely, with an opponent's gadget.
        flops: solved flops; None for none.

    Attributes:
        unsolved: why the blueprint took the last action, if it should have been solved; else None.
    """

    several = True

    def __init__(
        self,
        name: str,
        blueprint: BlueprintAgent | MultiwayAgent,
        efforts: dict[int, SolvingEffort] = EFFORTS,
        workers: int = 1,
        safe: bool = False,
        flops: FlopLibrary | None = None,
    ) -> None:
        self.name = name
        self._blueprint, self._flops = blueprint, flops
        self._way = efforts, workers, safe
        self._distances: WeakKeyDictionary[StreetSolution, tuple[int, float]]
        self._distances = WeakKeyDictionary()
        reader = RangeReader(blueprint)
        # Not a method of this engine: a reference cycle would keep its solutions alive.
        reach = partial(_street_reach, reader)
        guarding, given = reader if safe else None, partial(_solved_reach, flops)
        self.streets = StreetSolver(reach, efforts, workers, guarding, given)
        self.unsolved: Wording | None = None

    def judging(self) -> ResolveAgent:
        """Return the engine with the effort for judging decisions."""
        return self._with(EFFORTS, JUDGING)

    def further(self) -> ResolveAgent | None:
        """Return the engine with more effort than for judging; None at another effort."""
        further = self._with(JUDGING, FURTHER)
        return None if further.streets.efforts == self.streets.efforts else further

    def _with(
        self, usual: dict[int, SolvingEffort], more: dict[int, SolvingEffort]
    ) -> ResolveAgent:
        """Return the engine with more effort on the streets with the usual effort."""
        efforts, workers, safe = self._way
        changed = {
            cards: more[cards] if effort == usual[cards] else effort
            for cards, effort in efforts.items()
        }
        return ResolveAgent(self.name, self._blueprint, changed, workers, safe, self._flops)

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The strategy of every combo of the player to act, with EVs.

        Raises EngineError if the spot has other rules, or no player is to act.
        """
        solved = self._solved(spot, control)
        if isinstance(solved, FlopDecision):
            return self._completed(solved.answer(), spot, control)
        if isinstance(solved, Solved):
            return solved.answer(spot)
        answer = self._blueprint.strategy(spot, control)
        reason = self.streets.left_out(spot) if solved is None else solved
        if reason is None:
            return answer
        return replace(
            answer, note=str(Wording("{note}; {reason}", note=answer.note, reason=reason))
        )

    def act(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
    ) -> Action:
        """Sample from the row of the seat's own combo."""
        solved = self._solved(view.spot, control)
        self.unsolved = solved if isinstance(solved, Wording) else None
        if isinstance(solved, FlopDecision):
            answer = self._completed(solved.answer(values=False), view.spot, control)
        elif isinstance(solved, Solved):
            answer = solved.answer(view.spot, values=False)
        else:
            return self._blueprint.act(view, rng, control)
        return sample_action(answer, combo_index(view.hole, view.spot.game.deck), rng)

    def taken_for(
        self, spot: PublicState, action: Action, answer: Strategy
    ) -> tuple[tuple[Action, float], ...]:
        """Return raises of its strategy to which another is mapped, with probabilities.

        All-in is mapped to none where it is not considered.
        """
        solved = self.streets.solves(spot) or self._library(spot) is not None
        if answer.values is None or not solved:  # solutions have values
            return self._blueprint.taken_for(spot, action, answer)
        totals = [one.raise_to for one in answer.actions if one.raise_to]
        if not totals or not action.raise_to:
            return ()
        all_in = most_matched(spot)
        if totals[-1] < all_in <= action.raise_to:
            return ()
        return nearest_raises(spot, action.raise_to, totals)

    def hand_evs(self, spot: PublicState, hole: tuple[Card, ...], rival: Weights) -> Weights | None:
        """Return the blueprint's EVs for one hand; None on resolved streets."""
        if isinstance(self._solved(spot, None), Solved | FlopDecision):
            return None
        return self._blueprint.hand_evs(spot, hole, rival)

    def considering(
        self, spot: PublicState, action: Action, control: JobControl | None = None
    ) -> Strategy | None:
        """Return a solution that includes an action; None if no street is solved."""
        if not self.streets.solves(spot):
            return None
        try:
            return self.streets.at(spot, control, action).answer(spot)
        except (SpotError, MemoryError) as error:
            _log.warning("a size is mapped to others, as it cannot be solved: %s", error)
            return None

    def noise(self, spot: PublicState, action: Action, control: JobControl | None = None) -> Noise:
        """Return the error of its EVs: the solution's or the blueprint's."""
        solved = self._solved(spot, control)
        if isinstance(solved, FlopDecision):
            return solved.noise
        if not isinstance(solved, Solved):
            return self._blueprint.noise(spot, action, control)
        measured = measured_noise(NAME, spot, self.streets.has_odd(spot, action))
        return replace(measured, distance=self._distance(solved.solver))

    def record(self) -> StrategyInfo:
        """The record of its blueprint."""
        return self._blueprint.record()

    def untrained(self, spot: PublicState, answer: Strategy, ranges: Weights) -> NDArray[np.bool_]:
        """Return the blueprint's mask of actions with little training; none in solutions."""
        solved = self.streets.solves(spot) or self._library(spot) is not None
        if answer.values is not None and solved:  # solutions have values
            return np.zeros(len(answer.actions), np.bool_)
        return self._blueprint.untrained(spot, answer, ranges)

    def _distance(self, solver: StreetSolution) -> float:
        """Return a solution's exploitability in chips, cached."""
        iteration, distance = self._distances.get(solver, (-1, 0.0))
        if iteration != solver.iteration:
            iteration, distance = solver.iteration, solver.exploitability()
            self._distances[solver] = iteration, distance
        return distance

    def solution(
        self, spot: PublicState, control: JobControl | None = None
    ) -> tuple[StreetSolution, tuple[Action, ...]] | None:
        """Return the solution played at a decision, and the line from its root.

        None on the first streets, where the street cannot be solved, and where it is solved safely:
        a spot cannot represent the gadget.
        """
        solved = self._solved(spot, control)
        if not isinstance(solved, Solved):
            return None
        solver = solved.solver
        safe = isinstance(solver, SpotSolver) and solver.entry is not None
        return None if safe else (solver, solved.line)

    def arriving(self, spot: PublicState) -> Weights | None:
        """Return the library's ranges at the first decision of one of its flops."""
        return None if self._flops is None else self._flops.arriving(spot)

    def _library(self, spot: PublicState) -> FlopDecision | None:
        """Return a decision in the solution of its flop; None where there is none."""
        if self._flops is None or len(spot.board) < FLOP:
            return None
        try:
            found = self._flops.at(spot)
            if found is not None:
                found.answer(values=False)  # solves the river
        except PokerError as error:
            _log.warning("a solved flop is not played: %s", error)
            return None
        return found

    def _completed(
        self, answer: Strategy, spot: PublicState, control: JobControl | None
    ) -> Strategy:
        """Return an answer in which hands outside the library's range play the blueprint."""
        rows, free = answer.probabilities, ~blocked(spot.game, spot.board)
        out = free & ~rows.any(axis=1)
        if not out.any():
            return answer
        rest = mapped(self._blueprint.strategy(spot, control), answer.actions, spot)
        return replace(answer, probabilities=np.where(out[:, None], rest, rows))

    def _solved(
        self, spot: PublicState, control: JobControl | None
    ) -> FlopDecision | Solved | Wording | None:
        """Return the solution at a decision, or why the blueprint answers."""
        if spot.finished:
            return None
        found = self._library(spot)
        if found is not None:
            return found
        if not self.streets.solves(spot):
            return None
        try:
            return self.streets.at(spot, control)
        except (SpotError, MemoryError) as error:
            _log.warning("the blueprint answers, as the street cannot be solved: %s", error)
            if not str(error):
                return Wording("this street cannot be solved: there is not enough memory")
            return unsolved(error)


def _street_reach(reader: RangeReader, start: PublicState, control: JobControl | None) -> Weights:
    """Return the players' reach at the start of a street, a guess if the line is impossible."""
    reach = reader.reach(start, control)
    empty = ~reach.weights.any(axis=1, keepdims=True)
    return given_folds(start, np.where(empty, reach.guess, reach.weights))


def _solved_reach(flops: FlopLibrary | None, start: PublicState) -> Weights | None:
    """Return both players' reach at the start of a street after a solved flop; None elsewhere."""
    if flops is None:
        return None
    try:
        found = flops.at(start)
        return None if found is None else found.reach()
    except PokerError as error:
        _log.warning("a solved flop gives no ranges: %s", error)
        return None
