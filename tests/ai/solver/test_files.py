from dataclasses import replace

import numpy as np
import pytest

from ai.files.arrays import remove_tensors, write_tensors
from ai.solver import record as module
from ai.solver.locks import parse_locks
from ai.solver.record import list_spots, locks_of, new_path, open_spot, read_kept
from engine import timing
from engine.cards import parse_card
from engine.errors import StrategyFileError
from tests.ai.solver.spot_files import CURVE, LOCKS, SPOT, TURN, write_spot
from tests.tamper import tamper


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.safetensors"


def locks_in(path):
    with open_spot(path) as file:
        kept = read_kept(path)
        return locks_of(file, kept, kept.spot())


def test_what_is_written_is_read(path, clock):
    spot = replace(SPOT, big_blind=20)
    write_spot(path, spot)
    kept = read_kept(path)
    assert (kept.path, kept.board, kept.pot, kept.stack) == (path, SPOT.board, 100, 95)
    assert (kept.algorithm, kept.half, kept.places) == ("dcfr", False, ())
    assert (kept.iterations, kept.seconds, kept.curve) == (7, 0.004, CURVE)
    assert (kept.target, kept.exploitability, kept.date) == (0.5, 3.0, timing.now())
    assert kept.spot().record() == spot.record() and kept.spot().big_blind == 20
    assert (kept.spot().ranges[0] == SPOT.ranges[0]).all()
    assert locks_in(path) == ()
    write_spot(path, exploitability=None)  # a run without a look
    assert read_kept(path).exploitability is None


RIVER_LOCK = '{"locks": [{"line": "cc/c", "card": "7d", "hands": {"KK": {"r50": 0.3, "c": 0.7}}}]}'


@pytest.mark.parametrize(
    ("spot", "text", "places"),
    [
        (SPOT, LOCKS, (("c", None), ("r50", None))),
        (TURN, RIVER_LOCK, (("cc/c", parse_card("7d")),)),
    ],
)
def test_locks_come_back_bit_for_bit(path, spot, text, places):
    write_spot(path, spot, text)
    assert read_kept(path).places == places
    for lock, found in zip(parse_locks(text, spot), locks_in(path), strict=True):
        assert (found.line, found.card) == (lock.line, lock.card)
        assert found.combos.dtype == np.bool_
        assert (found.combos == lock.combos).all()
        assert (found.probabilities == lock.probabilities).all()


