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
    HandReader,
    HandSelection,
    NoDatabaseError,
    OpponentReader,
    Store,
    StoreError,
    deck_hash,
    mend,
    verify,
)
from pokergui.store.raw.versions import VERSIONS
from tests.pokergui.store.damage import change, limit_pages
from tests.pokergui.store.random_hands import GAMES, hands_in, play_hand, play_into, played

ROOT = Path(__file__).resolve().parents[3]
KUHN = get_game("kuhn")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "da?ta #1%20é" / "hands.db"


def test_stored_hands_round_trip(path, store):
    numbers = play_into(store, 24, seed=3)
    assert numbers == list(range(1, 25))
    hands = hands_in(path)  # alongside the writer
    assert [hand.number for hand in hands] == numbers
    assert tuple(hand.game_name for hand in hands) == 4 * GAMES
    for hand in hands:
        assert hand.record.replay().payoffs == hand.payoffs
        assert hand.game == get_game(hand.game_name)
        assert hand.result == hand.payoffs[hand.hero]
        assert hand.opponents == ("random",) * (hand.game.num_players - 1)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", hand.time)
        assert hand.session == store.session
    assert hands[0].notes == ("clock cut équité",)
    store.close()
    verify(path)
    assert [file.name for file in path.parent.iterdir()] == ["hands.db"]


def test_a_deck_is_committed_in_its_own_row_before_the_hand(path, store):
    game = get_game("leduc")
    deck = live_deck(game)
    deal = store.begin_hand(game, deck)
    number = deal.committed.result()
    with closing(sqlite3.connect(path)) as other:
        rows = other.execute("SELECT number, game, hash FROM decks").fetchall()
        assert rows == [(number, "leduc", deal.hash)]
        assert other.execute("SELECT count(*) FROM hands").fetchone() == (0,)
    text = f"{deal.salt}:{card_names(deck)}"
    assert deal.hash == hashlib.sha256(text.encode()).hexdigest() == deck_hash(deal.salt, deck)
    assert re.fullmatch("[0-9a-f]{64}", deal.salt)
    assert store.begin_hand(game, deck).hash != deal.hash
    play_into(store, 2)  # decks of unfinished hands are not a problem
    report = verify(path)
    assert (report.hands, report.decks, report.problems) == (2, 4, ())
    record = play_hand(game, deal, Random(1))
    with pytest.raises(ValueError, match="another deal"):
        store.finish_hand(deal, replace(record, deck=()), engines=("", "call"), hero=0)
    with pytest.raises(ValueError, match="2 names"):
        store.finish_hand(deal, record, engines=("call",), hero=0)


def test_concurrent_sessions_share_one_hand_sequence(path):
    with closing(Store.open(path)) as one, closing(Store.open(path)) as two:
        for seed in range(3):
            play_into(one, 1, seed)
            play_into(two, 1, seed)
    hands = hands_in(played(path, 5))
    assert [hand.number for hand in hands] == list(range(1, 12))
    assert len({hand.session for hand in hands}) == 3
    assert [hand.number for hand in hands_in(path, HandSelection(newest=2))] == [10, 11]
    assert verify(path).sound


def test_hand_lookup_errors_name_available_hands(path, store):
    with HandReader(path) as reader, pytest.raises(StoreError, match="none has been saved"):
        reader.show(1)
    play_into(store, 3)
    change(path, "UPDATE hands SET payoffs = '[1,-1]' WHERE number = 3")
    with HandReader(path) as reader:
        assert reader.show(2).number == 2
        with pytest.raises(StoreError, match="there is no hand 4; hands are numbered 1 to 3"):
            reader.show(4)
        with pytest.raises(StoreError, match="hand 3 is damaged"):
            reader.show(3)


@pytest.mark.scorecard("D3")
def test_newer_database_version_is_rejected(path):
    row = "INSERT INTO _sqlite_migrations VALUES (99, 'hands', '099_more', '')"
    change(played(path, 1), f"{row}; PRAGMA user_version = {len(VERSIONS) + 1}")
    for use in (Store.open, HandReader, mend, lambda path: OpponentReader(path).list()):
        with pytest.raises(StoreError, match="newer version of pokergui"):
            use(path)
    assert [problem.hand for problem in verify(path).problems] == [0]


def test_foreign_or_missing_database_files(path):
    for use in (HandReader, verify):
        with pytest.raises(NoDatabaseError, match="no hands have been saved yet"):
            use(path)
    path.parent.mkdir()
    path.write_bytes(b"once upon a time " * 1000)
    for use in (Store.open, HandReader):
        with pytest.raises(StoreError, match="damaged or not a hand database"):
            use(path)
    assert not verify(path).sound
    path.unlink()
    change(path, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="belongs to another program"):
        Store.open(path)
    assert not verify(path).sound
    with pytest.raises(StoreError, match="cannot be written"):
        Store.open(path / "below" / "hands.db")


