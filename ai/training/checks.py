"""Validation of states from files: kernels use some of their entries as indices."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from ai.training.trainer import State
from engine.errors import EngineError


def check_shapes(state: State, own: State) -> None:
    """Check that a state has the arrays of a run.

    Args:
        state: from a file.
        own: the run's.

    Raises:
        EngineError: if it does not.
    """
    if set(state) != set(own):
        raise EngineError("the state's arrays differ from this run's")
    for name, array in own.items():
        if state[name].shape != array.shape or state[name].dtype != array.dtype:
            raise EngineError("the state's '{name}' has the wrong size or type", name=name)


def demand(sound: Any, what: str) -> None:
    """Raise if a state is invalid.

    Args:
        sound: whether it is valid.
        what: the part of it that is checked.

    Raises:
        EngineError: if it is invalid.
    """
    if not sound:
        raise EngineError("the state's {what} are invalid", what=what)


def within(values: NDArray[Any], least: float, most: float) -> bool:
    """Return whether all numbers lie in a range; NaN does not."""
    return values.size == 0 or bool(values.min() >= least and values.max() <= most)