GONE = object()
RECORDS = [
    ("kind", "checkpoint", GONE),
    ("format_version", 2),
    ("spot", 3),
    ("algorithm", "magic", None),
    ("half", 1),
    ("iterations", -1, 7.0, True, 10**30, 6),
    ("seconds", -1.0, 1e300),
    ("target", "half", True),
    ("exploitability", -3, GONE),
    ("date", "yesterday", "2026-11-21T12:00:00", "0001-01-01T00:00:00+23:59", 5),
    ("locks", {}, [{"line": "c", "card": None}] * 10_001, [{"line": "c"}]),
    ("locks", *([{"line": a, "card": b}] for a, b in ((3, None), ("c", 3), ("c", "7x")))),
    ("spot.pot", GONE, 100, "-5", "1" * 13, "²"),
    ("spot.more", "x"),
    ("spot.board", "QsJh2h", "QsQs2h8c5d", ["Qs"]),
    ("spot.stack", "0"),
    ("spot.big-blind", "0", 100),
    ("spot.oop", "A" * 10**6),
]


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, *values in RECORDS for value in values]
)
def test_tampered_records_are_refused(path, name, value):
    def change(record):
        of, key = (record["spot"], name[5:]) if name.startswith("spot.") else (record, name)
        of[key] = value
        if value is GONE:
            del of[key]

    write_spot(path)
    tamper(path, change)
    with pytest.raises(StrategyFileError, match=str(path)) as caught:
        read_kept(path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < len(str(path)) + 200


LOCKED = int(np.flatnonzero(parse_locks(LOCKS, SPOT)[0].combos)[0])
SHARES = "lock.0.probabilities"


@pytest.mark.parametrize(
    ("name", "value", "where", "message"),
    [
        ("curve", None, None, "curve"),
        ("curve", np.zeros((3, 2)), None, "curve"),
        ("curve", np.full((1, 4), np.nan), None, "curve"),
        ("curve", np.array([[-1.5e308] * 4, [1.5e308] * 4]), None, "curve"),
        ("curve", np.array(CURVE, np.float32), None, "curve"),
        (SHARES, None, None, "wrong size"),
        ("lock.1.combos", None, None, "wrong size"),
        (SHARES, np.zeros((1326, 9)), None, "wrong size"),
        (SHARES, np.zeros((1326, 3), "f4"), None, "wrong size"),
        ("lock.0.combos", 2, 3, "invalid"),
        (SHARES, np.nan, LOCKED, "invalid"),
        (SHARES, (2.0, -1.0, 0.0), LOCKED, "invalid"),
        (SHARES, 0.0, LOCKED, "invalid"),
        ("lock.0.combos", 0, LOCKED, "invalid"),
    ],
)
def test_tampered_arrays_are_refused(path, name, value, where, message):
    def change(arrays):
        found = arrays.pop(name).copy()
        if where is not None:
            found[where] = value
        if value is not None:
            arrays[name] = value if where is None else found

    write_spot(path, locks=LOCKS)
    tamper(path, change_arrays=change)
    with pytest.raises(StrategyFileError, match=message):
        locks_in(path)


@pytest.mark.parametrize(
    ("of", "changes", "message"),
    [
        ("spot", {"oop": "AA,AsAh:0.5"}, "'oop'.*different weights"),
        ("spot", {"ip": ""}, "'ip'.*empty"),
        ("spot", {"bets": "50,x"}, "'bets'.*bet size"),
        ("spot", {"oop": "AsAh", "ip": "AsKs,AhKh"}, "exclude each other"),
        ("locks", {"line": "r51", "card": None}, "lock 1: 'r51' at character 1"),
        ("locks", {"line": "r50c", "card": None}, "lock 1: it is nobody's turn"),
        ("locks", {"line": "c", "card": "7d"}, "lock 1 has an impossible card"),
    ],
)
def test_spots_and_locks_that_cannot_be_are_refused_when_they_are_opened(
    path, of, changes, message
):
    def change(record):
        (record["spot"] if of == "spot" else record["locks"][0]).update(changes)

    write_spot(path, locks=LOCKS)
    tamper(path, change)
    with pytest.raises(StrategyFileError, match=message):
        locks_in(path)


def test_other_files_are_refused(path):
    write_tensors(path, {"format_version": 1}, {})
    with pytest.raises(StrategyFileError, match="not a spot file"):
        read_kept(path)


def test_the_newest_come_first(tmp_path, clock):
    assert list_spots(tmp_path) == list_spots(tmp_path / "nowhere") == ()
    for name in ("b", "c", "a"):
        write_spot(tmp_path / f"{name}.safetensors")
        clock.advance(1.0)
    files = list_spots(tmp_path)
    assert [file.path.stem for file in files] == ["a", "c", "b"]
    for file in files:
        assert (file.kept.date, file.problem) == (file.date, "")
        assert file.num_bytes == file.path.stat().st_size


def test_what_cannot_be_read_is_listed_with_the_reason(tmp_path):
    for name in ("good", "other"):
        write_spot(tmp_path / f"{name}.safetensors")
    tamper(tmp_path / "other.safetensors", lambda record: record.update(format_version=7))
    (tmp_path / "cut.safetensors").write_bytes(b"\0\0")
    (tmp_path / "folder.safetensors").mkdir()
    (tmp_path / "gone.safetensors").symlink_to(tmp_path / "nowhere")
    (tmp_path / "notes.txt").write_text("x")
    assert list_spots(tmp_path / "notes.txt") == ()
    files = list_spots(tmp_path)
    assert {file.path.stem: file.problem for file in files} == {
        "good": "",
        "other": "format 7; this program reads format 1",
        "cut": "not a spot file: it is truncated",
        "folder": "it is a folder",
    }
    assert all((file.kept is None) == bool(file.problem) for file in files)


def test_files_are_read_again_only_when_they_change(tmp_path, monkeypatch):
    read, real = [], module.read_kept
    monkeypatch.setattr(module, "read_kept", lambda path: (read.append(path.stem), real(path))[1])
    for name in "ab":
        write_spot(tmp_path / f"{name}.safetensors")
    assert list_spots(tmp_path) == list_spots(tmp_path) and sorted(read) == ["a", "b"]
    write_spot(tmp_path / "a.safetensors", iterations=9)
    again = {file.path.stem: file.kept for file in list_spots(tmp_path)}
    assert read[2:] == ["a"] and again["a"].iterations == 9


def test_new_files_have_names_of_their_own(tmp_path, clock):
    one = new_path(tmp_path, SPOT)
    assert one.parent == tmp_path and one.name.startswith("QsJh2h8c5d-20")
    one.write_text("")
    assert new_path(tmp_path, SPOT).name == one.name.replace(".safe", "-2.safe")


def test_removing_takes_the_generation_before_with_it(tmp_path):
    path = tmp_path / "x.safetensors"
    write_spot(path)
    write_spot(path)
    assert len(list(tmp_path.iterdir())) == 2
    for _ in range(2):
        remove_tensors(path)
        assert not list(tmp_path.iterdir())
    path.mkdir()
    with pytest.raises(StrategyFileError, match="cannot be removed"):
        remove_tensors(path)
