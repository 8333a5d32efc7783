"""Returns the memory of large arrays to the system when they are freed."""

from __future__ import annotations

import contextlib
import ctypes
import sys

LARGE_BYTES = 4_000_000
"""Arrays of at least this size are allocated by mmap."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""glibc's ``mallopt`` parameters of the trim threshold and of the mmap threshold."""


def give_large_arrays_back() -> None:
    """Make glibc return the memory of large arrays to the system as soon as they are freed.

    By default it raises the mmap threshold to the size of the largest array ever freed, and the
    heap fragments: some 100 MB after twenty hands against an engine that re-solves.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # not glibc
            library = ctypes.CDLL(None)
            library.mallopt(_MMAP_THRESHOLD, LARGE_BYTES)
            # Setting one also fixes the other, at 128 KB, too little for smaller arrays
            library.mallopt(_TRIM_THRESHOLD, 2 * LARGE_BYTES)
