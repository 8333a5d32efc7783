"""The engines in the other seats: built and asked one at a time."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ai.review.judges import usual_judge
from ai.review.levels import cut_offs, standing
from engine.game import Game
from engine.player import SeatRecord, SeatView
from pokergui.background.jobs import Runner
from pokergui.links import EngineLink
from pokergui.pages.play.presenters.seat_engine import Answering, Opponent, Recall
from pokergui.pages.play.scenes.spar import spar_scene
from pokergui.pages.play.work.session import PlaySession
from pokergui.pages.play.work.spar import Erred, Sitting, erred
from pokergui.viewmodel import LastHandScene, Notice


class Opponents(Answering):
    """The engines of one table, clockwise from the user; a new table replaces them all.

    Signals:
        missing: all others are built; carries the title of the first that cannot be, and why.
    """

    ready = Signal()
    missing = Signal(str, object)

    def __init__(self, runner: Runner, strategies: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._strategies = runner, strategies
        self._made: list[Opponent] = []
        self._waiting: deque[Callable[[], None]] = deque()
        self._missed: tuple[str, Exception] | None = None
        self.seats = self._seat(1)
        self.asked = self.seats[0]

    def _seat(self, count: int) -> list[Opponent]:
        """Return the first seats, ``count`` of them."""
        for place in range(len(self._made), count):
            one = Opponent(self._runner, self._strategies, place, self)
            one.notice.connect(self._notice_of_one)
            one.ready.connect(self._build_next)
            one.missing.connect(partial(self._one_missing, one))
            for name in ("acted", "unsolved", "reasoned", "thought", "failed"):
                getattr(one, name).connect(getattr(self, name))
            self._made.append(one)
        return self._made[:count]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.seats)

    @property
    def replaced(self) -> bool:
        """True if an engine's file has changed since it was loaded."""
        return any(one.replaced for one in self.seats)

    @property
    def present(self) -> bool:
        return all(one.present for one in self.seats)

    def build(
        self, names: Sequence[str], titles: Sequence[str], game: Game, recall: Recall
    ) -> None:
        """Build engines one after the other; ``ready`` or ``missing`` follows.

        Two seats with the same engine share costly results.
        """
        self.stop()
        for one in self._made[len(names) :]:
            one.let_go()
        self.seats = self._seat(len(names))
        self.asked, self._missed = self.seats[0], None
        for one, name, title in zip(self.seats, names, titles, strict=True):
            one.let_go()  # none is present before all are built again
            self._waiting.append(partial(one.build, name, title, game, recall))
        self._build_next()

    @Slot()
    def _build_next(self) -> None:
        if self._waiting:
            self._waiting.popleft()()
        elif self._missed is None:
            self.ready.emit()
        else:
            self.missing.emit(*self._missed)

    def _one_missing(self, one: Opponent, error: Exception) -> None:
        self._missed = self._missed or (one.title, error)
        self._build_next()

    @Slot(object)
    def _notice_of_one(self, notice: Notice | None) -> None:
        """Forward a notice, but keep that of the first missing engine while others are built."""
        if self._missed is None:
            self.notice.emit(notice)

    def ask(self, player: int, view: SeatView, seed: Sequence[int] | None) -> None:
        """Ask a player for an action; ``acted`` or ``failed`` follows.

        Args:
            player: 1 for the engine left of the user, and on clockwise.
        """
        self.asked = self.seats[player - 1]
        self.asked.ask(view, seed)

    @Slot()
    def hasten(self) -> None:
        self.asked.hasten()

    def observe(self, player: int, record: SeatRecord) -> None:
        self.seats[player - 1].observe(record)

    def renew(self, recall: Recall) -> None:
        for one in self.seats:
            one.renew(recall)

    def interrupt(self) -> None:
        for one in self.seats:
            one.interrupt()

    def stop(self) -> None:
        self._waiting.clear()
        for one in self.seats:
            one.stop()


LEAST_HANDS = 50
"""Hands of a session from which on a partner may be offered."""
_CHANNEL = "play-spar"

log = logging.getLogger(__name__)


class SparOffer(QObject):
    """The presenter that reviews a session once its result is clear or the user leaves the page.

    Args:
        files: the hand database, kept reviews, and the folder of strategies.
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
        self._close()

    def _close(self) -> None:
        if self._link is not None:
            self._link = None
            self.scene.emit(None)
