"""Files of spots: their contents, and everything that none of them may contain."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from ai.spot.locks import parse_locks
from ai.spot.record import locks_of, open_spot, read_kept
from ai.tensors import write_tensors
from engine.cards import parse_card
from engine.errors import StrategyFileError
from tests.ai.spot.spot_files import CURVE, LOCKS, SPOT, TURN, write_spot
from tests.forge import forge


def locks_in(path):
    with open_spot(path) as file:
        kept = read_kept(path)
        return locks_of(file, kept, kept.spot())


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "x.safetensors"
    write_spot(path)
    kept = read_kept(path)
    assert (kept.path, kept.board, kept.pot, kept.stack) == (path, SPOT.board, 100, 95)
    assert (kept.algorithm, kept.half, kept.places) == ("dcfr", False, ())
    assert (kept.iterations, kept.seconds, kept.curve) == (7, 0.004, CURVE)
    assert (kept.target, kept.exploitability) == (0.5, 3.0)
    assert timedelta(0) <= datetime.now(UTC) - kept.date < timedelta(minutes=1)
    assert kept.spot().record() == SPOT.record()
    assert (kept.spot().ranges[0] == SPOT.ranges[0]).all()
    assert locks_in(path) == ()


def test_the_big_blind_comes_back(tmp_path):
    path = tmp_path / "x.safetensors"
    write_spot(path, replace(SPOT, big_blind=20))
    assert read_kept(path).spot().big_blind == 20


def test_a_run_without_a_look_has_no_exploitability(tmp_path):
    path = tmp_path / "x.safetensors"
    write_spot(path, exploitability=None)
    assert read_kept(path).exploitability is None


def test_locks_come_back_bit_for_bit(tmp_path):
    path = tmp_path / "x.safetensors"
    write_spot(path, locks=LOCKS)
    assert read_kept(path).places == (("c", None), ("r50", None))
    for lock, found in zip(parse_locks(LOCKS, SPOT), locks_in(path), strict=True):
        assert (found.line, found.card) == (lock.line, lock.card)
        assert found.combos.dtype == np.bool_
        assert (found.combos == lock.combos).all()
        assert (found.probabilities == lock.probabilities).all()


def test_locks_on_one_river_come_back(tmp_path):
    path = tmp_path / "x.safetensors"
    text = '{"locks": [{"line": "cc/c", "card": "7d", "hands": {"KK": {"r50": 0.3, "c": 0.7}}}]}'
    write_spot(path, TURN, text)
    (lock,) = locks_in(path)
    assert lock.card == parse_card("7d")
    assert lock.combos.sum() == 6


RECORDS = [
    lambda record: record.update(kind="checkpoint"),
    lambda record: record.pop("kind"),
    lambda record: record.update(format_version=2),
    lambda record: record.update(spot=3),
    lambda record: record["spot"].pop("pot"),
    lambda record: record["spot"].update(more="x"),
    lambda record: record["spot"].update(board="QsJh2h"),
    lambda record: record["spot"].update(board="QsQs2h8c5d"),
    lambda record: record["spot"].update(board=["Qs"]),
    lambda record: record["spot"].update(pot=100),
    lambda record: record["spot"].update(pot="-5"),
    lambda record: record["spot"].update(pot="1" * 13),
    lambda record: record["spot"].update(pot="²"),
    lambda record: record["spot"].update(stack="0"),
    lambda record: record["spot"].update({"big-blind": "0"}),
    lambda record: record["spot"].update({"big-blind": 100}),
    lambda record: record["spot"].update(oop="A" * 10**6),
    lambda record: record.update(algorithm="magic"),
    lambda record: record.update(algorithm=None),
    lambda record: record.update(half=1),
    lambda record: record.update(iterations=-1),
    lambda record: record.update(iterations=7.0),
    lambda record: record.update(iterations=True),
    lambda record: record.update(iterations=10**30),
    lambda record: record.update(iterations=6),
    lambda record: record.update(seconds=-1.0),
    lambda record: record.update(seconds=1e300),
    lambda record: record.update(target="half"),
    lambda record: record.update(target=True),
    lambda record: record.update(exploitability=-3),
    lambda record: record.pop("exploitability"),
    lambda record: record.update(date="yesterday"),
    lambda record: record.update(date="2026-11-21T12:00:00"),
    lambda record: record.update(date="0001-01-01T00:00:00+23:59"),
    lambda record: record.update(date=5),
    lambda record: record.update(locks={}),
    lambda record: record.update(locks=[{"line": "c", "card": None}] * 10_001),
    lambda record: record.update(locks=[{"line": "c"}]),
    lambda record: record.update(locks=[{"line": 3, "card": None}]),
    lambda record: record.update(locks=[{"line": "c", "card": 3}]),
    lambda record: record.update(locks=[{"line": "c", "card": "7x"}]),
]


@pytest.mark.parametrize("change", RECORDS)
def test_forged_records_are_refused(tmp_path, change):
    path = tmp_path / "x.safetensors"
    write_spot(path)
    forge(path, change)
    with pytest.raises(StrategyFileError, match=str(path)) as caught:
        read_kept(path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < len(str(path)) + 200


@pytest.mark.parametrize(
    "change",
    [
        lambda arrays: arrays.pop("curve"),
        lambda arrays: arrays.update(curve=np.zeros((3, 2))),
        lambda arrays: arrays.update(curve=np.full((1, 4), np.nan)),
        lambda arrays: arrays.update(curve=np.array([[-1.5e308] * 4, [1.5e308] * 4])),
        lambda arrays: arrays.update(curve=np.array(CURVE, np.float32)),
    ],
)
def test_forged_curves_are_refused(tmp_path, change):
    path = tmp_path / "x.safetensors"
    write_spot(path)
    forge(path, change_arrays=change)
    with pytest.raises(StrategyFileError, match="curve"):
        read_kept(path)


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        ("oop", "AA,AsAh:0.5", "'oop'.*different weights"),
        ("ip", "", "'ip'.*empty"),
        ("bets", "50,x", "'bets'.*size of bet"),
        ("board", "QsJh2h8c5d", "exclude each other"),
    ],
)
def test_spots_that_cannot_be_are_refused_when_they_are_opened(tmp_path, field, text, message):
    path = tmp_path / "x.safetensors"
    write_spot(path)

    def change(record):
        record["spot"][field] = text
        if field == "board":
            record["spot"].update(oop="AsAh", ip="AsKs,AhKh")

    forge(path, change)
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
def test_forged_locks_are_refused(tmp_path, change, message):
    path = tmp_path / "x.safetensors"
    write_spot(path, locks=LOCKS)
    forge(path, change_arrays=change)
    with pytest.raises(StrategyFileError, match=message):
        locks_in(path)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ({"line": "r51", "card": None}, "lock 1: 'r51' at character 1"),
        ({"line": "r50c", "card": None}, "lock 1: nobody is to act"),
        ({"line": "c", "card": "7d"}, "lock 1 has a card that cannot come"),
    ],
)
def test_locks_at_no_decision_are_refused(tmp_path, place, message):
    path = tmp_path / "x.safetensors"
    write_spot(path, locks=LOCKS)
    forge(path, lambda record: record["locks"].__setitem__(0, place))
    with pytest.raises(StrategyFileError, match=message):
        locks_in(path)


def test_cut_files_and_other_files_are_refused(tmp_path):
    path = tmp_path / "x.safetensors"
    write_spot(path, locks=LOCKS)
    content = path.read_bytes()
    for cut in np.random.default_rng(1).integers(0, len(content), 30).tolist():
        path.write_bytes(content[:cut])
        with pytest.raises(StrategyFileError, match=str(path)):
            read_kept(path)
    write_tensors(path, {"format_version": 1}, {})
    with pytest.raises(StrategyFileError, match="not a spot file"):
        read_kept(path)
