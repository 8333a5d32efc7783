"""Wires everything: window, background work, store; and takes it down in order.

The window paints before anything heavy is imported; numba, the engines and the database follow in
the background.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication

from engine.jobs import JobControl
from pokergui.paths import database_path, strategies_dir
from pokergui.presenters.garbage import GarbageGuard
from pokergui.presenters.runner import TaskRunner
from pokergui.theme.look import apply_look
from pokergui.viewmodel import Notice, NoticeButton, SettingsScene
from pokergui.views.window import MainWindow

if TYPE_CHECKING:
    from pokergui.presenters.play import PlayPresenter
    from pokergui.store import Store

SHUTDOWN_SECONDS = 2.0


@dataclass(frozen=True)
class _Loaded:
    """What the background prepared before the first hand."""

    store: Store
    saved: int


def _load(control: JobControl) -> _Loaded:
    """Import what is heavy and open the database; runs on a worker."""
    control.progress(0.1, "")
    # Here, off the GUI thread and after the first paint: numba alone takes 0.25 s to import.
    import pokergui.presenters.play  # noqa: F401  as above
    from pokergui.store import HandReader, Store  # as above

    store = Store.open(database_path())
    with HandReader(database_path()) as reader:
        return _Loaded(store, reader.count())


class App(QObject):
    """The running program: owns the window, the workers and the store."""

    def __init__(self, settings: SettingsScene) -> None:
        super().__init__()
        apply_look(settings)
        self.window = MainWindow()
        self.window.set_settings(settings)
        self.runner = TaskRunner(parent=self)
        self._garbage = GarbageGuard(self)
        self._store: Store | None = None
        self._play: PlayPresenter | None = None
        self.window.settings_changed.connect(self._change_settings)
        self.window.closing.connect(self._close)
        self.window.play.notice_pressed.connect(self._press)

    def show(self) -> None:
        """Show the window; the rest is loaded once it has painted."""
        self.window.show()
        QTimer.singleShot(0, self._start_loading)

    @Slot()
    def _start_loading(self) -> None:
        self.window.play.set_notice(Notice("running", self.tr("Setting the table")))
        self.runner.start(_load, self._loaded, failed=self._not_loaded)

    def _loaded(self, loaded: _Loaded) -> None:
        """Bring the first page to life."""
        from pokergui.presenters.choices import PlayChoice  # loaded by now
        from pokergui.presenters.play import PlayPresenter  # loaded by now

        self._store = loaded.store
        presenter = PlayPresenter(
            self.runner, loaded.store, strategies_dir(), PlayChoice(), parent=self
        )
        page = self.window.play
        presenter.top.connect(page.set_top)
        presenter.line.connect(page.set_line)
        presenter.explainer.connect(page.set_explainer)
        presenter.frames.connect(page.play_table)
        presenter.actions.connect(page.set_actions)
        presenter.session.connect(page.set_session)
        presenter.notice.connect(page.set_notice)
        page.action_requested.connect(presenter.act)
        page.preset_chosen.connect(presenter.choose_preset)
        page.amount_edited.connect(presenter.edit_amount)
        page.slider_moved.connect(presenter.move_slider)
        page.amount_stepped.connect(presenter.step_amount)
        page.next_hand_requested.connect(presenter.next_hand)
        page.game_chosen.connect(presenter.choose_game)
        page.depth_chosen.connect(presenter.choose_depth)
        page.opponent_chosen.connect(presenter.choose_opponent)
        page.notice_pressed.connect(presenter.press_notice)
        page.settled.connect(presenter.table_settled)
        self._play = presenter
        self._garbage.settle()
        presenter.start(loaded.saved)

    def _not_loaded(self, error: Exception) -> None:
        self.window.play.set_notice(
            Notice(
                "error",
                self.tr("The table could not be set"),
                str(error),
                (NoticeButton("load", self.tr("Try again")),),
                details=repr(error),
            )
        )

    @Slot(str)
    def _press(self, key: str) -> None:
        if key == "load":
            self._start_loading()

    @Slot(object)
    def _change_settings(self, settings: SettingsScene) -> None:
        self.window.set_settings(settings)
        if self._play is not None:
            self._play.set_preferences(guard=settings.misclick_guard, auto_next=settings.auto_next)

    @Slot()
    def _close(self) -> None:
        """End background work, then the store, then the program."""
        if self._play is not None:
            self._play.stop()
        ended = self.runner.shutdown(SHUTDOWN_SECONDS)
        if self._store is not None:
            self._store.close()
        self._garbage.stop()
        if not ended:
            os._exit(0)  # a job that hangs must not keep the program alive
        QApplication.quit()


def run() -> int:
    """Open the window and stay until it is closed; returns the exit status."""
    application = QApplication(["pokergui"])
    application.setApplicationName("pokergui")
    app = App(SettingsScene())
    app.show()
    return application.exec()
