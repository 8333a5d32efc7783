"""Summary statistics of reviewed hands."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields

import numpy as np

from ai.review.classes import BEST, CLASSES, CORRECT, WEIGHTS
from ai.review.ledger import Parts
from ai.review.verdict import HandReview, Verdict
from engine.running_result import Z95, Interval

_TO_BB100 = 0.1
"""Big blinds per 100 hands for one mbb per hand."""


def score_and_accuracy(classes: Mapping[str, int]) -> tuple[float, float]:
    """Return score and accuracy of decisions from their classes.

    Returns the score, -100 (all blunders) to 100 (all best), and the share that is best or correct,
    0 to 1; both NaN without decisions.
    """
    count = sum(classes.values())
    if not count:
        return math.nan, math.nan
    points = sum(WEIGHTS[name] * number for name, number in classes.items())
    return 200.0 * points / count - 100.0, (classes[BEST] + classes[CORRECT]) / count


@dataclass(frozen=True)
class Totals:
    """Statistics of reviewed decisions.

    Attributes:
        hands: hands with at least one decision that was judged and not forced.
        decisions: such decisions.
        unjudged: decisions without the judge's answer.
        error: mbb lost per decision, with its 95% interval; hands are the units. Losses within the
            noise floor, and of the judge's own actions, do not count.
        floor: mean of the judge's noise floors in mbb: its own loss by its own EVs; NaN without
            decisions.
        classes: decisions of each class, from the best to the worst.
    """

    hands: int
    decisions: int
    unjudged: int
    error: Interval
    floor: float
    classes: dict[str, int]

    @property
    def score(self) -> float:
        """Score from -100 (all blunders) to 100 (all best); NaN without decisions."""
        return score_and_accuracy(self.classes)[0]

    @property
    def accuracy(self) -> float:
        """Share of decisions that are best or correct; NaN without decisions."""
        return score_and_accuracy(self.classes)[1]

    @property
    def lost_bb(self) -> float:
        """Total big blinds lost by mistakes."""
        return self.error.mean * self.decisions / 1000.0


@dataclass
class DecisionTally:
    """Sums over reviewed decisions."""

    _hands: int = 0
    _decisions: int = 0
    _unjudged: int = 0
    _floor: float = 0.0
    _lost: float = 0.0
    _lost2: float = 0.0
    _cross: float = 0.0
    _count2: float = 0.0
    _classes: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(CLASSES, 0)))

    def add(self, verdicts: Iterable[Verdict]) -> tuple[float, int]:
        """Add the decisions of one hand.

        Returns the mbb lost by the hand, and how many of its decisions count.
        """
        lost, count = 0.0, 0
        for one in verdicts:
            if one.unread:
                self._unjudged += 1
            elif one.unforced:
                count += 1
                lost += one.counted_mbb
                self._floor += one.floor_mbb
                self._classes[one.quality] += 1
        if count:
            self._hands += 1
            self._decisions += count
            self._lost += lost
            self._lost2 += lost * lost
            self._cross += lost * count
            self._count2 += count * count
        return lost, count

    def take(self, other: DecisionTally) -> None:
        """Merge another tally."""
        for name in (one.name for one in fields(self) if one.name != "_classes"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self._classes.update(other._classes)

    @property
    def totals(self) -> Totals:
        """The current statistics."""
        rate, half, floor = 0.0, math.inf, math.nan
        if self._decisions:
            rate, floor = self._lost / self._decisions, self._floor / self._decisions
        if self._hands > 1:
            # The rate is a ratio of two sums over hands; its variance is that of their residuals.
            left = self._lost2 - 2.0 * rate * self._cross + rate * rate * self._count2
            spread = max(0.0, left) * self._hands / (self._hands - 1)
            half = Z95 * math.sqrt(spread) / self._decisions
        counts = self._hands, self._decisions, self._unjudged
        return Totals(*counts, Interval(rate, half), floor, dict(self._classes))


@dataclass(frozen=True)
class Luck:
    """Results of hands before and after luck adjustment.

    ``raw``: bb per 100 hands, with its 95% interval. ``adjusted``: the same without the luck of
    cards, board and rival. ``parts``: mean of each part in bb per 100 hands.
    """

    hands: int
    raw: Interval
    adjusted: Interval
    parts: Parts
    unknown: int


class LuckTally:
    """Sums over the results of hands."""

    def __init__(self) -> None:
        self._parts = array("d")
        self._unknown = 0

    def add(self, review: HandReview, big_blind: int) -> None:
        """Add one hand, if it has a ledger."""
        if review.parts is not None:
            unit = 1000.0 / big_blind * _TO_BB100
            self._parts.extend(part * unit for part in review.parts.values)
            self._unknown += not review.knows_rival

    def take(self, other: LuckTally) -> None:
        """Merge another tally."""
        self._parts.extend(other._parts)
        self._unknown += other._unknown

    @property
    def luck(self) -> Luck:
        """The current statistics."""
        hands = np.array(self._parts).reshape(-1, 6)
        seat, cards, board, rival, mixing, skill = hands.T
        adjusted = seat + mixing + skill
        raw = adjusted + cards + board + rival
        means = hands.mean(axis=0) if len(hands) else np.zeros(6)
        parts = Parts(*means.tolist())
        return Luck(len(hands), Interval.of(raw), Interval.of(adjusted), parts, self._unknown)
