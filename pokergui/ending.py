"""Signals by which the system or the terminal asks the program to end."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
"""Signals of Ctrl-C, a logout and a closed terminal; not all systems have them all."""


@contextmanager
def when_asked_to_end(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Within the block, call ``handler`` when the program is asked to end; on the main thread.

    Under ``nohup`` a closed terminal does not ask for that.
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
