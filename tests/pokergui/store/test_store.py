from __future__ import annotations

import hashlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.cards import card_names
from engine.game import get_game
from engine.table import live_deck
from pokergui.store import (
    HandFilter,
    HandReader,
    NoDatabaseError,
    Store,
    StoreError,
    _connect,
    deck_hash,
    mend,
    verify,
)
from pokergui.store._schema import NAMES
from tests.pokergui.store.random_hands import GAMES, play_hand, play_into

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "da?ta #1%20é" / "hands.db"


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(_connect, "BUSY_S", 0.05)


def limit_pages(store: Store, pages: int) -> None:
    """Make the disk full, or free again, for the store's connection."""
    store._executor.submit(store._db.execute, f"PRAGMA max_page_count = {pages}").result()


def test_hands_come_back_as_they_were_played(path):
    with closing(Store.open(path)) as store:
        rng_hands = play_into(store, 24, seed=3)
        assert rng_hands == list(range(1, 25))
        with HandReader(path) as reader:  # beside the writer
            listing = reader.list()
    assert listing.damaged == ()
    assert [hand.number for hand in listing.hands] == rng_hands
    for hand in listing.hands:
        replayed = hand.record.replay()
        assert replayed.payoffs == hand.payoffs
        assert sum(hand.payoffs) == 0
        assert replayed.board == hand.record.board
        assert hand.game == get_game(hand.game_name)
        assert hand.game.title == get_game(hand.game_name).title
        assert hand.result == hand.payoffs[hand.hero]
        assert hand.opponents == ("random",) * (hand.game.num_players - 1)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", hand.time)
        assert hand.session == store.session
    assert listing.hands[0].notes == ("clock cut équité",)


def test_nothing_but_the_database_is_left_behind(path):
    with closing(Store.open(path)) as store:
        play_into(store, 3)
    with HandReader(path) as reader:
        reader.list()
    verify(path)
    assert [file.name for file in path.parent.iterdir()] == ["hands.db"]


def test_deck_is_committed_in_its_own_row_before_the_hand(path):
    game = get_game("leduc")
    with closing(Store.open(path)) as store:
        deck = live_deck(game)
        deal = store.begin_hand(game, deck)
        number = deal.committed.result()
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("SELECT number, game, hash FROM decks").fetchall() == [
                (number, "leduc", deal.hash)
            ]
            assert other.execute("SELECT count(*) FROM hands").fetchone() == (0,)
        text = f"{deal.salt}:{card_names(deck)}"
        assert deal.hash == hashlib.sha256(text.encode()).hexdigest() == deck_hash(deal.salt, deck)
        assert re.fullmatch("[0-9a-f]{64}", deal.salt)
        again = store.begin_hand(game, deck)
        assert again.hash != deal.hash


def test_deck_of_an_unfinished_hand_stays_and_is_no_problem(path):
    with closing(Store.open(path)) as store:
        store.begin_hand(get_game("kuhn"), live_deck(get_game("kuhn"))).committed.result()
        play_into(store, 2)
    report = verify(path)
    assert (report.hands, report.decks, report.problems) == (2, 3, ())


def test_record_of_another_deal_is_refused(path):

    game = get_game("kuhn")
    with closing(Store.open(path)) as store:
        deal = store.begin_hand(game, live_deck(game))
        record = play_hand(game, deal, Random(1))
        with pytest.raises(ValueError, match="another deal"):
            store.finish_hand(deal, replace(record, deck=()), engines=("", "call"), hero=0)
        with pytest.raises(ValueError, match="2 names"):
            store.finish_hand(deal, record, engines=("call",), hero=0)


def test_sessions_go_on_where_the_last_one_ended(path):
    for seed in range(3):
        with closing(Store.open(path)) as store:
            play_into(store, 5, seed)
    with HandReader(path) as reader:
        assert [hand.number for hand in reader.list().hands] == list(range(1, 16))
        sessions = {hand.session for hand in reader.list().hands}
        newest = reader.list(HandFilter(newest=4))
        assert [hand.number for hand in newest.hands] == [12, 13, 14, 15]
    assert len(sessions) == 3
    assert verify(path).sound


def test_filters_and_statistics(path):
    with closing(Store.open(path)) as store:
        play_into(store, 60, games=("leduc", "kuhn"))
        first = store.session
    with closing(Store.open(path)) as store:
        play_into(store, 10, seed=2, games=("leduc",))
    with HandReader(path) as reader:
        leduc = [hand for hand in reader.list().hands if hand.game_name == "leduc"]
        (total,) = reader.summary(HandFilter("leduc", "random")).totals
        assert (total.hands, total.chips) == (40, sum(hand.result for hand in leduc))
        assert reader.summary(HandFilter("leduc", "random", first)).hands == 30
        assert reader.summary(HandFilter("leduc", "call")).hands == 0
        since = leduc[-1].time
        assert leduc[-1] in reader.list(HandFilter(since=since)).hands
        assert leduc[-1] not in reader.list(HandFilter(until=since)).hands
        assert reader.list(HandFilter(modes=("replay",))).hands == ()


