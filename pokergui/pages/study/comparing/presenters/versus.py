"""What Study compares: two engines, a solution before and after its locks, or both players."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import get_args

from PySide6.QtCore import QObject, Slot

from pokergui.background.jobs import Runner
from pokergui.formatting.words import tr
from pokergui.pages.study.comparing.scenes.compared import Comparison, Rival
from pokergui.pages.study.comparing.scenes.pair import Pair
from pokergui.pages.study.comparing.viewmodel.versus import (
    Which,
)
from pokergui.pages.study.reading.presenters.reader import PlaceReader
from pokergui.pages.study.reading.presenters.walk import StudyWalk
from pokergui.ranges.read import Reading

BOTH_SIDES = "both"
"""Key of both players' ranges beside each other, among those of the sides."""

log = logging.getLogger(__name__)


class StudyVersus(QObject):
    """Reads the second strategy, once the first is complete: that one's picture never waits.

    Attributes:
        rival: what is compared with the strategy shown; None for nothing.

    Args:
        runner: background work.
        walk: Study's walk.
    """

    def __init__(self, runner: Runner, walk: StudyWalk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._walk = walk
        self.rival: Rival | None = None
        self._status, self._problem = "", False
        self._second = PlaceReader(runner, "study-second", self)
        self._second.changed.connect(walk.changed)
        self._second.failed.connect(self.tell_problem)
        walk.moved.connect(self._pause)
        walk.reader.complete.connect(self._follow)

    # What is compared

    def begin(self) -> None:
        """Something else is shown: the range of one player, and nothing to compare with."""
        self.withdraw()
        self._look_by(both=False)

    def offer(
        self, rival: Rival, which: Which = "first", *, listed: bool = False, words: str = ""
    ) -> None:
        """Something to compare with is there, or is being prepared, as ``words`` tell."""
        self.withdraw()
        self.rival, self._status = rival, words
        both = self._walk.state.both and which in ("first", "second")
        self._look_by(which=which, listed=listed, both=both)

    def tell(self, words: str) -> None:
        """What is going on with it, and that it may be there by now; no words once it is."""
        self._status = words
        self.look()

    def withdraw(self) -> None:
        """There is nothing to compare with."""
        self.rival = None
        self._status, self._problem = "", False
        self._second.forget()
        self._look_by(which="first", listed=False)

    def _look_by(self, **parts: object) -> None:
        """Look in another way, at what is about to be shown."""
        self._walk.state = replace(self._walk.state, **parts)  # type: ignore[arg-type]

    @Slot(object)
    def tell_problem(self, error: Exception) -> None:
        """Say why the second strategy is not compared."""
        if self.rival is not None:
            log.warning("%s cannot be compared", self.rival.names[1], exc_info=error)
            words = tr("{engine} gives no answer: {why}")
            self.tell_trouble(words.format(engine=self.rival.names[1], why=error))

    def tell_trouble(self, words: str) -> None:
        """Say that there is nothing to show of the second strategy, and why."""
        self._status, self._problem = words, True
        self._walk.changed.emit()

    # How it is looked at

    @Slot(str)
    def choose_which(self, key: str) -> None:
        """Show one of the strategies, both, or their difference."""
        if self.rival is not None and key in get_args(Which):
            self._look_by(which=key, both=False)
            self.look()

    @Slot(str)
    def choose_measure(self, key: str) -> None:
        """Show the difference of another action, or of all."""
        self._walk.change(measure=key)

    @Slot(bool)
    def list_differences(self, on: bool) -> None:
        """Tell which differences matter, or no more."""
        self._look_by(listed=on and self.rival is not None)
        self.look()

    @Slot(str)
    def choose_side(self, key: str) -> None:
        """Show the range of one player, or of both beside each other."""
        if key != BOTH_SIDES:
            self._walk.change(side=int(key), both=False)
            return
        which = "second" if self._walk.state.which == "second" else "first"
        self._walk.change(side=None, both=True, which=which)

    def look(self) -> None:
        """Show what is compared, which is read first if need be."""
        if not self._walk.reader.busy:
            self._follow()
        self._walk.changed.emit()

    @Slot()
    def _pause(self) -> None:
        """Another place is asked about: what is at hand and gave no answer may have one there."""
        self._second.wait()
        if self._problem and self.rival is not None and self.rival.subject() is not None:
            self._status, self._problem = "", False

    @Slot()
    def _follow(self) -> None:
        """Ask the second, once it is wanted, about the place."""
        rival, state = self.rival, self._walk.state
        wanted = state.which != "first" or state.listed
        subject = rival.subject() if rival is not None and wanted else None
        if subject is not None:
            self._second.follow(subject, state.place)

    # What is known

    @property
    def reading(self) -> Reading | None:
        """What the strategy whose range is shown says of the place; None while nothing is known."""
        if self._walk.state.which == "second":
            return self._second.at(self._walk.place)
        return self._walk.reading

    def found(self) -> Comparison | None:
        """What is known of what is compared; None for nothing to compare with."""
        rival, reader, state = self.rival, self._walk.reader, self._walk.state
        if rival is None:
            return None
        mute = reader.subject is None and not reader.busy
        whole = rival.whole() if state.listed and rival.whole is not None and not mute else None
        second = self._second.at(state.place)
        return Comparison(rival, second, self._status, self._problem, whole, mute)

    def pair(self) -> Pair | None:
        """Both readings of the place, once both are there."""
        found = self.found()
        return found.pair(self._walk.reading, self._walk.state) if found is not None else None
