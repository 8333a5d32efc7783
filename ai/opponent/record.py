"""Serialise a learned opponent model to bytes and files, untrusted on loading.

A state is the result of a model's ``save_state``: arrays, and plain data. The model checks the
meaning of the numbers when it loads them.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.files.arrays import Record, open_tensors, read_tensor_bytes, tensor_bytes, write_tensors
from engine.errors import StrategyFileError
from engine.wording import Wording

MAX_STATE_BYTES = 3_000_000
"""Largest state with its header; a model takes 2 MB at most."""
_FORMAT = 1
_KIND = "opponent"
_WHAT = Wording("an opponent model")
_FLOAT = "float"
"""Key in JSON for numbers that it cannot represent, such as infinity."""

ModelState = dict[str, Any]


def state_bytes(state: ModelState) -> bytes:
    """A state as safetensors bytes. Raises StrategyFileError if it is too large."""
    return _checked(tensor_bytes(*_state_parts(state)))


def state_of_bytes(data: bytes) -> ModelState:
    """The state in safetensors bytes. Raises StrategyFileError with the reason."""
    return _whole(Wording("the data"), *read_tensor_bytes(_checked(data), _WHAT, _FORMAT))


def _checked(data: bytes) -> bytes:
    if len(data) > MAX_STATE_BYTES:
        raise StrategyFileError(
            "{what} is larger than {most:,} bytes", what=_WHAT, most=MAX_STATE_BYTES
        )
    return data


def write_state(path: Path, state: ModelState) -> None:
    """Write a state to a file. Raises StrategyFileError if it cannot be written."""
    write_tensors(path, *_state_parts(state))


def read_state(path: Path) -> ModelState:
    """The state in a file. Raises StrategyFileError with the reason."""
    with open_tensors(path, _WHAT, _FORMAT, MAX_STATE_BYTES) as file:
        return _whole(path, file.record, file.load())


def _state_parts(state: ModelState) -> tuple[Record, dict[str, NDArray[Any]]]:
    arrays = {name: part for name, part in state.items() if isinstance(part, np.ndarray)}
    plain = {name: _to_json(part) for name, part in state.items() if name not in arrays}
    return {"format_version": _FORMAT, "kind": _KIND, "state": plain}, arrays


def _whole(path: Path | Wording, record: Record, arrays: dict[str, NDArray[Any]]) -> ModelState:
    plain = record.get("state")
    if record.get("kind") != _KIND or not isinstance(plain, dict) or plain.keys() & arrays.keys():
        raise StrategyFileError("{path}: not {what}", path=path, what=_WHAT)
    return {name: _of_json(part) for name, part in plain.items()} | arrays


def _to_json(part: Any) -> Any:
    if isinstance(part, float) and not math.isfinite(part):
        return {_FLOAT: repr(part)}
    return [_to_json(item) for item in part] if isinstance(part, list | tuple) else part


def _of_json(part: Any) -> Any:
    if isinstance(part, dict) and part.keys() == {_FLOAT} and part[_FLOAT] in ("inf", "-inf"):
        return float(part[_FLOAT])
    return [_of_json(item) for item in part] if isinstance(part, list) else part
