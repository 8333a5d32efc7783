"""A fair lock."""

from __future__ import annotations

from threading import Lock, get_ident


class FairLock:
    """A ``threading.RLock`` that waiting threads get before one that reacquires it.

    Python's locks go to any thread, mostly the one that has just released them. Here a thread first
    takes an outer lock and holds it while waiting for the inner one: the others queue behind it.
    """

    def __init__(self) -> None:
        self._door, self._lock = Lock(), Lock()
        self._owner, self._depth = 0, 0

    @property
    def awaited(self) -> bool:
        """Whether a thread is waiting for it."""
        return self._door.locked()

    def __enter__(self) -> None:
        if self._owner != get_ident():
            with self._door:
                self._lock.acquire()
            self._owner = get_ident()
        self._depth += 1

    def __exit__(self, *error: object) -> None:
        self._depth -= 1
        if not self._depth:
            self._owner = 0
            self._lock.release()
