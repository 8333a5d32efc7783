"""A series of questions: due cards, the user's mistakes, spots of engine play; and its answers."""

from __future__ import annotations

import hashlib
import logging
import math
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ai.drill.deals import DealtSpot
from ai.drill.dice import SIDES, asked
from ai.drill.playing import PlayedOn
from ai.review.classes import BEST, CLASSES, CORRECT, STANDARD, Thresholds
from ai.review.decision import Reviewed
from ai.review.judges import PRIZES, judged_payouts
from ai.review.totals import score_and_accuracy
from engine.errors import CancelledError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import action_text
from engine.player import Action
from pokergui.drills.judge import DAILY, PLAY, DrillJudge, Question, SpotJudge, rating_of
from pokergui.drills.sources import MistakeCard, mistake_cards
from pokergui.language import tr
from pokergui.store import HandReader, HandSelection, NoDatabaseError
from pokergui.store.drills import DrillAnswer

if TYPE_CHECKING:
    from pokergui.drills.schedule import CardState, Schedule
    from pokergui.reviews.work import ReviewedHand

    PlannedCard = CardState | MistakeCard

DAILY_SPOTS = 5
USUAL_SPOTS = 20


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
        asked = judge.fresh(one.key, one.spot.actions, one.source, rng, control)
        if asked is not None:
            yield asked
    yield from judge.played(PLAY, rng, control)


class PrizesJudge(SpotJudge):
    """The judge of sit-and-gos: each card has the judge of its own stacks and prizes."""

    def __init__(self, game: Game, home: Path | None) -> None:
        self.name, self.game, self._home = PRIZES, game, home
        self._judges: dict[tuple[str, Game], DrillJudge] = {}

    def hand(
        self, rng: np.random.Generator, control: JobControl | None = None
    ) -> Iterator[DealtSpot]:
        """Yield nothing: only cards are asked."""
        return iter(())

    def asked(
        self, cards: Sequence[PlannedCard], rng: np.random.Generator, control: JobControl
    ) -> Iterator[Question]:
        """Yield a question for each card that can be judged."""
        for one in cards:
            try:
                judge = self._at(one.judge, one.spot.game, control)
                asked = judge.fresh(one.key, one.spot.actions, one.source, rng, control)
            except CancelledError:
                raise
            except PokerError as error:
                log.warning("a card of a sit-and-go is not asked: %s", error)
                continue
            if asked is not None:
                yield asked

    def review(
        self, question: Question, action: Action, control: JobControl | None = None
    ) -> Reviewed:
        """Judge an answer."""
        judge = self._at(question.judge, question.dealt.spot.game, control or JobControl())
        return judge.review(question, action, control)

    def _at(self, name: str, game: Game, control: JobControl) -> DrillJudge:
        """Return the judge of a card; a stored name may be any, and starts no program.

        Raises:
            PokerError: if it does not judge in prizes, or not this game.
        """
        if not judged_payouts(name):
            raise PokerError("'{name}' does not judge in prizes", name=name[:60])
        key = name, game
        if key not in self._judges:
            self._judges[key] = DrillJudge(name, game, self._home, control)
        return self._judges[key]


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

    def wanted(self, now: datetime) -> tuple[PlannedCard, ...]:
        """Return the cards to ask: due ones, then mistakes that were never asked."""
        fresh = (one for one in self.mistakes if not self.schedule.knows(one.key))
        return (*self.schedule.due(now), *fresh)


def schedule_of(path: Path, game: Game, in_prizes: bool = False) -> Schedule:
    """Read the answers of a game, or of all sit-and-gos, and return the schedule of its cards.

    Raises:
        PokerError: if the database cannot be read.
    """
    from pokergui.drills.schedule import Schedule  # fsrs, needed only for drills

    answers: tuple[DrillAnswer, ...] = ()
    with suppress(NoDatabaseError), HandReader(path) as reader:
        answers = reader.sit_and_go_answers() if in_prizes else reader.drill_answers(game.name)
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
    """Read the answers and review the hands of a game; with the judge ``PRIZES`` of sit-and-gos.

    Args:
        limits: between the classes: they define what is a mistake.

    Raises:
        PokerError: if the database cannot be read, or the judge cannot review.
    """
    from pokergui.reviews.work import REVIEWED, HandsReview  # only for drills of your own hands
    from pokergui.store.reviews import ReviewCache  # as above

    reviewed: list[ReviewedHand] = []
    in_prizes = judge == PRIZES
    with suppress(NoDatabaseError), HandReader(path) as reader:
        name, modes = ("", ("play",)) if in_prizes else (game.name, REVIEWED)
        chosen = HandSelection(game=name, modes=modes, newest=MOST_HANDS)
        hands = reader.list(chosen, control).replayable().hands
        if in_prizes:
            hands = tuple(hand for hand in hands if hand.entry is not None)
        with closing(HandsReview(judge, home, ReviewCache(reviews), control, limits)) as review:
            for one in review.run(hands):
                reviewed.append(one)
                control.progress(len(reviewed) / len(hands), tr("Reviewing your hands"))
    return Practice(schedule_of(path, game, in_prizes), mistake_cards(reviewed))


@dataclass(frozen=True)
class SeriesSpot:
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

    def answered(self, action: Action, reviewed: Reviewed) -> SeriesSpot:
        answer = answer_to(self.question, action, reviewed, self.dice)
        return replace(self, action=action, reviewed=reviewed, answer=answer)


def answer_to(
    question: Question, action: Action, reviewed: Reviewed, dice: int = 0
) -> DrillAnswer | None:
    """Return an answer as it is kept if it has a card; None if the judge gives no answer."""
    if not reviewed.judged:
        return None
    judge = question.judge
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
