from __future__ import annotations

import json
import os
from dataclasses import replace

import numpy as np
import pytest
from safetensors.numpy import load_file, save

from ai import strategy as files
from ai import tensors
from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solver
from ai.registry import build
from ai.simple import RandomAgent
from ai.strategy import StrategyInfo, load_strategy, save_strategy
from ai.tensors import content_hash
from engine import policy
from engine.errors import PokerError, StrategyFileError
from engine.game import get_game
from engine.player import PublicState
from engine.policy import strategy_at


@pytest.fixture
def leduc(tmp_path):
    """A sound file, its table and its record."""
    game = get_game("leduc")
    solver = Solver(game, get_schedule("cfr+"))
    solver.step(20)
    info = StrategyInfo(
        game=game,
        algorithm="cfr+",
        abstraction="ranks",
        parameters={"gamma": 1.0},
        iterations=20,
        measured={"method": "exact", "exploitability": solver.exploitability()},
    )
    path = tmp_path / "leduc.safetensors"
    save_strategy(path, solver.average(), info)
    return path, solver.average(), info


def rewrite(path, change_arrays=None, change_record=None, raw=None, hashes=True):
    """Rewrite a file with changed content but right hashes, as a forger would."""
    from safetensors import safe_open

    with safe_open(path, framework="numpy") as file:
        metadata = dict(file.metadata())
    arrays = load_file(path)
    record = json.loads(metadata["record"])
    if change_arrays:
        change_arrays(arrays)
    if hashes:
        record["abstraction_hash"] = files._abstraction_hash(arrays)
    if change_record:
        change_record(record)
    text = json.dumps(record) if raw is None else raw
    content = content_hash(text, arrays) if hashes else metadata["content_hash"]
    path.write_bytes(save(arrays, metadata={"record": text, "content_hash": content}))


def test_what_is_saved_is_loaded(leduc):
    path, table, info = leduc
    for game in (None, info.game):
        loaded, stored = load_strategy(path, game)
        assert stored == info
        assert stored.game.name == "leduc"
        assert (loaded.probabilities == table.probabilities).all()
        assert (loaded.offsets == table.offsets).all()
        assert loaded.rows.num_rows == table.rows.num_rows
        for one, two in zip(loaded.rows.row_of, table.rows.row_of, strict=True):
            assert (one == two).all()


@pytest.mark.parametrize("name", ["kuhn", "holdem-limit", "holdem-nolimit@2"])
def test_strategies_that_look_at_no_cards_are_stored(tmp_path, name):
    game = get_game(name)
    table = RandomAgent(game).table()
    path = tmp_path / "random.safetensors"
    save_strategy(path, table, StrategyInfo(game, "random", "none"))
    loaded, _ = load_strategy(path, game)
    assert (loaded.probabilities == table.probabilities).all()


def test_a_file_is_an_engine(leduc):
    path, table, info = leduc
    agent = build(f"file:{path}", info.game)
    answer = agent.strategy(PublicState(info.game, (), ()))
    assert (answer.probabilities == strategy_at(table, 0, ()).probabilities).all()
    assert agent.name == f"file:{path}"
    with pytest.raises(StrategyFileError, match="another game than Kuhn poker"):
        build(f"file:{path}", get_game("kuhn"))
    with pytest.raises(StrategyFileError, match="No such file"):
        build("file:nowhere", info.game)


def test_the_generation_before_is_kept(leduc):
    path, table, info = leduc
    first = path.read_bytes()
    save_strategy(path, table, replace(info, iterations=21))
    assert load_strategy(path)[1].iterations == 21
    assert path.with_name(path.name + ".previous").read_bytes() == first
    assert sorted(p.name for p in path.parent.iterdir()) == [path.name, path.name + ".previous"]


def test_an_interrupted_write_loses_nothing(leduc, monkeypatch):
    path, table, info = leduc
    first = path.read_bytes()

    def full(fd):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StrategyFileError, match="cannot be written: No space left"):
        save_strategy(path, table, info)
    assert path.read_bytes() == first
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_folder_that_cannot_be_written(leduc, tmp_path):
    _, table, info = leduc
    blocker = tmp_path / "file"
    blocker.write_text("")
    with pytest.raises(StrategyFileError, match="cannot be written"):
        save_strategy(blocker / "x.safetensors", table, info)


