"""Offers a sparring partner of about the user's strength, once per session."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ai.review.judges import usual_judge
from ai.review.levels import cut_offs, standing
from pokergui.background.jobs import Runner
from pokergui.links import EngineLink
from pokergui.pages.play.presenters.opponents import Opponents
from pokergui.pages.play.scenes.spar import spar_scene
from pokergui.pages.play.work.session import PlaySession
from pokergui.pages.play.work.spar import Erred, Sitting, erred
from pokergui.viewmodel import LastHandScene

LEAST_HANDS = 50
"""Hands of a session from which on a partner may be offered."""
_CHANNEL = "play-spar"

log = logging.getLogger(__name__)


class SparOffer(QObject):
    """The presenter that reviews a session once its result is clear or the user leaves the page.

    Signals:
        scene: a ``SparScene``, or None for no offer.
        chosen: an ``EngineLink`` of the partner.

    Args:
        runner: background work.
        files: the hand database, kept reviews, and the folder of strategies.
        session: returns the session at the table; None before the first.
        opponents: the engines at the table.
    """

    scene = Signal(object)
    chosen = Signal(object)

    def __init__(
        self,
        runner: Runner,
        files: tuple[Path, Path, Path],
        session: Callable[[], PlaySession | None],
        opponents: Opponents,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._files = runner, files
        self._session, self._opponents = session, opponents
        self._play: PlaySession | None = None
        self._first = self._next = 0
        self._offered = False
        self._link: EngineLink | None = None

    @Slot(object)
    def told(self, last: LastHandScene | None) -> None:
        """Note a finished hand; None announces another session."""
        play = self._session()
        if last is None or play is None:
            self._runner.cancel(_CHANNEL)
            self._play = None
            self._close()
        elif not play.in_hand and not play.training:
            if play is not self._play:
                self._play, self._first, self._next = play, play.number, LEAST_HANDS
                self._offered = False
            if not play.results.interval(1.0).includes_zero:
                self._look()

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """Note that the page is shown or hidden; hidden, the user stops for now."""
        if not shown:
            self._look()

    def _look(self) -> None:
        """Review the session, if it is long enough and its game has a ladder."""
        play = self._play
        if play is None or play is not self._session():
            return  # nobody sits at the table, as while the window closes
        if self._offered or play.results.hands < self._next:
            return
        game, judge = play.game, usual_judge(play.game)
        if judge is None or not cut_offs(game):
            return
        hands = play.results.hands
        self._next = 2 * hands  # too little was known before, or it was offered
        sitting = Sitting(game, self._opponents.names[0], self._first, hands)
        work = partial(erred, sitting, judge.name, self._files)
        review = partial(self._found, sitting, judge.name)
        self._runner.start(work, review, failed=self._failed, channel=_CHANNEL)

    def _found(self, sitting: Sitting, judge: str, erred: Erred) -> None:
        place = standing(sitting.game, judge, erred.error)
        if place is None or place.partner == sitting.opponent:
            return
        scene = spar_scene(sitting.game, judge, place, erred, self._files[-1])
        if scene is not None:
            self._offered, self._link = True, EngineLink(sitting.game, place.partner)
            self.scene.emit(scene)

    def _failed(self, error: Exception) -> None:
        log.warning("no partner is offered", exc_info=error)

    @Slot()
    def accept(self) -> None:
        """Play against the partner that is offered."""
        link = self._link
        if link is not None:
            self._close()
            self.chosen.emit(link)

    @Slot()
    def dismiss(self) -> None:
        """Close the offer; this session gets no other."""
        self._close()

    def _close(self) -> None:
        if self._link is not None:
            self._link = None
            self.scene.emit(None)
