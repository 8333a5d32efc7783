import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pokergui.store import (
    IMPORTED,
    YOU,
    HandReader,
    HandSelection,
    OpponentReader,
    Player,
    Store,
    learn_people,
    mend,
    verify,
)
from pokergui.store.drills import keep_answers
from pokergui.store.raw.versions import VERSIONS, tables_of
from tests.pokergui.store import damage
from tests.pokergui.store.damage import problems, rows
from tests.pokergui.store.drilled import drill_answer
from tests.pokergui.store.random_hands import hands_in, play_into
from tests.pokergui.tournaments.makers import go_on, new

ALL = [(f"version{number}.sql", number) for number in range(1, len(VERSIONS) + 1)]
FILES = [*ALL, ("imported4.sql", 4)]
HANDS = {"version1.sql": 3, "version3.sql": 3, "version10.sql": 7, "imported4.sql": 9}
"""Hands in the database of a version, if not 4."""


def old(path, file, number):
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(Path(__file__).with_name(file).read_text("utf-8"))
        assert db.execute("PRAGMA user_version").fetchone() == (number,)
    return path


@pytest.mark.parametrize(("file", "number"), FILES)
def test_databases_of_every_version_are_upgraded_and_salvaged(path, file, number):
    old(path, file, number)
    data, hands, before = path.read_bytes(), HANDS.get(file, 4), rows(path)
    if (file, number) in ALL:
        assert all(before[table] for table in tables_of(number) if table != "seal")
    found = verify(path)  # it changes nothing
    assert (found.problems, found.hands) == ((), hands)
    assert rows(path) == before
    with HandReader(path) as reader:
        assert len(reader.list().hands) == hands
        assert bool(reader.drill_answers("leduc")) == (number >= 8)
        assert len(reader.tournaments()) == (number >= 7)
        assert len(reader.open_hands().hands) == (number >= 5)
    assert bool(OpponentReader(path).list()) == (file in [file for file, n in ALL if n >= 4])
    with closing(Store.open(path)) as store:
        after = rows(path)
        assert {table: after[table] for table in before} == before
        assert verify(path).sound
        play_into(store, 2)
        keep_answers(store, [drill_answer()]).result()
        go_on(store, new(store, ("call", "random"), hands=40))
    found = verify(path)
    assert (found.problems, found.hands) == ((), hands + 2)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(VERSIONS),)
    path.write_bytes(data)
    damage.lose_definitions(path)
    mended = mend(path)
    assert (mended.found.lost.words(), mended.found.problems) == ("", ())
    report = verify(path)
    assert (report.problems, report.hands) == ((), hands)
    after = rows(path)
    assert {table: after[table] for table in before} == before


@pytest.mark.parametrize(("file", "number"), FILES)
def test_a_damaged_hand_of_an_older_version_stays_damaged(path, file, number):
    damage.change(old(path, file, number), "UPDATE hands SET line = 'x' WHERE number = 3")
    for _ in range(2):
        assert "hand 3 is damaged" in problems(path)
        with HandReader(path) as reader:
            assert reader.list().damaged == (3,)


def test_imported_hands_of_an_older_version_get_their_hero(path):
    old(path, "imported4.sql", 4)
    games = ("holdem-nolimit@20", "holdem-nolimit-3", "holdem-nolimit-10/25-3")
    with closing(Store.open(path)) as store:
        with HandReader(path) as reader:
            assert reader.unclear() == {"ann": 4, "bob": 4, "cyd": 4}
        hands = hands_in(path, HandSelection(modes=(IMPORTED,)))
        assert [hand.listed_game for hand in hands] == [name for name in games for _ in "ab"]
        assert {hand.game.title for hand in hands[4:]} == {"No-limit hold'em 10/25"}
        assert learn_people(store, ["bob"]).result() == 4
    with HandReader(path) as reader:
        totals = reader.summary(counted=(IMPORTED,)).totals
        assert {total.game: total.hands for total in totals} == dict.fromkeys(games, 2)
        statistics = reader.player_statistics(HandSelection(modes=(IMPORTED,)))
        assert [set(one.players) for one in statistics if one.game.endswith("3")] == [
            {YOU, Player("other", "ann"), Player("other", "cyd")}
        ] * 2
    assert verify(path).sound
