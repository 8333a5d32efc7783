"""The Study page's presenter: an engine's strategy for its whole range, at any node of a game."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ai.reading.reach import RangeReader
from engine.agent import Agent
from engine.errors import PokerError
from engine.jobs import JobControl
from pokergui.background.engines import build
from pokergui.background.jobs import Runner
from pokergui.formatting.notices import DISMISS, RETRY
from pokergui.language.joins import sentences
from pokergui.links import HandLink, StudyLink
from pokergui.pages.study.comparing.presenters import SecondEngine, StudyVersus
from pokergui.pages.study.presenters.tools import StudyExport, StudyTyped
from pokergui.pages.study.reading.presenters import StudyFilter, StudyNavigator
from pokergui.pages.study.reading.scenes.state import StudyChoice, StudyState, instead_words
from pokergui.pages.study.reports.presenters.aggregate import AggregateStudy
from pokergui.pages.study.reports.presenters.runouts import RunoutStudy
from pokergui.pages.study.reports.scenes.runouts import SolvedSpot
from pokergui.pages.study.scenes import (
    USE,
    Known,
    StudySnapshot,
    cannot_open,
    detail_of,
    draw,
    engine_failed,
    no_ranges,
    no_sheet,
    preparing,
    study_top,
)
from pokergui.pages.study.searching.presenters import SearchStudy
from pokergui.pages.study.solving.presenters.hand import HandStudy
from pokergui.pages.study.solving.presenters.spot import SpotFinder, SpotStudy
from pokergui.pages.study.solving.scenes.form import SAVE, no_answer
from pokergui.pages.study.solving.scenes.hand import flop_link
from pokergui.pages.study.viewmodel import StudyScene
from pokergui.pages.study.whole.presenters import StudyWhole
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Readers, Subject
from pokergui.viewmodel import LineScene
from pokergui.viewmodel.grid import CellDetail

_BUILD = "study-build"

log = logging.getLogger(__name__)


class StudyPresenter(QObject):
    """Queries an engine at a node of a game and shows the answer.

    The view is one value, the state of ``walk``. Whatever changes it, or the knowledge about it,
    emits ``walk.changed``; the snapshot is then rebuilt from both, and shown if it differs. All
    computations of engines run in the background; an answer that is no longer wanted is dropped.

    Signals:
        choice_made: a ``StudyChoice`` to remember, along with the name of the second engine.
    """

    top = Signal(object)
    scene = Signal(object)
    detail = Signal(object)
    choice_made = Signal(object)

    def __init__(
        self,
        runner: Runner,
        strategies: Path,
        spots: Path,
        choice: StudyChoice,
        second: str = "",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._strategies = strategies
        self._chosen = choice.wanted
        self._readers = Readers(strategies)
        self._started = False
        self._left: Place | None = None
        self._snapshot: StudySnapshot | None = None
        self._detail: tuple[CellDetail | None, ...] = ()
        state = StudyState(choice, Place.root(choice.game), second=second)
        self.walk = walk = StudyNavigator(runner, state, self)
        walk.moved.connect(lambda: walk.notice.emit(None))
        walk.asked.connect(self._ask)
        for changed in (walk.changed, walk.reader.changed):
            changed.connect(self._draw)
        walk.pointed.connect(self._point)
        walk.reader.failed.connect(self._tell_failed)
        self.finder = SpotFinder(runner, walk, self._named, self)
        self.versus = StudyVersus(runner, walk, self)
        self.second = SecondEngine(runner, walk, self.versus, self._readers, self)
        self.second.changed.connect(self._second_chosen)
        failed = self.versus.tell_problem
        self.whole = StudyWhole(
            runner, walk, self._first, self.second.reader, failed, strategies, self
        )
        self.whole.member_asked.connect(partial(self.choose, "engine"))
        self.whole.impossible.connect(self._tell_no_sheet)
        self.whole.failed.connect(self._tell_failed)
        self.aggregate = AggregateStudy(runner, walk, spots, self)
        self.search = SearchStudy(runner, walk, self)
        self.spot = SpotStudy(runner, walk, spots, self)
        self.spot.opening.connect(self._make_room)
        self.spot.closed.connect(self._come_back)
        self.spot.changed.connect(self._tell_top)
        self.spot.second.changed.connect(self._tell_top)
        self.runouts = RunoutStudy(runner, walk, self._solved, self)
        self.hand = HandStudy(runner, walk, self.spot, self._named, self)
        self.typed = StudyTyped(walk, self._first, self.spot, self)
        self.export = StudyExport(
            runner, walk, self.versus, self._name, self.whole.read, self._shown, self
        )
        self.filter = StudyFilter(walk, lambda: self.versus.reading, self)

    @property
    def _choice(self) -> StudyChoice:
        return self.walk.state.choice

    @_choice.setter
    def _choice(self, choice: StudyChoice) -> None:
        self.walk.state = replace(self.walk.state, choice=choice)

    def show_page(self, shown: bool) -> None:
        if shown and not self._started:
            self._started = True
            self._tell_top()
            self.walk.go(self.walk.place)

    def stop(self) -> None:
        self.spot.leave()
        self._runner.cancel(_BUILD)
        for room in (self.aggregate, self.search, self.runouts):
            room.end()
        for part in (self.walk.reader, self.finder, self.hand, self.whole, self.export):
            part.stop()

    # Choices

    def choose(self, name: str, value: str) -> None:
        """Take a choice of the bar.

        The ``engine`` is asked about the same node, and is empty for the spot shown; another
        ``game`` or ``depth`` begins at its first decision; the ``second`` is an engine or, while
        a spot is shown, a saved one.
        """
        if name == "second":
            (self.spot.choose_second if self.spot.shown else self.second.choose)(value)
        elif name == "game":
            self._choose(self._choice.with_game(value))
        elif name == "depth":
            self._choose(self._choice.with_depth(float(value)))
        elif value:
            self._chosen = value
            self._choose(self._choice.with_engine(value))

    def refresh_engines(self) -> None:
        if not self._started:
            return
        self._tell_top()
        if not self.spot.shown and self._readers.replaced(self._choice.engine, self._choice.game):
            self.walk.go(self.walk.place, keep_side=True)

    def _tell_top(self) -> None:
        self.second.enter(self.spot.shown)
        top = study_top(self._choice, self.spot.shown)
        shown = self.spot.second if self.spot.shown else self.second
        self.top.emit(replace(top, second=shown.choices()))

    def _second_chosen(self) -> None:
        self._tell_top()
        self._remember()

    def _remember(self) -> None:
        """Ask to remember the choices; an engine named by a link is not a choice."""
        self.choice_made.emit(replace(self._choice, wanted=self._chosen))

    def _choose(self, choice: StudyChoice) -> None:
        before, self._choice = self._choice, choice
        self._tell_top()
        if self.spot.shown:
            self.spot.close()
        if choice == before:
            return
        self._remember()
        if choice.game != before.game:
            self.walk.enter(Place.root(choice.game))
        else:
            self.walk.reader.make_stale()
            self.walk.go(self.walk.place)

    # Moving about

    def open_link(self, link: StudyLink) -> None:
        self._open(link)

    def solve_link(self, link: StudyLink, source: str) -> None:
        if self._open(link):
            self.finder.find(source)

    def solve_hand(self, link: HandLink) -> None:
        if self._open(flop_link(link)):
            self.hand.begin(link)

    def _open(self, link: StudyLink) -> bool:
        self._make_room()
        self.spot.leave()
        try:
            place = Place.at(link.game, link.actions, link.board)
        except PokerError as error:
            self._come_back()
            self.walk.notice.emit(cannot_open(error))
            return False
        self._choice = self._choice.with_link(link.game, link.engine, self._chosen)
        self._tell_top()
        self.walk.enter(place, link)
        if link.second:
            self.second.choose(link.second)
        return True

    # Spots

    def solve_here(self) -> None:
        """Pass on the spot of this street, with the engine's ranges; or the spot shown."""
        if self.spot.shown:
            self.spot.edit()
        else:
            self.finder.find("")

    def _make_room(self) -> None:
        """Remember the engine's node before a spot or a link replaces it."""
        if not self._started:
            self._started = True
            self._tell_top()
        if not self.spot.shown:
            self._left = self.walk.place

    def _come_back(self) -> None:
        self.walk.enter(self._left or Place.root(self._choice.game))

    # Asking

    def _ask(self) -> None:
        """Read the node from the spot shown, or from the engine, which is built if needed."""
        self._runner.cancel(_BUILD)
        if self.spot.shown:
            self.spot.asker.ask()
            return
        reader = self._readers.get(self._choice.engine, self._choice.game)
        if reader is None:
            self.walk.reader.wait()
            self._build()
        else:
            choice = self._choice
            self.walk.reader.read(Subject(choice.title, reader, engine=choice.engine))

    def _build(self) -> None:
        choice, folder = self._choice, self._strategies

        def work(control: JobControl) -> Agent:
            return build(choice.engine, choice.game, folder, control)

        def progress(fraction: float, text: str) -> None:
            if self.walk.reader.slow:
                self.walk.notice.emit(preparing(choice.title, fraction, text))

        key, ready, failed = (choice.engine, choice.game), self._built, self._not_built
        self._readers.build(self._runner, _BUILD, work, key, ready, failed, progress)

    def _built(self, reader: RangeReader | None) -> None:
        self.walk.notice.emit(None)
        if reader is None:
            self.walk.reader.give_up()
            self.walk.notice.emit(no_ranges(self._choice.title, self._choice.others()))
        else:
            self._ask()

    def _not_built(self, error: Exception) -> None:
        log.warning("%s cannot be built", self._choice.engine, exc_info=error)
        self.walk.reader.give_up()
        self._tell_failed(error)

    def _tell_failed(self, error: Exception) -> None:
        if self.spot.shown:
            self.walk.notice.emit(no_answer(error))
            return
        self.walk.notice.emit(engine_failed(self._choice.title, error, self._choice.others()))

    def _tell_no_sheet(self) -> None:
        if self._snapshot is not None:  # the page's switch goes back
            self.scene.emit(self._snapshot.scene)
        self.walk.notice.emit(no_sheet(self._choice.title, self._choice.others()))

    def _first(self) -> RangeReader | None:
        return self._readers.latest(self._choice.engine, self._choice.game)

    def _named(self) -> tuple[str, RangeReader] | None:
        reader = self._first()
        return (self._choice.title, reader) if reader is not None else None

    def _shown(self) -> StudyScene:
        return self._snapshot.scene if self._snapshot is not None else StudyScene(LineScene())

    def _solved(self) -> SolvedSpot | None:
        scene, run = self.spot.solution(), self.spot.run
        if scene is None or run is None:
            return None
        source = sentences((scene.title, scene.state))
        return SolvedSpot(run.trainer, source, settled=not scene.running)

    def _name(self) -> str:
        return "spot" if self.spot.shown else self._choice.engine

    # Showing

    def _known(self) -> Known:
        reader, spot = self.walk.reader, self.spot
        return Known(
            reader.title,
            self.walk.reading,
            reader.path,
            reader.last,
            reader.busy,
            "" if spot.shown else instead_words(self._choice),
            self.versus.found(),
            self.whole.scene(),
            spot.solution(),
            spot.painter.here() if spot.shown else None,
            self.hand.scene(),
        )

    def _draw(self) -> None:
        """Build the snapshot of the view; parts that did not change are reused."""
        before = self._snapshot
        self._snapshot = draw(self.walk.state, self._known(), before)
        if before is None or self._snapshot.scene != before.scene:
            self.scene.emit(self._snapshot.scene)
        self._point()

    def _point(self) -> None:
        if self._snapshot is None:
            return
        detail = (detail_of(self.walk.state, self._snapshot.known),)
        if detail != self._detail:
            self._detail = detail
            self.detail.emit(*detail)

    def press_notice(self, key: str) -> None:
        if key == SAVE:
            self.walk.notice.emit(None)
            self.spot.save()
        elif key == RETRY:
            self.walk.go(self.walk.place)
        elif key == DISMISS:
            self.walk.notice.emit(None)
        elif key.startswith(USE):
            self.choose("engine", key.removeprefix(USE))
