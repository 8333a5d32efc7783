"""Closing the window when the system or the terminal asks the program to end."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSocketNotifier

from pokergui.ending import when_asked_to_end

_MOST_BYTES = 1024


@contextmanager
def closed_when_asked(close: Callable[[], object]) -> Iterator[None]:
    """Within the block, call ``close`` on Ctrl-C, at a logout and when the terminal is closed.

    Qt waits outside of Python, where Python's own handlers are not called. So the system writes a
    byte into a socket, which Qt watches.
    """
    read, write = socket.socketpair()
    read.setblocking(False)
    write.setblocking(False)
    notifier = QSocketNotifier(read.fileno(), QSocketNotifier.Type.Read)

    def asked() -> None:
        read.recv(_MOST_BYTES)
        close()

    notifier.activated.connect(asked)
    before = signal.set_wakeup_fd(write.fileno(), warn_on_full_buffer=False)
    try:
        with when_asked_to_end(lambda number, frame: None):
            yield
    finally:
        signal.set_wakeup_fd(before)
        notifier.setEnabled(False)
        read.close()
        write.close()
