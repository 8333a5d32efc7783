"""Reviews of each hand once it is over, if the person wants them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ai.review.classes import STANDARD, Thresholds
from ai.review.judges import build_judge, usual_judge
from ai.review.verdict import decision_at
from engine.game import Game
from engine.jobs import JobControl
from engine.records.record import HandRecord
from pokergui.background.jobs import Runner
from pokergui.language import tr_play as tr
from pokergui.links import StudyLink
from pokergui.pages.play.scenes.lookback import LookBack, look_back
from pokergui.pages.play.work.session import PlaySession
from pokergui.ranges.earned import all_hands, no_hands
from pokergui.viewmodel import LastHandScene
from pokergui.viewmodel.grid import AllHandsScene, GridScene

if TYPE_CHECKING:
    from ai.review.hands import HandReviewer

KEY = "Shift+S"
_CHANNEL = "play-review"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Last:
    """The last decision of the last hand, and its reviewer.

    Attributes:
        record: the hand.
        seat: the person's position.
        place: number of actions before the decision.
        reviewer: reviewer of the hand.
    """

    record: HandRecord
    seat: int
    place: int
    reviewer: HandReviewer


class HandReviews(QObject):
    """The presenter that adds a review to the report of the last hand.

    Signals:
        scene: a ``LastHandScene`` with a review.
        study_requested: a ``StudyLink``.
        hands: an ``AllHandsScene``: the earnings of each possible hand in the last one.
        hands_shown: True if that is to be shown.

    Args:
        runner: background work.
        strategies: the folder of strategies.
        session: returns the session at the table; None before the first.
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
        self._found: tuple[str, LookBack] | None = None
        self._reviewers: dict[Game, HandReviewer] = {}
        self._link: StudyLink | None = None
        self._last: _Last | None = None

    def set_on(self, on: bool, limits: Thresholds = STANDARD) -> None:
        """Review hands from now on with limits between the classes, or stop that."""
        self._on, self._limits = on, limits

    @Slot(object)
    def told(self, scene: LastHandScene | None) -> None:
        """Review the finished hand at the table; a hand reported again keeps its review.

        Args:
            scene: the report of the hand that ended last, or None.
        """
        play = self._session()
        if scene is None or play is None:
            self._runner.cancel(_CHANNEL)
            self._link = self._found = self._last = None
        elif self._found is not None and self._found[0] == scene.title:
            self._tell(self._found[1], scene)
        elif not play.in_hand:
            self._review(play, scene)

    def _review(self, play: PlaySession, told: LastHandScene) -> None:
        self._link = self._found = self._last = None
        judge = usual_judge(play.game) if self._on else None
        if judge is None or not judge.solves or not judge.fits(play.game):
            return
        hand, seat, game = play.table.hand, play.hero, play.game
        names = tuple(str(player) for player in range(game.num_players))
        record = HandRecord.of(hand, play.number, names)
        reviewers, strategies, limits = self._reviewers, self._strategies, self._limits

        def work(control: JobControl) -> tuple[LookBack, _Last | None]:
            from ai.review.hands import HandReviewer  # only where hands are reviewed

            reviewer = reviewers.get(game)
            if reviewer is None:
                agent = build_judge(judge.name, game, strategies, control)
                reviewer = reviewers[game] = HandReviewer(game, agent, None)
            verdicts = reviewer.verdicts(record, seat, control)
            own = [one.place for one in verdicts if one.unforced and not one.unread]
            last = _Last(record, seat, own[-1], reviewer) if own else None
            return look_back(record, [one.classed(limits) for one in verdicts]), last

        def done(result: tuple[LookBack, _Last | None]) -> None:
            found, self._last = result
            if found.text:
                self._found = told.title, found
                if found.spot is not None:
                    spot, hole = found.spot, record.holes[seat]
                    self._link = StudyLink(game, spot.actions, spot.board, hole, judge.name)
                self._tell(found, told)

        def failed(error: Exception) -> None:
            log.warning("a hand was not reviewed", exc_info=error)

        self._runner.start(work, done, failed=failed, channel=_CHANNEL)

    @Slot()
    def show_hands(self) -> None:
        """Show what each hand would have earned with the last decision of the last hand."""
        last = self._last
        if last is None:
            return
        self.hands.emit(AllHandsScene(GridScene(0, 0, ()), tr("Asking the judge…")))
        self.hands_shown.emit(True)

        def work(control: JobControl) -> AllHandsScene:
            earned = last.reviewer.earnings(last.record, last.place, control)
            hole = last.record.holes[last.seat] or ()
            return all_hands(*decision_at(last.record, last.place), hole, earned)

        def failed(error: Exception) -> None:
            log.warning("what hands earn is not known", exc_info=error)
            self.hands.emit(no_hands(error))

        self._runner.start(work, self.hands.emit, failed=failed, channel=_CHANNEL)

    @Slot()
    def hide_hands(self) -> None:
        """Show the table again."""
        self._runner.cancel(_CHANNEL)
        self.hands_shown.emit(False)

    def _tell(self, found: LookBack, told: LastHandScene) -> None:
        key = "" if found.spot is None else KEY
        self.scene.emit(replace(told, quality=found.quality, review=found.text, key=key))

    @Slot()
    def study(self) -> None:
        """Ask for the costliest decision of the last hand to be opened in Study."""
        if self._link is not None:
            self.study_requested.emit(self._link)
