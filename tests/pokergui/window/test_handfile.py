import random
from contextlib import closing

import pytest
from PySide6.QtCore import QObject

from engine.game import get_game
from engine.table import live_deck
from pokergui.formatting.notices import DISMISS, SALVAGE
from pokergui.store import DamagedError, HandReader, Store, StoreError, backups_of, verify
from pokergui.window.handfile import LATER, LOAD, BackupKeeper, DamagedFile, HandFile, offer_salvage
from tests.pokergui.heard import heard
from tests.pokergui.store.damage import change, lose_definitions
from tests.pokergui.store.random_hands import GAMES, play_hand, play_into, played
from tests.sync_runner import Driven, SyncRunner

HANDS = 30
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return played(tmp_path / "hands.db", HANDS, games=GAMES)


def lose_a_page(path):
    data = bytearray(path.read_bytes())
    with HandReader(path) as reader:
        at = data.find(reader.show(9).salt.encode())
    data[at - at % 4096 : at - at % 4096 + 4096] = bytes(4096)
    path.write_bytes(data)


class Watched(Driven):
    notice = property(lambda self: self.notices[-1])

    def __init__(self, path):
        self.store = Store.open(path)
        self.runner, self.owner = SyncRunner(), QObject()
        self.file = HandFile(self.runner, self.store, self.owner)
        self.notices = heard(self.file.notice, self.file.moved)
        self.counts, self.changes = heard(self.file.counted), heard(self.file.changed)

    def look(self):
        self.do(self.file.look)

    def press(self, key):
        assert key in [button.key for button in self.notice.buttons]
        self.do(self.file.press, key)


@pytest.fixture
def watched(path):
    made = Watched(path)
    yield made
    made.store.close()
    made.owner.deleteLater()


@pytest.fixture
def torn(path, request):
    lose_a_page(path)
    return request.getfixturevalue("watched")


def test_damage_is_counted_and_salvaged_and_play_continues(torn, path):
    game, store = get_game("leduc"), torn.store
    deal = store.begin_hand(game, live_deck(game), engines=("", "random"), hero=0)
    number = deal.committed.result()
    torn.look()
    sound = verify(path).hands
    assert 0 < sound < HANDS
    assert torn.notice.title == f"hands.db is damaged: {sound} of {HANDS} hands are intact"
    assert f"hands {HANDS}" not in torn.notice.details
    torn.press(SALVAGE)
    assert torn.notice.title == f"{sound} hands saved in a new hands.db"
    assert torn.notice.text.startswith("Lost: hands ")
    assert "is kept as hands-damaged-" in torn.notice.text
    assert (torn.changes, torn.counts) == ([()], [(HANDS, sound)])
    record = play_hand(game, deal, random.Random(1))
    assert store.finish_hand(deal, record, engines=("", "random"), hero=0).result() == HANDS + 1
    assert play_into(store, 1) == [HANDS + 2]
    before = len(torn.notices)
    torn.look()
    assert len(torn.notices) == before
    store.close()
    report = verify(path)
    assert (report.sound, report.hands, len(report.salvages)) == (True, sound + 2, 1)
    with HandReader(path) as reader:
        hand = reader.show(HANDS + 1)
        assert (hand.deck_number, hand.notes) == (number, ())


def test_damaged_rows_encountered_are_counted(watched, path):
    watched.look()
    change(path, "UPDATE hands SET payoffs = '[1]' WHERE number = 5")
    watched.look()
    assert watched.notices == []
    watched.do(watched.file.count)
    assert f"{HANDS - 1} of {HANDS} hands are intact" in watched.notice.title
    shown = watched.file.current
    watched.file.press(DISMISS)  # from another notice on the same page
    assert shown is not None and watched.file.current is shown
    watched.press(LATER)
    assert watched.notice is None and watched.file.current is None
    watched.do(watched.file.count)  # reporting once is enough
    assert watched.notice is None
    watched.do(watched.file.press, SALVAGE)
    assert "Lost: hand 5." in watched.notice.text


def test_a_removed_file_is_restored_and_reported(watched, path):
    path.unlink()
    watched.store.look().result()
    watched.runner.run_all()
    assert watched.notice.title == "The hand database was removed while it was open"
    assert str(path) in watched.notice.text
    assert watched.counts == [(HANDS, HANDS)]
    assert verify(path).hands == HANDS


def test_unopenable_database_is_salvaged_first(path):
    lose_definitions(path)
    runner, owner = SyncRunner(), QObject()
    closed = DamagedFile(runner, owner)
    notices, mended = heard(closed.notice), heard(closed.mended)
    closed.offer()
    runner.run_all()
    assert notices[-1].title == f"hands.db is damaged; all {HANDS} hands are intact"
    assert [button.key for button in notices[-1].buttons] == [SALVAGE, LOAD]
    for _ in range(2):  # again on another notice, later
        closed.press(SALVAGE)
        runner.run_all()
        assert mended == [()]
    with closing(Store.open(path)) as store:
        assert play_into(store, 1) == [HANDS + 1]
    assert verify(path).sound


@pytest.mark.slow
def test_salvage_is_offered_before_the_table_is_set_up(window, path):
    lose_definitions(path)
    with pytest.raises(DamagedError) as refused:
        Store.open(path)
    runner, owner, started = SyncRunner(), QObject(), []
    set_off = (runner, window, lambda: started.append(True), owner)
    assert not offer_salvage(StoreError("the disk is full"), *set_off)
    assert offer_salvage(refused.value, *set_off)
    runner.run_all()
    salvage, *_ = window.play.notice.buttons()
    assert (window.play.notice.isVisible(), salvage.text()) == (True, "Salvage")
    salvage.click()
    runner.run_all()
    assert started == [True]
    Store.open(path).close()


@pytest.mark.parametrize("damaged", [False, True])
def test_due_backup_is_made_and_errors_are_reported_once(path, damaged):
    if damaged:
        change(path, "UPDATE hands SET line = line || 'c' WHERE number = 2")
    runner, told, owner = SyncRunner(), [], QObject()
    writer = BackupKeeper(runner, path, told.append, owner)
    writer.look()
    for _ in range(2):
        writer.look()  # the second cancels the first
        runner.run_all()
    assert len(backups_of(path)) == (not damaged)
    words = "no backup of the hands could be made: hands.db is damaged"
    assert [sentence[: len(words)] for sentence in told] == [words] * damaged
