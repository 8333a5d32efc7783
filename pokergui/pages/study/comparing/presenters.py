"""The second engine that Study compares with: choosing it, and building it if needed."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from PySide6.QtCore import QObject, Signal

from ai.agents.entry import Engine
from ai.reading.reach import RangeReader
from pokergui.background.engines import build
from pokergui.background.jobs import LatestAnswer, Runner
from pokergui.formatting.choices import engine_choices, engine_title
from pokergui.formatting.ladder import ladder_caption
from pokergui.language import tr_study as tr
from pokergui.pages.study.comparing.scenes import Comparison, Pair, whole_differences
from pokergui.pages.study.comparing.viewmodel import DifferenceList
from pokergui.pages.study.reading.presenters import PlaceReader, StudyNavigator
from pokergui.pages.study.reading.scenes.state import RivalStrategy, StudyChoice
from pokergui.pages.study.reading.viewmodel import Which
from pokergui.ranges.grid_values import shows_all_boards
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Readers, Reading, Subject
from pokergui.viewmodel import Choice, ChoiceList

BOTH_SIDES = "both"
"""Key of both players' ranges side by side, among the keys of the sides."""

log = logging.getLogger(__name__)


class StudyVersus(QObject):
    """Reads the second strategy once the first is complete, so as not to delay its picture."""

    def __init__(self, runner: Runner, walk: StudyNavigator, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._walk = walk
        self._rival: RivalStrategy | None = None
        self._trouble = ""
        self._asked: tuple[Subject, Place] | None = None
        self._second = PlaceReader(runner, "study-second", self)
        self._second.changed.connect(walk.changed)
        self._second.failed.connect(self.tell_problem)
        changed = walk.changed.emit
        self._whole = LatestAnswer[DifferenceList](
            runner, "study-differences", changed, lambda error: changed()
        )
        walk.moved.connect(self._pause)
        for moved_on in (walk.changed, walk.reader.changed):
            moved_on.connect(self._follow)
        walk.reader.complete.connect(self._follow)

    def tell_problem(self, error: Exception) -> None:
        rival = self._walk.state.rival
        if rival is not None:
            log.warning("%s cannot be compared", rival.names[1], exc_info=error)
            words = tr("{engine} gives no answer: {why}")
            self.tell_trouble(words.format(engine=rival.names[1], why=error))

    def tell_trouble(self, words: str) -> None:
        self._meet()
        self._trouble = words
        self._walk.changed.emit()

    # Choices of the view

    def choose_which(self, key: str) -> None:
        if self._walk.state.rival is not None and key in get_args(Which):
            self._walk.change(which=key, both=False)

    def choose_measure(self, key: str) -> None:
        self._walk.change(measure=key)

    def list_differences(self, on: bool) -> None:
        self._walk.change(listed=on and self._walk.state.rival is not None)

    def choose_side(self, key: str) -> None:
        if key != BOTH_SIDES:
            self._walk.change(side=int(key), both=False)
            return
        which = "second" if self._walk.state.which == "second" else "first"
        self._walk.change(side=None, both=True, which=which)

    # Reading

    def _meet(self) -> None:
        if self._rival is not self._walk.state.rival:
            self._rival, self._trouble, self._asked = self._walk.state.rival, "", None
            self._second.forget()
            self._whole.drop()

    def _pause(self) -> None:
        """Prepare for another node: an available rival without an answer may have one there."""
        self._second.wait()
        self._asked = None
        if self._rival is not None and self._rival.subject() is not None:
            self._trouble = ""

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
        second = self._walk.state.which == "second"
        return self._second.at(self._walk.place) if second else self._walk.reading

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

    def _differences(self, rival: RivalStrategy) -> DifferenceList | None:
        """Return the differences over a whole small game; None for only those at the node."""
        first, second, game = self._walk.reader.subject, rival.subject(), self._walk.place.game
        if not rival.engine or not shows_all_boards(game):
            return None
        if first is not None and second is not None:
            asked = game, first.reader, second.reader, rival.names
            differences = self._whole.ask(asked, partial(whole_differences, *asked))
            if differences is not None:
                return differences
            if self._whole.error is not None:
                words = tr("They cannot be compared: {why}.").format(why=self._whole.error)
                return DifferenceList(note=words)
        return DifferenceList(whole=True, waiting=not self._trouble)

    def pair(self) -> Pair | None:
        read = self.found()
        return read.pair(self._walk.reading, self._walk.state) if read is not None else None


_BUILD = "study-second-build"


def offered(choice: StudyChoice) -> dict[str, Choice]:
    """Return the engines with ranges, by name, except the one shown."""

    def wanted(engine: Engine) -> bool:
        return engine.has_ranges and engine.name != choice.engine

    return {one.key: one for one in engine_choices(choice.game, choice.home, wanted)}


class SecondEngine(QObject):
    """Provides the second engine, and lists the alternatives.

    It is inactive while a spot is shown, and with more than two players.
    """

    changed = Signal()

    def __init__(
        self,
        runner: Runner,
        walk: StudyNavigator,
        versus: StudyVersus,
        readers: Readers,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._walk, self._versus = runner, walk, versus
        self._readers = readers
        self._before: StudyChoice | None = None
        self._spot = self._rests = False
        self._subject: Subject | None = None

    @property
    def engine(self) -> str:
        return self._walk.state.second

    def _set(self, engine: str) -> None:
        self._walk.state = replace(self._walk.state, second=engine)

    def enter(self, spot: bool) -> None:
        """Respond to another engine, game or spot, or to a changed list of engines."""
        choice = self._walk.state.choice
        before, self._before = self._before, choice
        rested, self._spot = self._rests, spot
        self._rests = spot or not choice.game.is_heads_up
        if self._rests:
            if not rested:
                self._drop()
                self._compare(None, both=False)
            return
        if before is not None and before.engine != choice.engine and self.engine == choice.engine:
            self._set(before.engine)  # they swap places
        if self.engine not in offered(choice):
            self._set("")
        same = before is not None and (before.game, before.engine) == (choice.game, choice.engine)
        kept = self.engine and not self._readers.replaced(self.engine, choice.game)
        if not (same and kept and not rested):
            self._offer(choice, self._walk.state.which)

    def choices(self) -> ChoiceList | None:
        """Return the engines to compare with; None while a spot is shown."""
        choice = self._walk.state.choice
        if self._spot:
            return None
        if self._rests:
            alone = Choice("", tr("Heads-up only"))
            return ChoiceList(tr("Compare with"), (alone,), "")
        entries = (Choice("", tr("None")), *offered(choice).values())
        return ChoiceList(tr("Compare with"), entries, self.engine, ladder_caption(choice.game))

    def choose(self, name: str) -> None:
        """Compare with another engine; an empty name ends the comparison."""
        choice = self._walk.state.choice
        if self._rests or name == self.engine:
            return
        self._set(name if name in offered(choice) else "")
        self._offer(choice, "both")
        if not self.engine:
            self._compare(None, both=False)
        self.changed.emit()
        self._walk.changed.emit()

    def reader(self) -> tuple[str, RangeReader] | None:
        return (self._subject.title, self._subject.reader) if self._subject is not None else None

    def _compare(self, rival: RivalStrategy | None, which: Which = "first", **parts: Any) -> None:
        self._walk.state = replace(self._walk.state.against(rival, which), **parts)

    def _drop(self) -> None:
        self._runner.cancel(_BUILD)
        self._subject = None

    def _offer(self, choice: StudyChoice, which: Which) -> None:
        """Start the comparison, and build the engine unless it is ready."""
        self._drop()
        if not self.engine:
            self._compare(None)
            return
        name, title = self.engine, engine_title(self.engine, choice.home, choice.game)
        kept = self._readers.get(name, choice.game)
        if kept is not None:
            self._subject = Subject(title, kept)
        preparing = tr("Preparing {engine}…").format(engine=title)
        rival = RivalStrategy(
            (choice.title, title),
            lambda: self._subject,
            lambda: preparing if self._subject is None else "",
            engine=name,
        )
        self._compare(rival, which, listed=self._walk.state.listed)
        if kept is not None:
            return

        def ready(reader: RangeReader | None) -> None:
            if reader is None:
                words = tr("{engine} gives actions only, no strategy for its whole range.")
                self._versus.tell_trouble(words.format(engine=title))
                return
            self._subject = Subject(title, reader)
            self._walk.changed.emit()

        work = partial(build, name, choice.game, choice.home)
        failed, key = self._versus.tell_problem, (name, choice.game)
        self._readers.build(self._runner, _BUILD, work, key, ready, failed)
