"""Convert a learned opponent model to plain data and back; the data is untrusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.wording import Wording

FORMAT = 1
MAX_NUMBER = 1e12
"""Largest count, and largest part of the evidence, of a state."""
_WHAT = Wording("the model of this opponent")


@dataclass(frozen=True)
class Header:
    """The header of a state.

    Attributes:
        key: of the situations.
        hands: hands learned from.
        memories: half-lives of the counts, in hands.
    """

    key: str
    hands: int
    memories: tuple[float, ...]


def save_arrays(header: Header, arrays: Mapping[str, NDArray[np.float64]]) -> dict[str, Any]:
    """A state: copies of the arrays, and the header as plain data."""
    return {
        "format": FORMAT,
        "key": header.key,
        "hands": header.hands,
        "memories": [float(life) for life in header.memories],
        **{name: array.copy() for name, array in arrays.items()},
    }


def load_arrays(
    state: Mapping[str, Any], header: Header, arrays: Mapping[str, NDArray[np.float64]]
) -> int:
    """Check a state and copy its arrays into those of a model.

    Args:
        state: as ``save_arrays`` gave it, or anything else.
        header: of the model; its number of hands does not matter.
        arrays: of the model, written if all is well.

    Returns:
        The number of hands.

    Raises:
        EngineError: with the reason; nothing was written then.
    """
    names = {"format", "key", "hands", "memories", *arrays}
    if not isinstance(state, Mapping) or set(state) != names:
        raise EngineError("{what} is damaged: it has other parts than it should", what=_WHAT)
    if type(state["format"]) is not int or state["format"] != FORMAT:
        raise EngineError("{what} is of another version of the program", what=_WHAT)
    if not isinstance(state["key"], str) or state["key"] != header.key:
        raise EngineError("{what} is about another game", what=_WHAT)
    memories = state["memories"]
    if not isinstance(memories, list | tuple) or tuple(memories) != header.memories:
        raise EngineError("{what} was kept with other memories", what=_WHAT)
    hands = state["hands"]
    if type(hands) is not int or not 0 <= hands <= MAX_NUMBER:
        raise EngineError("{what} is damaged: its number of hands is invalid", what=_WHAT)
    for name, own in arrays.items():
        if not _sound(name, state[name], own.shape):
            raise EngineError("{what} is damaged: its '{name}' is invalid", what=_WHAT, name=name)
    for name, own in arrays.items():
        own[...] = state[name]
    return hands


def _sound(name: str, given: object, shape: tuple[int, ...]) -> bool:
    """Return whether an array can be what a model has learned."""
    if not isinstance(given, np.ndarray) or given.dtype != np.float64 or given.shape != shape:
        return False
    signed = -given if name == "evidence" else given  # logarithms of chances
    # NaN compares false.
    return bool(((signed >= 0.0) & (signed <= MAX_NUMBER)).all())
