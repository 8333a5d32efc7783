import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.betting.sizes import SpotError
from ai.solver import record as module
from ai.solver.locks import MAX_FILE_BYTES, Lock, locks_json, parse_locks, read_locks
from ai.solver.record import list_spots, locks_of, new_path, open_spot, read_kept
from ai.solver.spot import Spot
from engine import timing
from engine.cards import parse_cards
from engine.combos import combo_cards, parse_combo
from engine.errors import StrategyFileError
from engine.player import CALL, raise_to
from tests.ai.solver.spot_files import CURVE, FLOP, LOCKS, SPOT, TURN, write_spot
from tests.tamper import tamper

RAKED = Spot.parse(
    *("QsJh2h8c", "AA", "KK", 100, 95, "2e,a", "2.5x"),
    donks="",
    all_in_below="150",
    max_raises="2",
    merge="10",
    rake="5",
    rake_cap="30",
)
CENTS = Spot.parse("QsJh2h8c5d", "AA", "KK,22", "5.5", "97.5", "33", "", big_blind="1")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.safetensors"


def locks_in(path):
    with open_spot(path) as file:
        kept = read_kept(path)
        return locks_of(file, kept, kept.spot())


def test_spots_round_trip(path, clock):
    spot = replace(SPOT, big_blind=20)
    write_spot(path, spot)
    kept = read_kept(path)
    assert (kept.path, kept.board, kept.pot, kept.stack) == (path, SPOT.board, "100", "95")
    assert (kept.algorithm, kept.half, kept.places) == ("dcfr", False, ())
    assert (kept.iterations, kept.seconds, kept.curve) == (7, 0.004, CURVE)
    assert (kept.target, kept.exploitability, kept.date) == (0.5, 3.0, timing.now())
    assert kept.spot().record() == spot.record() and kept.spot().big_blind == 20
    assert (kept.spot().ranges[0] == SPOT.ranges[0]).all()
    assert locks_in(path) == ()
    for spot in (RAKED, CENTS):
        write_spot(path, spot)
        kept = read_kept(path)
        assert kept.spot().record() == kept.texts == spot.record()
        assert (kept.pot, kept.stack) == (spot.amount(spot.pot), spot.amount(spot.stack))
    write_spot(path, exploitability=None)  # a run without an evaluation
    assert read_kept(path).exploitability is None


CENTS_LOCK = '{"locks": [{"line": "cr1.82", "hands": {"AA": {"f": 1}}}]}'
RIVER_LOCK = '{"locks": [{"line": "cc/c", "card": "7d", "hands": {"KK": {"r50": 0.3, "c": 0.7}}}]}'
FLOP_LOCKS = """{"locks": [
  {"line": "cc/c", "card": "7d", "hands": {"KK": {"r95": 1}}},
  {"line": "cc/cc/", "card": "7d3c", "hands": {"AA": {"c": 1}}}
]}"""


@pytest.mark.parametrize(
    ("spot", "text", "places"),
    [
        (SPOT, LOCKS, (("c", ()), ("r50", ()))),
        (TURN, RIVER_LOCK, (("cc/c", parse_cards("7d")),)),
        (FLOP, FLOP_LOCKS, (("cc/c", parse_cards("7d")), ("cc/cc/", parse_cards("7d3c")))),
        (CENTS, CENTS_LOCK, (("cr1.82", ()),)),
    ],
)
def test_locks_round_trip_bit_for_bit(path, spot, text, places):
    write_spot(path, spot, text)
    assert read_kept(path).places == places
    for lock, found in zip(parse_locks(text, spot), locks_in(path), strict=True):
        assert (found.line, found.cards) == (lock.line, lock.cards)
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
    ("spot.pot", GONE, 100, "-5", "1" * 13, "²", ".", "1.5.2", "1,5", "1.234", "0.00"),
    ("spot.more", "x"),
    ("spot.board", "QsJh", "QsQs2h8c5d", ["Qs"]),
    ("spot.stack", "0"),
    ("spot.big-blind", "0", 100),
    ("spot.rake-cap", "0", "x"),
    ("spot.oop", "A" * 10**6),
]


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, *values in RECORDS for value in values]
)
def test_tampered_records_are_rejected(path, name, value):
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
def test_tampered_arrays_are_rejected(path, name, value, where, message):
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
        ("spot", {"oop": "AsAh", "ip": "AsKs,AhKh"}, "the ranges conflict"),
        ("locks", {"line": "r51", "card": None}, "lock 1: 'r51' at character 1"),
        ("locks", {"line": "r50c", "card": None}, "lock 1: it is nobody's turn"),
        ("locks", {"line": "c", "card": "7d"}, "lock 1 has an impossible card"),
    ],
)
def test_impossible_spots_and_locks_are_rejected_on_opening(path, of, changes, message):
    def change(record):
        (record["spot"] if of == "spot" else record["locks"][0]).update(changes)

    write_spot(path, locks=LOCKS)
    tamper(path, change)
    with pytest.raises(StrategyFileError, match=message):
        locks_in(path)


