"""A hand in Study, solved street by street: each solution gives the ranges of the next."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from ai.reading.reach import RangeReader
from ai.review.solved import TARGET
from ai.solver.spot import FLOP
from ai.solver.whole_hand import WholeHand
from engine.errors import PokerError
from pokergui.background.jobs import Runner
from pokergui.links import HandLink
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.solving.presenters.spot import SpotStudy
from pokergui.pages.study.solving.scenes.form import finding, not_a_hand
from pokergui.pages.study.solving.scenes.hand import (
    FoundHand,
    HandSolution,
    ReadStreet,
    find_hand,
    hand_scene,
    read_street,
)
from pokergui.viewmodel import LineScene

_CHANNEL = "study-hand"

log = logging.getLogger(__name__)


class HandStudy(QObject):
    """The hand that is solved, while one of its streets is shown.

    A street that is solved to its target is judged; then the next one is solved, unless another
    spot was opened meanwhile.
    """

    def __init__(
        self,
        runner: Runner,
        walk: StudyNavigator,
        spot: SpotStudy,
        engine: Callable[[], tuple[str, RangeReader] | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._walk, self._spot, self._engine = runner, walk, spot, engine
        self._link: HandLink | None = None
        self._wanted = False
        self._hand: WholeHand | None = None
        self._parts: list[HandSolution] = []
        self._paths: list[Path] = []
        self._goal: tuple[int, int] | None = None
        self._reading: tuple[Path | None, int] = (None, 0)
        walk.moved.connect(self._moved)
        walk.reader.complete.connect(self._complete)
        spot.changed.connect(lambda path, running: self._follow(path))

    def begin(self, link: HandLink) -> None:
        """Solve a hand whose flop is shown, with the ranges of the engine chosen."""
        self.stop()
        self._link, self._hand, self._parts, self._paths = link, None, [], []
        self._reading = (None, 0)
        self._wanted = True
        self._find()

    def stop(self) -> None:
        self._wanted, self._goal = False, None
        self._runner.cancel(_CHANNEL)

    def _find(self) -> None:
        engine, link = self._engine(), self._link
        if self._walk.reader.busy or engine is None or link is None:
            self._walk.notice.emit(finding())  # again once its ranges are read
            return
        self._wanted = False
        work = partial(find_hand, *engine, link)
        self._walk.notice.emit(finding())
        self._runner.start(work, self._found, failed=self._failed, channel=_CHANNEL)

    def _moved(self) -> None:
        self._wanted = False
        if self._hand is None:
            self._runner.cancel(_CHANNEL)

    def _complete(self) -> None:
        if self._wanted:
            self._find()

    def _found(self, found: FoundHand) -> None:
        self._walk.notice.emit(None)
        self._hand = found.hand
        self._solve(HandSolution(found.flop, found.doubt))

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, PokerError):
            log.error("a hand is not solved", exc_info=error)
        self._walk.notice.emit(not_a_hand(error))

    def _solve(self, part: HandSolution) -> None:
        spot = part.street.spot
        self._parts.append(part)
        self._spot.solve(spot, (), TARGET, len(spot.board) == FLOP)
        assert self._spot.path is not None
        self._paths.append(self._spot.path)
        self._walk.changed.emit()

    # Following the spot shown

    @property
    def _shown(self) -> int:
        """The street shown, from 0; -1 if none of the hand is."""
        path = self._spot.path
        return self._paths.index(path) if path in self._paths else -1

    def _follow(self, path: Path | None) -> None:
        at = self._shown
        if at < 0 or path is None:
            return
        if self._goal is not None and self._goal[0] == at:
            (_, decision), self._goal = self._goal, None
            self._go(at, decision)
        part, run = self._parts[at], self._spot.solved
        if run is None or self._link is None or self._hand is None:
            return
        done = part.read.iterations if part.read is not None else 0
        asked, now = self._reading, (path, run.trainer.iteration)
        if done != now[1] and asked != now:
            self._reading = now
            work = partial(read_street, self._link, self._hand, part.street, run)
            take = partial(self._judged, path)
            self._runner.start(work, take, failed=self._failed, channel=_CHANNEL)

    def _judged(self, path: Path, read: ReadStreet) -> None:
        at = self._paths.index(path)
        self._parts[at].read, self._reading = read, (None, 0)
        if read.following is not None and at + 1 == len(self._parts) and at == self._shown:
            self._solve(HandSolution(read.following))
        self._walk.changed.emit()

    # Walking the hand

    def choose(self, crumb: int) -> None:
        """Show a street or decision of the strip."""
        places = self._places()
        if crumb < len(places):
            self._show(*places[crumb])

    def step(self, by: int) -> None:
        """Show the next or previous decision of the hand."""
        every = sorted(set(self._places()))
        here = (self._shown, self._decision)
        if every and here[0] >= 0:
            at = every.index(here) if here in every else 0
            self._show(*every[min(max(at + by, 0), len(every) - 1)])

    def _places(self) -> list[tuple[int, int]]:
        """Return street and decision of each crumb; a street's is its first."""
        return [
            (at, decision)
            for at, part in enumerate(self._parts)
            for decision in (0, *range(len(part.street.line)))
        ]

    def _show(self, street: int, decision: int) -> None:
        if street == self._shown:
            self._go(street, decision)
        else:
            self._goal = street, decision
            self._spot.open(self._paths[street])

    def _go(self, street: int, decision: int) -> None:
        part, link, hand = self._parts[street].street, self._link, self._hand
        assert link is not None and hand is not None
        seat = hand.decision(part.first + decision).to_act
        self._spot.go_to(part.line[:decision], link.holes[seat])

    @property
    def _decision(self) -> int:
        """The decision of the hand in view, from 0 on its street; -1 off its line."""
        actions, at = self._walk.place.actions, self._shown
        line = self._parts[at].street.line if at >= 0 else ()
        on = len(actions) < len(line) and line[: len(actions)] == actions
        return len(actions) if on else -1

    def scene(self) -> LineScene | None:
        if self._link is None or self._hand is None or self._shown < 0:
            return None
        shown = self._shown, self._decision
        return hand_scene(self._link, self._hand, self._parts, shown, running=self._spot.running)
