"""Study's search tree: a background search from the decision shown."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from ai.search.engine import methods_for
from engine.jobs import JobControl
from engine.lines import line_text
from pokergui.background.jobs import Runner, stopped_by
from pokergui.formatting.line import action_crumb
from pokergui.formatting.players import player_names
from pokergui.formatting.words import game_words
from pokergui.language import tr_study as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.reading.scenes.scene import ending
from pokergui.pages.study.searching.scenes import (
    ENGINE,
    OwnHand,
    SearchDraft,
    SearchFindings,
    SearchSpec,
    broke_off,
    form_scene,
    hands_at,
    line_at,
    not_offered,
    read_draft,
    search_scene,
)
from pokergui.pages.study.searching.viewmodel import Phase
from pokergui.pages.study.searching.work import SearchTask, SearchWork
from pokergui.ranges.place import Place

_CHANNEL = "study-search"
_SEARCHES = ("method", "hand", "belief", "adaptive", "slow")
"""Choices that start another search at once."""

log = logging.getLogger(__name__)


class SearchStudy(QObject):
    """Searches from the decision shown, and shows the tree while it grows.

    A choice from a list starts a search at once; typed values wait until the user starts one. A
    stopped search keeps its results and can be continued while nothing else is chosen.

    Signals:
        offered: why there is no search here; empty if there is one.
        left: another decision is shown in Study, or there is no longer a search here.
    """

    offered = Signal(str)
    scene = Signal(object)
    notice = Signal(object)
    left = Signal()

    def __init__(self, runner: Runner, walk: StudyNavigator, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._walk = runner, walk
        self._open = False
        self._place: Place | None = None
        self._draft = SearchDraft()
        self._work: SearchWork | None = None
        self._titles = ("", "")
        self._found: SearchFindings | None = None
        self._most = 0
        self._stop: JobControl | None = None
        self._known = ("", "")
        walk.moved.connect(self._moved)
        walk.reader.complete.connect(self._follow_engine)
        walk.reader.changed.connect(self._follow_engine)

    def open(self) -> None:
        """Enter the view, and search for the hand pinned in Study."""
        self._open = True
        pinned = self._walk.state.pinned
        if self._place != self._walk.place:
            self._drop()
            self._found = None
            self._place = self._walk.place
        cells = [hand.cell for hand in self._hands]
        if pinned in cells:
            self._change(hand=pinned)
        elif self._draft.hand not in cells:
            self._change(hand=cells[0] if cells else -1)
        if self._belief_lost:
            self._change(belief=SearchDraft().belief)
        if self._draft.method not in self._methods:
            self._change(method=SearchDraft().method)
        self._begin_anew()

    def close(self) -> None:
        self._open = False

    def end(self) -> None:
        self._runner.cancel(_CHANNEL)

    # Study's node

    @property
    def _hands(self) -> tuple[OwnHand, ...]:
        place = self._place
        return () if place is None or not_offered(place) else hands_at(place)

    @property
    def _methods(self) -> tuple[str, ...]:
        return () if self._place is None else methods_for(self._place.game)

    @property
    def _read(self) -> SearchSpec:
        return read_draft(self._draft, (self._place or self._walk.place).game)

    @property
    def _engine(self) -> str:
        """Title of the engine whose ranges can be the belief; empty if there is none."""
        subject = self._walk.reader.subject
        return "" if subject is None else subject.title

    @property
    def _belief_lost(self) -> bool:
        return self._draft.belief == ENGINE and self._walk.reader.subject is None

    def _moved(self) -> None:
        place = self._walk.place
        self.offered.emit(not_offered(place))
        if self._open and place != self._place:
            self.left.emit()

    def _follow_engine(self) -> None:
        if self._open and self._known != (self._engine, self._draft.belief):
            self._show()

    # The form

    def _change(self, **parts: Any) -> None:
        self._draft = replace(self._draft, **parts)

    def choose(self, name: str, value: Any) -> None:
        """Change a field of the form; typed numbers count from the next search on."""
        self._change(**{name: int(value) if name == "hand" else value})
        if name in _SEARCHES:
            self._begin_anew(again=name == "slow")
        else:
            self._show()

    def open_line(self, key: str) -> None:
        line = None if self._found is None else line_at(self._found.snapshot, key)
        if line is not None and self._place is not None:
            self.left.emit()
            self._walk.follow(f"line:{line_text(self._place.game, line)}")

    # Searching

    @property
    def _hand(self) -> OwnHand | None:
        return next((hand for hand in self._hands if hand.cell == self._draft.hand), None)

    def _task(self) -> SearchTask | None:
        hand, read, draft = self._hand, self._read, self._draft
        if hand is None or read.errors or self._belief_lost:
            return None
        subject = self._walk.reader.subject if draft.belief == ENGINE else None
        reader = None if subject is None else subject.reader
        return SearchTask(hand.spot, hand.combo, draft.method, read.stop, read.seed, reader)

    @property
    def _phase(self) -> Phase:
        work = self._work
        if self._stop is not None:
            return "running"
        if work is None or work.snapshot is None or work.task != self._task():
            return "idle"
        most = self._read.simulations
        return "ended" if work.finished or work.snapshot.simulations >= most else "stopped"

    def _begin_anew(self, *, again: bool = False) -> None:
        """Search for the current choices, unless their search is already shown."""
        task, hand = self._task(), self._hand
        if task is None or hand is None:
            self._show()
        elif again or self._work is None or self._work.task != task:
            self._drop()
            self._work = SearchWork(task)
            self._titles = hand.title, self._engine if task.reader is not None else ""
            self._go_on()
        else:
            self._show()

    def press(self) -> None:
        if self._stop is not None:
            self._stop.cancel()
        else:
            self.run()

    def run(self) -> None:
        """Search; continue a stopped search; or search again with the next seed."""
        phase = self._phase
        if phase == "stopped":
            self._go_on()
        elif phase != "running":
            if phase == "ended":
                self._change(seed=f"{self._read.seed + 1}")
            self._begin_anew()

    def _go_on(self) -> None:
        work, most, slow = self._work, self._read.simulations, self._draft.slow
        assert work is not None
        self.notice.emit(None)
        stop = self._stop = JobControl()
        self._most = most

        def search(control: JobControl) -> None:
            work.run(most, stopped_by(stop, control), slow=slow)

        def progress(fraction: float, text: str) -> None:
            if self._found is None or work.snapshot is not self._found.snapshot:
                self._show()

        self._runner.start(
            search,
            lambda _: self._ended(),
            failed=self._failed,
            progress=progress,
            channel=_CHANNEL,
        )
        self._show()

    def _drop(self) -> None:
        self._runner.cancel(_CHANNEL)
        self._work = self._stop = None

    def _ended(self) -> None:
        self._stop = None
        self._show()

    def _failed(self, error: Exception) -> None:
        log.warning("a search broke off", exc_info=error)
        if self._work is not None and self._work.snapshot is None:
            self._work = None
        self._ended()
        self.notice.emit(broke_off(error))

    # Showing

    def _show(self) -> None:
        draft, work = self._draft, self._work
        self._known = self._engine, draft.belief
        form = form_scene(
            draft,
            self._read,
            self._methods,
            self._hands,
            self._engine,
            self._phase,
            runnable=self._task() is not None,
        )
        if work is not None and work.snapshot is not None:  # else the old picture stays
            self._found = SearchFindings(work.snapshot, work.seconds, self._most, *self._titles)
        self.scene.emit(search_scene(self._source(), form, self._found, draft.final))

    def _source(self) -> str:
        place = self._place
        if place is None:
            return ""
        names = player_names(place.game)
        steps = [
            action_crumb(place.decisions[at], action, names, -1).text
            for at, action in enumerate(place.actions)
        ]
        here = place.betting
        steps.append(ending(place) or tr("{name} to act").format(name=names[here.to_act]))
        return labelled(game_words(place.game), phrases(steps))

    def press_notice(self, key: str) -> None:
        del key
        self.notice.emit(None)
