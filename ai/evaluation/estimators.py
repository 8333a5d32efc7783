"""Off-policy estimators: importance sampling over the observed hand and related ones.

Every estimator is one map U and one value V. U determines which hands an observed hand is
informative about: U^-1(z) are the finished hands z' about which the observed hand z is informative,
which all have the same probabilities of chance and of the opponent as some hand of U(z'). Then

    X(z) = sum over z' in U^-1(z) of V(z') target(z') / behaviour(U(z'))

with each player's own probabilities alone; behaviour(U) is the sum over U. The mean of X is the
target's value wherever the behaviour reaches U(z') for each z' that the target can reach.

Source: Bowling, Johanson, Burch and Szafron, "Strategy evaluation in extensive games with
importance sampling", ICML 2008.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.cfr.matrix import Number
from ai.reading.line import PlayedLine, PlayerLine, column
from ai.reading.reach import Weights
from ai.values.payoffs import HandValue
from engine.cards import Card
from engine.player import PublicState
from engine.policy import blocked


@dataclass(frozen=True)
class Map:
    """A map U of an estimator.

    ``private``: whether to include the same betting with any own cards. ``endings``: whether to
    include game-ending actions at own decisions: folds and the last call. ``folds``: whether only
    folds, whose payoff depends on no hidden card.
    """

    name: str
    title: str
    private: bool
    endings: bool
    folds: bool = False


MAPS = (
    Map("basic", "importance sampling", False, False),
    Map("gea", "game-ending actions", False, True),
    Map("pi", "private information", True, False),
    Map("pi+gea", "private information and game-ending actions", True, True),
)
"""The maps of the source."""
FOLDS = Map("gea", "game-ending actions, folds alone", False, True, True)
"""The usable game-ending actions where the rival's cards are hidden in some hands. The map of a
hand must not depend on whether cards were shown, so it is used for all of them."""


@dataclass(frozen=True)
class _Group:
    """Finished hands with a common prefix: one terminal, for all the player's combos.

    ``place``: index of the decision at which the prefix ends. ``target``: (num_combos,) the
    target's own reach of the whole hand.
    """

    end: PublicState
    place: int
    target: Weights


def estimate(
    line: PlayerLine,
    behaviour: PlayedLine,
    target: PlayedLine,
    how: Map,
    value: HandValue,
    other: tuple[Card, ...],
) -> Weights:
    """Return the estimate of the target's result, for each of the player's combos.

    ``behaviour``: the line as played by the strategy that played it. Returns (num_combos,) float64
    chips; constant where the map includes any own cards, and 0 for combos that the behaviour never
    plays that way. Raises CardError if the opponent's cards are needed and unknown.
    """
    total = np.zeros_like(target.reach[-1])
    for group in _groups(line, target, how):
        free = ~blocked(group.end.game, (*group.end.board, *other))
        worth = _numbers(value.of(group.end, line.seat, other), total.dtype) * group.target
        worth = np.where(free, worth, 0)
        seen = np.where(free, behaviour.reach[group.place], 0)
        if how.private:
            whole = seen.sum()
            total += worth.sum() / whole if whole > 0 else 0
        else:
            total += np.divide(worth, seen, out=np.zeros_like(worth), where=seen > 0)
    return total


@dataclass(frozen=True)
class RelatedHand:
    """A hand about which the observed hand is informative.

    ``combo``: its own cards. ``target``: the target's own reach of it. ``behaviour``: behaviour(U):
    the behaviour's probability of what the observed hand shares with it.
    """

    end: PublicState
    combo: int
    target: Number
    behaviour: Number
    value: Number

    @property
    def weight(self) -> Number:
        """The importance weight of its value."""
        weight: Number = self.target / self.behaviour
        return weight


def parts(
    line: PlayerLine,
    behaviour: PlayedLine,
    target: PlayedLine,
    how: Map,
    value: HandValue,
    other: tuple[Card, ...],
    combo: int,
) -> tuple[RelatedHand, ...]:
    """Return the hands of U^-1 of an observed hand; the estimate is the sum of weight times value.

    ``combo``: the own cards of the observed hand; the behaviour must play it.
    """
    hands: list[RelatedHand] = []
    for group in _groups(line, target, how):
        free = ~blocked(group.end.game, (*group.end.board, *other))
        seen = np.where(free, behaviour.reach[group.place], 0)
        worth = _numbers(value.of(group.end, line.seat, other), seen.dtype)
        whole: Number = seen.sum() if how.private else seen[combo]
        own = np.flatnonzero(free).tolist() if how.private else [combo]
        hands += [RelatedHand(group.end, one, group.target[one], whole, worth[one]) for one in own]
    return tuple(hands)


def by_map(
    how: Map,
    value: HandValue,
    line: PlayerLine,
    behaviour: PlayedLine,
    target: PlayedLine,
    other: tuple[Card, ...],
) -> Weights:
    """Do ``estimate`` with the estimator's arguments first, and then those of the hand."""
    return estimate(line, behaviour, target, how, value, other)


def _numbers(worth: NDArray[Any], kind: np.dtype[Any]) -> Weights:
    """Return values in the strategies' number type: floats, or exact fractions of floats."""
    if kind.kind == "O":
        worth = np.array([Fraction(number) for number in worth.tolist()], object)
    numbers: Weights = worth.astype(kind)
    return numbers


def _groups(line: PlayerLine, target: PlayedLine, how: Map) -> Iterator[_Group]:
    """Return the terminals of U^-1 for a line, each at the shortest prefix shared with U."""
    last = len(line.decisions)
    ended_itself = False
    if how.endings:
        for place, (one, answer) in enumerate(zip(line.decisions, target.answers, strict=True)):
            for action in answer.actions:
                end = ending(one.spot.after(action), how)
                if end is not None:
                    ended_itself |= end.actions == line.spot.actions
                    reach = target.reach[place] * column(answer, action)
                    yield _Group(end, place, reach)
    if not ended_itself:  # else the target never plays the observed hand
        yield _Group(line.spot, last, target.reach[last])


def ending(spot: PublicState, how: Map) -> PublicState | None:
    """Return a spot if it is a game-ending action of a map with no card to come; else None."""
    if not spot.finished or (how.folds and spot.showdown):
        return None
    complete = len(spot.board) == spot.game.board_sizes[-1]
    return spot if complete or not spot.showdown else None
