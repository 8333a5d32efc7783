"""The user's drills of one game: due cards, mistakes in play, and answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ai.drill.dice import asked
from ai.review.classes import STANDARD, Thresholds
from ai.review.decision import Reviewed
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import action_text
from engine.player import Action
from pokergui.drills.judge import DrillJudge, Question, rating_of
from pokergui.drills.series import Wanted, questions, wanted
from pokergui.drills.sources import MistakeCard, mistake_cards
from pokergui.language import tr
from pokergui.reviews.work import REVIEWED, HandsReview, ReviewedHand
from pokergui.store import HandReader, HandSelection, NoDatabaseError
from pokergui.store.drills import DrillAnswer
from pokergui.store.reviews import ReviewCache

if TYPE_CHECKING:
    from pokergui.drills.schedule import Schedule

MOST_HANDS = 5_000
"""The newest hands whose mistakes are drilled."""


@dataclass(frozen=True)
class Practice:
    """The cards to practise.

    Attributes:
        mistakes: cards of mistakes in hands that count, the most costly first.
    """

    schedule: Schedule
    mistakes: tuple[MistakeCard, ...]

    def wanted(self, now: datetime) -> tuple[Wanted, ...]:
        """Return the cards to ask: due ones, then mistakes that were never asked."""
        due = [Wanted(one.key, one.line, one.source) for one in self.schedule.due(now)]
        return wanted(due, self.mistakes, {one.key for one in self.schedule.cards})


def schedule_of(path: Path, game: Game) -> Schedule:
    """Read the answers of a game and return the schedule of its cards.

    Raises:
        PokerError: if the database cannot be read.
    """
    from pokergui.drills.schedule import Schedule  # fsrs, needed only for drills

    answers: tuple[DrillAnswer, ...] = ()
    with suppress(NoDatabaseError), HandReader(path) as reader:
        answers = reader.drill_answers(game.name)
    return Schedule(answers)


def practice(
    path: Path,
    reviews: Path,
    home: Path,
    game: Game,
    judge: str,
    control: JobControl,
    limits: Thresholds = STANDARD,
) -> Practice:
    """Read the answers and review the hands of a game.

    Args:
        limits: between the classes: they define what is a mistake.

    Raises:
        PokerError: if the database cannot be read, or the judge cannot review.
    """
    reviewed: list[ReviewedHand] = []
    with suppress(NoDatabaseError), HandReader(path) as reader:
        chosen = HandSelection(game=game.name, modes=REVIEWED, newest=MOST_HANDS)
        hands = reader.list(chosen, control).replayable().hands
        with closing(HandsReview(judge, home, ReviewCache(reviews), control, limits)) as review:
            for one in review.run(hands):
                reviewed.append(one)
                control.progress(len(reviewed) / len(hands), tr("Reviewing your hands"))
    return Practice(schedule_of(path, game), mistake_cards(reviewed))


def series(
    judge: DrillJudge, cards: Practice, now: datetime, rng: np.random.Generator, control: JobControl
) -> Iterator[Question]:
    """Yield the questions: due cards, own mistakes, engine play; raises as ``questions``."""
    return questions(judge, cards.wanted(now), rng, control)


@dataclass(frozen=True)
class Asked:
    """A spot of a series, and its answer.

    Attributes:
        answer: the verdict, which is kept if it has a card; None before that, and if the judge
            gives no answer.
    """

    question: Question
    dice: int = 0
    action: Action | None = None
    reviewed: Reviewed | None = None
    answer: DrillAnswer | None = None

    def told(self, action: Action, reviewed: Reviewed, judge: str) -> Asked:
        answer = answer_to(self.question, action, reviewed, judge, self.dice)
        return replace(self, action=action, reviewed=reviewed, answer=answer)


def answer_to(
    question: Question, action: Action, reviewed: Reviewed, judge: str, dice: int = 0
) -> DrillAnswer | None:
    """Return an answer as it is kept if it has a card; None if the judge gives no answer."""
    if not reviewed.judged:
        return None
    spot, unit = question.dealt.spot, 1000.0 / question.dealt.spot.game.value_chips
    quality = reviewed.quality
    called_for = question.view.actions[asked(question.view.row.tolist(), dice)] if dice else None
    return DrillAnswer(
        question.card,
        spot,
        question.dealt.hole,
        action_text(spot, action),
        judge,
        question.source,
        quality,
        rating_of(question, quality),
        reviewed.loss * unit,
        reviewed.floor * unit,
        dice,
        action == called_for,
    )
