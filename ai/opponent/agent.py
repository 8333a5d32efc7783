"""`opponent-model` and `opponent-model-literal`: they learn an opponent and answer it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.base import RowAgent
from ai.cfr.agent import is_solvable
from ai.evaluation.chances import Chances, free_combos
from ai.opponent.belief import belief
from ai.opponent.exact import fits_exactly
from ai.opponent.learner import LearningAgent
from ai.opponent.model import BehaviourModel, learned_note
from ai.opponent.montecarlo import Option, estimate, options
from ai.opponent.parameters import DEFAULT, Parameters
from ai.opponent.prior import prior_of
from ai.opponent.seats import SeveralModelAgent
from ai.opponent.small import Answer, Responder, model_cells
from engine.agent import Agent, PolicyTable
from engine.combos import combo_cards, combo_index, num_combos
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState, SeatView, Strategy
from engine.policy import blocked, policy_table
from engine.wording import Wording

Floats = NDArray[np.float64]

NAME, LITERAL = "opponent-model", "opponent-model-literal"


def fits(game: Game) -> bool:
    """Return whether the engines play a game: heads-up hold'em, or a game as small as Leduc."""
    return game.is_heads_up_holdem or fits_exactly(game)


def fits_several(game: Game) -> bool:
    """Return whether ``NAME`` plays a game: one that ``fits``, or a like one for more players."""
    alike = game.is_holdem or (game.has_single_cards and is_solvable(game))
    return fits(game) or (alike and not game.is_heads_up)


def make_agent(name: str, game: Game, home: Path | None, control: JobControl) -> Agent:
    """Build one of the two engines with the best prior available.

    Args:
        name: ``NAME`` or ``LITERAL``.
        game: a game that ``fits``, or for ``NAME`` one that ``fits_several``.
        home: folder in which an equilibrium is kept; None computes without keeping.
        control: to report progress and to stop.

    Raises:
        CancelledError: if stopped.
    """
    prior = prior_of(game, home, control)
    kind = OpponentModelAgent if game.is_heads_up else SeveralModelAgent
    agent = kind(name, game, prior)
    start = PublicState(game, (), ())
    if not start.finished:
        # Kernels are loaded now, not in the middle of a hand.
        agent.row(SeatView(start, start.to_act, game.deck[: game.num_hole]))
    return agent


