"""Wires everything: window, background work, store; and takes it down in order.

The window paints before anything heavy is imported; numba, the engines and the database follow in
the background.
"""

from __future__ import annotations

import logging
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QObject, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from engine.errors import PokerError
from pokergui.background.garbage import GarbageGuard
from pokergui.background.imports import in_turns, presenters
from pokergui.background.qtlog import leave_qt_messages, take_qt_messages
from pokergui.background.runner import TaskRunner
from pokergui.crash import Crash, CrashGuard
from pokergui.instance import InstanceError, InstanceLock
from pokergui.pages.history.wiring import start_history
from pokergui.pages.lab.wiring import start_lab
from pokergui.pages.play.wiring import start_play
from pokergui.pages.settings.wiring import (
    places,
    settings_scene,
    start_data,
    start_engines,
    take_bets,
    take_scene,
)
from pokergui.pages.study.wiring import start_study
from pokergui.pages.train.wiring import start_train
from pokergui.pages.watch.tournament.wiring import start_tournaments
from pokergui.pages.watch.wiring import start_watch
from pokergui.paths import data_dir, log_dir, strategies_dir
from pokergui.screen import screen_problem
from pokergui.settings import Settings, load_settings, save_settings, settings_path
from pokergui.theme.look import apply_look
from pokergui.viewmodel import Notice, NoticeButton, SettingsScene
from pokergui.window.application import make_application
from pokergui.window.backups import BackupKeeper
from pokergui.window.between import SAYS, done_between, start_anew
from pokergui.window.ending import closed_when_asked
from pokergui.window.engines import follow_engines
from pokergui.window.filewiring import offer_salvage, start_file
from pokergui.window.loading import Loaded, load
from pokergui.window.secondstart import listen_for_starts, start_again
from pokergui.window.window import MainWindow

if TYPE_CHECKING:
    from pokergui.formatting.choices import PlayChoice
    from pokergui.links import EngineLink, PlayLink, StudyLink, TrainLink
    from pokergui.pages.history.presenters.history import HistoryPresenter
    from pokergui.pages.history.presenters.replay import ReplayPresenter
    from pokergui.pages.play.presenters.play import PlayPresenter
    from pokergui.pages.settings.work.data import Leaving
    from pokergui.pages.study.presenters.study import StudyPresenter
    from pokergui.pages.study.reading.scenes.choice import StudyChoice
    from pokergui.pages.train.presenters.train import TrainPresenter
    from pokergui.pages.watch.presenters.watch import WatchPresenter
    from pokergui.pages.watch.tournament.presenters.tournament import TournamentPresenter
    from pokergui.store import Store

SHUTDOWN_SECONDS = 2.0
SWITCH_SECONDS = 0.001
"""How long the window waits at most for a worker that runs Python; Python's own 5 ms, several times
in a row, showed in the window's heartbeat."""

log = logging.getLogger(__name__)


class ScreenError(PokerError):
    """No window can open here."""


