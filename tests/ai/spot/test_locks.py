import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.spot.locks import MAX_FILE_BYTES, Lock, locks_json, parse_locks, read_locks
from ai.spot.sizes import SpotError
from ai.spot.spot import Spot
from engine.cards import parse_card
from engine.combos import combo_cards, parse_combo
from engine.player import CALL, raise_to

TURN = Spot.parse("Qs Jh 2h 8c", "AA,KQs,22", "KK,T9s", 100, 300, "50,a", "100")
RIVER = Spot.parse("Qs Jh 2h 8c 5d", "AA,KQs", "KK,T9s", 100, 300, "50,a", "100")


def _text(*locks):
    return json.dumps({"locks": locks})


def test_a_file_as_a_person_writes_it(tmp_path):
    path = tmp_path / "locks.json"
    path.write_text(
        """{"locks": [
          {"line": "c", "hands": {"random": {"c": 1}}},
          {"line": "r50", "hands": {"AA,KQs": {"f": 0.25, "c": 0.75}, "AsJs": {"f": 1}}},
          {"line": "cc/", "card": "7d", "hands": {"QQ+": {"r50": 1}}},
          {"line": "r50", "hands": {"KK": {"r250": 1}}}
        ]}"""
    )
    checks, calls, leads = read_locks(path, TURN)
    assert (checks.line, checks.card) == ((CALL,), None)
    blocked = np.isin(combo_cards(), TURN.board).any(axis=1)
    assert np.array_equal(checks.combos, ~blocked)
    assert np.array_equal(checks.probabilities[~blocked], [[1.0, 0.0, 0.0]] * (~blocked).sum())
    assert not checks.probabilities[blocked].any()
    # Entries of one decision are one lock.
    assert calls.line == (raise_to(50),)
    assert calls.probabilities[parse_combo("AsAh")].tolist() == [0.25, 0.75, 0.0]
    assert calls.probabilities[parse_combo("AsJs")].tolist() == [1.0, 0.0, 0.0]
    assert calls.probabilities[parse_combo("KsKh")].tolist() == [0.0, 0.0, 1.0]
    assert calls.combos.sum() == 6 + 3 + 1 + 6
    assert leads.line == (CALL, CALL) and leads.card == parse_card("7d")


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_locks_round_trip(seed):
    rng = np.random.default_rng(seed)
    places = [((), None), ((CALL,), None), ((CALL, CALL), None), ((CALL, CALL), parse_card("7d"))]
    taken = np.zeros(1326, np.bool_)
    locks = []
    for line, card in places[: rng.integers(1, 5)]:
        board = TURN.board if card is None else (*TURN.board, card)
        free = ~np.isin(combo_cards(), board).any(axis=1)
        combos = free & (rng.random(1326) < rng.choice([0.01, 0.1])) & ~(taken & bool(line))
        if not combos.any():
            continue
        if len(line) == 2:
            taken |= combos
        shares = rng.dirichlet(np.ones(3), 1326).round(2 if seed % 2 else 12)
        shares[:, 0] = 1.0 - shares[:, 1:].sum(axis=1)
        shares = np.clip(shares, 0.0, 1.0)
        locks.append(Lock(line, card, combos, np.where(combos[:, None], shares, 0.0)))
    read = parse_locks(locks_json(locks, TURN), TURN)
    assert len(read) == len(locks)
    for one, other in zip(read, locks, strict=True):
        assert (one.line, one.card) == (other.line, other.card)
        assert np.array_equal(one.combos, other.combos)
        assert np.allclose(one.probabilities, other.probabilities, rtol=0, atol=1e-15)


def test_painted_hands_are_written_as_ranges():
    combos = np.zeros(1326, np.bool_)
    combos[[parse_combo(text) for text in ("AsAh", "AsAd", "AsAc", "AhAd", "AhAc", "AdAc")]] = True
    rows = np.where(combos[:, None], [0.0, 1.0, 0.0], 0.0)
    text = locks_json([Lock((raise_to(50),), None, combos, rows)], RIVER)
    assert text == '{"locks": [\n  {"line": "r50", "hands": {"AA": {"c": 1.0}}}\n]}\n'
    assert locks_json([], RIVER) == '{"locks": [\n]}\n'
    assert parse_locks('{"locks": []}', RIVER) == ()


