import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.betting.sizes import SpotError
from ai.solver.locks import MAX_FILE_BYTES, Lock, locks_json, parse_locks, read_locks
from ai.solver.spot import Spot
from engine.cards import parse_card
from engine.combos import combo_cards, parse_combo
from engine.player import CALL, raise_to

TURN = Spot.parse("Qs Jh 2h 8c", "AA,KQs,22", "KK,T9s", 100, 300, "50,a", "100")
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
    checks, calls, leads = read_locks(path, TURN)
    assert (checks.line, checks.card) == ((CALL,), None)
    blocked = np.isin(combo_cards(), TURN.board).any(axis=1)
    assert np.array_equal(checks.combos, ~blocked)
    assert np.array_equal(checks.probabilities[~blocked], [[1.0, 0.0, 0.0]] * (~blocked).sum())
    assert not checks.probabilities[blocked].any()
    assert calls.line == (raise_to(50),)
    assert calls.probabilities[parse_combo("AsAh")].tolist() == [0.25, 0.75, 0.0]
    assert calls.probabilities[parse_combo("AsJs")].tolist() == [1.0, 0.0, 0.0]
    assert calls.probabilities[parse_combo("KsKh")].tolist() == [0.0, 0.0, 1.0]
    assert calls.combos.sum() == 6 + 3 + 1 + 6
    assert leads.line == (CALL, CALL) and leads.card == parse_card("7d")


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_locks_round_trip(seed):
    rng, card = np.random.default_rng(seed), parse_card("7d")
    places = [((), None), ((CALL,), None), ((CALL, CALL), None), ((CALL, CALL), card)]
    free = ~np.isin(combo_cards(), (*TURN.board, card)).any(axis=1)
    locks = []
    for at, (line, river) in enumerate(places[: rng.integers(1, 5)]):
        combos = free & (rng.random(1326) < rng.choice([0.01, 0.1]))
        combos &= np.arange(1326) % 2 == at % 2  # a hand is locked once on a river
        shares = rng.dirichlet(np.ones(3), 1326).round(2 if seed % 2 else 12)
        shares[:, 0] = 1.0 - shares[:, 1:].sum(axis=1)
        shares = np.clip(shares, 0.0, 1.0)
        if combos.any():
            locks.append(Lock(line, river, combos, np.where(combos[:, None], shares, 0.0)))
    read = parse_locks(locks_json(locks, TURN), TURN)
    assert len(read) == len(locks)
    for one, other in zip(read, locks, strict=True):
        assert (one.line, one.card) == (other.line, other.card)
        assert np.array_equal(one.combos, other.combos)
        assert np.allclose(one.probabilities, other.probabilities, rtol=0, atol=1e-15)


def test_painted_hands_are_written_as_ranges():
    text = '{"locks": [\n  {"line": "r50", "hands": {"AA": {"c": 1.0}}}\n]}\n'
    assert locks_json(parse_locks(text, RIVER), RIVER) == text
    assert locks_json([], RIVER) == '{"locks": [\n]}\n'
    assert parse_locks('{"locks": []}', RIVER) == ()


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