def set_item(key, index, value):
    def change(arrays):
        arrays[key] = arrays[key].copy()
        arrays[key][index] = value

    return change


def replace_array(key, make):
    def change(arrays):
        arrays[key] = make(arrays[key])

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (set_item("probabilities", 3, np.nan), "not numbers of 0 or more"),
        (set_item("probabilities", 3, np.inf), "not numbers of 0 or more"),
        (set_item("probabilities", slice(0, 2), [1.5, -0.5]), "not numbers of 0 or more"),
        (set_item("probabilities", 0, 0.99), "do not sum to 1"),
        (set_item("probabilities", slice(0, 2), [1.5e308, 1.5e308]), "do not sum to 1"),
        (replace_array("probabilities", lambda a: a[:-1]), "probabilities, not"),
        (replace_array("probabilities", lambda a: a[None]), "probabilities, not"),
        (replace_array("probabilities", lambda a: a.astype(np.float32)), "another kind"),
        (replace_array("num_rows", lambda a: a * 10**9), "numbers of rows"),
        (replace_array("num_rows", lambda a: -a), "numbers of rows"),
        (replace_array("num_rows", lambda a: a[:1]), "numbers of rows"),
        (replace_array("rows_0", lambda a: a + 1), "rows do not fit"),
        (replace_array("rows_0", lambda a: -a - 1), "rows do not fit"),
        (replace_array("rows_0", lambda a: a[:, :3]), "rows do not fit"),
        (replace_array("rows_1", lambda a: a.ravel()), "rows do not fit"),
        (replace_array("rows_1", lambda a: np.abs(a)), "rows do not fit"),
        (replace_array("rows_1", lambda a: np.full_like(a, -1)), "rows do not fit"),
        (lambda arrays: arrays.pop("rows_1"), "arrays are not those"),
        (lambda arrays: arrays.update(rows_9=np.zeros(1, np.int32)), "arrays are not those"),
    ],
)
def test_forged_arrays_are_refused(leduc, change, message):
    path, _, info = leduc
    rewrite(path, change_arrays=change)
    with pytest.raises(StrategyFileError, match=message):
        load_strategy(path, info.game)


HUGE = get_game("holdem-nolimit").to_acpc()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: r.update(format_version=2), "format 2; this program reads format 1"),
        (lambda r: r.update(format_version="x" * 10_000), "this program reads"),
        (lambda r: r.pop("game"), "no valid 'game'"),
        (lambda r: r.pop("seed"), "no valid 'seed'"),
        (lambda r: r.update(game=3), "no valid 'game'"),
        (lambda r: r.update(game="GAMEDEF"), "its game is not playable"),
        (lambda r: r.update(game=HUGE), "arrays are not those|another game"),
        (lambda r: r.update(menu="pot"), "bet menu 'pot' is not known"),
        (lambda r: r.update(iterations=True), "no valid 'iterations'"),
        (lambda r: r.update(iterations="many"), "no valid 'iterations'"),
        (lambda r: r.update(measured=[1]), "no valid 'measured'"),
        (lambda r: r.update(parameters={"a": {}}), "no valid 'parameters'"),
        (lambda r: r.update(abstraction_hash="0"), "rows do not fit their hash"),
    ],
)
@pytest.mark.parametrize("named", [True, False])
def test_forged_records_are_refused(leduc, change, message, named):
    path, _, info = leduc
    rewrite(path, change_record=change)
    with pytest.raises(StrategyFileError, match=message) as caught:
        load_strategy(path, info.game if named else None)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    "raw", ["", "[]", "{", "[" * 100_000, '{"format_version": NaN}', "3" * 5000, "null"]
)
def test_records_that_are_no_record(leduc, raw):
    path, _, _ = leduc
    rewrite(path, raw=raw)
    with pytest.raises(StrategyFileError, match="no record"):
        load_strategy(path)


def test_a_strategy_for_a_game_too_large_to_list_is_refused(tmp_path):
    game = get_game("holdem-nolimit")
    small = get_game("holdem-nolimit@2")
    path = tmp_path / "huge.safetensors"
    save_strategy(path, RandomAgent(small).table(), StrategyInfo(game, "x", "none"))
    with pytest.raises(StrategyFileError, match="betting tree"):
        load_strategy(path, game)


