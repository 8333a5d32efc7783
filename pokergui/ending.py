"""Termination signals from the system or the terminal."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
"""Signals of Ctrl-C, a logout and a closed terminal; not all systems have them all."""


@contextmanager
def when_asked_to_end(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Call ``handler`` on termination signals within the block; on the main thread.

    Under ``nohup`` a closed terminal is ignored.
    """
    asked = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    if signal.getsignal(asked[-1]) is signal.SIG_IGN:
        asked.pop()
    before = {number: signal.signal(number, handler) for number in asked}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
