"""Drills at the table: questions, answers, their storage, and due times of cards."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from ai.reading.reach import Weights
from ai.review.classes import STANDARD, Thresholds
from ai.review.decision import Reviewed
from ai.review.judges import PRIZES, judged_payouts
from engine import timing
from engine.errors import IllegalActionError, PokerError
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, raise_to, verify
from engine.ranges import held_text, parse_held
from pokergui.background.jobs import Runner, Work
from pokergui.drills.judge import SOLUTION, Question
from pokergui.drills.reading import RangeSpot
from pokergui.drills.series import DECISION, SeriesSpot, roll
from pokergui.formatting.choices import PlayChoice, engine_title, table_of
from pokergui.formatting.notices import DISMISS, at_work, go_on, sentence
from pokergui.formatting.sizing import Amount, OwnSizes
from pokergui.language import tr_play as tr
from pokergui.language.joins import full_stop
from pokergui.links import DrillLink, ReportLink, SolutionLink, StudyLink
from pokergui.pages.play.drill.scenes import (
    Drilling,
    ReadingState,
    choices_scene,
    drill_scene,
    due_text,
    judge_of,
    lists_of,
    offers_of,
    reading_scene,
    reading_title,
    spot_frame,
    title_of,
)
from pokergui.pages.play.drill.work import (
    HANDED,
    MINE,
    RANGES,
    SIT_AND_GO,
    Drill,
    RangeDrill,
    SeriesPlan,
    source_of,
)
from pokergui.pages.play.presenters.hands import Sizes
from pokergui.ranges.grid import next_weight
from pokergui.ranges.grid_values import shape_of
from pokergui.store import Store
from pokergui.store.drills import DrillAnswer, keep_answers
from pokergui.viewmodel import Notice
from pokergui.viewmodel.settings import AmountUnit

T = TypeVar("T")

STOP = "stop"
_CHANNEL = "drill"
_SIMPLE = {"fold": FOLD, "call": CALL}

log = logging.getLogger(__name__)


class DrillPresenter(QObject):
    """The presenter that asks a series of spots.

    Signals:
        ranges_wanted: the ``SeriesPlan`` of a series of ranges to read; None to end it.
    """

    scene = Signal(object)
    frames = Signal(object)
    notice = Signal(object)
    study_requested = Signal(object)
    solution_requested = Signal(object)
    choices = Signal(object)
    ranges_wanted = Signal(object)
    unit_changed = Signal(str)

    def __init__(
        self,
        runner: Runner,
        store: Store,
        reviews: Path,
        strategies: Path,
        choice: PlayChoice,
        parent: QObject | None = None,
        seed: int | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._store = runner, store
        self._reviews, self._home = reviews, strategies
        self._rng = np.random.default_rng(secrets.randbits(64) if seed is None else seed)
        self._state = Drilling(choice.valid(strategies))
        self._judges: dict[str, str] = {}
        self._drill: Drill | None = None
        self._limits = STANDARD
        self.sizes = Sizes(self._amount, self)
        self.sizes.changed.connect(lambda: self._change(self._state))

    def set_limits(self, limits: Thresholds) -> None:
        self._limits = limits

    def stop(self) -> None:
        self._runner.cancel(_CHANNEL)
        self._close()

    def show_in(self, unit: AmountUnit) -> None:
        if self._state.amount is not None:
            self._state.amount.show_in(unit)
        self._state = replace(self._state, unit=unit)
        if self._state.asked:
            self._change(self._state)
            self._show_table()
        self.unit_changed.emit(unit)

    # The series

    def open(self, seen: bool = True) -> None:
        """Come to the front; a series in progress is shown as it was."""
        state = self._state
        if seen and not state.asked and not state.busy and state.source != RANGES:
            self.begin()

    def drill(self, link: DrillLink) -> None:
        """Practise what another page passes on; with a solution, the chosen game stays.

        An engine named with a decision judges it.
        """
        choice = self._state.choice
        if isinstance(link, StudyLink) and link.engine:
            self._judges[link.game.name] = link.engine
        if isinstance(link, StudyLink) and judged_payouts(link.engine):
            choice = PlayChoice(table_of(link.game.num_players)).valid(self._home)
        elif not isinstance(link, SolutionLink):
            choice = PlayChoice.at(link.game, choice.opponent).valid(self._home)
        self._state = replace(self._state, choice=choice, source=source_of(link), link=link)
        self.begin()

    def begin(self) -> None:
        state, game = self._state, self._state.game
        judge, problem = PRIZES, ""
        if state.source != SIT_AND_GO:
            judge, problem = judge_of(state.link, game, self._judges, self._home)
        self._runner.cancel(_CHANNEL)
        self._close()
        state = Drilling(
            *(state.choice, judge, state.source, state.link),
            *(state.length, state.dice, state.at_end),
            unit=state.unit,
            lists=lists_of(state.choice, judge, self._home, state.solution),
        )
        if not judge:
            self._change(replace(state, problem=problem))
            return
        length = DECISION if state.source == SIT_AND_GO else state.length
        plan = SeriesPlan(game, judge, state.source, state.link, length, self._limits)
        self._change(replace(state, count=plan.count))
        if state.source == RANGES:
            self.ranges_wanted.emit(plan)
            return
        seed = int(self._rng.integers(2**32))
        self._drill = Drill(plan, self._store.path, self._reviews, self._home, seed)
        self._ask()

    def _ask(self) -> None:
        drill = self._drill
        assert drill is not None
        self._change(replace(self._state, busy=True))

        now, spots = self._state.now, self._state.spot_number

        def work(control: JobControl) -> Question | None:
            return drill.next(now, spots, control)

        self._start(work, self._asked, tr("Looking for the next spot"))

    def _asked(self, question: Question | None) -> None:
        state = replace(self._state, busy=False, due="")
        self.notice.emit(None)
        if question is None:
            none = tr("The judge has no spot to ask here.")
            if state.source == SIT_AND_GO:
                none = tr("Nothing is due, and no mistakes in your sit-and-gos are new.")
            problem = "" if state.asked else none
            self._change(replace(state, problem=problem, over=bool(state.asked), amount=None))
            return
        one = SeriesSpot(question, roll(self._rng) if state.dice else 0)
        spot = question.dealt.spot
        amount = None
        if not spot.game.is_limit and not spot.legal.no_raise:
            amount = Amount(spot, unit=state.unit)
            amount.offer(offers_of(one, state.unit), OwnSizes())
            amount.choose_preset((len(amount.offers) - 1) // 2)
        due = self._cards_due()
        self._change(replace(state, asked=(*state.asked, one), amount=amount, cards_due=due))
        self._show_table()

    def _cards_due(self) -> int:
        schedule = None if self._drill is None else self._drill.schedule
        return 0 if schedule is None else len(schedule.due(timing.now()))

    def act(self, kind: str, amount: str) -> None:
        """Take an answer: its kind, and the text of the amount if one is chosen."""
        state, now, drill = self._state, self._state.now, self._drill
        if now is None or drill is None or now.action is not None or state.busy:
            return
        spot = now.question.dealt.spot
        action = _SIMPLE.get(kind) or raise_to(
            spot.legal.min_raise if state.amount is None else state.amount.value
        )
        try:
            verify(spot.legal, spot.betting, action)
        except IllegalActionError:
            return  # the bar shows why
        self._change(replace(state, busy=True))

        def work(control: JobControl) -> tuple[Action, Reviewed]:
            return action, drill.review(now.question, action, control)

        self._start(work, self._judged, tr("Judging your answer"))

    def _judged(self, judged: tuple[Action, Reviewed]) -> None:
        state, now, drill = self._state, self._state.now, self._drill
        self.notice.emit(None)
        if now is None or drill is None:
            return
        action, reviewed = judged
        told = now.answered(action, reviewed)
        self._change(replace(state, busy=False, asked=(*state.asked[:-1], told)))
        if told.answer is not None and told.answer.card is not None:
            kept = keep_answers(self._store, [told.answer])
            self._runner.watch(kept, partial(self._kept, drill), failed=self._unkept)
        if state.at_end:
            self._ask()

    def _kept(self, drill: Drill, answers: tuple[DrillAnswer, ...]) -> None:
        """Schedule the card of an answer that is on disk, if its series is still in progress."""
        if drill is not self._drill or drill.schedule is None:
            return  # another series began meanwhile
        (answer,) = answers
        card = drill.schedule.take(answer)
        words = due_text(card.due, timing.now())
        self._change(replace(self._state, due=words, cards_due=self._cards_due()))

    def _unkept(self, error: Exception) -> None:
        log.warning("an answer was not kept", exc_info=error)
        title = tr("This answer could not be saved")
        text = tr("{reason}. The drill continues.").format(reason=sentence(error))
        self.notice.emit(Notice("error", title, text, (go_on(),), repr(error)))

    def go_on(self) -> None:
        """Ask the next spot, or begin another series if this one is over."""
        state = self._state
        if state.over or (state.problem and state.judge):
            self.begin()
        elif state.can_go_on:
            self._ask()

    def again(self) -> None:
        """Ask the current spot again, for another answer, which is kept as well."""
        state, now = self._state, self._state.now
        if now is None or not state.told or state.busy:
            return
        again = replace(now, action=None, reviewed=None, answer=None)
        self._change(replace(state, asked=(*state.asked[:-1], again), due=""))

    def study(self) -> None:
        now, solution = self._state.now, self._state.solution
        if now is None:
            return
        spot, hole = now.question.dealt.spot, now.question.dealt.hole
        if solution is not None:
            self.solution_requested.emit(SolutionLink(solution.run, spot, hole))
        elif spot.game.is_heads_up:
            link = StudyLink(spot.game, spot.actions, spot.board, hole, now.question.judge)
            self.study_requested.emit(link)

    # Choices

    def choose(self, name: str, value: Any) -> None:
        """Take a control's value; all but dice begin another series.

        A solution stays the game that it is, and ranges are read in it, too. For a report another
        judge than its own judges this once.
        """
        state, link = self._state, self._state.link
        if name == "dice":
            self._change(replace(state, dice=value))
            return
        if name == "game" and value != SOLUTION:
            self._play(PlayChoice(value, state.choice.depth))
        elif name == "depth":
            self._play(replace(state.choice, depth=float(value), stacks=()))
        elif name == "spots":
            kept = value in HANDED or (value == RANGES and state.solution is not None)
            self._state = replace(state, source=value, link=link if kept else None)
        elif name == "judge" and value and value != state.judge:
            if isinstance(link, ReportLink):
                self._state = replace(state, link=replace(link, engine=value))
            else:
                self._judges[state.game.name] = value
        elif name in ("length", "at_end"):
            self._state = replace(state, **{name: value})
        else:
            return
        self.begin()

    def _play(self, choice: PlayChoice) -> None:
        choice, source = choice.valid(self._home), self._state.source
        if source in HANDED or (source == RANGES and not choice.build_game().is_heads_up):
            source = MINE
        self._state = replace(self._state, choice=choice, source=source, link=None)

    def _amount(self) -> Amount | None:
        now = self._state.now
        return self._state.amount if now is not None and now.action is None else None

    # Work in the background

    def _start(self, work: Work[T], done: Callable[[T], None], title: str) -> None:
        def progress(fraction: float, text: str) -> None:
            if self._state.busy:
                self.notice.emit(at_work(title, fraction, text, STOP))

        self._runner.start(work, done, failed=self._failed, progress=progress, channel=_CHANNEL)

    def _failed(self, error: Exception) -> None:
        log.warning("a drill does not go on", exc_info=error)
        problem = "" if self._state.asked else full_stop(sentence(error))
        self._change(replace(self._state, busy=False, problem=problem))
        text = tr("{reason}. Your answers are saved.").format(reason=sentence(error))
        title = tr("This drill cannot continue")
        self.notice.emit(Notice("error", title, text, (go_on(),), repr(error)))

    def press(self, key: str) -> None:
        if key == STOP:
            self._runner.cancel(_CHANNEL)
            if self._drill is not None:
                self._drill.stop()
            self.notice.emit(None)
            problem = "" if self._state.asked else tr("Stopped: choose what to practise.")
            self._change(replace(self._state, busy=False, problem=problem))
        elif key == DISMISS:
            self.notice.emit(None)

    def _close(self) -> None:
        self.ranges_wanted.emit(None)
        drill, self._drill = self._drill, None
        if drill is not None:
            drill.halt()
            self._runner.start(lambda control: drill.close(), lambda _: None)

    def _change(self, state: Drilling) -> None:
        self._state = state
        self.choices.emit(choices_scene(state))
        if state.source != RANGES or state.problem:
            self.scene.emit(drill_scene(state))

    def _show_table(self) -> None:
        now = self._state.now
        if now is not None:
            title, unit = title_of(self._state), self._state.unit
            self.frames.emit([spot_frame(now.question.dealt, *title, unit, now.dice)])


_READING_CHANNEL = "reading"


class ReadingPresenter(QObject):
    """The presenter that asks for the opponent's range, spot after spot."""

    scene = Signal(object)
    frames = Signal(object)
    study_requested = Signal(object)
    solution_requested = Signal(object)
    copied = Signal(str)

    def __init__(
        self,
        runner: Runner,
        strategies: Path,
        parent: QObject | None = None,
        seed: int | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._home = runner, strategies
        self._rng = np.random.default_rng(secrets.randbits(64) if seed is None else seed)
        self._state: ReadingState | None = None
        self._drill: RangeDrill | None = None
        self._unit: AmountUnit = "chips"

    def begin(self, plan: SeriesPlan | None) -> None:
        self._runner.cancel(_READING_CHANNEL)
        drill, self._drill, self._state = self._drill, None, None
        if drill is not None:
            drill.halt()
            self._runner.start(lambda control: drill.close(), lambda _: None)
        if plan is not None:
            self._drill = RangeDrill(plan, self._home, int(self._rng.integers(2**32)))
            judge = tr("The solution")
            if not isinstance(plan.link, SolutionLink):
                judge = engine_title(plan.judge, self._home, plan.game)
            self._ask(ReadingState(plan, unit=self._unit, judge=judge))

    def show_in(self, unit: AmountUnit) -> None:
        self._unit = unit
        if self._state is not None:
            self._change(replace(self._state, unit=unit))
            self._show_table()

    def _ask(self, state: ReadingState) -> None:
        drill = self._drill
        assert drill is not None
        self._change(replace(state, busy=True, problem=""))
        self._runner.start(drill.next, self._asked, failed=self._failed, channel=_READING_CHANNEL)

    def _asked(self, one: RangeSpot | None) -> None:
        state = self._state
        if state is None:
            return
        if one is None:
            problem = "" if state.asked else tr("The judge has no spot to ask here.")
            self._change(replace(state, busy=False, over=bool(state.asked), problem=problem))
            return
        weights = np.zeros(len(one.judged))
        self._change(replace(state, busy=False, asked=(*state.asked, one), weights=weights))
        self._show_table()

    def _failed(self, error: Exception) -> None:
        log.warning("a drill does not go on", exc_info=error)
        if self._state is not None:
            problem = full_stop(sentence(error))
            self._change(
                replace(self._state, busy=False, over=False, weights=None, problem=problem)
            )

    def commit(self) -> None:
        state = self._state
        if state is None or state.now is None or state.told or state.weights is None:
            return
        try:
            told = state.now.answered(state.weights)
        except PokerError:
            return  # the button is not offered while nothing is painted
        self._change(replace(state, asked=(*state.asked[:-1], told)))

    def go_on(self) -> None:
        """Ask the next spot, or begin another series if this one is over."""
        state = self._state
        if state is None or state.busy:
            return
        if state.over or state.problem:
            self.begin(state.plan)
        elif state.told:
            self._ask(state)

    def again(self) -> None:
        state = self._state
        if state is not None and state.now is not None and state.told and not state.busy:
            again = replace(state.now, named=None)
            self._change(replace(state, asked=(*state.asked[:-1], again)))

    def study(self) -> None:
        state = self._state
        if state is not None and state.now is not None and state.told:
            dealt, solution = state.now.dealt, state.plan.link
            spot = dealt.spot
            if isinstance(solution, SolutionLink):
                self.solution_requested.emit(SolutionLink(solution.run, spot, dealt.hole))
                return
            link = StudyLink(spot.game, spot.actions, spot.board, dealt.hole, state.plan.judge)
            self.study_requested.emit(link)

    # Painting

    def paint(self, cell: int, on: bool) -> None:
        weights = self._open()
        if weights is not None:
            weights[self._members(cell)] = float(on)
            self._paint(weights)

    def weigh(self, cell: int, step: float) -> None:
        """Move the weight of a cell's hands up or down."""
        weights = self._open()
        if weights is not None:
            members = self._members(cell)
            weights[members] = next_weight(float(weights[members].mean()), step)
            self._paint(weights)

    def fill(self, weight: float) -> None:
        """Put every hand in with a weight; 0 takes them out."""
        weights = self._open()
        if weights is not None:
            self._paint(np.full_like(weights, weight))

    def copy(self) -> None:
        state = self._state
        if state is not None and state.weights is not None:
            self.copied.emit(held_text(state.plan.game, state.weights))

    def paste(self, text: str) -> None:
        """Take a range from text; text that cannot be read changes nothing."""
        state = self._state
        if state is not None and self._open() is not None:
            try:
                self._paint(parse_held(state.plan.game, text))
            except PokerError as error:
                log.info("a pasted range cannot be read: %s", error)

    def _open(self) -> Weights | None:
        """Return a copy of the weights; None while painting is not possible."""
        state = self._state
        if state is None or state.weights is None or state.now is None or state.told:
            return None
        return state.weights.copy()

    def _members(self, cell: int) -> NDArray[np.bool_]:
        assert self._state is not None
        members: NDArray[np.bool_] = shape_of(self._state.plan.game, ()).cell_of == cell
        return members

    def _paint(self, weights: Weights) -> None:
        assert self._state is not None
        self._change(replace(self._state, weights=weights))

    def _change(self, state: ReadingState) -> None:
        self._state = state
        self.scene.emit(reading_scene(state))

    def _show_table(self) -> None:
        state = self._state
        if state is not None and state.now is not None:
            frame = spot_frame(state.now.dealt, *reading_title(state), state.unit)
            self.frames.emit([frame])
