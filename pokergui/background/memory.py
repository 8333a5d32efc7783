"""Memory of large arrays, given back to the system when they are freed."""

from __future__ import annotations

import contextlib
import ctypes
import sys

LARGE_BYTES = 4_000_000
"""Arrays from this size on get memory of their own."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""The C library's numbers for what is kept at the end of its memory, and for arrays apart."""


def give_large_arrays_back() -> None:
    """Have the C library of Linux give the memory of large arrays back as soon as they are freed.

    Left alone it raises the size from which it does so to that of the largest array ever freed, and
    keeps the gaps between the others: some 100 MB after twenty hands against an engine that solves.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # another C library
            library = ctypes.CDLL(None)
            library.mallopt(_MMAP_THRESHOLD, LARGE_BYTES)
            # Set by hand one of them fixes the other, too: at 128 KB, too little for smaller arrays
            library.mallopt(_TRIM_THRESHOLD, 2 * LARGE_BYTES)