def test_empty_database_file_holds_no_hands(path):
    path.parent.mkdir()
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


@pytest.mark.scorecard("D3")
def test_locked_database_queues_hands(short_lock_timeout, path, store):
    with closing(sqlite3.connect(path)) as other:
        play_into(store, 1)
        other.execute("BEGIN IMMEDIATE")
        deal = store.begin_hand(KUHN, live_deck(KUHN), engines=("", "random"), hero=0)
        for failed in (deal.committed, store.keep_hand(deal, ())):
            assert isinstance(failed.exception(), StoreError)
        record = play_hand(KUHN, deal, Random(1))
        future = store.finish_hand(deal, record, engines=("", "random"), hero=0)
        with pytest.raises(StoreError, match="another program is using"):
            future.result()
        assert store.unsaved == 1
        with pytest.raises(StoreError, match="another program is using"):
            Store.open(path)
        other.rollback()
        assert store.retry().result() == 1
        assert store.unsaved == 0
        hand = hands_in(path)[-1]
        assert (hand.payoffs, hand.notes) == (record.payoffs, ("deck committed after play",))
        assert (verify(path).sound, verify(path).unfinished) == (True, 0)
        other.execute("BEGIN IMMEDIATE")
        deal = store.begin_hand(KUHN, live_deck(KUHN))
        record = play_hand(KUHN, deal, Random(1))
        assert store.finish_hand(deal, record, engines=("", "call"), hero=0).exception()
        with pytest.raises(StoreError, match="1 finished hands could not be saved"):
            store.close()
    store.close()
    assert isinstance(store.retry().exception(), StoreError)


@pytest.mark.scorecard("D3")
def test_a_full_disk_loses_nothing(path):
    with closing(Store.open(path)) as store:
        play_into(store, 2)
        limit_pages(store, 1)
        rng, game = Random(5), get_game("holdem-nolimit")
        futures = []
        while not (futures and futures[-1].exception()):
            deal = store.begin_hand(game, live_deck(game))
            record = play_hand(game, deal, rng)
            futures.append(store.finish_hand(deal, record, engines=("", "x"), hero=0))
        with pytest.raises(StoreError, match=r"disk that holds .* is full"):
            futures[-1].result()
        hands = 2 + len(futures)
        assert store.unsaved == 1
        limit_pages(store, 10**6)
        assert play_into(store, 1, games=("kuhn",)) == [hands + 1]
        assert store.unsaved == 0
    assert (verify(path).hands, verify(path).problems) == (hands + 1, ())


READ_ONLY = """
import os, sys
from pathlib import Path
from pokergui.instance import InstanceLock
from pokergui.store import HandReader, Store, verify
from pokergui.store.reviews import ReviewCache
from engine.errors import PokerError
from tests.pokergui.store.derived.test_reviews import REVIEW
from tests.pokergui.store.random_hands import hands_in, played
folder = Path(sys.argv[1])
path, reviews = played(folder / "hands.db", 6), folder / "reviews.db"
cache = ReviewCache(reviews)
cache.keep("judge", {"a": REVIEW})
verify(path)  # kernels are compiled while their cache can still be written
before = path.read_bytes(), reviews.read_bytes(), sorted(folder.iterdir())
for file, rights in ((path, 0o444), (reviews, 0o444), (folder, 0o555)):
    file.chmod(rights)
if os.geteuid() == 0:
    os.seteuid(65534)
uses = {
    "database": lambda: Store.open(path),
    "lock": lambda: InstanceLock(folder),
    "reading reviews": lambda: cache.find("judge", ["a"]),
    "reviews": lambda: cache.keep("judge", {"b": REVIEW}),
}
for name, use in uses.items():
    try:
        use()
    except PokerError as error:
        assert "cannot be" in str(error)
    else:
        raise AssertionError(name)
assert len(hands_in(path)) == 6
assert verify(path).problems == ()
assert (path.read_bytes(), reviews.read_bytes(), sorted(folder.iterdir())) == before
"""


@pytest.mark.ci
@pytest.mark.slow
@pytest.mark.scorecard("D3")
@pytest.mark.skipif(sys.platform == "win32", reason="rights of folders are another matter there")
def test_read_only_folder_is_readable_and_unchanged():
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        try:
            command = [sys.executable, "-c", READ_ONLY, name]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        finally:
            Path(name).chmod(0o755)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_write_ahead_log_is_truncated_when_idle(path, store, tmp_path, qtbot):
    play_into(store, 5)
    log = path.with_name("hands.db-wal")
    qtbot.waitUntil(lambda: log.stat().st_size == 0)
    copy = tmp_path / "copy.db"
    shutil.copy(path, copy)  # without the log
    assert (verify(copy).hands, verify(copy).problems) == (5, ())
