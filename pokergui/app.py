"""The application: wires window, background work and store, and shuts them down in order.

The window paints before anything heavy is imported; numba, the engines and the database follow in
the background.
"""

from __future__ import annotations

import logging
import os
import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QLocale, QObject, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from engine.errors import PokerError
from pokergui.background.jobs import WorkPace
from pokergui.background.process import (
    GarbageGuard,
    give_large_arrays_back,
    leave_qt_messages,
    take_qt_messages,
)
from pokergui.background.runner import TaskRunner
from pokergui.crash import Crash, CrashGuard
from pokergui.instance import InstanceError, InstanceLock
from pokergui.language import chosen, tr, use
from pokergui.language.joins import full_stop
from pokergui.pages.settings.wiring import (
    places,
    settings_scene,
    take_bets,
    take_limits,
    take_scene,
)
from pokergui.paths import data_dir, log_dir
from pokergui.screen import screen_problem
from pokergui.settings import Settings, load_settings, save_settings, settings_path
from pokergui.theme.look import apply_look
from pokergui.viewmodel import Notice, NoticeButton, SettingsScene
from pokergui.window.application import closed_when_asked, make_application
from pokergui.window.between import SAYS, done_between, start_anew
from pokergui.window.handfile import BackupKeeper, offer_salvage
from pokergui.window.imports import (
    Loaded,
    in_turns,
    load,
    load_others,
    other_pages,
    presenters_of_play,
)
from pokergui.window.pages import Pages
from pokergui.window.secondstart import listen_for_starts, start_again
from pokergui.window.window import MainWindow

if TYPE_CHECKING:
    from pokergui.links import StudyLink
    from pokergui.pages.settings.work import Leaving
    from pokergui.store import Store

SHUTDOWN_SECONDS = 2.0
OTHERS_MS = 2_000
"""Longest time that the other pages wait for the first hand: both import and load kernels."""
SWITCH_SECONDS = 0.001
"""Longest time that the window waits for a worker running Python; Python's own 5 ms, several times
in a row, showed in the window's heartbeat."""

log = logging.getLogger(__name__)


class ScreenError(PokerError):
    """No window can be opened on this system."""


