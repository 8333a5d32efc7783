"""`opponent-model` and `opponent-model-literal`: learn an opponent's strategy and respond to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.cfr.agent import is_solvable
from ai.equity.hand_equity import Chances
from ai.opponent.belief import Belief, belief, posterior
from ai.opponent.exact_situations import fits_exactly
from ai.opponent.explanation import Reasons, Weighed
from ai.opponent.learner import RowsAgent, best_rows
from ai.opponent.model import learned_note
from ai.opponent.montecarlo import ActionOutcomes, Estimate, estimate, expected, options
from ai.opponent.multiway import SeveralModelAgent, choices, folding
from ai.opponent.parameters import DEFAULT, OpponentModelParameters
from ai.opponent.prior import prior_of
from ai.opponent.restricted_response import Answer, Responder, model_cells
from engine.agent import Agent, PolicyTable
from engine.combos import combo_cards, combo_index
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import FOLD, PublicState, SeatView, Strategy
from engine.policy import blocked, policy_table
from engine.wording import Wording

Floats = NDArray[np.float64]

NAME, LITERAL = "opponent-model", "opponent-model-literal"


def fits(game: Game) -> bool:
    """Return whether the engines support a game: heads-up hold'em, or one as small as Leduc."""
    return game.is_heads_up_holdem or fits_exactly(game)


def fits_several(game: Game) -> bool:
    """Return whether ``NAME`` supports a game: one that ``fits``, or its multiplayer version."""
    alike = game.is_holdem or (game.has_single_cards and is_solvable(game))
    return fits(game) or (alike and not game.is_heads_up)


def make_agent(name: str, game: Game, home: Path | None, control: JobControl) -> Agent:
    """Build one of the two engines with the best prior available.

    ``home``: folder in which an equilibrium is cached; None caches nothing.
    """
    prior = prior_of(game, home, control)
    kind = OpponentModelAgent if game.is_heads_up else SeveralModelAgent
    agent = kind(name, game, prior)
    start = PublicState(game, (), ())
    if not start.finished:
        # Compile kernels now, not in the middle of a hand.
        agent.row(SeatView(start, start.to_act, game.deck[: game.num_hole]))
    return agent


