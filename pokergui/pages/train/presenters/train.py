"""The Train page's presenter: its parts, and the actions on the selected run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ai.agents.entry import TRAINED
from ai.cfr.solvable import trainable_games
from engine.errors import PokerError
from engine.game import Game
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.formatting.notices import RETRY
from pokergui.links import EngineLink, StudyLink
from pokergui.pages.train.presenters.show import NextRun, TrainShow, TrainTeller
from pokergui.pages.train.presenters.train_run import TrainRun, TrainRuns
from pokergui.pages.train.scenes import notices
from pokergui.pages.train.scenes.kinds import MOST_RUNNING
from pokergui.pages.train.scenes.train import has_result
from pokergui.pages.train.work import Folder, look_into


class TrainPresenter(QObject):
    """The presenter that starts solvers and acts on the selected run.

    Signals:
        play_requested: an ``EngineLink`` of a result to play against.
        study_requested: a ``StudyLink`` of a result.
    """

    play_requested = Signal(object)
    study_requested = Signal(object)

    def __init__(
        self,
        runner: Runner,
        folder: Path,
        strategies: Path,
        remembered: Mapping[str, str] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._folder, self._home = runner, folder, strategies
        self.runs = TrainRuns(runner, folder, strategies, self)
        self.next = NextRun(runner, strategies, self.runs, remembered or {}, self)
        self.teller = TrainTeller(self.runs, self)
        self.show = TrainShow(self.runs, self.next, self.teller, self)

    def start(self) -> None:
        folder, home = self._folder, self._home

        def work(control: JobControl) -> Folder:
            trainable_games()
            return look_into(folder, home, control)

        self._runner.start(work, self._opened)

    def stop(self) -> None:
        """Stop all activity: the window closes, and every run leaves a checkpoint."""
        self.show.stop()
        for run in self.runs.all:
            run.close()

    def _opened(self, folder: Folder) -> None:
        self.next.open()
        self.runs.load(folder)
        if folder.problems:
            self.teller.tell(notices.not_readable(folder.problems))
        self.show.show()

    @Slot()
    def begin(self) -> None:
        if not self.next.ready or self._too_many():
            return
        try:
            recipe, bounds = self.next.make()
        except PokerError as error:
            self.teller.tell(notices.cannot_start(error))
            return
        self.teller.close()
        self.runs.begin(recipe, bounds)

    @Slot()
    def press_main(self) -> None:
        run = self.runs.front
        if run is None or run.phase == "done":
            return
        if run.phase in ("starting", "running"):
            run.pause()
        elif not self._too_many():
            self.teller.close()
            run.start()

    def _too_many(self) -> bool:
        """Return whether no further run may start, and show a notice if so."""
        active = self.runs.active
        if active >= MOST_RUNNING:
            self.teller.tell(notices.too_many(active))
        return active >= MOST_RUNNING

    @Slot()
    def end(self) -> None:
        if self.runs.front is not None:
            self.runs.front.stop()

    @Slot()
    def save(self) -> None:
        run = self.runs.front
        if run is not None and run.curve:
            run.save(lambda: self.teller.tell_kept(run))

    @Slot()
    def play(self) -> None:
        if self.runs.front is not None and has_result(self.runs.front):
            self._open(lambda game, engine: self.play_requested.emit(EngineLink(game, engine)))

    @Slot()
    def study(self) -> None:
        ask = self.study_requested.emit
        if self.runs.front is not None and has_result(self.runs.front):
            self._open(lambda game, engine: ask(StudyLink(game, (), (), engine=engine)))

    def _open(self, ask: Callable[[Game, str], None]) -> None:
        """Open a result, first adding it to the engine lists if needed."""
        run = self.runs.front
        assert run is not None

        def follow() -> None:
            if run.engine is not None:
                ask(run.recipe.game, f"{TRAINED}{run.engine.name}")

        if run.engine_current or run.phase == "failed":
            follow()
        else:
            run.save(follow)

    @Slot()
    def ask_remove(self) -> None:
        run = self.runs.front
        if run is not None and not run.active:
            engine = run.engine.name if run.engine is not None else ""
            self.teller.tell(notices.ask_remove(self.runs.name(run), engine=engine), run)

    def _remove(self, run: TrainRun, *, engine: bool) -> None:
        try:
            self.runs.remove(run, engine=engine)
        except PokerError as error:
            self.teller.tell(notices.not_removed(self.runs.name(run), error))
        else:
            self.teller.forget(run)

    @Slot()
    def refresh_engines(self) -> None:
        for run in self.runs.all:
            run.recheck_engine()

    @Slot(str)
    def press_notice(self, key: str) -> None:
        run = self.teller.about
        self.teller.close()
        if run is None:
            return
        if key in (notices.REMOVE, notices.REMOVE_BOTH):
            self._remove(run, engine=key == notices.REMOVE_BOTH)
        elif key == RETRY and run.phase == "failed":
            run.start()
        elif key == notices.DROP:
            run.work.drop_engine()
        elif key == notices.AGAIN:
            self.teller.forget(run)
            run.retry_checkpoint()
