"""Study's comparisons: two engines, a solution before and after its locks, or both players."""

from __future__ import annotations

import logging
from functools import partial
from typing import get_args

from PySide6.QtCore import QObject, Slot

from pokergui.background.answer import Answer
from pokergui.background.jobs import Runner
from pokergui.language import tr_study as tr
from pokergui.pages.study.comparing.scenes.compared import Comparison
from pokergui.pages.study.comparing.scenes.costs import whole_differences
from pokergui.pages.study.comparing.scenes.pair import Pair
from pokergui.pages.study.comparing.viewmodel.versus import DifferenceList
from pokergui.pages.study.reading.presenters.navigator import StudyNavigator
from pokergui.pages.study.reading.presenters.reader import PlaceReader
from pokergui.pages.study.reading.scenes.state import Rival
from pokergui.pages.study.reading.viewmodel.reading import Which
from pokergui.ranges.grid_shape import shows_all_boards
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Reading, Subject

BOTH_SIDES = "both"
"""Key of both players' ranges side by side, among the keys of the sides."""

log = logging.getLogger(__name__)


class StudyVersus(QObject):
    """Reads the second strategy once the first is complete, so as not to delay its picture.

    Args:
        runner: background work.
        walk: Study's walk.
    """

    def __init__(self, runner: Runner, walk: StudyNavigator, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._walk = walk
        self._rival: Rival | None = None
        self._trouble = ""
        self._asked: tuple[Subject, Place] | None = None
        self._second = PlaceReader(runner, "study-second", self)
        self._second.changed.connect(walk.changed)
        self._second.failed.connect(self.tell_problem)
        changed = walk.changed.emit
        self._whole = Answer[DifferenceList](
            runner, "study-differences", changed, lambda error: changed()
        )
        walk.moved.connect(self._pause)
        walk.changed.connect(self._follow)
        walk.reader.complete.connect(self._follow)

    @Slot(object)
    def tell_problem(self, error: Exception) -> None:
        """Report why the second strategy is not compared."""
        rival = self._walk.state.rival
        if rival is not None:
            log.warning("%s cannot be compared", rival.names[1], exc_info=error)
            words = tr("{engine} gives no answer: {why}")
            self.tell_trouble(words.format(engine=rival.names[1], why=error))

    def tell_trouble(self, words: str) -> None:
        """Report that there is nothing to show of the second strategy, and why."""
        self._meet()
        self._trouble = words
        self._walk.changed.emit()

    # Choices of the view

    @Slot(str)
    def choose_which(self, key: str) -> None:
        """Show one of the strategies, both, or their difference."""
        if self._walk.state.rival is not None and key in get_args(Which):
            self._walk.change(which=key, both=False)

    @Slot(str)
    def choose_measure(self, key: str) -> None:
        """Show the difference of another action, or of all."""
        self._walk.change(measure=key)

    @Slot(bool)
    def list_differences(self, on: bool) -> None:
        """Show or hide the list of the largest deviations."""
        self._walk.change(listed=on and self._walk.state.rival is not None)

    @Slot(str)
    def choose_side(self, key: str) -> None:
        """Show the range of one player, or both side by side."""
        if key != BOTH_SIDES:
            self._walk.change(side=int(key), both=False)
            return
        which = "second" if self._walk.state.which == "second" else "first"
        self._walk.change(side=None, both=True, which=which)

    # Reading

    def _meet(self) -> None:
        """Discard the results of another rival."""
        if self._rival is not self._walk.state.rival:
            self._rival, self._trouble, self._asked = self._walk.state.rival, "", None
            self._second.forget()
            self._whole.drop()

    @Slot()
    def _pause(self) -> None:
        """Prepare for another node: an available rival without an answer may have one there."""
        self._second.wait()
        self._asked = None
        if self._rival is not None and self._rival.subject() is not None:
            self._trouble = ""

    @Slot()
    def _follow(self) -> None:
        """Ask the second strategy about the node, once it is wanted and the first has answered."""
        self._meet()
        state = self._walk.state
        if self._rival is None or self._walk.reader.busy:
            return
        subject = self._rival.subject() if state.which != "first" or state.listed else None
        if subject is not None and self._asked != (subject, state.place):
            self._asked = (subject, state.place)
            self._second.follow(subject, state.place)

    # Results

    @property
    def reading(self) -> Reading | None:
        """The reading of the strategy shown; None while nothing is known."""
        if self._walk.state.which == "second":
            return self._second.at(self._walk.place)
        return self._walk.reading

    def found(self) -> Comparison | None:
        """Return the state of the comparison; None if there is nothing to compare with."""
        self._meet()
        rival, reader, state = self._rival, self._walk.reader, self._walk.state
        if rival is None:
            return None
        status, mute = self._trouble or rival.status(), reader.subject is None and not reader.busy
        whole = self._differences(rival) if state.listed and not mute else None
        second = self._second.at(state.place)
        return Comparison(rival, second, status, bool(self._trouble), whole, mute)

    def _differences(self, rival: Rival) -> DifferenceList | None:
        """Return the differences over a whole small game; None for only those at the node."""
        first, second, game = self._walk.reader.subject, rival.subject(), self._walk.place.game
        if not rival.engine or not shows_all_boards(game):
            return None
        if first is not None and second is not None:
            asked = game, first.reader, second.reader, rival.names
            found = self._whole.ask(asked, partial(whole_differences, *asked))
            if found is not None:
                return found
            if self._whole.error is not None:
                words = tr("They cannot be compared: {why}.").format(why=self._whole.error)
                return DifferenceList(note=words)
        return DifferenceList(whole=True, waiting=not self._trouble)

    def pair(self) -> Pair | None:
        """Return both readings of the node, once both are known."""
        found = self.found()
        return found.pair(self._walk.reading, self._walk.state) if found is not None else None
