"""How long work reports progress and is cancelled, without knowing who listens."""

from __future__ import annotations

import threading
from collections.abc import Callable

from engine.errors import CancelledError

ProgressListener = Callable[[float, str], None]


class JobControl:
    """The wire between a piece of long work and whoever started it.

    Work calls ``progress`` and ``check`` every 20 to 50 ms; the starter calls ``cancel``.
    Safe across threads.
    """

    def __init__(self, listener: ProgressListener | None = None) -> None:
        self._cancelled = threading.Event()
        self._listener = listener

    def silent(self) -> JobControl:
        """A control of part of the work: cancelled with this one, it reports to nobody."""
        part = JobControl()
        part._cancelled = self._cancelled
        return part

    def cancel(self) -> None:
        """Ask the work to stop at its next check."""
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        """Whether the work was asked to stop."""
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
