"""Progress reporting and cancellation of long-running work."""

from __future__ import annotations

import threading
from collections.abc import Callable

from engine.errors import CancelledError

ProgressListener = Callable[[float, str], None]


class JobControl:
    """Progress and cancellation shared by long-running work and its caller.

    Work calls ``progress`` and ``check`` every 20 to 50 ms; the caller calls ``cancel``, or
    ``hasten`` for a result from the work done so far. Work that takes a control raises
    ``CancelledError`` once it is cancelled. Thread-safe.
    """

    def __init__(self, listener: ProgressListener | None = None) -> None:
        self._cancelled, self._hastened = threading.Event(), threading.Event()
        self._listener = listener

    def silent(self) -> JobControl:
        """Return a child control that is cancelled with this one and reports no progress."""
        part = JobControl()
        part._cancelled, part._hastened = self._cancelled, self._hastened
        return part

    def hasty(self) -> JobControl:
        """Return a child control, cancelled with this one, whose work finishes early."""
        part = JobControl()
        part._cancelled = self._cancelled
        part.hasten()
        return part

    def cancel(self) -> None:
        """Request cancellation at the next check."""
        self._cancelled.set()

    def hasten(self) -> None:
        """Ask the work to finish early with what it has."""
        self._hastened.set()

    @property
    def hastened(self) -> bool:
        """True if the work was asked to finish early; work that cannot do so continues."""
        return self._hastened.is_set()

    @property
    def cancelled(self) -> bool:
        """True if cancellation was requested."""
        return self._cancelled.is_set()

    def check(self) -> None:
        """Raise if cancelled.

        Raises:
            CancelledError: if ``cancel`` was called.
        """
        if self._cancelled.is_set():
            raise CancelledError("stopped")

    def progress(self, fraction: float, text: str = "") -> None:
        """Report the fraction done, 0 to 1, with an optional short text."""
        if self._listener is not None:
            self._listener(fraction, text)
