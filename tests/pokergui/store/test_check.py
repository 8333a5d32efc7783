"""The check of a whole database: every damage is found and named."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from engine.errors import CancelledError
from engine.jobs import JobControl
from pokergui.store import IMPORTED, Store, check, verify
from pokergui.store.raw.versions import covered, shapes_of
from tests.pokergui.store import damage
from tests.pokergui.store.damage import change, problems, rewrite, sealed
from tests.pokergui.store.random_hands import play_into

HANDS = 40
COLUMNS = covered(shapes_of("hands")[-1])[1:]


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    path = tmp_path_factory.mktemp("verify") / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, HANDS)
    return path.read_bytes()


@pytest.fixture
def played(original, path):
    path.write_bytes(original)
    return path


def stored(path, number):
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        return dict(db.execute("SELECT * FROM hands WHERE number = ?", [number]).fetchone())


def test_what_was_written_is_sound_and_checked_step_by_step(played, monkeypatch):
    monkeypatch.setattr(check, "CHECK_EVERY", 20)
    seen = []
    report = verify(played, JobControl(lambda *told: seen.append(told)))
    assert (report.hands, report.decks, report.problems, report.sound) == (HANDS, HANDS, (), True)
    assert seen == [(0.5, "deck"), (1.0, "deck"), (0.5, "hand"), (1.0, "hand")]
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        verify(played, control)


@pytest.mark.parametrize("column", [*COLUMNS, "previous", "checksum"])
def test_every_changed_column_is_reported(played, column):
    value = 77 if column in ("deck", "hero") else "'x'"
    change(played, f"UPDATE hands SET {column} = {value} WHERE number = 9")
    report = verify(played)
    assert "hand 9 is damaged" in problems(played)
    assert {problem.hand for problem in report.problems} <= {9, 10}
    assert report.hands == HANDS - 1


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
        (
            "CREATE TABLE more (x)",
            ["=the definitions of the tables are not as they were written"],
        ),
    ],
)
def test_changes_by_other_programs_are_named(played, script, found):
    change(played, script)
    for words in found:
        said = problems(played)
        assert said == words[1:] if words.startswith("=") else words in said


def test_a_lost_end_is_not_covered_up_by_playing_on(played):
    change(played, f"DELETE FROM hands WHERE number > {HANDS - 2}")
    assert problems(played) == f"hands {HANDS - 1} to {HANDS} are missing"
    with closing(Store.open(played)) as store:
        assert play_into(store, 1) == [HANDS + 1]
    assert f"hands {HANDS - 1} to {HANDS} are missing" in problems(played)
    assert verify(played).hands == HANDS - 1


def test_playing_on_after_damage_keeps_the_later_hands_sound(played):
    change(played, f"UPDATE hands SET checksum = 'x' WHERE number = {HANDS}")
    with closing(Store.open(played)) as store:
        play_into(store, 2)
    report = verify(played)
    assert {problem.hand for problem in report.problems} == {HANDS}
    assert report.hands == HANDS + 1


def test_a_seal_of_other_hands_is_found(played):
    with closing(sqlite3.connect(played)) as db, db:
        db.row_factory = sqlite3.Row
        seal = dict(db.execute("SELECT * FROM seal").fetchone()) | {"hands_checksum": "0" * 64}
        db.execute("UPDATE seal SET hands_checksum = ?", ["0" * 64])
        db.execute("UPDATE seal SET checksum = ?", [sealed("seal", seal)])
    assert problems(played) == "the last hands are not those that were written last"


def _other_deck(row):
    return {"cards": row["cards"][-2:] + row["cards"][:-2]}


def _other_holes(row):
    return {"holes": json.dumps(json.loads(row["holes"])[::-1])}


@pytest.mark.parametrize(
    ("number", "changes", "found"),
    [
        (3, _other_deck, "hand 3: its deck is not the one that was committed"),
        (3, _other_holes, "hand 3: its cards are not its deck's"),
        (8, lambda row: {"deck": 2}, "hand 8: its deck was dealt before"),
        (3, lambda row: {"line": "ccq"}, "hand 3: 'q'"),
        (2, lambda row: {"deck": 0}, "hand 2: the row that committed its deck is damaged"),
        (3, lambda row: {"mode": IMPORTED}, "hand 3: it was imported, yet has a deck"),
        (HANDS, lambda row: {"payoffs": "[900,-900]"}, f"hand {HANDS}: "),
    ],
)
def test_rows_with_true_checksums_are_judged_by_the_rules(played, number, changes, found):
    rewrite(played, number, **changes(stored(played, number)))
    assert found in problems(played)


def test_imported_rows_are_judged_by_the_rules(full, rest):
    first = min(n for n, hand in rest.hands.items() if hand.mode == IMPORTED and not hand.is_wide)
    rewrite(full, first, payoffs="[900,-900]")
    assert f"hand {first}: " in problems(full)
    rewrite(full, first + 1, deck=1)
    assert f"hand {first + 1}: it was imported, yet has a deck" in problems(full)


def test_a_damaged_index_is_reported_and_made_anew(played):
    change(played, "UPDATE hand_index SET result = result + 1 WHERE number = 4")
    change(played, "UPDATE hand_index SET number = 99 WHERE number = 6")
    report = verify(played)
    assert [problem.hand for problem in report.problems] == [4, 6]
    assert report.hands == HANDS
    assert "hands reindex" in report.problems[0].text
    with closing(Store.open(played)) as store:
        store.reindex().result()
    assert verify(played).sound


@pytest.mark.parametrize("keep", [0.9, 0.5, 0.1, 0.0])
def test_a_cut_file_is_not_sound(played, original, keep):
    played.write_bytes(original[: int(len(original) * keep)])
    assert not verify(played).sound


HARMLESS = ("opponents.family", "people.name")
"""Values that are odd, and as good as any."""


@pytest.mark.parametrize("place", [place for place in damage.NONSENSE if place not in HARMLESS])
def test_values_that_make_no_sense_are_found_whatever_their_checksum(full, rest, place):
    table, column = place.split(".")
    for value in damage.NONSENSE[place]:
        full.write_bytes(rest.data)
        damage.forge(full, table, {column: value})
        assert not verify(full).sound, value
