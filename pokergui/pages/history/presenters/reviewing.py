"""Background reviews of the user's decisions by an engine."""

from __future__ import annotations

import datetime
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ai.review.classes import STANDARD, Thresholds
from ai.review.judges import PRIZES, SOLVER, usual_judge
from engine import timing
from engine.game import Game
from engine.jobs import JobControl
from pokergui.background.jobs import Runner, stopped_by
from pokergui.formatting.choices import engine_choices
from pokergui.formatting.notices import DISMISS, at_work, sentence
from pokergui.formatting.reviewed import can_review
from pokergui.language import tr_history as tr
from pokergui.language.joins import full_stop
from pokergui.links import EngineLink, StudyLink
from pokergui.localtime import local_now
from pokergui.pages.history.scenes.review import Reviewing, review_scene
from pokergui.pages.history.scenes.review_decision import decision_scene
from pokergui.pages.history.scenes.rows import ListFilter, match_number, nothing_changed
from pokergui.pages.history.viewmodel import DecisionScene
from pokergui.ranges.grid import all_hands, no_hands
from pokergui.reviews.figures import FiguresTally, Mistake, ReviewFigures
from pokergui.reviews.work import REVIEWED, HandsReview
from pokergui.store import HandReader, StoredHand
from pokergui.store.reviews import ReviewCache
from pokergui.viewmodel.grid import AllHandsScene
from pokergui.viewmodel.settings import AmountUnit

STOP = "stop"
MOST_HANDS = 5_000
"""Maximum number of hands that are reviewed, the newest ones."""
_CHANNEL, _DETAIL = "history-review", "history-reviewed-decision"
_EARNED = "history-review-hands"
_SHOW_S = 1.0
"""Seconds between two updates of what was found so far."""

log = logging.getLogger(__name__)


_Chosen = tuple[tuple[StoredHand, ...], int]
"""The hands to review, oldest first, and the number of hands of other games."""
_SIT_AND_GO = "sit-and-go"
"""Stands for the game of all hands of sit-and-gos."""
_Asked = tuple[str, str]
"""Subject of a question to the judge: the judge's name and the key of a decision."""