class App(QObject):
    """The running program: owns the window, the workers and the store.

    Args:
        settings: as remembered.
        guard: catches what nobody else does.
        message: what was wrong with the settings' file, if anything.
        link: a decision to show in Study once it is there.
    """

    def __init__(
        self,
        settings: Settings,
        guard: CrashGuard,
        message: str = "",
        link: StudyLink | None = None,
    ) -> None:
        super().__init__()
        self._settings = settings
        self._message = message
        scene = settings_scene(settings)
        apply_look(scene)
        self.window = MainWindow()
        self.window.set_settings(scene)
        if settings.geometry:
            self.window.restoreGeometry(QByteArray.fromBase64(settings.geometry.encode()))
        self.runner = TaskRunner(parent=self)
        self._garbage = GarbageGuard(self)
        self._guard = guard
        self._link = link
        self._store: Store | None = None
        self.play: PlayPresenter | None = None
        self.tournaments: TournamentPresenter | None = None
        self.study: StudyPresenter | None = None
        self.watch: WatchPresenter | None = None
        self.train: TrainPresenter | None = None
        self.history: HistoryPresenter | None = None
        self.replay: ReplayPresenter | None = None
        self.leaving: Leaving | None = None
        self._closing = False
        self.window.settings_changed.connect(self._change_settings)
        self.window.settings.data.place_opened.connect(self._open_place)
        self.window.closing.connect(self._close)
        self.window.play.notice.pressed.connect(self._press)

    def show(self) -> None:
        """Show the window; the rest is loaded once it has painted."""
        self.window.show()
        self._guard.listen(self._crashed)
        QTimer.singleShot(0, self._start_loading)

    @Slot()
    def _start_loading(self) -> None:
        if self._closing:
            return
        self.window.play.set_notice(Notice("running", self.tr("Setting the table")))
        self.runner.start(load, self._opened, failed=self._not_loaded)

    def _opened(self, loaded: Loaded) -> None:
        """Import the presenters, which only this thread may do."""
        self._store = loaded.store
        in_turns(self.runner, presenters(), lambda: self._loaded(loaded))

    def _loaded(self, loaded: Loaded) -> None:
        """Bring the pages to life."""
        window, runner, settings, store = self.window, self.runner, self._settings, loaded.store
        self.play = start_play(runner, store, settings, window.play, self)
        self.play.choice_made.connect(self._remember_choice)
        self.play.study_requested.connect(self.open_study)
        self.watch = start_watch(runner, store, settings, window.watch, self)
        self.watch.choice_made.connect(lambda choice: self._remember(watch=choice))
        self.watch.run.play_requested.connect(self.open_play)
        self.watch.run.study_requested.connect(self.open_study)
        self.tournaments = start_tournaments(
            runner, store, settings, window.watch.tournaments, self
        )
        self.tournaments.choice_made.connect(lambda choice: self._remember(tournament=choice))
        self.tournaments.match_requested.connect(self.open_match)
        self.study = start_study(runner, settings, window.study, self)
        self.study.choice_made.connect(self._remember_study)
        self.study.export.folder_chosen.connect(lambda at: self._remember(export_folder=at))
        self.train = start_train(runner, settings, window.train, self)
        self.train.next.choice_made.connect(lambda choice: self._remember(train=choice))
        self.train.play_requested.connect(self.open_engine)
        self.train.study_requested.connect(self.open_study)
        history, self.replay = start_history(runner, store, settings, window.history, self)
        self.history = history
        self.watch.judge_requested.connect(self.open_match)
        self.watch.judge_requested.connect(lambda number: window.history.open_room())
        history.sums.counted_changed.connect(self._remember_counted)
        self.play.hands.session.connect(history.hands_changed)
        history.asked.connect(self._ask_from_history)
        self.replay.play_requested.connect(self.open_play)
        self.replay.study_requested.connect(self.open_study)
        self.replay.solve_requested.connect(self.open_spot)
        start_lab(runner, window.lab, self).train_requested.connect(self.open_train)
        pages = (self.play, self.watch, self.tournaments, self.study, self.train)
        self.trained = follow_engines(strategies_dir(), self, *pages)
        self.train.runs.engines_changed.connect(self.trained.look)
        engines = start_engines(runner, lambda: self._settings, window.settings.engines, self)
        engines.changed.connect(self.trained.look)
        self.trained.changed.connect(engines.refresh)
        self._garbage.settle()
        self._set_preferences()
        self.play.start(loaded.last, loaded.saved, loaded.unfinished)
        self.file = start_file(runner, store, window, self.play, history, self)
        self.backups = BackupKeeper(runner, store.path, self._tell, self)
        self.data = start_data(runner, store.path, window.settings.data, self)
        self.data.left.connect(self.leave)
        if self._link is not None:
            self.open_study(self._link)
        if self._message:
            self._tell(self._message)

    @Slot(object)
    def open_train(self, link: TrainLink) -> None:
        """Choose a sampling schedule for the next run on the Train page."""
        if self.train is not None:
            self.train.next.prepare(link)
            self.window.show_page("train")

    @Slot(object)
    def open_engine(self, link: EngineLink) -> None:
        """Show the Play page with an engine of another page."""
        self.window.show_page("play")
        if self.play is not None:
            self.play.play_against(link)

    @Slot(object)
    def open_study(self, link: StudyLink) -> None:
        """Show the Study page with a decision of another page."""
        if self.study is not None:
            self.study.open_link(link)
        self.window.show_page("study")

    @Slot(object, str)
    def open_spot(self, link: StudyLink, source: str) -> None:
        """Show the room of spots with the street of a decision of another page."""
        if self.study is not None:
            self.study.solve_link(link, source)
        self.window.show_page("study")

    @Slot(str)
    def _ask_from_history(self, key: str) -> None:
        if key == "play":
            self.window.show_page("play")
        elif key == "import":
            self.window.history.ask_import()

    @Slot(object)
    def open_play(self, link: PlayLink) -> None:
        """Show the Play page with a hand of another page, to be played on from there."""
        self.window.show_page("play")
        if self.play is not None:
            self.play.play_from(link)

    @Slot(int)
    def open_match(self, number: int) -> None:
        """Show the History page with the hands of a stored match."""
        self.window.show_page("history")
        if self.history is not None:
            self.history.show_match(number)

    def _not_loaded(self, error: Exception) -> None:
        log.error("the table could not be set", exc_info=error)
        if offer_salvage(error, self.runner, self.window, self._start_loading, self):
            return
        button = NoticeButton("load", self.tr("Try again"))
        title = self.tr("The table could not be set")
        self.window.play.set_notice(Notice("error", title, str(error), (button,), repr(error)))

    def _crashed(self, crash: Crash) -> None:
        """A mistake of ours, on whatever thread: tell it in the window."""
        self.runner.post(lambda: self._show_crash(crash))

    def _show_crash(self, crash: Crash) -> None:
        buttons = (
            NoticeButton("dismiss", self.tr("Go on")),
            NoticeButton("logs", self.tr("Open log folder")),
        )
        title = self.tr("Something went wrong in the program")
        text = self.tr("{summary}. Finished hands are safe on disk.").format(summary=crash.summary)
        self.window.play.set_notice(Notice("error", title, text, buttons, crash.details))

    def _tell(self, sentence: str) -> None:
        text = sentence[:1].upper() + sentence[1:] + "."
        button = NoticeButton("dismiss", self.tr("Go on"))
        self.window.play.set_notice(Notice("warning", text, "", (button,)))

    @Slot(str)
    def _press(self, key: str) -> None:
        if key == "load":
            self._start_loading()
        elif key == "dismiss":
            self.window.play.set_notice(None)
        elif key == "logs":
            self._open_place("logs")

    @Slot(str)
    def _open_place(self, key: str) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(places()[key][1].as_posix()))

    @Slot(object)
    def _change_settings(self, scene: SettingsScene) -> None:
        scene, self._settings = take_bets(scene, self._settings)
        self.window.set_settings(scene)
        self._keep(take_scene(scene, self._settings))
        self._set_preferences()

    def _set_preferences(self) -> None:
        settings = self._settings
        if self.play is not None:
            self.play.set_preferences(
                guard=settings.misclick_guard,
                auto_next=settings.auto_next,
                advisor=settings.advisor,
            )
            self.play.set_bets(settings.bets_before, settings.bets_after)
        for page in (self.play, self.watch, self.replay):
            if page is not None:
                page.show_in(settings.unit)

    @Slot(object)
    def _remember_choice(self, choice: PlayChoice) -> None:
        self._keep(self._settings.playing(choice.game, choice.depth, choice.opponent))

    @Slot(object)
    def _remember_study(self, choice: StudyChoice) -> None:
        second = self.study.second.engine if self.study is not None else ""
        self._remember(study_game=choice.name, study_engine=choice.wanted, study_second=second)

    @Slot(object)
    def _remember_counted(self, counted: tuple[str, ...]) -> None:
        self._remember(count_played="play" in counted, count_imported="imported" in counted)

    def _remember(self, **changes: Any) -> None:
        self._keep(replace(self._settings, **changes))

    def _keep(self, settings: Settings) -> None:
        self._settings = settings
        try:
            save_settings(self._settings, settings_path())
        except PokerError as error:
            log.warning("settings not saved: %s", error)
            if not self._closing:
                self._tell(str(error))

    @Slot(object)
    def leave(self, leaving: Leaving) -> None:
        """Close the window for something, and open it again."""
        self.leaving = leaving
        self.window.close()

    @Slot()
    def _close(self) -> None:
        """End background work, then the store, then the program."""
        self._closing = True
        for page in (self.play, self.watch, self.tournaments, self.study, self.train):
            if page is not None:
                page.stop()
        geometry = self.window.saveGeometry().toBase64().toStdString()
        self._remember(geometry=geometry)
        ended = self.runner.shutdown(SHUTDOWN_SECONDS)
        if self._store is not None:
            try:
                self._store.close()
            except PokerError as error:
                log.error("closing: %s", error)
        if not ended and self.leaving is None:
            logging.shutdown()
            os._exit(0)  # a job that hangs must not keep the program alive
        self._garbage.stop()
        QApplication.quit()


def run(link: StudyLink | None = None) -> int:
    """Open the window and stay until it is closed.

    Args:
        link: a decision to show in Study.

    Returns:
        The exit status.

    Raises:
        ScreenError: if no window can open here.
        InstanceError: if another window has the data folder and cannot come to the front.
        FolderError: if the data folder cannot be written.
    """
    problem = screen_problem()
    if problem:
        raise ScreenError(problem)
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        lock = InstanceLock(data_dir())
    except InstanceError:
        if link is None and start_again(data_dir()):
            return 0
        raise
    guard = CrashGuard(log_dir())
    guard.install()
    take_qt_messages(guard.qt_message)
    settings, problem = load_settings(settings_path())
    message = os.environ.pop(SAYS, "") or problem
    application = make_application()
    app = App(settings, guard, message, link)
    listener = listen_for_starts(data_dir(), app.window)
    with closed_when_asked(app.window.close):
        app.show()
        status = application.exec()
    listener.close()
    between = done_between(application, app.leaving) if app.leaving is not None else None
    leave_qt_messages()
    guard.remove()
    lock.release()
    if between is not None and between.again:
        start_anew(between.said)
    return status
