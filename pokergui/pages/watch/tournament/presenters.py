"""The presenter of the tournaments view: choices, play and results."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine import timing
from engine.jobs import JobControl
from pokergui.background.engines import trust, untrusted
from pokergui.background.jobs import Halt, Runner
from pokergui.formatting.notices import at_work, failure, good
from pokergui.language import tr_watch as tr
from pokergui.localtime import local_now
from pokergui.pages.watch.scenes.controls import Clock
from pokergui.pages.watch.tournament import scenes
from pokergui.pages.watch.tournament import work as work_module
from pokergui.pages.watch.tournament.scenes import TournamentChoice
from pokergui.store import Store
from pokergui.tournaments.run import Progress
from pokergui.viewmodel import Notice

SHOW_S = 0.25
"""Minimum time between two updates of a tournament that is being played."""

log = logging.getLogger(__name__)


class TournamentPresenter(QObject):
    """The presenter that lists tournaments, plays one, and shows it.

    Signals:
        form: the form of a new tournament; None closes it.
        choice_made: the form's choices, to be remembered.
        match_requested: number of a stored match to open in History.
    """

    scene = Signal(object)
    form = Signal(object)
    pair = Signal(object)
    notice = Signal(object)
    choice_made = Signal(object)
    match_requested = Signal(int)

    def __init__(
        self,
        runner: Runner,
        store: Store,
        home: Path,
        remembered: Mapping[str, str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._store = store
        self._home = home
        self._choice = TournamentChoice.of(remembered)
        self._listed: dict[int, Progress] = {}
        self._current = 0
        self.running = 0  # the number of the one that is being played
        self._pair: tuple[int, int] | None = None
        self._match = 0
        self._asked: list[str] = []  # programs about which the user was asked
        self._form_open = False
        self._busy = False
        self._halt = Halt()
        self._finish = threading.Event()
        self._clock = Clock()
        self._newest: Progress | None = None
        self._shown = 0.0

    def stop(self) -> None:
        self._halt.cancel()

    def open(self, seen: bool = True) -> None:
        if seen:
            self._reload()

    def _reload(self, current: int = 0) -> None:
        def done(progresses: dict[int, Progress]) -> None:
            if self.running and self.running in self._listed:
                progresses[self.running] = self._listed[self.running]
            self._listed = progresses
            self._current = current or self._current
            if self._current not in progresses:
                self._current = next(iter(progresses), 0)
            if not progresses:
                self._form_open = True
            self.refresh_engines()

        path = self._store.path
        self._runner.start(
            lambda control: work_module.read_all(path, control),
            done,
            failed=self._unreadable,
            channel="tournaments",
        )

    def _unreadable(self, error: Exception) -> None:
        log.warning("tournaments could not be read", exc_info=error)
        self.notice.emit(failure(tr("The tournaments cannot be read"), error))

    def choose(self, number: int) -> None:
        if number in self._listed and (number != self._current or self._form_open):
            self._current, self._pair, self._form_open = number, None, False
            self.refresh_engines()

    def choose_pair(self, row: int, column: int) -> None:
        self._pair = (row, column)
        self._show_pair()

    def open_match(self) -> None:
        if self._match:
            self.match_requested.emit(self._match)

    def toggle_form(self) -> None:
        self._form_open = not self._form_open or not self._listed
        self.refresh_engines()

    def change(self, name: str, value: Any) -> None:
        """Take another value of a choice of the form, by its name; ``engine`` is put in or out."""
        if name == "engine":
            choice = self._choice.valid(self._home).ticked(value)
        elif name == "kind":
            choice = replace(self._choice, gauntlet=value == "gauntlet")
        elif name == "hands":
            choice = replace(self._choice, hands=int(value))
        else:  # named like the fields of the choice
            choice = replace(self._choice, **{name: value})
        self._choice = choice
        self.choice_made.emit(choice.table)
        self._show_form()

    def begin(self) -> None:
        choice = self._choice.valid(self._home)
        if self._busy or self.running or len(choice.engines) < 2:
            return
        store, home = self._store, self._home
        self._prepare(lambda control: work_module.begin(store, choice, home))

    def join(self, name: str) -> None:
        store, home, number = self._store, self._home, self._current
        if number and not self._busy and number != self.running:
            self._prepare(lambda control: work_module.join(store, number, name, home))

    def _prepare(self, work: object) -> None:
        """Write a plan, then play it."""
        self._busy = True
        self._show_form()

        def done(number: int) -> None:
            self._busy, self._form_open = False, False
            self._current, self._pair = number, None
            if self.running:
                self._reload(number)
            else:
                self._play(number)

        def failed(error: Exception) -> None:
            self._busy = False
            self.notice.emit(failure(tr("This cannot be played"), error))
            self._show_form()

        self._runner.start(work, done, failed=failed)  # type: ignore[arg-type]

    def press_main(self) -> None:
        if self._form_open:
            self.begin()
        elif self.running and self.running == self._current:
            self._halt.cancel()
        elif not self.running and self._current and not self._listed[self._current].finished:
            self._play(self._current)

    def finish(self) -> None:
        self._finish.set()
        self._show()

    def _play(self, number: int) -> None:
        names = self._listed[number].tournament.plan.names if number in self._listed else ()
        if programs := untrusted(names, self._home):
            self._asked = programs
            self.notice.emit(scenes.ask_programs(programs))
            self._reload(number)
            return
        self.running, self._newest = number, None
        halt, finish = Halt(), threading.Event()
        self._halt, self._finish = halt, finish
        store, home = self._store, self._home
        self._clock = Clock()
        self.notice.emit(None)

        def work(control: JobControl) -> Progress:
            def show(progress: Progress) -> None:
                self._newest = progress
                control.progress(progress.share)

            return work_module.play(store, number, home, halt.within(control), finish, show)

        self._runner.start(
            work, self._played, failed=self._failed, progress=self._look, channel="tournament"
        )
        self._reload(number)

    def _look(self, fraction: float, text: str) -> None:
        now = timing.seconds()
        if self._newest is not None and now - self._shown >= SHOW_S:
            self._take(self._newest)

    def _take(self, progress: Progress) -> None:
        """Show what is on disk of the tournament being played."""
        self._shown = timing.seconds()
        number = progress.tournament.number
        if number not in self._listed:
            self._listed = {number: progress, **self._listed}
            self._clock.start(progress.hands)
        elif not self._clock.rate:
            self._clock.start(self._listed[number].hands)
        self._listed[number] = progress
        self._clock.count(progress.hands)
        self._show()

    def _played(self, progress: Progress) -> None:
        self.running = 0
        self._take(progress)
        self._show_form()

    def _failed(self, error: Exception) -> None:
        log.warning("a tournament stopped", exc_info=error)
        self.running = 0
        self.notice.emit(scenes.stopped(error))
        self._reload()

    def export(self, path: str) -> None:
        """Save the cross table or all hands, depending on the file's suffix."""
        database, number, tell = self._store.path, self._current, self.notice.emit
        done = Notice("plain", tr("The tournament is saved"), path, (good(),))
        words = tr("The tournament could not be saved")
        self._runner.start(
            lambda control: work_module.export(database, number, Path(path), control),
            lambda count: tell(done),
            failed=lambda error: tell(failure(words, error)),
            progress=lambda share, text: tell(at_work(tr("Saving the tournament"), share)),
            channel="tournament-export",
        )

    def press_notice(self, key: str) -> None:
        """Close the notice; after the question about programs play if they may run."""
        asked, self._asked = self._asked, []
        self.notice.emit(None)
        if key == scenes.RUN and asked:
            trust(*asked)
            self.press_main()

    def refresh_engines(self) -> None:
        self._show()
        self._show_form()

    def _show(self) -> None:
        self.scene.emit(
            scenes.room_scene(
                self._listed,
                self._current,
                self.running,
                self._home,
                local_now(),
                finishing=self._finish.is_set(),
                rate=self._clock.rate,
            )
        )
        self._show_pair()

    def _show_pair(self) -> None:
        progress = self._listed.get(self._current)
        if progress is None:
            return
        first, second, *_ = progress.tournament.plan.tables[0]
        pair = self._pair or (first, second)
        scene = scenes.pair_scene(progress, pair, self._home)
        self._match = scene.match
        self.pair.emit(scene)

    def _show_form(self) -> None:
        if not self._form_open:
            self.form.emit(None)
            return
        busy = self._busy or bool(self.running)
        self.form.emit(scenes.form_scene(self._choice.valid(self._home), self._home, busy=busy))
