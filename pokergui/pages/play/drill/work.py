"""A series of drills as the background works on it: one job at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from ai.review.classes import STANDARD, Thresholds
from ai.review.decision import Reviewed
from ai.review.judges import PRIZES
from engine import timing
from engine.errors import PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action
from pokergui.background.engines import refuse_program
from pokergui.drills.judge import REPORT, SOLUTION, DrillJudge, Question, SpotJudge
from pokergui.drills.reading import READ_SPOTS, RangeSpot, readings
from pokergui.drills.series import (
    DAILY_SPOTS,
    DECISION,
    USUAL_SPOTS,
    PrizesJudge,
    SeriesSpot,
    SpotPlay,
    daily,
    daily_seed,
    practice,
    questions,
    schedule_of,
)
from pokergui.drills.sources import SolutionJudge
from pokergui.links import DrillLink, ReportLink, SolutionLink, StudyLink
from pokergui.localtime import local_now

if TYPE_CHECKING:
    from pokergui.drills.schedule import Schedule
    from pokergui.drills.series import PlannedCard


class JudgedSeries:
    """The base of all series: a judge that is built when it is first needed, and the end.

    Attributes:
        lock: held by the job that uses the judge.
        search: control of the search for spots; it outlives a job and its control.
    """

    def __init__(self, plan: SeriesPlan, home: Path, seed: int) -> None:
        self.plan, self._home, self._seed = plan, home, seed
        self.lock = Lock()
        self.search = JobControl()
        self.judge: SpotJudge | None = None
        self._halted = False

    def ready(self, control: JobControl) -> SpotJudge:
        """Return the judge, built if it is the first time.

        Raises:
            PokerError: if the judge cannot be built.
        """
        control.check()
        if self.judge is None:
            link = self.plan.link
            if isinstance(link, SolutionLink):
                self.judge = SolutionJudge(link.run, link.start)
            elif self.plan.judge == PRIZES:
                self.judge = PrizesJudge(self.plan.game, self._home)
            else:
                refuse_program(self.plan.judge, self._home)
                self.judge = DrillJudge(self.plan.judge, self.plan.game, self._home, control)
        return self.judge

    def begin_search(self) -> JobControl:
        """Return the control of a new search.

        Raises:
            CancelledError: if the series was halted.
        """
        self.search = JobControl()
        if self._halted:
            self.search.cancel()
        self.search.check()
        return self.search

    def stop(self) -> None:
        """Stop the search for spots soon; another can begin."""
        self.search.cancel()

    def halt(self) -> None:
        """Stop the search for spots soon and for good."""
        self._halted = True
        self.stop()

    def close(self) -> None:
        """End the series, and a judge that runs in a separate process."""
        self.halt()
        with self.lock:
            if self.judge is not None:
                self.judge.close()


MINE, SIT_AND_GO, DAY, SPOT, RANGES = "mine", "sit-and-go", "daily", "spot", "ranges"
"""Sources of a series: due cards and mistakes, those of sit-and-gos, the day's spots, a spot of
Study or Preflop, ranges to read."""
HANDED = (SPOT, REPORT, SOLUTION)
"""Sources that other pages pass on."""
STUDY_SPOTS = 10


@dataclass(frozen=True)
class SeriesPlan:
    """A series to ask.

    Attributes:
        source: one of ``MINE``, ``DAY``, ``RANGES`` and ``HANDED``.
        link: what another page passed on; None for other sources.
        length: how far each spot is played on, one of ``LENGTHS``.
    """

    game: Game
    judge: str
    source: str = MINE
    link: DrillLink | None = None
    length: str = DECISION
    limits: Thresholds = STANDARD

    @property
    def count(self) -> int:
        fewer = {DAY: DAILY_SPOTS, SPOT: STUDY_SPOTS, RANGES: READ_SPOTS}
        return fewer.get(self.source, USUAL_SPOTS)


def source_of(link: DrillLink) -> str:
    if isinstance(link, SolutionLink):
        return SOLUTION
    return REPORT if isinstance(link, ReportLink) else SPOT


class Drill(JudgedSeries):
    """A series that asks the spots of a plan and judges; each call is one background job.

    Args:
        seed: seed of the deals; the five of a day have their own.
    """

    def __init__(self, plan: SeriesPlan, path: Path, reviews: Path, home: Path, seed: int) -> None:
        self._places = path, reviews, home
        self._day = local_now().date()
        of_day = plan.source == DAY
        super().__init__(
            plan, home, daily_seed(plan.game, plan.judge, self._day) if of_day else seed
        )
        self._cards: tuple[PlannedCard, ...] = ()
        self._asking: Iterator[Question] | None = None
        self._spots = 0
        self._play: SpotPlay | None = None
        self.schedule: Schedule | None = None

    def next(self, last: SeriesSpot | None, spots: int, control: JobControl) -> Question | None:
        """Return the next decision, of the current spot or the next one; None if there is none.

        If the search for a spot was stopped or failed, it starts over and finds the same spots.

        Raises:
            PokerError: if the judge cannot be built or the database cannot be read.
        """
        with self.lock:
            judge = self.ready(control)
            if self.schedule is None and judge.keeps:
                self.schedule = self._read(control)
            seen = self._spots == spots  # False if a search was stopped as it found a spot
            if self._play is not None and seen and last is not None and last.action is not None:
                question = self._play.after(last.question, last.action, control)
                if question is not None:
                    return question
                self._play = None
            if self._asking is None or not seen or self.search.cancelled:
                every = self._questions(judge, self.begin_search())
                self._asking, self._spots = islice(every, spots, self.plan.count), spots
                control.progress(0.0)
            return self._first(judge, self._asking)

    def _first(self, judge: SpotJudge, asking: Iterator[Question]) -> Question | None:
        try:
            first = next(asking, None)
        except PokerError:
            self._asking = None  # it would find nothing more
            raise
        if first is not None:
            self._spots += 1
            self._play = SpotPlay(judge, self.plan.length, first, self._seed, self._spots)
        return first

    def review(self, question: Question, action: Action, control: JobControl) -> Reviewed:
        with self.lock:
            assert self.judge is not None
            reviewed = self.judge.review(question, action, control)
            return replace(reviewed, limits=self.plan.limits)

    def _read(self, control: JobControl) -> Schedule:
        """Read the answers, and the mistakes if they are asked."""
        plan = self.plan
        if plan.source not in (MINE, SIT_AND_GO):
            return schedule_of(self._places[0], plan.game)
        cards = practice(*self._places, plan.game, plan.judge, control, plan.limits)
        self._cards = cards.wanted(timing.now())
        return cards.schedule

    def _questions(self, judge: SpotJudge, search: JobControl) -> Iterator[Question]:
        plan, rng = self.plan, np.random.default_rng(self._seed)
        if isinstance(judge, SolutionJudge):
            return judge.played(rng, search)
        if isinstance(judge, PrizesJudge):
            return judge.asked(self._cards, rng, search)
        assert isinstance(judge, DrillJudge)
        if plan.source == DAY:
            return daily(judge, self._day, search)
        if isinstance(plan.link, ReportLink):
            return judge.hands_over(plan.link, rng, search)
        if isinstance(plan.link, StudyLink):
            link = plan.link
            return judge.hands_at(link.actions, link.board, rng, search, link.page)
        return questions(judge, self._cards, rng, search)


class RangeDrill(JudgedSeries):
    """A series that asks the spots of a plan; each call is one background job."""

    def __init__(self, plan: SeriesPlan, home: Path, seed: int) -> None:
        super().__init__(plan, home, seed)
        self._asking: Iterator[RangeSpot] | None = None

    def next(self, control: JobControl) -> RangeSpot | None:
        """Return the next spot; None if there is none.

        Raises:
            PokerError: if the judge cannot be built, or the game has more than two players.
        """
        with self.lock:
            judge = self.ready(control)
            if self._asking is None:
                # The spots outlive this job and its control.
                spots = readings(judge, np.random.default_rng(self._seed), self.search)
                self._asking = islice(spots, self.plan.count)
            return next(self._asking, None)