class OpponentModelAgent(RowsAgent):
    """An engine that models the opponent's actions by hand class, and best-responds.

    The opponent's actions in a hand yield a belief about its cards; ``montecarlo.py`` evaluates the
    actions against it, and the best one is always chosen. In games of few deals the literal values
    are enumerated instead of sampled, and `opponent-model` plays the exact best response to the
    model (``restricted_response.py``).

    Thread-safe: an abandoned query may still run concurrently with the next. ``name``: identifier
    in commands, ``NAME`` or ``LITERAL``. ``game``: the game it plays, one that ``fits``. ``prior``:
    expectation of the opponent before any observation; in a small game, where responses are exact,
    its equilibrium.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        prior: Agent,
        parameters: OpponentModelParameters = DEFAULT,
        seed: int = 0,
    ) -> None:
        super().__init__(name, game, prior, parameters, seed)
        self._literal = name == LITERAL
        self._responder: Responder | None = None
        balanced = prior.table()
        if not self._literal and fits_exactly(game) and balanced is not None:
            self._responder = Responder(balanced, parameters.safety)
            self._cells = model_cells(self._responder.layout, self.model.situations)
        self._known: Answer | None = None

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The best action of every combo, with EVs of all actions and standard errors.

        Raises EngineError if no player is to act, or the spot is of another family of games.
        """
        exact = self.answer()
        return (
            super().strategy(spot, control) if exact is None else self._noted(exact.strategy(spot))
        )

    def row(self, view: SeatView) -> Strategy:
        """The answer for one combo, as a single row; raises as ``strategy``."""
        exact = self.answer()
        if exact is None:
            return super().row(view)
        return self._noted(exact.row(view.spot, combo_index(view.hole, view.spot.game.deck)))

    def reasons(self, view: SeatView) -> Reasons:
        """Explain the decision of one combo in four steps; answers and raises as ``row``."""
        spot, combos = view.spot, np.array([combo_index(view.hole, view.spot.game.deck)])
        with self.lock:
            exact, hands = self.answer(), self.model.hands
            decided = self._decide(spot, combos, None, parts=True) if exact is None else None
        if decided is None:
            assert exact is not None
            decided = self._of_response(exact, spot, combos)
        answer, believed, worth = decided
        parts = (part[0] for part in (worth.folded, worth.chances, worth.values, worth.error))
        weighed = tuple(
            Weighed(option, *map(float, of_option))
            for option, *of_option in zip(options(spot), *parts, strict=True)
        )
        held, chance = believed.without(spot.game, view.hole), float(worth.chance[0])
        counts = () if worth.counts is None else tuple(worth.counts[0].tolist())
        exactly = exact is not None
        return Reasons(
            spot, view.hole, hands, believed, held, chance, counts, exactly, weighed, answer
        )

    def _of_response(
        self, exact: Answer, spot: PublicState, combos: NDArray[np.int64]
    ) -> tuple[Strategy, Belief, Estimate]:
        """Return an exact answer, the posterior it responds to, and the components of its values.

        Values include all later betting; probabilities of winning do not.
        """
        considered, rival = options(spot), 1 - spot.to_act
        believed = posterior(exact.likelihood, spot, rival)
        folds = np.zeros((len(believed.weights), len(considered)))
        for column, option in enumerate(considered):
            if option.action.raise_to:
                folds[:, column] = exact.likelihood(spot.after(option.action), FOLD)
        whole = exact.strategy(spot)
        assert whole.values is not None and whole.error is not None
        assert whole.actions == tuple(option.action for option in considered)
        counted = counted_estimate(spot, considered, believed.weights, folds, combos)
        values, error = whole.values[combos], whole.error[combos]
        answer = replace(
            whole, probabilities=whole.probabilities[combos], values=values, error=error
        )
        return self._noted(answer), believed, replace(counted, values=values, error=error)

    def _forget(self) -> None:
        self._known = None

    def frozen(self) -> PolicyTable:
        """Return its current strategy as a table of a small game.

        Raises GameError if the game is too large.
        """
        exact = self.answer()
        return policy_table(self.game, self.strategy) if exact is None else exact.table()

    def answer(self) -> Answer | None:
        """Return the exact response to the current model; None where responses are not exact."""
        with self.lock:
            if self._known is None and self._responder is not None:
                self._known = self._responder.answer(self.model.whole(), self._cells)
            return self._known

    def _noted(self, answer: Strategy) -> Strategy:
        return replace(answer, note=self._with_learned(answer.note))

    def _with_learned(self, counted: object) -> str:
        return str(learned_note(counted, self.model.hands))

    def _rows(
        self, spot: PublicState, combos: NDArray[np.int64], control: JobControl | None
    ) -> Strategy:
        return self._decide(spot, combos, control)[0]

    def _decide(
        self,
        spot: PublicState,
        combos: NDArray[np.int64],
        control: JobControl | None,
        *,
        parts: bool = False,
    ) -> tuple[Strategy, Belief, Estimate]:
        """The answer for some combos, the belief, and the components of the values."""
        if spot.finished:
            raise EngineError("'{name}' has no answer where the betting is over", name=self.name)
        considered, sampled, folds = options(spot), spot.game.is_heads_up_holdem, None
        with self.lock:
            believed = belief(self.model, spot, 1 - spot.to_act)
            if sampled and not self._literal:
                asked = choices(spot)
                folds = np.pad(folding(spot, asked, self.models)[0], ((0, 0), (asked.first, 0)))
        weights = believed.weights
        if not sampled:
            evs = counted_estimate(spot, considered, weights, None, combos)
            note = self._with_learned(Wording("every hand counted"))
        else:
            samples = self.model.parameters.samples
            evs = estimate(
                spot, considered, weights, folds, combos, samples, self.seed, control, parts=parts
            )
            note = self._with_learned(Wording("{count:,} samples", count=samples))
        actions = tuple(each.action for each in considered)
        answer = Strategy(actions, best_rows(evs.values), evs.values, evs.error, note)
        return answer, believed, evs


def counted_estimate(
    spot: PublicState,
    considered: tuple[ActionOutcomes, ...],
    weights: Floats,
    folds: Floats | None,
    combos: NDArray[np.int64],
) -> Estimate:
    """Literal values in a game of few deals, by enumeration.

    ``weights``: (num_combos,) belief about the opponent's hand, own cards not considered.
    ``folds``: (num_combos, options) each opposing hand's probability of folding to each option, for
    the probabilities against continuing hands; None omits them. Values are literal either way.
    """
    game = spot.game
    cards = combo_cards(game.deck, game.num_hole)
    if folds is None:
        folds = np.zeros((len(weights), len(considered)))
    shape = (len(combos), len(considered))
    chance, chances, folded = np.zeros(len(combos)), np.zeros(shape), np.zeros(shape)
    for row, combo in enumerate(combos.tolist()):
        hole = tuple(cards[combo].tolist())
        met = np.flatnonzero(~blocked(game, (*hole, *spot.board)))
        won, believed = Chances(game, hole).on(spot.board)[met], weights[met]
        if not believed.sum() > 0.0:  # ignore a belief that the player's cards exclude
            believed = np.ones(len(met))
        believed = believed / believed.sum()
        chance[row] = believed @ won
        folded[row] = believed @ folds[met]
        goes_on = believed[:, None] * (1.0 - folds[met])
        left = goes_on.sum(axis=0)
        chances[row] = np.divide(won @ goes_on, left, out=chances[row], where=left > 0.0)
        chances[row, ~(left > 0.0)] = chance[row]
    alike = np.broadcast_to(chance[:, None], shape)
    return Estimate(expected(alike, considered), np.zeros(shape), chance, chances, folded, None)