class OpponentModelAgent(LearningAgent, RowAgent):
    """An engine that learns the opponent's actions by hand, and takes the best action against them.

    The opponent's actions in a hand become a belief about its cards; ``montecarlo.py`` values the
    actions against it, and the best one is always chosen. In games of few deals the literal values
    are counted instead of sampled, and `opponent-model` plays the exact best response to the model
    (``small.py``).

    Safe across threads: an abandoned question may still run beside the next.

    Args:
        name: what commands call it, ``NAME`` or ``LITERAL``.
        game: the game it plays, one that ``fits``.
        prior: expectation of the opponent before anything is known; in a small game, where
            answers are exact, its equilibrium.
        parameters: of model and decisions.
        seed: of the samples.

    Attributes:
        model: of the opponent.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        prior: Agent,
        parameters: Parameters = DEFAULT,
        seed: int = 0,
    ) -> None:
        super().__init__(name, BehaviourModel(game, prior, parameters))
        self._game = game
        self._prior = prior
        self._literal = name == LITERAL
        self._seed = seed
        self._responder: Responder | None = None
        balanced = prior.table()
        if not self._literal and fits_exactly(game) and balanced is not None:
            self._responder = Responder(balanced, parameters.safety)
            self._cells = model_cells(self._responder.layout, self.model.situations)
        self._known: Answer | None = None

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The best action of every combo, the values of all, and their standard errors.

        Raises:
            EngineError: if nobody is to act, or the spot is of another family of games.
            CancelledError: if stopped.
        """
        exact = self.answer()
        if exact is not None:
            return self._noted(exact.strategy(spot))
        free = np.flatnonzero(~blocked(spot.game, spot.board))
        rows = self._rows(spot, free, control)
        size = num_combos(len(spot.game.deck), spot.game.num_hole)

        def whole(part: Floats | None) -> Floats | None:
            if part is None:
                return None
            found = np.zeros((size, part.shape[1]))
            found[free] = part
            return found

        probabilities = whole(rows.probabilities)
        assert probabilities is not None
        return replace(
            rows, probabilities=probabilities, values=whole(rows.values), error=whole(rows.error)
        )

    def row(self, view: SeatView) -> Strategy:
        """The answer for one combo, as a single row.

        Raises:
            EngineError: if nobody is to act, or the spot is of another family of games.
        """
        combo = combo_index(view.hole, view.spot.game.deck)
        exact = self.answer()
        if exact is not None:
            return self._noted(exact.row(view.spot, combo))
        return self._rows(view.spot, np.array([combo]), None)

    def _forget(self) -> None:
        self._known = None

    def copy(self) -> OpponentModelAgent:
        """Another engine that has learned the same; neither learns from the other's hands."""
        other = OpponentModelAgent(
            self.name, self._game, self._prior, self.model.parameters, self._seed
        )
        other.load_state(self.save_state())
        return other

    def frozen(self) -> PolicyTable:
        """Return its present strategy as a table of a small game.

        Raises:
            GameError: if the game is too large.
        """
        exact = self.answer()
        if exact is not None:
            return exact.table()
        return policy_table(self._game, self.strategy)

    def answer(self) -> Answer | None:
        """Return the exact answer to the current model; None where answers are not exact."""
        with self.lock:
            if self._known is None and self._responder is not None:
                self._known = self._responder.answer(self.model.whole(), self._cells)
            return self._known

    def _noted(self, answer: Strategy) -> Strategy:
        """Return an exact answer with a note on how much was learned."""
        return replace(answer, note=self._with_learned(answer.note))

    def _with_learned(self, counted: object) -> str:
        """Return a note on how the answer was found, and on how much was learned."""
        return str(learned_note(counted, self.model.hands))

    def _rows(
        self, spot: PublicState, combos: NDArray[np.int64], control: JobControl | None
    ) -> Strategy:
        """The answer for some combos, none blocked by the board, as that many rows."""
        if spot.finished:
            raise EngineError("'{name}' has no answer where the betting is over", name=self.name)
        considered, sampled = options(spot), spot.game.is_heads_up_holdem
        with self.lock:
            weights = belief(self.model, spot, 1 - spot.to_act).weights
            folds = self._folds(spot, considered) if sampled and not self._literal else None
        if not sampled:
            values = counted_values(spot, considered, weights, combos)
            error, note = np.zeros_like(values), self._with_learned(Wording("every hand counted"))
        else:
            samples = self.model.parameters.samples
            found = estimate(spot, considered, weights, folds, combos, samples, self._seed, control)
            note = self._with_learned(Wording("{count:,} samples", count=samples))
            values, error = found.values, found.error
        best = np.zeros_like(values)
        best[np.arange(len(values)), values.argmax(axis=1)] = 1.0
        return Strategy(tuple(each.action for each in considered), best, values, error, note)

    def _folds(self, spot: PublicState, considered: tuple[Option, ...]) -> Floats:
        """Return how likely each hand of the opponent folds to each option: (combos, options)."""
        found = np.zeros((num_combos(len(spot.game.deck), spot.game.num_hole), len(considered)))
        for column, option in enumerate(considered):
            if option.action.raise_to:
                found[:, column] = self.model.responses(spot.after(option.action))[:, 0]
        return found


def counted_values(
    spot: PublicState,
    considered: tuple[Option, ...],
    weights: Floats,
    combos: NDArray[np.int64],
) -> Floats:
    """Literal values in a game of few deals: every hand and every board counted.

    Args:
        spot: the decision.
        considered: its options.
        weights: (num_combos,) belief about the opponent's hand, own cards not taken into account.
        combos: own hands.

    Returns:
        (hands, options) float64.
    """
    game = spot.game
    cards = combo_cards(game.deck, game.num_hole)
    win, lose = (
        np.array([getattr(each, name) for each in considered], np.float64)
        for name in ("win", "lose")
    )
    values = np.zeros((len(combos), len(considered)))
    for row, combo in enumerate(combos.tolist()):
        hole = tuple(cards[combo].tolist())
        met = free_combos(game, (*hole, *spot.board))
        chances, believed = Chances(game, hole).on(spot.board)[met], weights[met]
        total = float(believed.sum())
        # A belief that the own cards rule out altogether is ignored.
        chance = float(believed @ chances) / total if total > 0.0 else float(chances.mean())
        values[row] = chance * win + (1.0 - chance) * lose
    return values
