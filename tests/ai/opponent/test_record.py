"""States of models as bytes and files: they come back bit for bit, and hostile ones are refused."""

from __future__ import annotations

import random
from math import inf
from pathlib import Path

import numpy as np
import pytest

from ai.opponent.model import BehaviourModel
from ai.opponent.record import MAX_STATE_BYTES, read_state, state_bytes, state_of_bytes, write_state
from ai.tensors import tensor_bytes, write_tensors
from engine.errors import PokerError, StrategyFileError
from engine.game import get_game

STATE = {
    "format": 3,
    "key": "some-game",
    "lives": [inf, 200.0, -inf],
    "counts": np.arange(6.0).reshape(2, 3),
    "small": np.array(7, np.int64),
}


def same(first: dict[str, object], second: dict[str, object]) -> bool:
    if first.keys() != second.keys():
        return False
    for name, part in first.items():
        other = second[name]
        if isinstance(part, np.ndarray):
            if not (isinstance(other, np.ndarray) and other.dtype == part.dtype):
                return False
            if other.shape != part.shape or (other != part).any():
                return False
        elif type(part) is not type(other) or part != other:
            return False
    return True


def test_a_state_comes_back_bit_for_bit(tmp_path: Path) -> None:
    assert same(state_of_bytes(state_bytes(STATE)), STATE)
    write_state(tmp_path / "state.safetensors", STATE)
    assert same(read_state(tmp_path / "state.safetensors"), STATE)
    assert (tmp_path / "state.safetensors").read_bytes() == state_bytes(STATE)


@pytest.mark.parametrize("name", ["leduc", "holdem-nolimit"])
def test_the_state_of_a_model_comes_back(name: str) -> None:
    state = BehaviourModel(get_game(name)).save_state()
    data = state_bytes(state)
    assert len(data) < 2_000_000
    assert same(state_of_bytes(data), state)
    BehaviourModel(get_game(name)).load_state(state_of_bytes(data))


def test_arrays_of_a_read_state_can_be_written_to() -> None:
    counts = state_of_bytes(state_bytes(STATE))["counts"]
    counts += 1


def test_damaged_bytes_are_refused(tmp_path: Path) -> None:
    data, rng = state_bytes(STATE), random.Random(4)
    path = tmp_path / "state.safetensors"
    for _ in range(400):
        damaged = bytearray(data)
        for _ in range(rng.choice((1, 1, 3))):
            damaged[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        cut = bytes(damaged[: rng.choice((len(data), len(data), rng.randrange(len(data))))])
        path.write_bytes(cut)
        for read in (lambda cut=cut: state_of_bytes(cut), lambda: read_state(path)):
            try:
                found = read()
            except StrategyFileError as error:
                assert "\n" not in str(error)
            else:  # a bit without meaning, such as a blank of the header
                assert same(found, STATE)


def test_other_files_are_refused(tmp_path: Path) -> None:
    for record in (
        {"format_version": 1},
        {"format_version": 1, "kind": "opponent"},
        {"format_version": 1, "kind": "opponent", "state": [1]},
        {"format_version": 1, "kind": "strategy", "state": {}},
        {"format_version": 1, "kind": "opponent", "state": {"x": 1}},
    ):
        with pytest.raises(StrategyFileError, match="not what was learned about an opponent"):
            state_of_bytes(tensor_bytes(record, {"x": np.zeros(1)}))
    with pytest.raises(StrategyFileError, match="format 2"):
        state_of_bytes(tensor_bytes({"format_version": 2}, {}))
    with pytest.raises(StrategyFileError, match="cut short"):
        state_of_bytes(b"")
    path = tmp_path / "large"
    write_tensors(path, {"format_version": 1}, {"x": np.zeros(MAX_STATE_BYTES // 8 + 1)})
    with pytest.raises(StrategyFileError, match="larger than 3,000,000 bytes"):
        read_state(path)
    with pytest.raises(StrategyFileError, match="larger than 3,000,000 bytes"):
        state_of_bytes(path.read_bytes())
    with pytest.raises(StrategyFileError, match="larger than 3,000,000 bytes"):
        state_bytes({"x": np.zeros(MAX_STATE_BYTES // 8 + 1)})


def test_no_number_that_is_none_gets_in() -> None:
    record = {"format_version": 1, "kind": "opponent", "state": {"hands": {"float": "nan"}}}
    state = state_of_bytes(tensor_bytes(record, {}))
    assert state == {"hands": {"float": "nan"}}
    with pytest.raises(PokerError):
        BehaviourModel(get_game("kuhn")).load_state(state)
