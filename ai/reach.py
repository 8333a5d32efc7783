"""How likely each player is to bring each of its combos to a spot, for any engine with ranges.

The reach of a combo is the product of its own player's probabilities at each of that player's
decisions along the line. Each decision is asked for with the board as it was then. Neither chance
nor the cards that others hold are part of it; combos on the board are out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.combos import combo_cards, num_combos
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import check_board
from engine.player import Agent, PublicState, Strategy
from engine.policy import blocked

Weights = NDArray[np.float64]

_KEPT_BYTES = 64_000_000
_WAIT_S = 0.02


@dataclass(frozen=True)
class Reach:
    """Both players' ranges at a spot.

    Attributes:
        weights: (num_players, num_combos) float64, 0 to 1, 0 for combos on the board.
        misses: places in the spot's actions of those that the engine never considers there; the
            reach of who did them stayed as it was.
    """

    weights: Weights
    misses: tuple[int, ...] = ()


@dataclass(frozen=True)
class Step:
    """One decision on the way to a spot, or the spot itself.

    Attributes:
        spot: the decision, with the board as it was.
        answer: the engine's answer there; None at the spot itself, where it was not asked.
        reach: the ranges that came there.
    """

    spot: PublicState
    answer: Strategy | None
    reach: Reach


class RangeReader:
    """Asks one engine for its ranges and remembers the answers.

    Walking one decision on so costs one answer. Safe across threads; the engine is asked by one
    at a time.

    Args:
        agent: the engine.

    Raises:
        EngineError: if it has no ranges.
    """

    def __init__(self, agent: Agent) -> None:
        if not agent.has_ranges:
            raise EngineError(f"'{agent.name}' can only act and has no answer for a whole range")
        self._agent = agent
        self._known: OrderedDict[tuple[object, ...], Strategy] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def answer(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The engine's answer at a decision.

        Raises:
            CancelledError: if stopped.
            PokerError: whatever the engine says.
        """
        key = (spot.game, spot.actions, spot.board)
        with self._alone(control):
            found = self._known.get(key)
            if found is None:
                found = self._agent.strategy(spot, control)
                self._keep(key, found)
            self._known.move_to_end(key)
        return found

    @contextmanager
    def _alone(self, control: JobControl | None) -> Iterator[None]:
        """Hold the engine; who is cancelled does not wait for one that hangs."""
        while not self._lock.acquire(timeout=_WAIT_S):
            if control is not None:
                control.check()
        try:
            if control is not None:
                control.check()
            yield
        finally:
            self._lock.release()

    def _keep(self, key: tuple[object, ...], answer: Strategy) -> None:
        self._known[key] = answer
        self._bytes += _size(answer)
        while self._bytes > _KEPT_BYTES and len(self._known) > 1:
            self._bytes -= _size(self._known.popitem(last=False)[1])

    def steps(self, spot: PublicState, control: JobControl | None = None) -> Iterator[Step]:
        """The decisions that lead to a spot, one by one, and at last the spot itself.

        Raises:
            CardError: if the board lacks cards, or has cards that cannot be.
            CancelledError: if stopped.
            PokerError: whatever the engine says.
        """
        game = spot.game
        here = PublicState(game, (), ())
        weights = np.ones((game.num_players, num_combos(len(game.deck), game.num_hole)))
        misses: tuple[int, ...] = ()
        for place, action in enumerate(spot.actions):
            here = _with_board(here, spot.board)
            weights = _without(game, weights, here.board)
            answer, seat = self.answer(here, control), here.to_act
            yield Step(here, answer, Reach(weights, misses))
            if action in answer.actions:
                weights = weights.copy()
                weights[seat] *= answer.probabilities[:, answer.actions.index(action)]
            else:
                misses = (*misses, place)
            here = here.after(action)
        if not here.finished:
            check_board(game, here.street, spot.board)
        yield Step(spot, None, Reach(_without(game, weights, spot.board), misses))

    def reach(self, spot: PublicState, control: JobControl | None = None) -> Reach:
        """The ranges that come to a spot; one answer for each decision not asked for before.

        Raises:
            CardError: if the board lacks cards, or has cards that cannot be.
            CancelledError: if stopped.
            PokerError: whatever the engine says.
        """
        *_, last = self.steps(spot, control)
        return last.reach


def _size(answer: Strategy) -> int:
    arrays = (answer.probabilities, answer.values, answer.error)
    return sum(array.nbytes for array in arrays if array is not None)


def _with_board(spot: PublicState, board: Sequence[Card]) -> PublicState:
    """The spot with as much of a board as lay on the table then."""
    cards = tuple(board[: spot.game.board_sizes[spot.street]])
    check_board(spot.game, spot.street, cards)
    return PublicState(spot.game, spot.actions, cards, spot.betting)


def _without(game: Game, weights: Weights, board: Sequence[Card]) -> Weights:
    """Weights without the combos on a board."""
    return np.where(blocked(game, board), 0.0, weights) if board else weights


def matchups(game: Game, weights: Weights, seat: int) -> Weights:
    """How often a player holds each combo at a spot, the other's cards taken into account.

    With two players this is exact up to a constant: own reach times the reach of all combos of
    the other that share no card. With more players, and where the other's range leaves nothing,
    it is the own reach.

    Args:
        game: the game.
        weights: (num_players, num_combos) reach.
        seat: whose combos.

    Returns:
        (num_combos,) float64.
    """
    own: Weights = weights[seat]
    if game.num_players != 2:
        return own
    other = weights[1 - seat]
    cards = combo_cards(game.deck, game.num_hole)
    by_card = np.zeros(max(game.deck) + 1)
    for column in cards.T:
        by_card += np.bincount(column, other, len(by_card))
    # A combo of two cards is counted at both of them.
    rest = other.sum() - by_card[cards].sum(axis=1) + (game.num_hole - 1) * other
    joint = own * np.maximum(rest, 0.0)
    return joint if joint.any() else own


def total_shares(parts: Sequence[tuple[Weights, Weights]]) -> Weights:
    """How often each action is chosen by a whole range, or by the ranges of several boards.

    Args:
        parts: (num_combos,) weights and (num_combos, num_actions) probabilities of each board.

    Returns:
        (num_actions,) float64, sum 1; NaN where all weights are 0.
    """
    chosen = np.zeros(parts[0][1].shape[1])
    whole = 0.0
    for weights, probabilities in parts:
        chosen += weights @ probabilities
        whole += float(weights.sum())
    shares: Weights = chosen / whole if whole > 0.0 else np.full_like(chosen, np.nan)
    return shares