class ReviewPresenter(QObject):
    """The presenter that reviews the hands of the list.

    Signals:
        scene: a ``ReviewScene``.
        notice: a ``Notice`` or None.
        study_requested: a ``StudyLink``.
        play_requested: an ``EngineLink`` of an engine that plays about as well.
        hand_requested: number of a hand to replay.
    """

    scene = Signal(object)
    notice = Signal(object)
    study_requested = Signal(object)
    play_requested = Signal(object)
    hand_requested = Signal(int)

    def __init__(
        self,
        runner: Runner,
        path: Path,
        reviews: Path,
        strategies: Path,
        wanted: Callable[[], ListFilter],
        parent: QObject | None = None,
        clock: Callable[[], datetime.datetime] = local_now,
    ) -> None:
        super().__init__(parent)
        self._runner, self._path, self._reviews = runner, path, reviews
        self._strategies, self._wanted, self._clock = strategies, wanted, clock
        self._state = Reviewing()
        self._judges: dict[str, str] = {}
        self._hands: tuple[StoredHand, ...] = ()
        self._stop = JobControl()
        self._limits = STANDARD
        self._reading: _Asked | None = None
        self._earning: _Asked | None = None

    def set_limits(self, limits: Thresholds) -> None:
        """Classify decisions with other limits; the display follows."""
        if limits != self._limits:
            self._limits = limits
            if self._state.judge:
                self._begin()

    def show_in(self, unit: AmountUnit) -> None:
        if unit != self._state.unit:
            self._reading = self._earning = None
            self._state = replace(self._state, unit=unit, decision=None, earned=None)
            self._show(self._state)

    # The hands

    @Slot()
    def look(self) -> None:
        """Take the hands of the list and review them; reviews done before come at once."""
        wanted = self._wanted()
        self._stop.cancel()
        self._hands = ()
        if match_number(wanted.mode):
            problem = tr("A match contains none of your hands: choose your own.")
            self._change(self._fresh(problem=problem))
            return
        self._change(self._fresh())
        selection = wanted.filter(self._clock())
        selection = replace(selection, modes=selection.modes or REVIEWED, newest=MOST_HANDS)

        def work(control: JobControl) -> _Chosen:
            with HandReader(self._path) as reader:
                hands = reader.list(selection, control).replayable().hands
            counts = Counter(map(_group, hands))
            counts.pop("", None)
            name = max(counts, key=lambda one: counts[one], default="")
            chosen = tuple(hand for hand in hands if name and _group(hand) == name)
            return chosen, len(hands) - len(chosen)

        self._runner.start(work, self._take, failed=self._unread, channel=_CHANNEL)

    def _take(self, chosen: _Chosen) -> None:
        self._hands, others = chosen
        if not self._hands:
            self._change(self._fresh(problem=tr("You have no hands to review here.")))
            return
        last = self._hands[-1]
        game, sit_and_go = last.game, last.entry is not None
        usual = PRIZES if sit_and_go else _usual(game, self._strategies)
        judge = self._judges.get(_group(last)) or usual
        if not judge:
            self._change(self._fresh(problem=tr("No engine can judge this game.")))
            return
        known = {"game": game, "sit_and_go": sit_and_go, "judge": judge}
        self._state = self._fresh(**known, hands=len(self._hands), others=others)
        self._begin()

    def _unread(self, error: Exception) -> None:
        self._change(self._fresh(problem=full_stop(sentence(error))))

    def _fresh(self, **known: Any) -> Reviewing:
        """Return a fresh state that keeps only the selection."""
        return Reviewing(wants_hands=self._state.wants_hands, unit=self._state.unit, **known)

    # The review

    @Slot(str)
    def choose_judge(self, name: str) -> None:
        state = self._state
        if state.game is not None and name and name != state.judge:
            self._judges[_group(self._hands[-1])] = name
            known = {"game": state.game, "sit_and_go": state.sit_and_go, "judge": name}
            self._state = self._fresh(**known, hands=state.hands, others=state.others)
            self._begin()

    def _begin(self) -> None:
        hands, judge, limits = self._hands, self._state.judge, self._limits
        by_players = self._state.sit_and_go
        stop = self._stop = JobControl()
        self._reading = self._earning = None
        self._change(replace(self._state, running=True, limits=limits, decision=None))

        def work(control: JobControl) -> ReviewFigures:
            # Solving a street has a progress of its own.
            ending = stopped_by(stop, control.silent())
            cache = ReviewCache(self._reviews)
            tally = FiguresTally(by_players)
            shown = timing.seconds()
            with closing(HandsReview(judge, self._strategies, cache, ending, limits)) as review:
                for one in review.run(hands):
                    tally.add(one)
                    control.progress(tally.hands / len(hands), "")
                    if timing.seconds() - shown > _SHOW_S:
                        so_far = partial(self._so_far, stop, tally.figures, tally.hands)
                        self._runner.post(so_far)
                        shown = timing.seconds()
            return tally.figures

        def done(figures: ReviewFigures) -> None:
            self.notice.emit(None)
            self._show(replace(self._state, running=False, found=figures, done=len(hands)))

        self._runner.start(
            work, done, failed=self._failed, progress=self._progress, channel=_CHANNEL
        )

    def _so_far(self, stop: JobControl, figures: ReviewFigures, done: int) -> None:
        """Show partial results, unless the work has ended or was replaced."""
        if self._state.running and stop is self._stop and not stop.cancelled:
            self._show(replace(self._state, found=figures, done=done))

    def _progress(self, fraction: float, text: str) -> None:
        if self._state.running:
            self.notice.emit(at_work(tr("Reviewing your decisions"), fraction, "", STOP))

    def _failed(self, error: Exception) -> None:
        log.warning("hands are not reviewed", exc_info=error)
        self._change(replace(self._state, running=False))
        title = tr("These hands cannot be reviewed by that engine")
        self.notice.emit(nothing_changed(title, error))

    @Slot(str)
    def press(self, key: str) -> None:
        if key == STOP and self._state.running:
            self._stop.cancel()
            self._runner.cancel(_CHANNEL)
            self.notice.emit(None)
            self._change(replace(self._state, running=False))
        elif key == DISMISS:
            self.notice.emit(None)

    # Selection

    @Slot(str)
    def choose_leak(self, key: str) -> None:
        """List only the decisions of one kind; the same kind again, or none, lists all."""
        leak = "" if key == self._state.leak else key
        self._show(replace(self._state, leak=leak))

    @Slot(str)
    def choose(self, key: str) -> None:
        if key and key != self._state.chosen:
            self._show(replace(self._state, chosen=key, picked=True))

    def _show(self, state: Reviewing) -> None:
        """Show a state; select the costliest decision if the one before is not listed."""
        before = self._state
        if state.mistake is None or not state.picked:
            first = next(iter(state.listed), None)
            state = replace(state, chosen="" if first is None else first.key, picked=False)
        same = before.chosen == state.chosen and before.judge == state.judge
        decision, earned = (before.decision, before.earned) if same else (None, None)
        self._change(replace(state, decision=decision, earned=earned))
        self._earn()
        if state.mistake is not None and not (same and before.decision is not None):
            self._read(state.mistake)

    def _read(self, one: Mistake) -> None:
        hand = next(hand for hand in self._hands if hand.number == one.hand.number)
        judge, key, limits, unit = self._state.judge, one.key, self._limits, self._state.unit
        if self._reading == (judge, key):
            return  # a review in progress updates its figures every second
        self._reading = judge, key

        def work(control: JobControl) -> DecisionScene:
            with closing(HandsReview(judge, self._strategies, None, control, limits)) as review:
                decisions = review.decisions(hand)
            place = one.verdict.place
            decision = next(each for each in decisions if len(each.spot.actions) == place)
            return decision_scene(one, decision, unit)

        def done(scene: DecisionScene) -> None:
            if (self._state.chosen, self._state.unit) == (key, unit):
                self._change(replace(self._state, decision=scene))

        self._runner.start(work, done, failed=self._failed, channel=_DETAIL)

    @Slot(bool)
    def show_hands(self, wanted: bool) -> None:
        """Show or hide the EV of every possible hand at the current decision."""
        self._change(replace(self._state, wants_hands=wanted))
        self._earn()

    def _earn(self) -> None:
        """Compute the EV of every hand, if it is shown and unknown."""
        state, limits = self._state, self._limits
        one, judge, key = state.mistake, state.judge, state.chosen
        if one is None or not state.wants_hands or state.earned is not None:
            return
        if self._earning == (judge, key):
            return
        self._earning = judge, key
        hand = next(hand for hand in self._hands if hand.number == one.hand.number)

        def work(control: JobControl) -> AllHandsScene:
            with closing(HandsReview(judge, self._strategies, None, control, limits)) as review:
                earned = review.earnings(hand, one.verdict.place)
            assert one.hand.record is not None
            hole = one.hand.record.holes[one.hand.seat] or ()
            return all_hands(*one.verdict.decision(one.hand.record), hole, earned, state.unit)

        def take(scene: AllHandsScene) -> None:
            if self._state.chosen == key:
                self._change(replace(self._state, earned=scene))

        def failed(error: Exception) -> None:
            log.warning("what hands earn is not known", exc_info=error)
            take(no_hands(error))

        self._runner.start(work, take, failed=failed, channel=_EARNED)

    @Slot()
    def study(self) -> None:
        one = self._state.mistake
        if one is None or one.hand.record is None:
            return
        spot, _ = one.verdict.decision(one.hand.record)
        hole = one.hand.record.holes[one.hand.seat]
        engine = "" if self._state.judge == SOLVER else one.hand.judge
        link = StudyLink(spot.game, spot.actions, spot.board, hole, engine)
        self.study_requested.emit(link)

    @Slot()
    def spar(self) -> None:
        state = self._state
        if state.game is not None and state.standing is not None:
            self.play_requested.emit(EngineLink(state.game, state.standing.partner))

    @Slot()
    def replay(self) -> None:
        if self._state.mistake is not None:
            self.hand_requested.emit(self._state.mistake.hand.number)

    def _change(self, state: Reviewing) -> None:
        self._state = state
        self.scene.emit(review_scene(state, self._strategies))


def _group(hand: StoredHand) -> str:
    """Return what hands reviewed together have in common; empty for those kept as text."""
    if hand.is_wide:
        return ""
    return hand.game_name if hand.entry is None else _SIT_AND_GO


def _usual(game: Game, home: Path) -> str:
    """Return the name of the default reviewing engine; empty for none.

    With more than two players, where there is no reference, it is the strongest that can review.
    """
    row = usual_judge(game)
    if row is not None:
        return row.name if row.solves else ""
    able = engine_choices(game, home, partial(can_review, game=game))
    return next((one.key for one in able if not game.is_heads_up), "")
