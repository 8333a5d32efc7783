"""A second start raises the open window, over a local socket in its data folder.

Nothing is read from the caller, and only one short word of the reply. No network is used.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QObject, QTimer, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from pokergui.instance import SOCKET_NAME

ANSWER_MS = 1000
"""Time that a second start waits for an answer, in ms."""
_RAISE_MS, _LOOK_MS = 600, 50
_MOST_CALLERS = 8
_IN_FRONT, _BEHIND = b"front\n", b"behind\n"

log = logging.getLogger(__name__)


class StartListener(QObject):
    """Listener that raises the window when the program is started again.

    It listens while the instance lock is held, so an existing socket was left by a killed program.
    If no socket can be made, a second start reports that a window is open.

    Args:
        folder: the data folder.
        come_forward: brings the window to the front, as far as the desktop lets it.
        in_front: returns whether it is there.
        parent: its owner.
    """

    def __init__(
        self,
        folder: Path,
        come_forward: Callable[[], None],
        in_front: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._come_forward, self._in_front = come_forward, in_front
        self._callers: list[QLocalSocket] = []
        self._deadline = QDeadlineTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._called)
        path = str(folder / SOCKET_NAME)
        QLocalServer.removeServer(path)
        if not self._server.listen(path):
            log.info("a second start cannot call this window: %s", self._server.errorString())

    @Slot()
    def _called(self) -> None:
        while (caller := self._server.nextPendingConnection()) is not None:
            if len(self._callers) >= _MOST_CALLERS:
                caller.abort()
                caller.deleteLater()
                continue
            self._callers.append(caller)
            if not self._timer.isActive():
                self._come_forward()
                self._deadline.setRemainingTime(_RAISE_MS)
                self._timer.start()

    @Slot()
    def _look(self) -> None:
        """Reply once the window is in front or has failed to come to the front."""
        front = self._in_front()
        if not front and not self._deadline.hasExpired():
            return
        self._timer.stop()
        callers, self._callers = self._callers, []
        for caller in callers:
            caller.write(_IN_FRONT if front else _BEHIND)
            caller.flush()
            caller.disconnectFromServer()
            caller.deleteLater()

    def close(self) -> None:
        self._timer.stop()
        self._server.close()


def call_open_window(folder: Path) -> bool:
    """Ask the open window of a data folder to come to the front; return whether it did.

    Takes at most ``ANSWER_MS``. A socket of another user, or a file of another kind, is not called.
    """
    path = folder / SOCKET_NAME
    if not _own_socket(path):
        return False
    deadline = QDeadlineTimer(ANSWER_MS)
    socket = QLocalSocket()
    socket.connectToServer(str(path))
    if not socket.waitForConnected(ANSWER_MS):
        return False
    answer = b""
    while b"\n" not in answer and len(answer) < len(_BEHIND) and not deadline.hasExpired():
        if not socket.bytesAvailable() and not socket.waitForReadyRead(deadline.remainingTime()):
            break
        answer += socket.read(len(_BEHIND)).data()
    socket.abort()
    return answer == _IN_FRONT


def _own_socket(path: Path) -> bool:
    """Return whether the socket belongs to this user; Windows separates users itself."""
    if not hasattr(os, "getuid"):
        return True
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISSOCK(status.st_mode) and status.st_uid == os.getuid()