def test_newest_come_first_and_unreadable_files_are_listed_with_a_reason(tmp_path, clock):
    assert list_spots(tmp_path) == list_spots(tmp_path / "nowhere") == ()
    for name in ("b", "c", "a", "other"):
        write_spot(tmp_path / f"{name}.safetensors")
        clock.advance(1.0)
    tamper(tmp_path / "other.safetensors", lambda record: record.update(format_version=7))
    (tmp_path / "cut.safetensors").write_bytes(b"\0\0")
    (tmp_path / "folder.safetensors").mkdir()
    (tmp_path / "gone.safetensors").symlink_to(tmp_path / "nowhere")
    (tmp_path / "notes.txt").write_text("x")
    assert list_spots(tmp_path / "notes.txt") == ()
    files = list_spots(tmp_path)
    good = [file for file in files if not file.problem]
    assert [file.path.stem for file in good] == ["a", "c", "b"]
    for file in good:
        assert (file.kept.date, file.num_bytes) == (file.date, file.path.stat().st_size)
    assert {file.path.stem: file.problem for file in files if file.kept is None} == {
        "other": "format 7; this program reads format 1",
        "cut": "not a spot file: it is truncated",
        "folder": "it is a folder",
    }


def test_files_are_reread_only_when_they_change(tmp_path, monkeypatch):
    read, real = [], module.read_kept
    monkeypatch.setattr(module, "read_kept", lambda path: (read.append(path.stem), real(path))[1])
    for name in "ab":
        write_spot(tmp_path / f"{name}.safetensors")
    assert list_spots(tmp_path) == list_spots(tmp_path) and sorted(read) == ["a", "b"]
    write_spot(tmp_path / "a.safetensors", iterations=9)
    again = {file.path.stem: file.kept for file in list_spots(tmp_path)}
    assert read[2:] == ["a"] and again["a"].iterations == 9


def test_new_files_get_unique_names(tmp_path, clock):
    one = new_path(tmp_path, SPOT)
    assert one.parent == tmp_path and one.name.startswith("QsJh2h8c5d-20")
    one.write_text("")
    assert new_path(tmp_path, SPOT).name == one.name.replace(".safe", "-2.safe")


DEEP = Spot.parse("Qs Jh 2h 8c", "AA,KQs,22", "KK,T9s", 100, 300, "50,a", "100")
RIVER = Spot.parse("Qs Jh 2h 8c 5d", "AA,KQs", "KK,T9s", 100, 300, "50,a", "100")


def _text(*locks):
    return json.dumps({"locks": locks})


def test_a_handwritten_file(tmp_path):
    path = tmp_path / "locks.json"
    path.write_text(
        """{"locks": [
          {"line": "c", "hands": {"random": {"c": 1}}},
          {"line": "r50", "hands": {"AA,KQs": {"f": 0.25, "c": 0.75}, "AsJs": {"f": 1}}},
          {"line": "cc/", "card": "7d", "hands": {"QQ+": {"r50": 1}}},
          {"line": "r50", "hands": {"KK": {"r250": 1}}}
        ]}"""
    )
    checks, calls, leads = read_locks(path, DEEP)
    assert (checks.line, checks.cards) == ((CALL,), ())
    blocked = np.isin(combo_cards(), DEEP.board).any(axis=1)
    assert np.array_equal(checks.combos, ~blocked)
    assert np.array_equal(checks.probabilities[~blocked], [[1.0, 0.0, 0.0]] * (~blocked).sum())
    assert not checks.probabilities[blocked].any()
    assert calls.line == (raise_to(50),)
    assert calls.probabilities[parse_combo("AsAh")].tolist() == [0.25, 0.75, 0.0]
    assert calls.probabilities[parse_combo("AsJs")].tolist() == [1.0, 0.0, 0.0]
    assert calls.probabilities[parse_combo("KsKh")].tolist() == [0.0, 0.0, 1.0]
    assert calls.combos.sum() == 6 + 3 + 1 + 6
    assert leads.line == (CALL, CALL) and leads.cards == parse_cards("7d")


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_locks_round_trip(seed):
    rng, cards = np.random.default_rng(seed), parse_cards("7d")
    places = [((), ()), ((CALL,), ()), ((CALL, CALL), ()), ((CALL, CALL), cards)]
    free = ~np.isin(combo_cards(), (*DEEP.board, *cards)).any(axis=1)
    locks = []
    for at, (line, river) in enumerate(places[: rng.integers(1, 5)]):
        combos = free & (rng.random(1326) < rng.choice([0.01, 0.1]))
        combos &= np.arange(1326) % 2 == at % 2  # a hand is locked only once on a river
        shares = rng.dirichlet(np.ones(3), 1326).round(2 if seed % 2 else 12)
        shares[:, 0] = 1.0 - shares[:, 1:].sum(axis=1)
        shares = np.clip(shares, 0.0, 1.0)
        if combos.any():
            locks.append(Lock(line, river, combos, np.where(combos[:, None], shares, 0.0)))
    read = parse_locks(locks_json(locks, DEEP), DEEP)
    assert len(read) == len(locks)
    for one, other in zip(read, locks, strict=True):
        assert (one.line, one.cards) == (other.line, other.cards)
        assert np.array_equal(one.combos, other.combos)
        assert np.allclose(one.probabilities, other.probabilities, rtol=0, atol=1e-15)
    text = '{"locks": [\n  {"line": "r50", "hands": {"AA": {"c": 1.0}}}\n]}\n'  # as ranges
    assert locks_json(parse_locks(text, RIVER), RIVER) == text
    assert parse_locks(locks_json([], RIVER), RIVER) == ()