def test_show_names_what_there_is(path):
    with closing(Store.open(path)) as store:
        with HandReader(path) as reader, pytest.raises(StoreError, match="none has been saved"):
            reader.show(1)
        play_into(store, 3)
    with HandReader(path) as reader:
        assert reader.show(2).number == 2
        with pytest.raises(StoreError, match="there is no hand 4; they go from 1 to 3"):
            reader.show(4)


def test_damaged_hand_is_named_and_never_shown(path):
    with closing(Store.open(path)) as store:
        play_into(store, 4)
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE hands SET payoffs = '[1,-1]' WHERE number = 2")
        other.commit()
    with HandReader(path) as reader:
        listing = reader.list()
        assert [hand.number for hand in listing.hands] == [1, 3, 4]
        assert listing.damaged == (2,)
        with pytest.raises(StoreError, match="hand 2 is damaged"):
            reader.show(2)


def test_backup_is_one_sound_file(path, tmp_path):
    target = tmp_path / "backup.db"
    target.write_text("an older one")
    with closing(Store.open(path)) as store:
        play_into(store, 6)
        with HandReader(path) as reader:
            assert reader.backup(target) == 6
            with pytest.raises(StoreError, match="cannot replace"):
                reader.backup(path)
        play_into(store, 1)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["backup.db", path.parent.name]
    assert (verify(target).hands, verify(target).problems) == (6, ())
    with closing(Store.open(target)) as restored:  # a backup is a database to go on with
        assert play_into(restored, 1) == [7]


def test_a_damaged_database_replaces_no_backup(path, tmp_path):
    target = tmp_path / "backup.db"
    with closing(Store.open(path)) as store:
        play_into(store, 6)
    with HandReader(path) as reader:
        reader.backup(target)
    good = target.read_bytes()
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE hands SET payoffs = '[1,-1]' WHERE number > 4")
        other.commit()
    with HandReader(path) as reader:
        words = r"hands\.db is damaged, so nothing is saved as backup\.db: hand 5.*, and .* more"
        with pytest.raises(StoreError, match=words):
            reader.backup(target)
    assert target.read_bytes() == good
    assert sorted(file.name for file in tmp_path.iterdir()) == ["backup.db", path.parent.name]


def test_backup_into_a_missing_folder(path, tmp_path):
    Store.open(path).close()
    with HandReader(path) as reader, pytest.raises(StoreError, match=r"missing.*backup\.db"):
        reader.backup(tmp_path / "missing" / "backup.db")


def test_no_database_yet(path):
    with pytest.raises(NoDatabaseError, match="no hands have been saved yet"):
        HandReader(path)
    with pytest.raises(NoDatabaseError):
        verify(path)


@pytest.mark.scorecard("D3")
def test_newer_schema(path):
    with closing(Store.open(path)) as store:
        play_into(store, 1)
    with closing(sqlite3.connect(path)) as other:
        row = "INSERT INTO _sqlite_migrations VALUES (99, 'hands', '099_more', '')"
        other.execute(row)
        other.execute(f"PRAGMA user_version = {len(NAMES) + 1}")
        other.commit()
    for use in (Store.open, HandReader, mend):
        with pytest.raises(StoreError, match="newer version"):
            use(path)
    assert [problem.hand for problem in verify(path).problems] == [0]


def test_other_files_in_its_place(path):
    path.parent.mkdir()
    path.write_bytes(b"once upon a time " * 1000)
    for use in (Store.open, HandReader):
        with pytest.raises(StoreError, match="damaged or not a hand database"):
            use(path)
    assert not verify(path).sound
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="belongs to another program"):
        Store.open(path)
    assert not verify(path).sound


@pytest.mark.scorecard("D3")
def test_locked_database(path, impatient):
    with closing(Store.open(path)) as store, closing(sqlite3.connect(path)) as other:
        play_into(store, 1)
        other.execute("BEGIN IMMEDIATE")
        game = get_game("kuhn")
        deal = store.begin_hand(game, live_deck(game))
        assert isinstance(deal.committed.exception(), StoreError)
        record = play_hand(game, deal, Random(1))
        future = store.finish_hand(deal, record, engines=("", "random"), hero=0)
        with pytest.raises(StoreError, match="another program is using"):
            future.result()
        assert store.unsaved == 1
        with pytest.raises(StoreError, match="another program is using"):
            Store.open(path)
        other.rollback()
        assert store.retry().result() == 1
        assert store.unsaved == 0
    with HandReader(path) as reader:
        hand = reader.show(2)
        assert hand.payoffs == record.payoffs
        assert hand.notes == ("deck committed after play",)
    assert verify(path).sound


