"""Local best response as one player among two to six, the others with one known strategy.

It tracks the range of every other player and looks one action ahead: of folding, calling and
raising it takes the action of highest EV if the hand is checked down afterwards. Players who still
have to act each fold as their strategy does if those before them folded, else they call.

Source: Lisy and Bowling, "Equilibrium approximation quality of current no-limit poker bots", 2017
(arXiv 1612.07547), for two players. With more, ranges are independent but for the player's own
cards and the board, and side pots are played as one. Approximations only make it a weaker player:
what it wins is a lower bound all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from ai.lbr.menu import Moves
from ai.reading.line import Answers, column
from ai.reading.reach import Weights
from ai.values.payoffs import strengths_on
from engine.cards import Card
from engine.combos import CLASS_OF_COMBO, combo_cards, combo_index
from engine.game import Game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, PublicState, SeatView, raise_to
from engine.policy import blocked

RUNOUTS = 200
"""Runouts sampled where there are more."""
_CLEARLY = 1e-9
"""Fraction of the pot by which an action must be better; less is rounding error."""
_MOST_KNOWN = 200_000
"""Most decisions before the flop that are cached."""
_FIRST_OF_CLASS = [
    tuple(cards)
    for cards in combo_cards()[np.unique(CLASS_OF_COMBO, return_index=True)[1]].tolist()
]
"""Cards of the first combo of each class of hole cards."""
_NODES, _NODE_WEIGHTS = np.polynomial.legendre.leggauss(3)
_TIES, _TIE_WEIGHTS = (_NODES + 1.0) / 2.0, _NODE_WEIGHTS / 2.0
"""The share of a pot that is won or split is the integral over x from 0 to 1 of the product, over
the others, of win + tie x: a polynomial, which three points integrate exactly."""


class LbrPlayer:
    """A player that knows the others' strategy.

    ``answers``: the strategy of all others. ``moves``: what it does on each round besides checking
    and calling.
    """

    def __init__(self, game: Game, answers: Answers, moves: Sequence[Moves]) -> None:
        self._game, self._answers, self._moves = game, answers, moves
        self._known: dict[tuple[tuple[Card, ...], tuple[Action, ...]], Action] = {}

    def action(self, view: SeatView, control: JobControl | None = None) -> Action:
        """Return the action of highest EV; of equal ones the first of call, raises, fold.

        Before the flop of hold'em one hand stands for all that differ in suits. Raises any error of
        the strategy.
        """
        spot, hole = view.spot, view.hole
        if spot.board:
            return self._best(view, control)
        if self._game.is_holdem:
            hole = _FIRST_OF_CLASS[CLASS_OF_COMBO[combo_index(hole)]]
        key = hole, spot.actions
        if key not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known = {}
            self._known[key] = self._best(SeatView(spot, view.seat, hole), control)
        return self._known[key]

    def _best(self, view: SeatView, control: JobControl | None) -> Action:
        spot = view.spot
        raises = self._moves[spot.street].raises(spot)
        fold = self._moves[spot.street].fold and spot.legal.fold
        if not (fold or raises):
            return CALL
        showdowns = _HandShowdowns(self._game, view.hole, spot.board)
        others = [
            other
            for other in range(self._game.num_players)
            if other != view.seat and not spot.folded(other)
        ]
        ranges = ranges_of(self._answers, view, others, control)
        met = {other: showdowns.against(held) for other, held in ranges.items()}
        worths = {}
        for action in (CALL, *map(raise_to, raises)):
            folding = self._folding(spot.after(action), view.seat, ranges, control)
            folds = {other: showdowns.against(part) for other, part in folding.items()}
            worths[action] = self._worth(spot, action, met, folds)
        if fold:
            worths[FOLD] = 0.0
        best = CALL
        for action, worth in worths.items():
            if worth > worths[best] + _CLEARLY * spot.pot:
                best = action
        return best

    def _folding(
        self, spot: PublicState, seat: int, ranges: dict[int, Weights], control: JobControl | None
    ) -> dict[int, Weights]:
        """Return the part of the ranges of those who have yet to act that folds, by seat."""
        folding, street = {}, spot.street
        while not spot.finished and spot.street == street and spot.to_act != seat:
            if not spot.legal.fold:
                spot = spot.after(CALL)
                continue
            part = ranges[spot.to_act] * column(self._answers.answer(spot, control), FOLD)
            if part.any():
                folding[spot.to_act] = part
            spot = spot.after(FOLD)
        return folding

    def _worth(
        self, spot: PublicState, action: Action, met: dict[int, Weights], folds: dict[int, Weights]
    ) -> float:
        """Return the EV of an action in chips, relative to a fold now.

        ``met``: of each other's range what ``_HandShowdowns.against`` returns. ``folds``: the same
        of the part that folds.
        """
        after, worth, whole = spot.after(action), 0.0, 0.0
        for number in range(len(folds) + 1):
            for gone in combinations(folds, number):
                live = [other for other in met if other not in gone]
                stays = [met[other] - folds.get(other, 0.0) for other in live]
                left = np.prod([folds[other][0] for other in gone], axis=0)
                likely = float((left * np.prod([one[0] for one in stays], axis=0)).sum())
                shares = [won[:, None] + tied[:, None] * _TIES for _, won, tied in stays]
                won = (np.prod(shares, axis=0) * _TIE_WEIGHTS).sum(axis=-1)
                pot, price = _pot(spot, after, live)
                worth += pot * float((left * won).sum()) - price * likely
                whole += likely
        return worth / whole if whole > 0.0 else 0.0


def ranges_of(
    answers: Answers, view: SeatView, others: Sequence[int], control: JobControl | None = None
) -> dict[int, Weights]:
    """Return the reach of others' combos, by seat: 0 for those that the cards seen block.

    ``answers``: their strategy. Raises any error of the strategy.
    """
    spot, game = view.spot, view.spot.game
    free = np.where(blocked(game, (*view.hole, *spot.board)), 0.0, 1.0)
    ranges = dict.fromkeys(others, free)
    here = PublicState(game, (), ())
    for action in spot.actions:
        if here.to_act in ranges:
            board = spot.board[: game.board_sizes[here.street]]
            answer = answers.answer(here.on(board), control)
            ranges[here.to_act] = ranges[here.to_act] * column(answer, action)
        here = here.after(action)
    return ranges


def _pot(spot: PublicState, after: PublicState, live: Sequence[int]) -> tuple[int, int]:
    """Return the pot if some call an action and all others fold, and what it costs the player."""
    game, seat = spot.game, spot.to_act
    spent = [after.spent(each) for each in range(game.num_players)]
    most = max(spent)
    for other in live:
        spent[other] = min(most, game.betting_stacks[other])
    own = min(spent[seat], max(spent[:seat] + spent[seat + 1 :]))
    pot = game.opening_pot + sum(min(each, own) for each in spent)
    return pot, own - spot.spent(seat)


class _HandShowdowns:
    """Showdowns of a hand against ranges on the runouts of a board."""

    def __init__(self, game: Game, hole: tuple[Card, ...], board: tuple[Card, ...]) -> None:
        runouts = _runouts(game, hole, board)
        strengths = np.array([strengths_on(game, tuple(one)) for one in runouts.tolist()])
        own = strengths[:, [combo_index(hole, game.deck)]]
        cards = combo_cards(game.deck, game.num_hole)
        masks, taken = (
            np.left_shift(1, one, dtype=np.int64).sum(axis=1) for one in (cards, runouts)
        )
        free = masks & taken[:, None] == 0
        parts = free, free & (strengths < own), free & (strengths == own)
        self._met, self._beaten, self._tied = (part.astype(np.float64) for part in parts)

    def against(self, held: Weights) -> Weights:
        """Return the reach of a range's hands met, beaten and tied: (3, runouts)."""
        # Products of matrices would start threads that wait for each other.
        parts = self._met, self._beaten, self._tied
        return np.array([part @ held for part in parts])


def _runouts(game: Game, hole: tuple[Card, ...], board: tuple[Card, ...]) -> NDArray[np.int64]:
    """Return all whole boards, or if there are more the same ``RUNOUTS`` random ones each time."""
    held = (*hole, *board)
    left = np.array([card for card in game.deck if card not in held], np.int64)
    missing = game.board_sizes[-1] - len(board)
    if comb(len(left), missing) <= RUNOUTS:
        places = np.array(list(combinations(range(len(left)), missing)), np.intp)
    else:
        rng = np.random.default_rng(np.array(held, np.uint32))
        places = rng.random((RUNOUTS, len(left))).argsort(axis=1)[:, :missing]
    whole = np.empty((len(places), len(board) + missing), np.int64)
    whole[:, : len(board)] = board
    whole[:, len(board) :] = left[places]
    return whole