GOOD = {"line": "r50", "hands": {"AA": {"c": 1}}}


def _changed(**changes):
    return _text({**GOOD, **changes})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *((text, "not JSON") for text in ("", "[" * 100_000, "9" * 5000)),
        *((text, "written as") for text in ("[]", '{"locks": [], "more": 1}', '{"locks": {}}')),
        ('{"locks": [], "locks": []}', "'locks' appears twice"),
        ('{"locks": [{"line": "r50", "hands": {"AA": {"c": NaN}}}]}', "NaN is not a number"),
        (_text(3), "lock 1: it must have a line"),
        (_text(GOOD, {"line": "r50"}), "lock 2: it must have a line"),
        (_changed(street=1), "nothing else"),
        (_changed(line=5), "must be text"),
        (_changed(line="r60"), "the actions are c, r50, r300"),
        (_changed(line="r50f"), "it is nobody's turn"),
        (_changed(card="7d"), "no card has come"),
        (_changed(card="xx", line="cc/"), "is not a card"),
        (_changed(card="Qs", line="cc/"), "on the board"),
        (_changed(hands=[]), "hands are written as"),
        (_changed(hands={"XX": {"c": 1}}), "not a range item"),
        (_changed(hands={"AA:0.5": {"c": 1}}), "no weights"),
        *((_changed(hands={hand: {"c": 1}}), "no hand that is possible") for hand in ("", "QsQh")),
        (_changed(hands={"AA": 1}), "is written as"),
        (_changed(hands={"AA": {}}), "sum to 0"),
        (_changed(hands={"AA": {"x": 1}}), "'x' is not possible here; the actions are f, c, r250"),
        (_changed(hands={"AA": {"c": 0.9}}), "sum to 0.9"),
        *(
            (_changed(hands={"AA": {"c": share, "f": 0}}), "not from 0 to 1")
            for share in (True, "1", -1, 2, 10**400)
        ),
        (_changed(hands={"AA": {"c": 1}, "AsAh": {"f": 1}}), "AsAh a second time"),
        (_text(GOOD, GOOD), "lock 2: 'AA' names .* a second time"),
        (
            _text({**GOOD, "line": "cc/"}, {**GOOD, "line": "cc/", "card": "7d"}),
            "locked on every card and again on 7d",
        ),
    ],
)
def test_invalid_locks_are_rejected(text, words, tmp_path):
    with pytest.raises(SpotError, match=words) as caught:
        parse_locks(text, DEEP)
    assert caught.value.field == "locks" and len(str(caught.value)) < 300
    path = tmp_path / "locks.json"
    path.write_text(text)
    with pytest.raises(SpotError, match=f"{path}: .*{words}"):
        read_locks(path, DEEP)


def test_unreadable_files_are_rejected(tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    (tmp_path / "large").write_bytes(b" " * (MAX_FILE_BYTES + 1))
    for name, words in (
        ("none.json", "cannot be read"),
        ("", "it is a folder"),
        ("binary", "UTF-8"),
        ("large", "larger than 16 MB"),
    ):
        with pytest.raises(SpotError, match=words) as refused:
            read_locks(tmp_path / name, RIVER)
        assert refused.value.field == "locks"
