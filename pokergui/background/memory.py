"""Memory of large arrays, given back to the system when they are freed."""

from __future__ import annotations

import contextlib
import ctypes
import sys

LARGE_BYTES = 4_000_000
"""Arrays from this size on get memory of their own."""

_MMAP_THRESHOLD = -3
"""The C library's number for it (``M_MMAP_THRESHOLD``)."""


def give_large_arrays_back() -> None:
    """Have the C library of Linux give the memory of large arrays back as soon as they are freed.

    Left alone it raises the size from which it does so to that of the largest array ever freed, and
    keeps the gaps between the others: some 100 MB after twenty hands against an engine that solves.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, LARGE_BYTES)
