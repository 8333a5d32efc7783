"""Progress and cancelling of long work, independent of its listeners."""

from __future__ import annotations

import threading
from collections.abc import Callable

from engine.errors import CancelledError

ProgressListener = Callable[[float, str], None]


class JobControl:
    """The connection between a piece of long work and its starter.

    Work calls ``progress`` and ``check`` every 20 to 50 ms; the starter calls ``cancel``, or
    ``hasten`` for an answer from the work done by then.
    Safe across threads.
    """

    def __init__(self, listener: ProgressListener | None = None) -> None:
        self._cancelled, self._hastened = threading.Event(), threading.Event()
        self._listener = listener

    def silent(self) -> JobControl:
        """Return a control for part of the work: ended with this one, it reports to nobody."""
        part = JobControl()
        part._cancelled, part._hastened = self._cancelled, self._hastened
        return part

    def cancel(self) -> None:
        """Ask the work to stop at its next check."""
        self._cancelled.set()

    def hasten(self) -> None:
        """Ask the work to end with what it has by now."""
        self._hastened.set()

    @property
    def hastened(self) -> bool:
        """True if the work was asked to end with what it has; work that cannot do so goes on."""
        return self._hastened.is_set()

    @property
    def cancelled(self) -> bool:
        """True if the work was asked to stop."""
        return self._cancelled.is_set()

    def check(self) -> None:
        """Stop here if asked to.

        Raises:
            CancelledError: if ``cancel`` was called.
        """
        if self._cancelled.is_set():
            raise CancelledError("stopped")

    def progress(self, fraction: float, text: str = "") -> None:
        """Report how much is done, 0 to 1, with an optional short text."""
        if self._listener is not None:
            self._listener(fraction, text)
