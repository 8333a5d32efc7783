import json
import sqlite3
from contextlib import closing

import pytest

from engine.errors import CancelledError
from engine.jobs import JobControl
from pokergui.store import IMPORTED, Store, check, verify
from pokergui.store.raw.versions import shapes_of
from tests.pokergui.store import damage
from tests.pokergui.store.damage import change, problems, rewrite, sealed
from tests.pokergui.store.random_hands import GAMES, play_into, played

HANDS = 40
NAMED = {
    "decks": "deck ",
    "hands": "hand ",
    "matches": "match ",
    "match_blocks": "block ",
    "people": "the name ",
    "opponents": "the model of ",
    "open_hands": "unfinished hand",
    "tournaments": "tournament ",
    "drill_answers": "drill answer",
    "hand_notes": "the note on hand ",
}
CELLS = [(table, column) for table in NAMED for column in shapes_of(table)[-1]]


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    return played(tmp_path_factory.mktemp("verify") / "hands.db", HANDS, games=GAMES).read_bytes()


@pytest.fixture
def path(original, path):
    path.write_bytes(original)
    return path


def stored(path, number):
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        return dict(db.execute("SELECT * FROM hands WHERE number = ?", [number]).fetchone())


def test_written_hands_are_intact_and_verified_in_steps(path, monkeypatch):
    monkeypatch.setattr(check, "CHECK_EVERY", 20)
    seen = []
    report = verify(path, JobControl(lambda *told: seen.append(told)))
    assert (report.hands, report.decks, report.problems, report.sound) == (HANDS, HANDS, (), True)
    assert seen == [(0.5, "deck"), (1.0, "deck"), (0.5, "hand"), (1.0, "hand")]
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        verify(path, control)


@pytest.mark.parametrize(("table", "column"), CELLS)
def test_every_changed_value_is_named(full, table, column):
    text = f"coalesce({column}, '') || 'x'"
    bytes_ = f"WHEN 'blob' THEN x'00' ELSE {text}"
    value = f"CASE typeof({column}) WHEN 'integer' THEN {column} + 1000 {bytes_} END"
    last = f"rowid = (SELECT max(rowid) FROM {table})"
    change(full, f"UPDATE {table} SET {column} = {value} WHERE {last}")
    assert NAMED[table] in problems(full)


SWAP = """
UPDATE hands SET number = 1000 WHERE number = 5;
UPDATE hands SET number = 5 WHERE number = 6;
UPDATE hands SET number = 6 WHERE number = 1000;
"""


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("DELETE FROM hands WHERE number BETWEEN 4 AND 6", ["=hands 4 to 6 are missing"]),
        (
            "DELETE FROM decks WHERE number = 2",
            ["deck 2 is missing", "hand 2: the row that committed its deck is damaged or missing"],
        ),
        (SWAP, ["hand 5 is damaged", "hand 6 is damaged"]),
        ("UPDATE seal SET hands = 3", ["seal"]),
        ("DELETE FROM seal", ["seal"]),
        ("CREATE TABLE more (x)", ["=the definitions of the tables were changed"]),
    ],
)
def test_changes_by_other_programs_are_named(path, script, found):
    change(path, script)
    for words in found:
        said = problems(path)
        assert said == words[1:] if words.startswith("=") else words in said


@pytest.mark.parametrize(
    ("script", "hands", "found"),
    [
        (f"DELETE FROM hands WHERE number > {HANDS - 2}", HANDS, "hands 39 to 40 are missing"),
        (f"UPDATE hands SET checksum = 'x' WHERE number = {HANDS}", HANDS + 1, "hand 40 is dam"),
    ],
)
def test_playing_on_does_not_hide_damage_and_keeps_later_hands_intact(path, script, hands, found):
    change(path, script)
    with closing(Store.open(path)) as store:
        assert play_into(store, 2) == [HANDS + 1, HANDS + 2]
    assert problems(path).startswith(found) and " | " not in problems(path)
    assert verify(path).hands == hands


def test_seal_of_other_hands_is_detected(path):
    with closing(sqlite3.connect(path)) as db, db:
        db.row_factory = sqlite3.Row
        seal = dict(db.execute("SELECT * FROM seal").fetchone()) | {"hands_checksum": "0" * 64}
        db.execute("UPDATE seal SET hands_checksum = ?", ["0" * 64])
        db.execute("UPDATE seal SET checksum = ?", [sealed("seal", seal)])
    assert problems(path) == "the most recent hands are missing or were replaced"


@pytest.mark.parametrize(
    ("number", "changes", "found"),
    [
        (
            3,
            lambda row: {"cards": row["cards"][-2:] + row["cards"][:-2]},
            "hand 3: its deck is not the one that was committed",
        ),
        (
            3,
            lambda row: {"holes": json.dumps(json.loads(row["holes"])[::-1])},
            "hand 3: its cards are not those of its deck",
        ),
        (8, lambda row: {"deck": 2}, "hand 8: its deck was already dealt"),
        (3, lambda row: {"line": "ccq"}, "hand 3: 'q'"),
        (2, lambda row: {"deck": 0}, "hand 2: the row that committed its deck is damaged"),
        (3, lambda row: {"mode": IMPORTED}, "hand 3: it was imported, yet has a deck"),
        (HANDS, lambda row: {"payoffs": "[900,-900]"}, f"hand {HANDS}: "),
    ],
)
def test_rows_with_valid_checksums_are_checked_against_the_rules(path, number, changes, found):
    rewrite(path, number, **changes(stored(path, number)))
    assert found in problems(path)


def test_imported_rows_are_checked_against_the_rules(full, rest):
    first = min(n for n, hand in rest.hands.items() if hand.mode == IMPORTED and not hand.is_wide)
    rewrite(full, first, payoffs="[900,-900]")
    rewrite(full, first + 1, deck=1)
    said = problems(full)
    assert f"hand {first}: " in said
    assert f"hand {first + 1}: it was imported, yet has a deck" in said


def test_damaged_index_is_reported_and_rebuilt(path):
    change(path, "UPDATE hand_index SET result = result + 1 WHERE number = 4")
    change(path, "UPDATE hand_index SET number = 99 WHERE number = 6")
    report = verify(path)
    assert [problem.hand for problem in report.problems] == [4, 6]
    assert report.hands == HANDS
    assert "hands reindex" in report.problems[0].text
    with closing(Store.open(path)) as store:
        store.reindex().result()
    assert verify(path).sound


HARMLESS = ("opponents.family", "people.name")
"""Odd values that are accepted."""


@pytest.mark.parametrize("place", [place for place in damage.NONSENSE if place not in HARMLESS])
def test_invalid_values_are_found_whatever_their_checksum(full, rest, place):
    table, column = place.split(".")
    for value in damage.NONSENSE[place]:
        full.write_bytes(rest.data)
        damage.tamper(full, table, {column: value})
        assert not verify(full).sound, value
