"""Statistics of a drill series."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ai.review.classes import BEST, CLASSES, CORRECT
from ai.review.totals import score_and_accuracy
from pokergui.store.drills import DrillAnswer


@dataclass(frozen=True)
class DrillFigures:
    """Statistics of a series of answers.

    Attributes:
        done: how many there are.
        classes: answers of each class, from the best to the worst.
        score: -100 (all blunders) to 100 (all best); NaN without answers.
        accuracy: share of best and correct; NaN without answers.
        lost_mbb: EV lost by mistakes, in mbb.
        streak: best or correct answers in a row, up to the last one.
        best_streak: the longest such streak.
        rolled: answers for which dice were rolled.
        followed: those of them in which the user followed the dice.
    """

    done: int
    classes: dict[str, int]
    score: float
    accuracy: float
    lost_mbb: float
    streak: int
    best_streak: int
    rolled: int
    followed: int

    @property
    def rate_mbb(self) -> float:
        """Error rate: mbb lost per decision; NaN without answers."""
        return self.lost_mbb / self.done if self.done else math.nan

    @property
    def dice_score(self) -> float:
        """Fraction of dice rolls followed; NaN if none were rolled."""
        return self.followed / self.rolled if self.rolled else math.nan


def drill_figures(answers: Sequence[DrillAnswer]) -> DrillFigures:
    """Compute the statistics of answers, in the order given."""
    classes = dict.fromkeys(CLASSES, 0)
    streak = longest = 0
    for one in answers:
        classes[one.quality] += 1
        streak = streak + 1 if one.quality in (BEST, CORRECT) else 0
        longest = max(longest, streak)
    rolled = [one for one in answers if one.dice]
    return DrillFigures(
        len(answers),
        classes,
        *score_and_accuracy(classes),
        sum(one.counted_mbb for one in answers),
        streak,
        longest,
        len(rolled),
        sum(one.followed for one in rolled),
    )
