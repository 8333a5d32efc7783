"""Kernels (``engine.jit``) over sequences, exported to other folders; see ``layout.py``."""

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
    TreeArrays,
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
    "TreeArrays",
    "normalise",
    "spread_reach",
    "terminal_values",
]