class App(QObject):
    """The running program: owns the window, the workers and the store.

    Attributes:
        leaving: the work to do once the window is closed; None for none.
        reopens: whether the program starts again once the window is closed.
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
        self.pages = Pages(
            self.runner, self.window, lambda: self._settings, self._keep, self.leave, self
        )
        self.leaving: Leaving | None = None
        self.reopens = False
        self._closing = self._loading_others = False
        self._pace = WorkPace()
        self.window.page_built.connect(self._page_built)
        self.window.play.settings_changed.connect(self._change_settings)
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
        self.window.play.set_notice(Notice("running", tr("Setting up the table")))
        work = partial(load, game=self._settings.game)
        self.runner.start(work, self._opened, failed=self._not_loaded)

    def _opened(self, loaded: Loaded) -> None:
        """Import the presenters of Play, which must happen on this thread."""
        self._store = loaded.store
        steps = presenters_of_play()
        in_turns(self.runner, steps, lambda: self._loaded(loaded), self._not_loaded)

    def _loaded(self, loaded: Loaded) -> None:
        self._garbage.settle()
        play = self.pages.begin(loaded.store)
        play.start(loaded.last, loaded.saved, loaded.unfinished)
        self.backups = BackupKeeper(self.runner, loaded.store.path, self._tell, self)
        if self._link is not None:
            self.pages.open_study(self._link)
        play.opponents.ready.connect(self._tell_message)
        for reached in (play.opponents.ready, play.opponents.missing):
            reached.connect(self._load_others)
        QTimer.singleShot(OTHERS_MS, self, self._load_others)
        if self._pace.hurried:
            self._load_others()

    @Slot(str)
    def _page_built(self, name: str) -> None:
        """Load the other pages without pauses: one of them is already open."""
        if name == "settings":
            self.window.settings.settings_changed.connect(self._change_settings)
            self.window.settings.data.place_opened.connect(self._open_place)
        self._pace.hurry()
        if self._store is not None and self.pages.play is not None:
            self._load_others()

    def _load_others(self) -> None:
        """Load what the other pages need, once the opponent is ready or overdue.

        Play goes first: loading takes its time until another page is opened.
        """
        if not self._loading_others:
            self._loading_others = True
            work = partial(load_others, pace=self._pace)
            self.runner.start(work, self._others_loaded, failed=self._others_missing)

    def _others_loaded(self, loaded: None) -> None:
        in_turns(self.runner, other_pages(), self._ready, self._others_missing, self._pace)

    def _others_missing(self, error: Exception) -> None:
        log.error("the other pages could not be loaded", exc_info=error)
        self._loading_others = False
        self._offer("others", tr("Only Play works: the other pages could not be loaded"), error)

    def _ready(self) -> None:
        self._garbage.settle()
        self.pages.begin_others()

    def _not_loaded(self, error: Exception) -> None:
        log.error("the table could not be set up", exc_info=error)
        if offer_salvage(error, self.runner, self.window, self._start_loading, self):
            return
        self._offer("load", tr("The table could not be set up"), error)

    def _offer(self, key: str, title: str, error: Exception) -> None:
        button = NoticeButton(key, tr("Try again"))
        self.window.play.set_notice(Notice("error", title, str(error), (button,), repr(error)))

    def _crashed(self, crash: Crash) -> None:
        self.runner.post(lambda: self._show_crash(crash))

    def _show_crash(self, crash: Crash) -> None:
        buttons = (
            NoticeButton("dismiss", tr("Continue")),
            NoticeButton("logs", tr("Open log folder")),
        )
        title = tr("Something went wrong in the program")
        text = tr("{summary}. Finished hands are safe on disk.").format(summary=crash.summary)
        self.window.play.set_notice(Notice("error", title, text, buttons, crash.details))

    def _tell(self, sentence: str) -> None:
        text = full_stop(sentence[:1].upper() + sentence[1:])
        button = NoticeButton("dismiss", tr("Continue"))
        self.window.play.set_notice(Notice("warning", text, "", (button,)))

    @Slot()
    def _tell_message(self) -> None:
        """Show the start-up message once no notice of a loading engine would replace it."""
        if self._message:
            message, self._message = self._message, ""
            self._tell(message)

    @Slot(str)
    def _press(self, key: str) -> None:
        if key == "load":
            self._start_loading()
        elif key == "others":
            self.window.play.set_notice(None)
            self._load_others()
        elif key == "dismiss":
            self.window.play.set_notice(None)
        elif key == "logs":
            self._open_place("logs")

    @Slot(str)
    def _open_place(self, key: str) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(places()[key][1].as_posix()))

    @Slot(object)
    def _change_settings(self, scene: SettingsScene) -> None:
        for take in (take_bets, take_limits):
            scene, self._settings = take(scene, self._settings)
        language = self._settings.language
        self.window.set_settings(scene)
        self._keep(take_scene(scene, self._settings))
        self.pages.show_preferences()
        if self._settings.language != language:
            self.reopens = True
            QTimer.singleShot(0, self.window.close)

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
        self.leaving = leaving
        self.window.close()

    @Slot()
    def _close(self) -> None:
        """End background work, then the store, then the program."""
        self._closing = True
        self._pace.hurry()
        self.pages.stop()
        geometry = self.window.saveGeometry().toBase64().toStdString()
        self._keep(replace(self._settings, geometry=geometry))
        ended = self.runner.shutdown(SHUTDOWN_SECONDS)
        if self._store is not None:
            try:
                self._store.close()
            except PokerError as error:
                log.error("closing: %s", error)
        if not ended and self.leaving is None and not self.reopens:
            logging.shutdown()
            os._exit(0)  # a hung job must not keep the process alive
        self._garbage.stop()
        QApplication.quit()


def run(link: StudyLink | None = None) -> int:
    """Open the window and run until it is closed.

    Returns:
        The exit status.

    Raises:
        ScreenError: if no window can open here.
        InstanceError: if another window has the data folder and cannot come to the front.
        FolderError: if the data folder cannot be written.
    """
    if unusable := screen_problem():
        raise ScreenError("{problem}", problem=unusable)
    sys.setswitchinterval(SWITCH_SECONDS)
    give_large_arrays_back()
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
    language = chosen(settings.language, QLocale.system().name())
    use(language)
    application = make_application(language)
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
    if app.reopens:
        start_anew("")
    return status
