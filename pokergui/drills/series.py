"""The order of questions: due cards, then the user's mistakes, then spots of engine play."""

from __future__ import annotations

import hashlib
import logging
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice

import numpy as np

from ai.drill.dice import SIDES
from ai.drill.kinds import CardKey
from ai.drill.playing import PlayedOn
from ai.review.classes import BEST, CLASSES, CORRECT
from ai.review.totals import score_and_accuracy
from engine.errors import CancelledError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action
from pokergui.drills.judge import DAILY, PLAY, DrillJudge, Question, SpotJudge
from pokergui.drills.sources import MistakeCard
from pokergui.store.drills import DrillAnswer

DAILY_SPOTS = 5
USUAL_SPOTS = 20


@dataclass(frozen=True)
class PlannedCard:
    """A card to be asked."""

    key: CardKey
    line: tuple[Action, ...]
    source: str


def wanted(
    due: Sequence[PlannedCard], mistakes: Sequence[MistakeCard], known: set[CardKey]
) -> tuple[PlannedCard, ...]:
    """Return the cards to ask: due ones, then mistakes never asked, sorted by EV loss."""
    fresh = [
        PlannedCard(one.key, one.line, f"hand {one.hand}")
        for one in mistakes
        if one.key not in known
    ]
    return (*due, *fresh)


def questions(
    judge: DrillJudge,
    cards: Sequence[PlannedCard],
    rng: np.random.Generator,
    control: JobControl | None = None,
) -> Iterator[Question]:
    """Yield a question for each card that the judge has an answer for, then spots of engine play.

    Raises:
        PokerError: any error of the engine of the ranges.
    """
    for one in cards:
        asked = judge.fresh(one.key, one.line, one.source, rng, control)
        if asked is not None:
            yield asked
    yield from judge.played(PLAY, rng, control)


def daily(judge: DrillJudge, day: date, control: JobControl | None = None) -> Iterator[Question]:
    """Yield the five spots of a day: the same for everybody with this game and judge.

    Raises:
        PokerError: any error of the engine of the ranges.
    """
    source = f"{DAILY} {day.isoformat()}"
    rng = np.random.default_rng(daily_seed(judge.game, judge.name, day))
    return islice(judge.played(source, rng, control), DAILY_SPOTS)


def daily_seed(game: Game, judge: str, day: date) -> int:
    words = f"{day.isoformat()} {game.name} {judge}"
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8])


def roll(rng: np.random.Generator) -> int:
    """Roll the dice: 1 to 100."""
    return int(rng.integers(1, SIDES + 1))


DECISION, STREET, HAND = LENGTHS = ("decision", "street", "hand")
_STREAM = 2
"""Random stream separate from the dice rolls of the same seed."""

log = logging.getLogger(__name__)


class SpotPlay:
    """One spot of a series, with all its decisions.

    Args:
        number: of the spot in it; with the seed it gives the cards and the others' actions.
    """

    def __init__(
        self, judge: SpotJudge, length: str, first: Question, seed: int, number: int
    ) -> None:
        self._judge, self._length, self._first = judge, length, first
        self._rng = np.random.default_rng([seed, _STREAM, number])
        self._played: PlayedOn | None = None

    def after(
        self, question: Question, action: Action, control: JobControl | None = None
    ) -> Question | None:
        """Return the next decision after an answer to one of this spot.

        Returns:
            None if the spot is over, or the judge cannot continue or gives no answer for what comes
            next.
        """
        if self._length == DECISION:
            return None
        try:
            return self._next(question, action, control)
        except CancelledError:
            raise
        except PokerError as error:
            log.warning("a spot ends early: %s", error)
            return None

    def _next(
        self, question: Question, action: Action, control: JobControl | None
    ) -> Question | None:
        if self._played is None:
            self._played = self._judge.play_on(self._first, self._rng, control)
        dealt = self._played.after(question.dealt, action, control)
        street = self._first.dealt.spot.street
        if dealt is None or (self._length == STREET and dealt.spot.street > street):
            return None
        asked = self._judge.ask(dealt, question.source, control)
        return None if asked is None else replace(asked, decision=question.decision + 1)


@dataclass(frozen=True)
class DrillFigures:
    """Statistics of a series of answers.

    Attributes:
        score: -100 (all blunders) to 100 (all best); NaN without answers.
        accuracy: share of best and correct; NaN without answers.
        lost_mbb: EV lost by mistakes, in mbb.
        streak: best or correct answers in a row, up to the last one.
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