@pytest.mark.scorecard("D3")
def test_full_disk_loses_nothing(path):
    with closing(Store.open(path)) as store:
        play_into(store, 2)
        limit_pages(store, 1)
        rng = Random(5)
        game = get_game("holdem-nolimit")
        futures = []
        while not (futures and futures[-1].exception()):
            deal = store.begin_hand(game, live_deck(game))
            futures.append(
                store.finish_hand(deal, play_hand(game, deal, rng), engines=("", "x"), hero=0)
            )
        with pytest.raises(StoreError, match=r"disk that holds .* is full"):
            futures[-1].result()
        played = 2 + len(futures)
        assert store.unsaved == 1
        limit_pages(store, 10**6)
        assert play_into(store, 1, games=("kuhn",)) == [played + 1]
        assert store.unsaved == 0
    assert (verify(path).hands, verify(path).problems) == (played + 1, ())


@pytest.mark.scorecard("D3")
def test_closing_names_what_could_not_be_saved(path, impatient):
    store = Store.open(path)
    game = get_game("kuhn")
    deal = store.begin_hand(game, live_deck(game))
    record = play_hand(game, deal, Random(1))
    deal.committed.result()
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert store.finish_hand(deal, record, engines=("", "call"), hero=0).exception()
        with pytest.raises(StoreError, match="1 finished hands could not be saved"):
            store.close()
    store.close()
    assert isinstance(store.retry().exception(), StoreError)


def test_a_database_without_tables_yet_holds_no_hands(tmp_path):
    path = tmp_path / "hands.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("PRAGMA user_version = 0")
        with pytest.raises(NoDatabaseError, match="no hands have been saved yet"):
            HandReader(path)
    path.write_bytes(b"")  # a kill at the first start may leave it so
    assert [problem.text for problem in verify(path).problems] == [
        "the file is damaged: it is empty"
    ]
    Store.open(path).close()
    assert verify(path).sound


READ_ONLY = """
import os, sys
from pathlib import Path
from pokergui.instance import InstanceLock
from pokergui.store import HandReader, Store, verify
from engine.errors import PokerError
from tests.pokergui.store.random_hands import play_into
folder = Path(sys.argv[1])
store = Store.open(folder / "hands.db")
play_into(store, 6)
store.close()
verify(folder / "hands.db")  # kernels are compiled while their cache can still be written
before = (folder / "hands.db").read_bytes()
(folder / "hands.db").chmod(0o444)
folder.chmod(0o555)
if os.geteuid() == 0:
    os.seteuid(65534)
for use in (lambda: Store.open(folder / "hands.db"), lambda: InstanceLock(folder)):
    try:
        use()
    except PokerError as error:
        print("cannot be written" in str(error))
with HandReader(folder / "hands.db") as reader:
    print(len(reader.list().hands))
print(verify(folder / "hands.db").problems, (folder / "hands.db").read_bytes() == before)
"""


@pytest.mark.scorecard("D3")
@pytest.mark.skipif(sys.platform == "win32", reason="rights of folders are another matter there")
def test_read_only_folder():
    with tempfile.TemporaryDirectory() as name:
        try:
            done = subprocess.run(
                [sys.executable, "-c", READ_ONLY, name],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=False,
                timeout=300,
            )
        finally:
            Path(name).chmod(0o755)
    assert (done.stdout.split("\n"), done.stderr) == (["True", "True", "6", "() True", ""], "")


@pytest.mark.scorecard("D3")
def test_folder_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        Store.open(tmp_path / "file" / "hands.db")


def test_two_writers_keep_one_chain(path):
    with closing(Store.open(path)) as one, closing(Store.open(path)) as two:
        for seed in range(6):
            play_into(one, 1, seed)
            play_into(two, 1, seed)
    assert (verify(path).hands, verify(path).problems) == (12, ())


def test_log_is_emptied_when_nothing_is_left_to_write(path, tmp_path):
    with closing(Store.open(path)) as store:
        play_into(store, 5)
        store._executor.submit(int).result()
        copy = tmp_path / "copy.db"
        shutil.copy(path, copy)  # without the log
    assert (verify(copy).hands, verify(copy).problems) == (5, ())


def test_all_games_are_kept(path):
    with closing(Store.open(path)) as store:
        play_into(store, len(GAMES))
    with HandReader(path) as reader:
        assert tuple(hand.game_name for hand in reader.list().hands) == GAMES