def test_changed_content_does_not_fit_its_hash(leduc):
    path, _, _ = leduc
    rewrite(path, change_record=lambda r: r.update(iterations=10**6), hashes=False)
    with pytest.raises(StrategyFileError, match="damaged"):
        load_strategy(path)


def test_sizes_are_capped_before_reading(leduc, monkeypatch):
    path, _, _ = leduc
    monkeypatch.setattr(tensors, "MAX_FILE_BYTES", 100)
    with pytest.raises(StrategyFileError, match="larger than 100 bytes"):
        load_strategy(path)
    monkeypatch.undo()
    monkeypatch.setattr(tensors, "MAX_HEADER_BYTES", 100)
    with pytest.raises(StrategyFileError, match="header is larger"):
        load_strategy(path)
    monkeypatch.undo()
    path.write_bytes((2**60).to_bytes(8, "little") + bytes(100))
    with pytest.raises(StrategyFileError, match="cut short"):
        load_strategy(path)


@pytest.mark.parametrize("content", [b"", b"\0", b"\0" * 8, b"PK\3\4" + bytes(90), bytes(1000)])
def test_other_files_are_refused(tmp_path, content):
    path = tmp_path / "other.safetensors"
    path.write_bytes(content)
    with pytest.raises(StrategyFileError, match="not a strategy file"):
        load_strategy(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (replace_array("probabilities", lambda a: np.full(10**6, 0.5)), "probabilities, not"),
        (replace_array("rows_1", lambda a: np.zeros((10**3, 10**3), np.int32)), "rows do not fit"),
        (replace_array("num_rows", lambda a: np.full(2, 10**7)), "probabilities, not"),
        (lambda arrays: arrays.update(more=np.zeros(10**6, np.int32)), "arrays are not those"),
    ],
)
def test_wrong_sizes_are_refused_before_arrays_are_read(leduc, monkeypatch, change, message):
    path, _, _ = leduc
    rewrite(path, change_arrays=change)
    monkeypatch.delattr(tensors.TensorFile, "load")
    with pytest.raises(StrategyFileError, match=message):
        load_strategy(path)


@pytest.mark.parametrize("cells", [1, 7, 10**6])
def test_sums_of_rows_are_the_same_in_whatever_parts(leduc, monkeypatch, cells):
    _, table, _ = leduc
    monkeypatch.setattr(policy, "_CELLS_AT_ONCE", cells)
    widths = policy.row_widths(table.tree, table.rows.num_rows)
    numbers = np.arange(len(table.probabilities), dtype=np.float64)
    parts = list(policy.row_sums(numbers, table.tree, table.rows.num_rows, np.float64))
    whole = np.add.reduceat(numbers, np.cumsum(widths) - widths)
    assert np.array_equal(np.concatenate(parts), whole)
    assert (len(parts) > 1) == (cells < 10**6)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(StrategyFileError):
        load_strategy(tmp_path)


def fuzz(path, sound, rng, rounds):
    """Damage a file in many ways: it is refused in one line, or it still has the same contents."""
    table, info = load_strategy(path)
    refused = 0
    for _ in range(rounds):
        data = bytearray(sound)
        where = int(rng.integers(3))
        if where == 0:
            data = data[: int(rng.integers(len(data)))]
        else:
            # In the header half of the time: that is where parsing happens.
            end = len(data) if where == 1 else int.from_bytes(data[:8], "little") + 8
            for place in rng.integers(end, size=int(rng.integers(1, 4))):
                data[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(data)
        try:
            found, stored = load_strategy(path, info.game)
        except PokerError as error:
            refused += 1
            assert "\n" not in str(error)
            continue
        assert stored == info
        assert (found.probabilities == table.probabilities).all()
    return refused


def test_damaged_files_are_refused(leduc):
    path, _, _ = leduc
    seed = int(np.random.SeedSequence().generate_state(1)[0])
    print("seed", seed)
    assert fuzz(path, path.read_bytes(), np.random.default_rng(seed), 400) > 350


@pytest.mark.long
@pytest.mark.scorecard("D4")
def test_many_damaged_files_are_refused(leduc):
    path, _, _ = leduc
    seed = int(np.random.SeedSequence().generate_state(1)[0])
    print("seed", seed)
    assert fuzz(path, path.read_bytes(), np.random.default_rng(seed), 6000) > 5200
