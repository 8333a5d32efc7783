from math import inf

import numpy as np
import pytest

from ai.files.arrays import tensor_bytes, write_tensors
from ai.opponent.model import BehaviourModel
from ai.opponent.record import MAX_STATE_BYTES, read_state, state_bytes, state_of_bytes, write_state
from engine.errors import PokerError, StrategyFileError
from engine.game import get_game

STATE = {"format": 3, "key": "some-game", "lives": [inf, 200.0, -inf]}
STATE |= {"counts": np.arange(6.0).reshape(2, 3), "small": np.array(7, np.int64)}


def same(first, second):
    assert first.keys() == second.keys()
    for name, part in first.items():
        assert type(part) is type(second[name])
        assert getattr(part, "dtype", 0) == getattr(second[name], "dtype", 0)
        assert np.array_equal(part, second[name])


def test_state_round_trips_bit_for_bit(tmp_path):
    path = tmp_path / "state.safetensors"
    write_state(path, STATE)
    same(read_state(path), STATE)
    assert path.read_bytes() == state_bytes(STATE)
    for state in (STATE, BehaviourModel(get_game("holdem-nolimit")).save_state()):
        data = state_bytes(state)
        assert len(data) < 2_000_000
        same(state_of_bytes(data), state)
    state_of_bytes(data)["fine"][:] += 1  # it is writable


def test_other_files_are_rejected(tmp_path):
    kind = {"format_version": 1, "kind": "opponent"}
    for record in (
        *({"format_version": 1}, kind, kind | {"kind": "strategy", "state": {}}),
        *(kind | {"state": [1]}, kind | {"state": {"x": 1}}),
    ):
        with pytest.raises(StrategyFileError, match="not an opponent model"):
            state_of_bytes(tensor_bytes(record, {"x": np.zeros(1)}))
    for data, words in ((tensor_bytes({"format_version": 2}, {}), "format 2"), (b"", "truncated")):
        with pytest.raises(StrategyFileError, match=words):
            state_of_bytes(data)
    large = {"x": np.zeros(MAX_STATE_BYTES // 8 + 1)}
    write_tensors(tmp_path / "large", {"format_version": 1}, large)
    for act, given in ((read_state, tmp_path / "large"), (state_bytes, large)):
        with pytest.raises(StrategyFileError, match="larger than 3,000,000 bytes"):
            act(given)
    no_number = kind | {"state": {"hands": {"float": "nan"}}}
    with pytest.raises(PokerError):
        BehaviourModel(get_game("kuhn")).load_state(state_of_bytes(tensor_bytes(no_number, {})))
