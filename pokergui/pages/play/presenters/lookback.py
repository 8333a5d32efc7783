"""Reviews each hand once it is over, where the person wants that."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ai.registry import reference
from ai.review.classes import STANDARD, Thresholds
from engine.game import Game
from engine.jobs import JobControl
from engine.records.record import HandRecord
from pokergui.background.jobs import Runner
from pokergui.links import StudyLink
from pokergui.pages.play.scenes.lookback import LookBack, look_back
from pokergui.pages.play.work.session import PlaySession
from pokergui.viewmodel import LastHandScene

if TYPE_CHECKING:
    from ai.review.hands import HandReviewer

KEY = "Shift+S"
_CHANNEL = "play-review"

log = logging.getLogger(__name__)


class HandReviews(QObject):
    """Adds a review to what is told of the last hand.

    Signals:
        scene: a ``LastHandScene`` with a review.
        study_requested: a ``StudyLink``.

    Args:
        runner: background work.
        strategies: the folder of strategies.
        session: gives the session at the table; None before the first.
    """

    scene = Signal(object)
    study_requested = Signal(object)

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

    def set_on(self, on: bool, limits: Thresholds = STANDARD) -> None:
        """Review hands from now on, with limits between the classes, or no more."""
        self._on, self._limits = on, limits

    @Slot(object)
    def told(self, scene: LastHandScene | None) -> None:
        """Review the hand at the table, which is over; what is told again keeps its review.

        Args:
            scene: what is told of the hand that ended last; None for nothing.
        """
        play = self._session()
        if scene is None or play is None:
            self._runner.cancel(_CHANNEL)
            self._link = self._found = None
        elif self._found is not None and self._found[0] == scene.title:
            self._tell(self._found[1], scene)
        elif not play.in_hand:
            self._review(play, scene)

    def _review(self, play: PlaySession, told: LastHandScene) -> None:
        self._link = self._found = None
        judge = reference(play.game) if self._on else None
        if judge is None or not judge.solves or not judge.fits(play.game):
            return
        hand, seat, game = play.table.hand, play.hero, play.game
        names = tuple(str(player) for player in range(game.num_players))
        record = HandRecord.of(hand, play.number, names)
        reviewers, strategies, limits = self._reviewers, self._strategies, self._limits

        def work(control: JobControl) -> LookBack:
            from ai.review.hands import HandReviewer  # only where hands are reviewed

            reviewer = reviewers.get(game)
            if reviewer is None:
                agent = judge.make(game, strategies, control)
                reviewer = reviewers[game] = HandReviewer(game, agent, None)
            verdicts = reviewer.verdicts(record, seat, control)
            return look_back(record, [one.classed(limits) for one in verdicts])

        def done(found: LookBack) -> None:
            if found.text:
                self._found = told.title, found
                if found.spot is not None:
                    spot, hole = found.spot, record.holes[seat]
                    self._link = StudyLink(game, spot.actions, spot.board, hole, judge.name)
                self._tell(found, told)

        def failed(error: Exception) -> None:
            log.warning("a hand was not reviewed", exc_info=error)

        self._runner.start(work, done, failed=failed, channel=_CHANNEL)

    def _tell(self, found: LookBack, told: LastHandScene) -> None:
        key = "" if found.spot is None else KEY
        self.scene.emit(replace(told, quality=found.quality, review=found.text, key=key))

    @Slot()
    def study(self) -> None:
        """Ask for the costliest decision of the last hand to be opened in Study."""
        if self._link is not None:
            self.study_requested.emit(self._link)
