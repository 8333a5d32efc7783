from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import numpy as np
import pytest

from engine.errors import CancelledError
from engine.jobs import JobControl
from pokergui.store import OpponentStore, Store, check, deck_hash, verify
from pokergui.store._chain import HAND_COLUMNS, checksum, row_checksum
from tests.pokergui.store.random_hands import play_into

HANDS = 40


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    path = tmp_path_factory.mktemp("verify") / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, HANDS)
        learned = {"format": 1, "counts": np.arange(300.0)}
        OpponentStore(store).save("you", "leduc", HANDS, learned).result()
    return path.read_bytes()


@pytest.fixture
def path(original, tmp_path):
    path = tmp_path / "hands.db"
    path.write_bytes(original)
    return path


def change(path, *statements):
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def texts(path):
    return " | ".join(problem.text for problem in verify(path).problems)


def test_sound(path):
    report = verify(path)
    assert (report.hands, report.decks, report.problems, report.sound) == (HANDS, HANDS, (), True)


@pytest.mark.parametrize("column", [*HAND_COLUMNS[1:], "previous", "checksum"])
def test_every_changed_column_is_reported(path, column):
    value = 77 if column in ("deck", "hero") else "'x'"
    change(path, f"UPDATE hands SET {column} = {value} WHERE number = 9")
    report = verify(path)
    assert "hand 9 is damaged" in texts(path)
    assert {problem.hand for problem in report.problems} <= {9, 10}
    assert report.hands == HANDS - 1


def test_deleted_rows(path):
    change(path, "DELETE FROM hands WHERE number BETWEEN 4 AND 6")
    assert texts(path) == "hands 4 to 6 are missing"
    change(path, "DELETE FROM decks WHERE number = 2")
    assert "deck 2 is missing" in texts(path)
    assert "hand 2: the row that committed its deck is damaged or missing" in texts(path)


def test_lost_end(path):
    change(path, f"DELETE FROM hands WHERE number > {HANDS - 2}")
    assert texts(path) == f"hands {HANDS - 1} to {HANDS} are missing"
    with closing(Store.open(path)) as store:  # playing on does not cover it up
        assert play_into(store, 1) == [HANDS + 1]
    assert f"hands {HANDS - 1} to {HANDS} are missing" in texts(path)
    assert verify(path).hands == HANDS - 1


def test_reordered_rows(path):
    change(
        path,
        "UPDATE hands SET number = 1000 WHERE number = 5",
        "UPDATE hands SET number = 5 WHERE number = 6",
        "UPDATE hands SET number = 6 WHERE number = 1000",
    )
    assert "hand 5 is damaged" in texts(path)
    assert "hand 6 is damaged" in texts(path)


def test_playing_on_after_damage_keeps_the_later_hands_sound(path):
    change(path, f"UPDATE hands SET checksum = 'x' WHERE number = {HANDS}")
    with closing(Store.open(path)) as store:
        play_into(store, 2)
    report = verify(path)
    assert {problem.hand for problem in report.problems} == {HANDS}
    assert report.hands == HANDS + 1


def test_damaged_seal(path):
    change(path, "UPDATE seal SET hands = 3")
    assert "seal" in texts(path)
    change(path, "DELETE FROM seal")
    assert "seal" in texts(path)


def test_seal_of_other_hands(path):
    with closing(sqlite3.connect(path)) as db:
        row = list(db.execute("SELECT * FROM seal").fetchone())[1:-1]
        row[3] = "0" * 64
        sealed = (*row, checksum("0" * 64, row))
        db.execute("UPDATE seal SET hands_checksum = ?, checksum = ?", (row[3], sealed[-1]))
        db.commit()
    assert texts(path) == "the last hands are not those that were written last"


def test_changed_tables(path):
    change(path, "CREATE TABLE more (x)")
    assert texts(path) == "the definitions of the tables are not as they were written"


def rewrite(path, number, **changes):
    """Change a hand and make all checksums right again, as a faulty program might."""
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        previous = None
        for row in db.execute("SELECT * FROM hands ORDER BY number").fetchall():
            values = dict(row)
            if values["number"] == number:
                values.update(changes)
            values["previous"] = previous or values["previous"]
            fields = [values[column] for column in HAND_COLUMNS]
            previous = values["checksum"] = row_checksum("hands", values["previous"], fields)
            sets = ", ".join(f"{key} = :{key}" for key in values)
            db.execute(f"UPDATE hands SET {sets} WHERE number = :number", values)
        seal = list(db.execute("SELECT * FROM seal").fetchone())[1:-1]
        seal[3] = previous
        db.execute(
            "UPDATE seal SET hands_checksum = ?, checksum = ?", (previous, checksum("0" * 64, seal))
        )
        db.commit()


def stored(path, number):
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        return dict(db.execute("SELECT * FROM hands WHERE number = ?", [number]).fetchone())


def test_deck_that_was_not_committed(path):
    row = stored(path, 3)
    other = row["cards"][-2:] + row["cards"][:-2]
    rewrite(path, 3, cards=other)
    assert "hand 3: its deck is not the one that was committed" in texts(path)
    assert deck_hash("", ()) != ""


def test_cards_that_are_not_the_decks(path):
    row = stored(path, 3)
    holes = json.loads(row["holes"])
    rewrite(path, 3, holes=json.dumps(holes[::-1]))
    assert texts(path) == "hand 3: its cards are not its deck's"


def test_deck_dealt_twice(path):
    rewrite(path, 8, deck=2)
    assert "hand 8: its deck was dealt before" in texts(path)


def test_row_that_cannot_be_read(path):
    rewrite(path, 3, line="ccq")
    assert "hand 3: 'q'" in texts(path)


def test_cut_file(path, original):
    for keep in (0.9, 0.5, 0.1):
        path.write_bytes(original[: int(len(original) * keep)])
        assert not verify(path).sound
    path.write_bytes(b"")
    assert not verify(path).sound


def test_cancelling(path, monkeypatch):
    monkeypatch.setattr(check, "CHECK_EVERY", 20)
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        verify(path, control)


def test_progress(path, monkeypatch):
    monkeypatch.setattr(check, "CHECK_EVERY", 20)
    seen = []
    verify(path, JobControl(lambda fraction, text: seen.append((fraction, text))))
    assert seen == [(0.5, "deck"), (1.0, "deck"), (0.5, "hand"), (1.0, "hand")]
