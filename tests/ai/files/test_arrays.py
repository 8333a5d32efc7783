import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save

from ai.agents.baselines import RandomAgent
from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solver
from ai.files import arrays as tensors
from ai.files.arrays import content_hash, open_tensors, write_tensors
from ai.files.atomic import remove_leftovers, replacing
from ai.files.strategy import StrategyInfo, load_strategy, save_strategy
from ai.registry import build
from engine.errors import StrategyFileError
from engine.game import get_game
from engine.player import PublicState
from engine.policy import strategy_at
from tests.tamper import put, tamper

RECORD = {"format_version": 3, "title": "größer"}


def some_arrays():
    rng, kinds = np.random.default_rng(1), ("f8", "f4", "f2", "i8", "i4", "i2", "u8", "u2", "u1")
    arrays = {f"of.{kind}": rng.integers(0, 100, (3, 5)).astype(kind) for kind in kinds}
    arrays |= {"none": np.zeros((0, 4)), "one": np.array(7), "odd": np.arange(3, dtype=np.uint8)}
    return arrays | {"strided": np.arange(20.0).reshape(4, 5).T}


def names(folder):
    return sorted(entry.name for entry in folder.iterdir())


def test_arrays_of_every_dtype_round_trip_and_the_library_reads_them(tmp_path):
    path, arrays = tmp_path / "x.safetensors", some_arrays()
    write_tensors(path, RECORD, arrays)
    with open_tensors(path, "a file", 3) as file:
        assert file.record == RECORD
        assert (file.kinds["of.u2"], file.shapes["none"]) == ("U16", (0, 4))
        loaded = file.load()
    for found in (loaded, load_file(path)):
        assert found.keys() == arrays.keys()
        for name, array in arrays.items():
            assert (found[name].shape, found[name].dtype) == (array.shape, array.dtype)
            assert (found[name] == array).all()


@pytest.mark.parametrize("kind", ["BF16", "F8_E4M3"])
def test_dtypes_unknown_to_numpy_are_rejected(tmp_path, kind):
    path = tmp_path / "x.safetensors"
    write_tensors(path, RECORD, {"a": np.zeros(4)})
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    header["a"].update(dtype=kind, shape=[32 if kind.startswith("F8") else 16])
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + content[8 + size :])
    with pytest.raises(StrategyFileError), open_tensors(path, "a file", 3) as file:
        file.load()


@pytest.mark.parametrize("linked", [True, False])
def test_one_previous_generation_is_kept(tmp_path, monkeypatch, linked):
    def refuse(self, target):
        raise OSError(95, "Operation not supported")

    path = tmp_path / "x.safetensors"
    if not linked:
        monkeypatch.setattr(Path, "hardlink_to", refuse)
    for version in (1, 2, 3):
        write_tensors(path, {"format_version": version}, {})
    assert names(tmp_path) == ["x.safetensors", "x.safetensors.previous"]
    with open_tensors(path, "a file", 3), open_tensors(tmp_path / names(tmp_path)[1], "a file", 2):
        pass


@pytest.mark.parametrize("step", [1, 2, 3, 4, 5])
def test_interrupted_write_loses_nothing(tmp_path, monkeypatch, step):
    """Each step that touches names or the disk fails once."""
    path, done = tmp_path / "x.safetensors", []
    write_tensors(path, {"format_version": 1}, {})
    write_tensors(path, {"format_version": 2}, {})

    def counted(real):
        def call(*args):
            done.append(args)
            if len(done) == step:
                raise OSError(5, "Input/output error")
            return real(*args)

        return call

    monkeypatch.setattr(os, "fsync", counted(os.fsync))
    monkeypatch.setattr(Path, "replace", counted(Path.replace))
    with pytest.raises(StrategyFileError, match="cannot be written: Input/output error"):
        write_tensors(path, {"format_version": 3}, {})
    monkeypatch.undo()
    # fsync of the new file, the old one's new name, fsync, the new one's name, fsync of the folder
    with open_tensors(path, "a file", 3 if step == 5 else 2):
        pass
    with open_tensors(path.with_name(names(tmp_path)[1]), "a file", 1 if step < 3 else 2):
        pass
    assert len(names(tmp_path)) == 2


def test_readers_can_allow_larger_files(tmp_path, monkeypatch):
    path = tmp_path / "x.safetensors"
    write_tensors(path, RECORD, some_arrays())
    monkeypatch.setattr(tensors, "MAX_FILE_BYTES", 100)
    with pytest.raises(StrategyFileError, match="larger than 100 bytes"), open_tensors(path, "", 3):
        pass
    with open_tensors(path, "a file", 3, largest=10_000) as file:
        assert len(file.load()) == len(some_arrays())


ROOT = Path(__file__).resolve().parents[2]
WRITER = """
import sys
from pathlib import Path
from ai.files.atomic import replacing
with replacing(Path(sys.argv[1])) as temporary:
    temporary.write_bytes(bytes(1000))
    temporary.with_name(temporary.name + "-journal").write_bytes(bytes(10))
    print(temporary.name, flush=True)
    sys.stdin.readline()
"""


