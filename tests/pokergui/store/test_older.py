"""A database of version 4, before facts and names, with hands played and imported."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pokergui.store import (
    IMPORTED,
    YOU,
    HandFilter,
    HandReader,
    Player,
    Store,
    learn_people,
    verify,
)
from pokergui.store.drills import keep_answers
from tests.pokergui.store.drilled import drill_answer
from tests.pokergui.store.random_hands import play_into
from tests.pokergui.tournaments.makers import go_on, new

OLD = Path(__file__).with_name("imported4.sql")


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "hands.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(OLD.read_text("utf-8"))
        assert db.execute("PRAGMA user_version").fetchone() == (4,)
    return path


def checksums(path):
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT number, checksum FROM hands ORDER BY number").fetchall()


def test_its_rows_stay_valid_and_are_gone_on_from(old):
    before = checksums(old)
    assert verify(old).hands == 9
    assert verify(old).sound  # which changes nothing
    with closing(Store.open(old)) as store:
        assert checksums(old) == before
        assert verify(old).sound
        play_into(store, 2)
    report = verify(old)
    assert (report.sound, report.hands) == (True, 11)
    assert checksums(old)[:9] == before


def test_its_imported_hands_get_their_hero(old):
    with closing(Store.open(old)) as store:
        with HandReader(old) as reader:
            assert reader.unclear() == {"ann": 4, "bob": 4, "cyd": 4}
            hands = reader.list(HandFilter(modes=(IMPORTED,))).hands
            assert [hand.listed_game for hand in hands] == [
                *("holdem-nolimit@20",) * 2,
                *("holdem-nolimit-3",) * 2,
                *("holdem-nolimit-10/25-3",) * 2,
            ]
            (kept,) = {hand.game.title for hand in hands[4:]}
            assert kept == "No-limit hold'em 10/25"
        assert learn_people(store, ["bob"]).result() == 4
        with HandReader(old) as reader:
            totals = reader.summary(counted=(IMPORTED,)).totals
            assert {total.game: total.hands for total in totals} == {
                "holdem-nolimit@20": 2,
                "holdem-nolimit-3": 2,
                "holdem-nolimit-10/25-3": 2,
            }
            statistics = reader.player_statistics(HandFilter(modes=(IMPORTED,)))
            assert [set(one.players) for one in statistics if one.game.endswith("3")] == [
                {YOU, Player("other", "ann"), Player("other", "cyd")}
            ] * 2
    assert verify(old).sound


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ("UPDATE hands SET facts = '{}' WHERE number = 4", "hand 4 is damaged"),
        ("UPDATE people SET hero = 0", "the name 'bob' of the person is damaged"),
        ("UPDATE people SET name = 'ann'", "the name 'ann' of the person is damaged"),
    ],
)
def test_changes_of_what_is_new_are_found(old, change, part):
    with closing(Store.open(old)) as store:
        learn_people(store, ["bob"]).result()
    with closing(sqlite3.connect(old)) as db, db:
        db.execute(change)
    assert part in " | ".join(problem.text for problem in verify(old).problems)


def test_it_takes_tournaments(old):
    with closing(Store.open(old)) as store:
        go_on(store, new(store, ("call", "random"), hands=40))
    with HandReader(old) as reader:
        (found,) = reader.tournaments()
        assert [one.hands for one in reader.table_results(found).values()] == [40]
    report = verify(old)
    assert (report.sound, report.hands, report.match_hands) == (True, 9, 40)


def test_it_takes_answers_in_drills(old):
    with closing(Store.open(old)) as store:
        keep_answers(store, [drill_answer()]).result()
    with HandReader(old) as reader:
        assert [one.number for one in reader.drill_answers("leduc")] == [1]
    assert verify(old).sound
