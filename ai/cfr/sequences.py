"""Kernels over sequences, of ``engine.jit``, exported to other folders; see ``layout.py``."""

from ai.cfr._kernels import (
    ACTIONS,
    BOARDS,
    CLASSES,
    FOLD_MATRIX,
    LANES,
    OFFSET,
    PARENT,
    PARENT_STREET,
    REACH,
    STREET,
    Arrays,
    normalise,
    spread_reach,
    terminal_values,
)

__all__ = [
    "ACTIONS",
    "BOARDS",
    "CLASSES",
    "FOLD_MATRIX",
    "LANES",
    "OFFSET",
    "PARENT",
    "PARENT_STREET",
    "REACH",
    "STREET",
    "Arrays",
    "normalise",
    "spread_reach",
    "terminal_values",
]
