"""Range-reading drills: estimate the opponent's range, scored by overlap with the judge's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ai.drill.deals import DealtSpot
from ai.drill.hand_reading import normalised, overlap, possible, posterior
from ai.reading.reach import Weights
from engine.card_display import shown_rank
from engine.cards import card_rank
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, combo_cards
from engine.errors import GameError, RangeError
from engine.game import Game
from engine.jobs import JobControl
from pokergui.drills.judge import SpotJudge

OBVIOUS = 0.9
"""Largest overlap of a uniform range with the judge's at which there is still something to read."""
READ_SPOTS = 10
_HANDS = 300
"""Consecutive hands of engine play without a spot to read, after which dealing stops."""


@dataclass(frozen=True)
class RangeSpot:
    """A range-reading spot, and the answer.

    Attributes:
        judged: (num_combos,) probability of each opposing hand by the judge, sum 1.
        named: (num_combos,) the user's probabilities; None before the answer.
    """

    dealt: DealtSpot
    judged: Weights
    named: Weights | None = None

    @property
    def possible(self) -> Weights:
        """(num_combos,) 1 for each hand that the opponent can hold, else 0."""
        return possible(self.dealt.spot.game, self.dealt.spot.board, self.dealt.hole)

    @property
    def every(self) -> float:
        """The score of a uniform range, 0 to 1."""
        return overlap(normalised(self.possible, self.possible), self.judged)

    @property
    def score(self) -> float:
        """The overlap of the answer with the judge's range, 0 to 1; NaN before the answer."""
        return np.nan if self.named is None else overlap(self.named, self.judged)

    def answered(self, weights: Weights) -> RangeSpot:
        """Return this spot with an answer.

        Args:
            weights: (num_combos,) of the range named, 0 to 1.

        Raises:
            RangeError: if the other can hold none of it.
        """
        named = normalised(weights, self.possible)
        if not named.any():
            raise RangeError("the opponent cannot hold any hand in this range")
        return replace(self, named=named)


def by_class(game: Game, weights: Weights) -> dict[str, float]:
    """Return probabilities summed by hand class: ``AKs``, with one hole card by rank: ``K``."""
    names = CLASS_NAMES
    of = CLASS_OF_COMBO
    if game.num_hole == 1:
        ranks = [card_rank(card) for card in combo_cards(game.deck, 1)[:, 0].tolist()]
        of = max(ranks) - np.array(ranks)
        names = tuple(shown_rank(game, max(ranks) - at) for at in range(of.max() + 1))
    sums = np.bincount(of, weights, len(names))
    return dict(zip(names, sums.tolist(), strict=True))


def readings(
    judge: SpotJudge, rng: np.random.Generator, control: JobControl | None = None
) -> Iterator[RangeSpot]:
    """Yield decisions of engine play after the opponent has acted, at most one per hand.

    It ends after many hands in a row with nothing to read.

    Raises:
        GameError: if there are more than two players.
        PokerError: any error of the engine.
    """
    if not judge.game.is_heads_up:
        raise GameError("ranges are read in two-player games only")
    without = 0
    while without < _HANDS:
        decisions = tuple(judge.hand(rng, control))
        without += 1
        for at in rng.permutation(len(decisions)):
            dealt = decisions[at]
            if not dealt.spot.actions:
                continue  # the opponent has not acted
            weights = posterior(dealt, judge.own, control)
            if weights is None:
                continue
            one = RangeSpot(dealt, weights)
            if one.every < OBVIOUS:
                without = 0
                yield one
                break