def writer(path):
    command = [sys.executable, "-c", WRITER, str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, text=True, **pipes)


def test_a_file_replaces_another_atomically(tmp_path):
    path = tmp_path / "note.csv"
    path.write_text("old")
    with replacing(path) as temporary:
        assert temporary.suffix == ".csv"
        temporary.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    with pytest.raises(ValueError, match="stop"), replacing(path) as temporary:
        temporary.with_name(f"{temporary.name}-wal").write_text("beside")
        raise ValueError("stop")
    assert (path.read_text(), names(tmp_path)) == ("new", ["note.csv"])
    found = set()
    for _ in range(3):
        with replacing(tmp_path / "hands.db", mode=0o600) as temporary:
            found.add(temporary.name)
    assert len(found) == 3  # names cannot be guessed
    assert all(re.fullmatch(r"\.pokergui-[0-9a-f]{16}-hands\.db", name) for name in found)
    assert (tmp_path / "hands.db").stat().st_mode & 0o777 == 0o600
    with replacing(tmp_path / ("ö" * 120 + ".phh")) as temporary:
        assert temporary.suffix == ".phh"  # however long its name is


@pytest.mark.slow
def test_stale_temporary_files_are_removed_and_running_writes_kept(tmp_path):
    path = tmp_path / "a.bin"
    with writer(path) as living, writer(path) as killed:
        kept, left = living.stdout.readline().strip(), killed.stdout.readline().strip()
        assert remove_leftovers(tmp_path) == 0
        killed.kill()
        killed.wait()
        assert names(tmp_path) == sorted((kept, f"{kept}-journal", left, f"{left}-journal"))
        assert remove_leftovers(tmp_path, "b.bin") == 0
        with replacing(path) as temporary:  # the next writer of the file
            temporary.write_bytes(b"whole")
        assert names(tmp_path) == sorted((kept, f"{kept}-journal", "a.bin"))
        living.kill()
        living.wait()
        assert remove_leftovers(tmp_path) == 1010
    assert names(tmp_path) == ["a.bin"]


def test_foreign_files_are_left_alone(tmp_path):
    token, target = "0123456789abcdef", tmp_path / "target"
    target.write_text("precious")
    (tmp_path / f".pokergui-{token}-link").symlink_to(target)
    (tmp_path / f".pokergui-{token[::-1]}-folder").mkdir()
    os.mkfifo(tmp_path / ".pokergui-aaaaaaaaaaaaaaaa-pipe")
    (tmp_path / ".pokergui-notes").write_text("mine")
    (tmp_path / ".12345-hands.db").write_text("mine")
    before = names(tmp_path)
    assert remove_leftovers(tmp_path) == remove_leftovers(tmp_path / "nowhere") == 0
    assert names(tmp_path) == before


LEDUC = get_game("leduc")


@pytest.fixture(scope="module")
def trained():
    solver = Solver(LEDUC, get_schedule("cfr+"))
    solver.step(20)
    measured = {"method": "exact", "exploitability": solver.exploitability()}
    facts = {"parameters": {"gamma": 1.0}, "iterations": 20, "measured": measured}
    return solver.average(), StrategyInfo(LEDUC, "cfr+", "ranks", **facts)


@pytest.fixture
def path(trained, tmp_path):
    save_strategy(tmp_path / "leduc.safetensors", *trained)
    return tmp_path / "leduc.safetensors"


def test_saved_strategies_round_trip(trained, path):
    table, info = trained
    for game in (None, LEDUC):
        loaded, stored = load_strategy(path, game)
        assert stored == info and stored.game.name == "leduc"
        assert (loaded.probabilities == table.probabilities).all()
        assert (loaded.offsets == table.offsets).all()
        assert loaded.rows.num_rows == table.rows.num_rows
        for one, two in zip(loaded.rows.row_of, table.rows.row_of, strict=True):
            assert (one == two).all()
    agent = build(f"file:{path}", LEDUC)
    answer = agent.strategy(PublicState(LEDUC, (), ()))
    assert (answer.probabilities == strategy_at(table, 0, ()).probabilities).all()
    assert agent.name == f"file:{path}"
    for name, game, words in (
        (f"file:{path}", get_game("kuhn"), "a game other than Kuhn poker"),
        ("file:nowhere", LEDUC, "No such file"),
        (f"file:{path.parent}", LEDUC, str(path.parent)),
    ):
        with pytest.raises(StrategyFileError, match=words):
            build(name, game)


@pytest.mark.parametrize("name", ["kuhn", "holdem-limit", "holdem-nolimit@2"])
def test_card_blind_strategies_are_stored_unless_the_game_is_too_large(tmp_path, name):
    game, path = get_game(name), tmp_path / "random.safetensors"
    table, huge = RandomAgent(game).table(), get_game("holdem-nolimit")
    save_strategy(path, table, StrategyInfo(game, "random", "none"))
    assert (load_strategy(path, game)[0].probabilities == table.probabilities).all()
    save_strategy(path, table, StrategyInfo(huge, "x", "none"))
    with pytest.raises(StrategyFileError, match=r"betting tree|arrays are not those"):
        load_strategy(path, huge)


