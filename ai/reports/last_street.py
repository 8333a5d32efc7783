"""Range-against-range EV on the last street, exact, and on the last two, over sampled last cards.

Lines are those that the two sides bet; terminals are evaluated for all hands at once, by matrices
of compatible and of winning pairs of hands. The street before the last is enumerated too. Where it
ends the next card is one of a sample, the same for all lines, and the last street is enumerated on
each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.reading.line import Answers
from ai.reading.reach import Weights
from ai.values.payoffs import net, strengths_on
from engine.cards import NUM_CARDS, Card
from engine.combos import combo_cards, num_combos
from engine.errors import GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState
from engine.policy import blocked

MOST_LINES = 10_000
"""Most lines of one street; each stores a range."""

ActionMenu = Callable[[PublicState], tuple[Action, ...]]
"""Actions available to a best response at a decision."""


@dataclass(frozen=True, eq=False)
class _StreetNode:
    """A node on the street.

    ``shares``: (hands, actions) of the evaluated seat; None where the other acts. ``end``: index of
    its terminal, -1 for none.
    """

    children: tuple[_StreetNode | None, ...] = ()
    shares: Weights | None = None
    best: bool = False
    end: int = -1


@lru_cache(4)
def meetings(game: Game) -> Weights:
    """Return a mask of compatible combos: (num_combos, num_combos) float64 of 0 and 1."""
    cards = combo_cards(game.deck, game.num_hole)
    holds = (cards[:, :, None] == np.arange(NUM_CARDS)).any(axis=1).astype(np.float64)
    meets: Weights = (holds @ holds.T == 0.0).astype(np.float64)
    return meets


@lru_cache(4)
def _pairs_on(game: Game, board: tuple[Card, ...]) -> tuple[NDArray[np.int64], Weights, Weights]:
    """Return unblocked combos on a full board, compatible pairs, and winning pairs.

    (hands,) and twice (hands, hands) float64, at most 10 MB each.
    """
    live = np.flatnonzero(~blocked(game, board))
    meets: Weights = meetings(game)[np.ix_(live, live)]
    strength = strengths_on(game, board)[live]
    beats: Weights = np.sign(strength[:, None] - strength) * meets
    return live, meets, beats


class LastStreet:
    """The last street of a heads-up hand, from its first decision to all terminals.

    ``start``: the first decision, with the whole board. ``ranges``: (2, num_combos) weights of each
    seat's combos. ``whole``: weight of all compatible pairs of hands. Raises GameError if no two
    hands of the ranges are compatible.
    """

    def __init__(self, start: PublicState, ranges: Weights) -> None:
        game = start.game
        self._start = start
        self._live, self._meets, self._beats = _pairs_on(game, start.board)
        self._ranges = ranges[:, self._live]
        self.whole = float(self._ranges[0] @ self._meets @ self._ranges[1])
        if not self.whole > 0.0:
            raise GameError("the ranges exclude each other")

    def won(self, seat: int, own: Answers, other: Answers, control: JobControl) -> float:
        """A seat's EV over the whole hand when both follow given strategies.

        Raises GameError if they have too many lines, or any error of a strategy.
        """
        return self._value(_StreetTraversal(seat, self._live, other, own, None, control))

    def worth(self, seat: int, own: Answers, other: Answers, control: JobControl) -> Weights:
        """Return each combo's EV (num_combos,) for a seat when both follow given strategies.

        Net chips over the whole hand, times the weights of the combos met. Raises GameError if they
        have too many lines, or any error of a strategy.
        """
        evs: Weights = np.zeros(num_combos(len(self._start.game.deck), self._start.game.num_hole))
        walk = _StreetTraversal(seat, self._live, other, own, None, control)
        evs[self._live] = self._values(walk, np.ones(len(self._live)))
        return evs

    def best(self, seat: int, other: Answers, menu: ActionMenu, control: JobControl) -> float:
        """Return a best response's EV in a seat against a strategy.

        It knows the opponent's range and strategy, and holds every hand of its own range. Raises
        GameError if there are too many lines, or any error of the strategy.
        """
        return self._value(_StreetTraversal(seat, self._live, other, None, menu, control))

    def _value(self, walk: _StreetTraversal) -> float:
        own = self._ranges[walk.seat]
        return float(own @ self._values(walk, own)) / self.whole

    def _values(self, walk: _StreetTraversal, own: Weights) -> Weights:
        seat = walk.seat
        root = walk.grow(self._start, own, self._ranges[1 - seat])
        reach = np.stack([reach for _, reach in walk.ends], axis=1)
        # After a fold winning and losing are the same.
        win, lose = (
            np.array([net(end, seat, sign) for end, _ in walk.ends], np.float64) for sign in (1, -1)
        )
        won = (self._meets @ reach) * ((win + lose) / 2) + (self._beats @ reach) * (
            (win - lose) / 2
        )
        return _net_chips(root, won)


def _net_chips(place: _StreetNode | None, won: Weights) -> Weights:
    """Net chips (hands,) from a node on, weighted by the reach of opposing hands."""
    if place is None:
        return np.zeros(len(won))
    if place.end >= 0:
        return won[:, place.end]
    columns = np.stack([_net_chips(child, won) for child in place.children], axis=1)
    if place.best:
        best: Weights = columns.max(axis=1)
        return best
    total: Weights = (columns if place.shares is None else place.shares * columns).sum(axis=1)
    return total


class _StreetTraversal:
    """A traversal of a street for one seat.

    ``ends``: terminals, each with the other's reach (hands,).
    """

    def __init__(
        self,
        seat: int,
        live: NDArray[np.int64],
        other: Answers,
        own: Answers | None,
        menu: ActionMenu | None,
        control: JobControl,
    ) -> None:
        self.seat = seat
        self.ends: list[tuple[PublicState, Weights]] = []
        self._live, self._other, self._own = live, other, own
        self._menu, self._control = menu, control
        self._lines = 0

    def grow(self, here: PublicState, own: Weights, other: Weights) -> _StreetNode | None:
        """Build a node and its subtree for the reach (hands,) of both."""
        if not (own.any() and other.any()):
            return None
        self._lines += 1
        if self._lines > MOST_LINES:
            raise GameError(
                "the street has more than {most:,} lines; use fewer sizes",
                most=MOST_LINES,
            )
        if here.finished:
            self.ends.append((here, other))
            return _StreetNode(end=len(self.ends) - 1)
        acts = here.to_act == self.seat
        if acts and self._menu is not None:
            after = (self.grow(here.after(action), own, other) for action in self._menu(here))
            return _StreetNode(tuple(after), best=True)
        side = self._own if acts else self._other
        assert side is not None
        answer = side.answer(here, self._control)
        shares = answer.probabilities[self._live]
        children = []
        for action, column in zip(answer.actions, shares.T, strict=True):
            reach = (own * column, other) if acts else (own, other * column)
            children.append(self.grow(here.after(action), *reach))
        return _StreetNode(tuple(children), shares if acts else None)


class TwoStreets:
    """The last two streets of a heads-up hand, from their first decision.

    ``start``: that decision; one more card is dealt after its street. ``ranges``: (2, num_combos)
    weights of each seat's combos. ``cards``: the sampled ones of the cards to come; all of them
    give the exact figure, a random sample an unbiased one. Raises GameError if no two hands of the
    ranges are compatible, or other than one card is to come.
    """

    def __init__(self, start: PublicState, ranges: Weights, cards: Sequence[Card]) -> None:
        game = start.game
        if game.board_sizes[-1] != len(start.board) + 1:
            raise GameError("exactly one board card must be left to deal")
        self._start = start
        self._ranges = np.where(blocked(game, start.board), 0.0, ranges)
        self._boards = [(*start.board, card) for card in cards]
        # Of the `unseen` last cards a pair of hands blocks some.
        unseen = len(game.deck) - len(start.board)
        self._share = unseen / len(self._boards) / (unseen - 2 * game.num_hole)
        self._meets = meetings(game)
        self._whole = self._met(self._ranges)
        if not self._whole > 0.0:
            raise GameError("the ranges exclude each other")

    def _met(self, ranges: Weights) -> float:
        return float(ranges[0] @ self._meets @ ranges[1])

    def won(self, seat: int, own: Answers, other: Answers, control: JobControl) -> float:
        """A seat's EV over the whole hand when both follow given strategies.

        Raises GameError if they have too many lines, or any error of a strategy.
        """
        sides = (own, other) if seat == 0 else (other, own)
        self._lines = 0
        return self._sum(self._start, self._ranges, seat, sides, control) / self._whole

    def _sum(
        self,
        here: PublicState,
        ranges: Weights,
        seat: int,
        sides: tuple[Answers, Answers],
        control: JobControl,
    ) -> float:
        """Net chips of the seat from a node on, times the weights of the pairs that reach it."""
        if not ranges.any(axis=1).all():
            return 0.0
        self._lines += 1
        if self._lines > MOST_LINES:
            raise GameError(
                "the street has more than {most:,} lines; use fewer sizes",
                most=MOST_LINES,
            )
        if here.finished and not here.showdown:
            return net(here, seat, 0) * self._met(ranges)
        if here.finished or here.street > self._start.street:
            total = 0.0
            for board in self._boards:  # the last street solved on each sampled card
                left = np.where(blocked(here.game, board), 0.0, ranges)
                if self._met(left) > 0.0:
                    street = LastStreet(here.on(board), left)
                    won = street.won(seat, sides[seat], sides[1 - seat], control)
                    total += won * street.whole
            return total * self._share
        answer, total = sides[here.to_act].answer(here, control), 0.0
        for action, column in zip(answer.actions, answer.probabilities.T, strict=True):
            after = ranges.copy()
            after[here.to_act] *= column
            total += self._sum(here.after(action), after, seat, sides, control)
        return total
