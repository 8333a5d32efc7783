"""Files of spots: their contents, and everything that none of them may contain."""

from dataclasses import replace

import numpy as np
import pytest

from ai.spot.locks import parse_locks
from ai.spot.record import locks_of, open_spot, read_kept
from ai.tensors import write_tensors
from engine import timing
from engine.cards import parse_card
from engine.errors import StrategyFileError
from tests.ai.spot.spot_files import CURVE, LOCKS, SPOT, TURN, write_spot
from tests.forge import forge


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.safetensors"


def locks_in(path):
    with open_spot(path) as file:
        kept = read_kept(path)
        return locks_of(file, kept, kept.spot())


def test_what_is_written_is_read(path, clock):
    write_spot(path, replace(SPOT, big_blind=20))
    kept = read_kept(path)
    assert (kept.path, kept.board, kept.pot, kept.stack) == (path, SPOT.board, 100, 95)
    assert (kept.algorithm, kept.half, kept.places) == ("dcfr", False, ())
    assert (kept.iterations, kept.seconds, kept.curve) == (7, 0.004, CURVE)
    assert (kept.target, kept.exploitability, kept.date) == (0.5, 3.0, timing.now())
    assert kept.spot().record() == replace(SPOT, big_blind=20).record()
    assert (kept.spot().ranges[0] == SPOT.ranges[0]).all()
    assert locks_in(path) == () and kept.spot().big_blind == 20
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
def test_forged_records_are_refused(path, name, value):
    def change(record):
        of, key = (record["spot"], name[5:]) if name.startswith("spot.") else (record, name)
        of[key] = value
        if value is GONE:
            del of[key]

    write_spot(path)
    forge(path, change)
    with pytest.raises(StrategyFileError, match=str(path)) as caught:
        read_kept(path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < len(str(path)) + 200


@pytest.mark.parametrize(
    "curve",
    [
        None,
        np.zeros((3, 2)),
        np.full((1, 4), np.nan),
        np.array([[-1.5e308] * 4, [1.5e308] * 4]),
        np.array(CURVE, np.float32),
    ],
)
def test_forged_curves_are_refused(path, curve):
    write_spot(path)
    more = {} if curve is None else {"curve": curve}
    forge(path, change_arrays=lambda arrays: (arrays.pop("curve"), arrays.update(more)))
    with pytest.raises(StrategyFileError, match="curve"):
        read_kept(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"oop": "AA,AsAh:0.5"}, "'oop'.*different weights"),
        ({"ip": ""}, "'ip'.*empty"),
        ({"bets": "50,x"}, "'bets'.*size of bet"),
        ({"oop": "AsAh", "ip": "AsKs,AhKh"}, "exclude each other"),
    ],
)
def test_spots_that_cannot_be_are_refused_when_they_are_opened(path, changes, message):
    write_spot(path)
    forge(path, lambda record: record["spot"].update(changes))
    with pytest.raises(StrategyFileError, match=message):
        read_kept(path).spot()


def set_row(name, where, value):
    def change(arrays):
        arrays[name] = arrays[name].copy()
        arrays[name][where] = value

    return change


LOCKED = int(np.flatnonzero(parse_locks(LOCKS, SPOT)[0].combos)[0])
SHARES = "lock.0.probabilities"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda arrays: arrays.pop(SHARES), "wrong size"),
        (lambda arrays: arrays.pop("lock.1.combos"), "wrong size"),
        (lambda arrays: arrays.update({SHARES: np.zeros((1326, 9))}), "wrong size"),
        (lambda arrays: arrays.update({SHARES: arrays[SHARES].astype("f4")}), "wrong size"),
        (set_row("lock.0.combos", 3, 2), "impossible"),
        (set_row(SHARES, LOCKED, np.nan), "impossible"),
        (set_row(SHARES, LOCKED, (2.0, -1.0, 0.0)), "impossible"),
        (set_row(SHARES, LOCKED, 0.0), "impossible"),
        (set_row("lock.0.combos", LOCKED, 0), "impossible"),
    ],
)
def test_forged_locks_are_refused(path, change, message):
    write_spot(path, locks=LOCKS)
    forge(path, change_arrays=change)
    with pytest.raises(StrategyFileError, match=message):
        locks_in(path)


@pytest.mark.parametrize(
    ("line", "card", "message"),
    [
        ("r51", None, "lock 1: 'r51' at character 1"),
        ("r50c", None, "lock 1: nobody is to act"),
        ("c", "7d", "lock 1 has a card that cannot come"),
    ],
)
def test_locks_at_no_decision_are_refused(path, line, card, message):
    write_spot(path, locks=LOCKS)
    forge(path, lambda record: record["locks"].__setitem__(0, {"line": line, "card": card}))
    with pytest.raises(StrategyFileError, match=message):
        locks_in(path)


def test_cut_files_and_other_files_are_refused(path):
    write_spot(path, locks=LOCKS)
    content = path.read_bytes()
    for cut in np.random.default_rng(1).integers(0, len(content), 10).tolist():
        path.write_bytes(content[:cut])
        with pytest.raises(StrategyFileError, match=str(path)):
            read_kept(path)
    write_tensors(path, {"format_version": 1}, {})
    with pytest.raises(StrategyFileError, match="not a spot file"):
        read_kept(path)
