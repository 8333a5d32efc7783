"""Reviews of each hand once it is over, if the user wants them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ai.review.classes import STANDARD, Thresholds
from ai.review.judges import build_judge, usual_judge
from ai.review.verdict import Verdict, decision_at
from engine.game import Game
from engine.jobs import JobControl
from engine.records.record import HandRecord
from pokergui.background.jobs import Runner
from pokergui.language import tr_play as tr
from pokergui.links import StudyLink
from pokergui.pages.play.scenes.lookback import decision_detail, hand_decisions, key_of, look_back
from pokergui.pages.play.work.session import PlaySession
from pokergui.ranges.grid import all_hands, no_hands
from pokergui.viewmodel import LastHandScene
from pokergui.viewmodel.grid import AllHandsScene, GridScene
from pokergui.viewmodel.settings import AmountUnit

if TYPE_CHECKING:
    from ai.review.hands import HandReviewer

KEY = "Shift+S"
_CHANNEL = "play-review"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Last:
    """The last hand, its verdicts, and its reviewer."""

    title: str
    record: HandRecord
    seat: int
    verdicts: tuple[Verdict, ...]
    reviewer: HandReviewer
    judge: str

    def verdict(self, key: str) -> Verdict | None:
        return next((one for one in self.verdicts if key_of(one) == key), None)

    @property
    def place(self) -> int:
        """The number of actions before the last judged decision with a choice; -1 for none."""
        own = [one.place for one in self.verdicts if one.unforced and not one.unread]
        return own[-1] if own else -1


class HandReviews(QObject):
    """The presenter that adds a review to the report of the last hand.

    Signals:
        hands: an ``AllHandsScene``: the EV of every possible hand in the last one.
    """

    scene = Signal(object)
    study_requested = Signal(object)
    hands = Signal(object)
    hands_shown = Signal(bool)

    def __init__(
        self,
        runner: Runner,
        strategies: Path,
        session: Callable[[], PlaySession | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._strategies, self._session = runner, strategies, session
        self._on, self._limits = False, STANDARD
        self._reviewers: dict[Game, HandReviewer] = {}
        self._last: _Last | None = None
        self._told: LastHandScene | None = None
        self._chosen = ""
        self._unit: AmountUnit = "chips"

    def set_on(self, on: bool, limits: Thresholds = STANDARD) -> None:
        self._on, self._limits = on, limits

    def show_in(self, unit: AmountUnit) -> None:
        self._unit = unit

    def told(self, scene: LastHandScene | None) -> None:
        """Review the finished hand at the table; a hand reported again keeps its review."""
        play = self._session()
        self._told = scene
        if scene is None or play is None:
            self._runner.cancel(_CHANNEL)
            self._last = None
        elif self._last is not None and self._last.title == scene.title:
            self._tell()
        elif not play.in_hand:
            self._review(play, scene.title)

    def _review(self, play: PlaySession, title: str) -> None:
        self._last, self._chosen = None, ""
        judge = usual_judge(play.game) if self._on else None
        if judge is None or not judge.solves or not judge.fits(play.game):
            return
        hand, seat, game = play.table.hand, play.hero, play.game
        names = tuple(str(player) for player in range(game.num_players))
        record = HandRecord.of(hand, play.number, names)
        reviewers, strategies, limits = self._reviewers, self._strategies, self._limits

        def work(control: JobControl) -> _Last:
            from ai.review.hands import HandReviewer  # only where hands are reviewed

            reviewer = reviewers.get(game)
            if reviewer is None:
                agent = build_judge(judge.name, game, strategies, control)
                reviewer = reviewers[game] = HandReviewer(game, agent, None)
            verdicts = reviewer.verdicts(record, seat, control)
            classed = tuple(one.classed(limits) for one in verdicts)
            return _Last(title, record, seat, classed, reviewer, judge.name)

        def done(review: _Last) -> None:
            self._last = review
            self._tell()

        def failed(error: Exception) -> None:
            log.warning("a hand was not reviewed", exc_info=error)

        self._runner.start(work, done, failed=failed, channel=_CHANNEL)

    def _tell(self) -> None:
        told, last, unit = self._told, self._last, self._unit
        if told is None or last is None:
            return
        report = look_back(last.record, last.verdicts, unit)
        decisions = hand_decisions(last.record, last.verdicts, self._chosen, unit)
        one = last.verdict(self._chosen)
        detail = None if one is None else decision_detail(last.record, one, unit)
        key = KEY if detail is None and report.spot is not None else ""
        if decisions:
            reviewed = replace(told, quality=report.quality, review=report.text, key=key)
            self.scene.emit(replace(reviewed, decisions=decisions, detail=detail))

    def choose(self, key: str) -> None:
        """Show a decision of the last hand in detail; the same again, or none, hides it."""
        self._chosen = "" if key == self._chosen else key
        self._tell()

    def show_hands(self) -> None:
        """Show the EV of every hand at the last decision of the last hand."""
        last = self._last
        if last is None or last.place < 0:
            return
        place, unit = last.place, self._unit
        self.hands.emit(AllHandsScene(GridScene(0, 0, ()), tr("Asking the judge…")))
        self.hands_shown.emit(True)

        def work(control: JobControl) -> AllHandsScene:
            earned = last.reviewer.earnings(last.record, place, control)
            hole = last.record.holes[last.seat] or ()
            return all_hands(*decision_at(last.record, place), hole, earned, unit)

        def failed(error: Exception) -> None:
            log.warning("what hands earn is not known", exc_info=error)
            self.hands.emit(no_hands(error))

        self._runner.start(work, self.hands.emit, failed=failed, channel=_CHANNEL)

    def hide_hands(self) -> None:
        self._runner.cancel(_CHANNEL)
        self.hands_shown.emit(False)

    def study(self) -> None:
        """Ask for the chosen decision of the last hand to be opened in Study, or the costliest."""
        last = self._last
        if last is None or not last.record.game.is_heads_up:
            return
        one = last.verdict(self._chosen)
        spot = look_back(last.record, last.verdicts).spot
        if one is not None:
            spot, _ = one.decision(last.record)
        if spot is not None:
            hole = last.record.holes[last.seat]
            link = StudyLink(last.record.game, spot.actions, spot.board, hole, last.judge)
            self.study_requested.emit(link)