GOOD = {"line": "r50", "hands": {"AA": {"c": 1}}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("9" * 5000, "not JSON"),
        ("[]", "written as"),
        ('{"locks": [], "more": 1}', "written as"),
        ('{"locks": {}}', "written as"),
        ('{"locks": [], "locks": []}', "'locks' appears twice"),
        ('{"locks": [{"line": "r50", "hands": {"AA": {"c": NaN}}}]}', "NaN is not a number"),
        (_text(3), "lock 1: it has a line"),
        (_text(GOOD, {"line": "r50"}), "lock 2: it has a line"),
        (_text({**GOOD, "street": 1}), "nothing else"),
        (_text({**GOOD, "line": 5}), "are texts"),
        (_text({**GOOD, "line": "r60"}), "there is c, r50, r300"),
        (_text({**GOOD, "line": "r50f"}), "nobody is to act"),
        (_text({**GOOD, "card": "7d"}), "no card has come"),
        (_text({**GOOD, "card": "xx", "line": "cc/"}), "is not a card"),
        (_text({**GOOD, "card": "Qs", "line": "cc/"}), "on the board"),
        (_text({**GOOD, "hands": []}), "hands are written as"),
        (_text({**GOOD, "hands": {"XX": {"c": 1}}}), "not a range item"),
        (_text({**GOOD, "hands": {"AA:0.5": {"c": 1}}}), "no weights"),
        (_text({**GOOD, "hands": {"": {"c": 1}}}), "no hand that is possible"),
        (_text({**GOOD, "hands": {"QsQh": {"c": 1}}}), "no hand that is possible"),
        (_text({**GOOD, "hands": {"AA": 1}}), "is written as"),
        (_text({**GOOD, "hands": {"AA": {}}}), "sum to 0"),
        (_text({**GOOD, "hands": {"AA": {"x": 1}}}), "there is no 'x' here, but f, c, r250"),
        (_text({**GOOD, "hands": {"AA": {"c": 0.9}}}), "sum to 0.9"),
        (_text({**GOOD, "hands": {"AA": {"c": True}}}), "not from 0 to 1"),
        (_text({**GOOD, "hands": {"AA": {"c": "1"}}}), "not from 0 to 1"),
        (_text({**GOOD, "hands": {"AA": {"c": -1, "f": 2}}}), "not from 0 to 1"),
        (_text({**GOOD, "hands": {"AA": {"c": 10**400}}}), "not from 0 to 1"),
        (_text({**GOOD, "hands": {"AA": {"c": 1}, "AsAh": {"f": 1}}}), "AsAh a second time"),
        (_text(GOOD, GOOD), "lock 2: 'AA' names .* a second time"),
        (
            _text({**GOOD, "line": "cc/"}, {**GOOD, "line": "cc/", "card": "7d"}),
            "locked on every river and again on 7d",
        ),
    ],
)
def test_refusals(text, words, tmp_path):
    with pytest.raises(SpotError, match=words) as caught:
        parse_locks(text, TURN)
    assert caught.value.field == "locks" and len(str(caught.value)) < 300
    path = tmp_path / "locks.json"
    path.write_text(text)
    with pytest.raises(SpotError, match=f"{path}: .*{words}"):
        read_locks(path, TURN)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(SpotError, match="cannot be read"):
        read_locks(tmp_path / "none.json", RIVER)
    with pytest.raises(SpotError, match="it is a folder") as refused:
        read_locks(tmp_path, RIVER)
    assert refused.value.field == "locks"
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(SpotError, match="UTF-8"):
        read_locks(tmp_path / "binary", RIVER)
    (tmp_path / "large").write_bytes(b" " * (MAX_FILE_BYTES + 1))
    with pytest.raises(SpotError, match="larger than 16 MB"):
        read_locks(tmp_path / "large", RIVER)
