"""The second engine that Study compares with: choosing it, and building it if needed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ai.agents.entry import Engine
from ai.reading.reach import RangeReader
from engine.agent import Agent
from engine.jobs import JobControl
from pokergui.background.engines import build
from pokergui.background.jobs import Runner
from pokergui.formatting.choices import engine_choices, engine_title
from pokergui.formatting.ladder import ladder_caption
from pokergui.language import tr_study as tr
from pokergui.pages.study.comparing.presenters.versus import StudyVersus
from pokergui.pages.study.reading.presenters.navigator import StudyNavigator
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reading.scenes.state import Rival
from pokergui.pages.study.reading.viewmodel.reading import Which
from pokergui.ranges.reader_cache import Readers
from pokergui.ranges.reading import Subject
from pokergui.viewmodel import Choice, ChoiceList

_BUILD = "study-second-build"


def offered(choice: StudyChoice) -> dict[str, Choice]:
    """Return the engines with ranges, by name, except the one shown."""

    def wanted(engine: Engine) -> bool:
        return engine.has_ranges and engine.name != choice.engine

    return {one.key: one for one in engine_choices(choice.game, choice.home, wanted)}


class SecondEngine(QObject):
    """Provides the second engine, and lists the alternatives.

    It is inactive while a spot is shown, and with more than two players.

    Signals:
        changed: another engine is chosen.

    Args:
        runner: background work.
        walk: Study's walk.
        versus: the comparison.
        readers: the engines asked most recently.
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
        """Its name; empty for none."""
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
        none = Choice("", tr("None"))
        caption = ladder_caption(choice.game)
        entries = (none, *offered(choice).values())
        return ChoiceList(tr("Compare with"), entries, self.engine, caption)

    @Slot(str)
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
        """Return its title and its reader; None if there is none, or it is not built."""
        return (self._subject.title, self._subject.reader) if self._subject is not None else None

    def _compare(self, rival: Rival | None, which: Which = "first", **parts: Any) -> None:
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
        rival = Rival(
            (choice.title, title),
            lambda: self._subject,
            lambda: preparing if self._subject is None else "",
            engine=name,
        )
        self._compare(rival, which, listed=self._walk.state.listed)
        if kept is not None:
            return

        def work(control: JobControl) -> Agent:
            return build(name, choice.game, choice.home, control)

        def ready(reader: RangeReader | None) -> None:
            if reader is None:
                words = tr("{engine} gives actions only, no strategy for its whole range.")
                self._versus.tell_trouble(words.format(engine=title))
                return
            self._subject = Subject(title, reader)
            self._walk.changed.emit()

        failed, key = self._versus.tell_problem, (name, choice.game)
        self._readers.build(self._runner, _BUILD, work, key, ready, failed)
