"""Progress window of a move or restore of the data, between closing and restarting."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl
from pokergui.background.jobs import stopped_by
from pokergui.background.runner import TaskRunner
from pokergui.language import tr
from pokergui.viewmodel import Notice, NoticeButton
from pokergui.widgets.guard import guarded
from pokergui.widgets.laying import column, dress
from pokergui.widgets.notice import NoticePanel
from pokergui.window.application import closed_when_asked

if TYPE_CHECKING:
    from pokergui.pages.settings.work import Leaving

SAYS = "POKERGUI_SAYS"
"""Environment variable with the message that the next start shows first."""
_WIDTH = 560

log = logging.getLogger(__name__)


class Between(QWidget):
    """A window with the work and a button that stops it.

    Attributes:
        said: the outcome; empty before.
        again: whether the program is to start again: not if it was asked to end.
    """

    over = Signal()

    def __init__(self, leaving: Leaving) -> None:
        super().__init__()
        dress(self, "page")
        self.setWindowTitle(tr("Poker"))
        self.said, self.again = "", True
        self._leaving, self._stop = leaving, JobControl()
        self._panel = NoticePanel(self)
        self._panel.pressed.connect(self._stop.cancel)
        column(self._panel, on=self, margins=(12, 12, 12, 12))
        self._runner = TaskRunner(1, self)
        self._tell(0.0, "")
        self.resize(_WIDTH, self.sizeHint().height())
        self._runner.start(self._work, self._done, failed=self._failed, progress=self._tell)

    def _work(self, control: JobControl) -> str:
        try:
            return self._leaving.work(stopped_by(self._stop, control))
        except CancelledError:
            return tr("it was stopped, and nothing has changed")

    def _tell(self, fraction: float, text: str) -> None:
        stop = (NoticeButton("stop", tr("Stop")),)
        notice = Notice("running", self._leaving.title, text, stop, progress=fraction)
        self._panel.set_notice(notice)

    def _done(self, said: str) -> None:
        self.said = said
        self._runner.shutdown()
        self.over.emit()

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, PokerError):
            log.error("%s", self._leaving.title, exc_info=error)
        self._done(str(error))

    @guarded
    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.end()

    @Slot()
    def end(self) -> None:
        self.again = False
        self._stop.cancel()


def done_between(application: QApplication, leaving: Leaving) -> Between:
    between = Between(leaving)
    between.over.connect(application.exit)  # quitting would ask the window whether it closes
    with closed_when_asked(between.end):
        between.show()
        application.exec()
    between.hide()
    return between


def start_anew(said: str) -> None:
    os.environ[SAYS] = said
    logging.shutdown()
    command = [sys.executable, *sys.orig_argv[1:]]
    if sys.platform == "win32":
        subprocess.Popen(command)
    else:
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(sys.executable, command)