def at(index, value):
    def make(array):
        array[index] = value
        return array

    return make


ROWS, CHANCES, OTHERS = "rows do not match", "probabilities, not", "arrays are not those"
TAMPERED = [
    *(("probabilities", at(3, odd), "not numbers of 0 or more") for odd in (np.nan, np.inf)),
    ("probabilities", at(slice(0, 2), [1.5, -0.5]), "not numbers of 0 or more"),
    ("probabilities", at(0, 0.99), "do not sum to 1"),
    ("probabilities", at(slice(0, 2), [1.5e308, 1.5e308]), "do not sum to 1"),
    *(("probabilities", make, CHANCES) for make in (lambda a: a[:-1], lambda a: a[None])),
    ("probabilities", lambda a: a.astype(np.float32), "the wrong type"),
    *(("num_rows", lambda a, by=by: a * by, "numbers of rows") for by in (10**9, -1)),
    ("num_rows", lambda a: a[:1], "numbers of rows"),
    *(("rows_0", make, ROWS) for make in (lambda a: a + 1, lambda a: -a - 1)),
    ("rows_0", lambda a: np.ascontiguousarray(a[:, :3]), ROWS),
    *(("rows_1", make, ROWS) for make in (np.ravel, np.abs, lambda a: np.full_like(a, -1))),
    ("rows_1", lambda a: None, OTHERS),
    ("rows_9", lambda a: np.zeros(1, np.int32), OTHERS),
]
LARGE = [
    ("probabilities", lambda a: np.full(10**6, 0.5), CHANCES),
    ("rows_1", lambda a: np.zeros((10**3, 10**3), np.int32), ROWS),
    ("num_rows", lambda a: np.full(2, 10**7), CHANCES),
    ("more", lambda a: np.zeros(10**6, np.int32), OTHERS),
]
"""Refused by their sizes alone, before they are read."""


@pytest.mark.parametrize(("name", "change", "message"), [*TAMPERED, *LARGE])
def test_tampered_arrays_are_rejected(path, monkeypatch, name, change, message):
    def rows_fit(record):
        arrays = {name: array for name, array in load_file(path).items() if name != "probabilities"}
        record["abstraction_hash"] = content_hash(arrays)

    tamper(path, change_arrays=put(name, change))
    tamper(path, change_record=rows_fit)
    if (name, change, message) in LARGE:
        monkeypatch.delattr(tensors.TensorFile, "load")
    with pytest.raises(StrategyFileError, match=message):
        load_strategy(path, LEDUC)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format_version": 2}, "format 2; this program reads format 1"),
        ({"format_version": "x" * 10_000}, "this program reads"),
        *(({name: ...}, f"no valid '{name}'") for name in ("game", "seed")),
        ({"game": 3}, "no valid 'game'"),
        ({"game": "GAMEDEF"}, "its game is not playable"),
        ({"game": get_game("holdem-nolimit").to_acpc()}, "arrays are not those|a game other"),
        ({"menu": "pot"}, "bet menu 'pot' is not known"),
        *(({"iterations": odd}, "no valid 'iterations'") for odd in (True, "many")),
        ({"measured": [1]}, "no valid 'measured'"),
        ({"parameters": {"a": {}}}, "no valid 'parameters'"),
        ({"abstraction_hash": "0"}, "rows do not match their hash"),
    ],
)
def test_tampered_records_are_rejected(path, change, message):
    def tampered(record):
        record.update(change)
        for name in [name for name, value in record.items() if value is ...]:
            del record[name]

    tamper(path, change_record=tampered)
    for game in (LEDUC, None):
        with pytest.raises(StrategyFileError, match=message) as caught:
            load_strategy(path, game)
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 500


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "[" * 100_000, '{"format_version": NaN}', "3" * 5000, "null"]
)
def test_invalid_records_and_hash_mismatches_are_rejected(path, text):
    with safe_open(path, framework="numpy") as file:
        metadata, arrays = file.metadata(), load_file(path)
    for record, kept, words in (
        (metadata["record"] + " ", metadata["content_hash"], "damaged"),
        (text, content_hash(arrays, text), "no record"),
    ):
        path.write_bytes(save(arrays, {"record": record, "content_hash": kept}))
        with pytest.raises(StrategyFileError, match=words):
            load_strategy(path)


def test_invalid_array_files_are_rejected(path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(tensors, "MAX_HEADER_BYTES", 100)
        with pytest.raises(StrategyFileError, match="header is larger"):
            load_strategy(path)
    for content, words in (
        ((2**60).to_bytes(8, "little") + bytes(100), "truncated"),
        *((content, "not a strategy file") for content in (b"", bytes(8), b"PK\3\4" + bytes(90))),
    ):
        path.write_bytes(content)
        with pytest.raises(StrategyFileError, match=words):
            load_strategy(path)
