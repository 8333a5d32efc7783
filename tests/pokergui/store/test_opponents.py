import sqlite3
from contextlib import closing

import numpy as np
import pytest

from pokergui.store import HandReader, OpponentReader, OpponentStore, Store, StoreError, verify
from tests.pokergui.store import damage
from tests.pokergui.store.damage import change
from tests.pokergui.store.random_hands import play_into


def state(seed=1.0):
    return {"format": 1, "key": "leduc", "lives": [float("inf"), seed], "n": np.full(4, seed)}


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, 5)
        opponents = OpponentStore(store)
        opponents.save("you", "leduc", 10, state(1.0)).result()
        opponents.save("you", "holdem", 20, state(2.0)).result()
        opponents.save("Zoe", "leduc", 30, state(3.0)).result()
    return path


@pytest.fixture
def opponents(store):
    return OpponentStore(store)


def test_saved_models_round_trip_and_are_backed_up(path, tmp_path):
    none = OpponentReader(tmp_path / "none.db")
    assert none.list() == () and none.load("you", "leduc") is None and not none.path.exists()
    with HandReader(path) as hands:
        hands.backup(tmp_path / "copy.db")
    for file in (path, tmp_path / "copy.db"):
        reader = OpponentReader(file)
        assert [(row.name, row.family, row.hands, row.sound) for row in reader.list()] == [
            ("Zoe", "leduc", 30, True),
            ("you", "holdem", 20, True),
            ("you", "leduc", 10, True),
        ]
        assert all(row.updated.endswith("Z") for row in reader.list())
        found = reader.load("you", "holdem")
        assert found["lives"] == [float("inf"), 2.0]
        assert (found["n"] == 2.0).all()
        assert reader.load("you", "kuhn") is reader.load("nobody", "leduc") is None
        report = verify(file)
        assert (report.sound, report.opponents, report.hands) == (True, 3, 5)


def test_saving_replaces_and_resetting_forgets_a_model(path, opponents):
    mutable = state(7.0)
    saved = opponents.save("you", "leduc", 11, mutable)
    mutable["n"][:] = 0.0  # the next hand has already been learned
    saved.result()
    assert (opponents.load("you", "leduc")["n"] == 7.0).all()
    assert [row.hands for row in opponents.list()] == [30, 20, 11]
    assert opponents.reset("you", "kuhn").result() == 0
    assert opponents.reset("you", "holdem").result() == 1
    assert opponents.load("you", "leduc") is not None
    assert opponents.reset("Zoe").result() == 1
    assert [(row.name, row.family) for row in opponents.list()] == [("you", "leduc")]
    assert verify(path).opponents == 1


@pytest.mark.parametrize(
    "change_of",
    ["hands = hands + 1", "family = 'kuhn'", "data = x''", "name = CAST(x'ff00fe' AS TEXT)"],
)
def test_damaged_row_is_rejected_and_the_others_unaffected(path, change_of):
    change(path, f"UPDATE opponents SET {change_of} WHERE name = 'you' AND family = 'leduc'")
    reader = OpponentReader(path)
    named = {(row.name, row.family): row.sound for row in reader.list()}
    others = [("Zoe", "leduc"), ("you", "holdem")]
    (damaged,) = set(named) - set(others)
    with pytest.raises(StoreError, match=r"model of .* is damaged.*this model only"):
        reader.load(*damaged)
    assert all(named[other] and reader.load(*other) is not None for other in others)
    assert named[damaged] == change_of.startswith("data")  # listing leaves the data alone
    assert "the model of" in damage.problems(path)
    assert (verify(path).opponents, verify(path).hands) == (2, 5)
    with closing(Store.open(path)) as store:
        opponents = OpponentStore(store)
        assert opponents.reset(*damaged).result() == 1
        assert opponents.load(*damaged) is None
    assert verify(path).sound


def test_invalid_states_are_rejected(path, opponents):
    damage.tamper(path, "opponents", {"data": b"no state at all"})
    with pytest.raises(StoreError, match=r"cannot be read: .*not an opponent model"):
        for row in OpponentReader(path).list():
            OpponentReader(path).load(row.name, row.family)
    for name in ("", "x" * 201, "a\nb", "\ud800"):
        with pytest.raises(StoreError, match="name has 1 to 200"):
            opponents.save(name, "leduc", 1, state())
    with pytest.raises(StoreError, match="larger than"):
        opponents.save("you", "leduc", 1, {"n": np.zeros(400_000)})


def test_failed_save_keeps_the_previous_state(short_lock_timeout, path, store):
    opponents = OpponentStore(store)
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert isinstance(opponents.save("you", "leduc", 11, state(9.0)).exception(), StoreError)
    assert opponents.save("you", "holdem", 21, state(9.0)).exception() is None
    assert (OpponentReader(path).load("you", "leduc")["n"] == 1.0).all()
    store.close()
    assert isinstance(opponents.save("you", "leduc", 12, state()).exception(), StoreError)
