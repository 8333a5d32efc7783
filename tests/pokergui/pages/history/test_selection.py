"""The replayer shows the row that is marked in the list, whatever a person does."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QMimeData, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ai.simple import RaiseAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match, MatchChunk
from pokergui.pages.history.presenters import history as history_module
from pokergui.pages.history.presenters.files import HistoryFiles
from pokergui.pages.history.presenters.history import HistoryPresenter
from pokergui.pages.history.presenters.replay import ReplayPresenter
from pokergui.pages.history.presenters.who import HistoryWho
from pokergui.pages.history.viewmodel.history import ReplayScene
from pokergui.pages.history.views.page import HistoryPage
from pokergui.pages.history.wiring import connect_history, connect_who
from pokergui.settings import Settings
from pokergui.store import Store, import_hands
from tests.naive.site_files import HERO, SHAPES, site_hand
from tests.pokergui.store.random_hands import play_into
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def keep_match(store: Store, hands: int, seed: int) -> None:
    game = get_game("leduc")
    ticket = store.begin_match(
        game,
        engines=("raise", "random"),
        players=("Raiser", "Random walker"),
        seed=seed,
        duplicate=False,
        hands=hands,
    )
    chunks: list[MatchChunk] = []
    agents = (RaiseAgent(game), RandomAgent(game))
    Match(game, agents, seed, False).run(hands, JobControl(), chunks.append)
    for chunk in chunks:
        store.append_block(ticket, chunk).result()
    store.finish_match(ticket).result()


class Desk:
    """The page with its presenters over a database, and the contents of the replayer."""

    def __init__(self, store: Store, page: HistoryPage, parent: QObject) -> None:
        self.store, self.page, self.runner = store, page, SyncRunner()
        self.history = HistoryPresenter(self.runner, store.path, parent)
        self.replay = ReplayPresenter(parent)
        files = HistoryFiles(self.runner, store, store.path, self.history.filter, parent)
        self.who = HistoryWho(self.runner, store, store.path, parent)
        connect_history(self.history, self.replay, files, page)
        connect_who(self.history, files, self.who, page)
        self.scene = ReplayScene()
        self.replay.scene.connect(lambda scene: setattr(self, "scene", scene))
        self.history.start()
        self.replay.start()
        self.history.show_page(True)
        self.settle()

    def settle(self) -> None:
        self.runner.run_all()

    @property
    def match(self) -> int:
        mode = self.history._wanted.mode
        return int(mode.removeprefix("match:")) if mode.startswith("match:") else 0

    def shown(self) -> str:
        """Return what the replayer shows: a hand's title, or nothing."""
        if self.replay.replay is not None:
            assert self.page.replayer.table.scene.title == self.replay.replay.title
            return self.replay.replay.title
        if self.scene.text:
            return self.scene.message.partition(" has ")[0]
        return ""

    def marked(self) -> str:
        """Return the hand selected in the list."""
        row = self.page.list.currentIndex().row()
        numbers = self.page.list.selected_numbers()
        if not numbers:
            return ""
        number = self.page.list.rows[row].number
        assert number in numbers
        if self.page.list.rows[row].damaged:
            return ""
        return f"Match {self.match}, hand {number}" if self.match else f"Hand {number}"


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(history_module, "PAGE_ROWS", 12)
    monkeypatch.setattr(history_module, "MORE_ROWS", 12)
    rng = random.Random(3)
    hands = [site_hand(rng, SHAPES[1], number, size).text for number, size in enumerate((2, 4, 6))]
    hands += [site_hand(rng, SHAPES[4], 77, 9).text]
    file = tmp_path / "site.txt"
    file.write_text("".join(hands), "utf-8")
    page, parent = HistoryPage(), QObject()
    qtbot.addWidget(page)
    page.resize(1200, 800)
    with closing(Store.open(tmp_path / "hands.db")) as store:
        play_into(store, 20, seed=3, games=("kuhn", "leduc", "holdem-nolimit@100"))
        import_hands(store, [file])
        keep_match(store, 30, 1)
        keep_match(store, 9, 2)
        with closing(sqlite3.connect(store.path)) as db, db:
            db.execute("UPDATE hands SET payoffs = '[9,-9]' WHERE number = 17")
        page.show()
        yield Desk(store, page, parent)


def test_a_match_after_a_hand_shows_the_match(desk: Desk) -> None:
    while desk.page.list._more:
        desk.history.fetch_more()
        desk.settle()
    desk.page.list.selectRow([row.number for row in desk.page.list.rows].index(5))
    desk.settle()
    assert desk.shown() == desk.marked() == "Hand 5"
    desk.history.narrow("mode", "match:1")
    desk.settle()
    assert desk.shown() == desk.marked() == "Match 1, hand 1"
    desk.page.list.selectRow(4)
    desk.settle()
    assert desk.shown() == desk.marked() == "Match 1, hand 5"
    desk.history.narrow("mode", "match:2")
    desk.settle()
    assert desk.shown() == desk.marked() == "Match 2, hand 1"
    desk.history.narrow("mode", "")
    desk.settle()
    assert desk.shown() == desk.marked() == "Hand 24"


def test_a_row_of_the_list_before_is_never_taken_for_one_of_the_next(desk: Desk) -> None:
    desk.history.narrow("mode", "match:1")  # its rows are still being read
    desk.page.list.selectRow(3)
    desk.settle()
    assert desk.shown() == desk.marked()
    assert desk.shown().startswith("Match 1")


def test_a_hand_that_cannot_be_read_leaves_no_other_in_its_place(desk: Desk) -> None:
    assert desk.shown() == "Hand 24"
    desk.page.list.selectRow(1)
    with closing(sqlite3.connect(desk.store.path)) as db, db:
        db.execute("UPDATE hands SET payoffs = '[1]' WHERE number = 23")
    desk.settle()
    assert desk.shown() == ""
    assert desk.page.list.selected_numbers() == [23]


def test_taking_the_mark_off_with_ctrl_keeps_list_and_replayer_together(desk: Desk) -> None:
    rows, flag = desk.page.list, QItemSelectionModel.SelectionFlag
    model = rows.selectionModel()
    for row in (2, 4):
        model.setCurrentIndex(rows.model().index(row, 0), flag.Select | flag.Rows)
    model.setCurrentIndex(rows.model().index(4, 0), flag.Deselect | flag.Rows)
    desk.settle()
    assert desk.shown() == desk.marked() != ""
    for row in (0, 2):
        model.setCurrentIndex(rows.model().index(row, 0), flag.Deselect | flag.Rows)
    desk.settle()
    assert desk.shown() == desk.marked() != ""


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_done_the_marked_row_is_shown(desk: Desk, seed: int) -> None:
    rng, rows = random.Random(seed), desk.page.list
    flag = QItemSelectionModel.SelectionFlag

    def mark(how: QItemSelectionModel.SelectionFlag) -> None:
        if rows.rows:
            index = rows.model().index(rng.randrange(len(rows.rows)), 0)
            rows.selectionModel().setCurrentIndex(index, how | flag.Rows)

    def narrow() -> None:
        field, values = rng.choice(
            (
                ("mode", ("", "play", "imported", "match:1", "match:2")),
                ("game", ("", "leduc", "kuhn")),
                ("text", ("", "Kh", "nothing at all")),
                ("opponent", ("", "random", HERO)),
            )
        )
        desk.history.narrow(field, rng.choice(values))

    def more_hands() -> None:
        play_into(desk.store, rng.randint(1, 3), seed=rng.randrange(99), games=("kuhn",))
        desk.history.hands_changed()

    steps: tuple[Callable[[], object], ...] = (
        lambda: mark(flag.ClearAndSelect),
        lambda: mark(flag.Toggle),
        lambda: mark(flag.Select),
        narrow,
        narrow,
        more_hands,
        desk.history.fetch_more,
        desk.history.clear,
        lambda: desk.who.answer(rng.choice((HERO, "x", ""))),
        desk.who.ask_again,
        lambda: desk.history.sums.toggle_source("imported"),
    )
    for _ in range(60):
        for _ in range(rng.choice((1, 1, 2))):
            rng.choice(steps)()
        desk.settle()
        assert desk.shown() == desk.marked()


def test_who_one_is_is_asked_once_in_place_and_all_follows(desk: Desk) -> None:
    page, buttons = desk.page, desk.page.who.buttons
    desk.who.look()
    desk.settle()
    assert page.who.isHidden()  # one of the files says it
    desk.who.ask_again()
    desk.settle()
    assert page.who.isVisible()
    row = next(row for row in page.list.rows if row.number == 21)
    assert row.result == ""
    desk.history.sums.toggle_source("imported")
    (own,) = (button for button in buttons() if button.property("key") == HERO)
    own.click()
    desk.settle()
    assert page.who.isHidden()
    row = next(one for one in page.list.rows if one.number == row.number)
    assert row.result != ""
    titles = {group.title for group in page.statistics._scene.groups}
    assert any("players" in title for title in titles)
    assert all(
        sum(line.person for line in group.rows) == 1 for group in page.statistics._scene.groups
    )
    assert desk.shown() == desk.marked()
    desk.who.look()
    desk.settle()
    assert page.who.isHidden()
    desk.who.ask_again()
    desk.settle()
    assert page.who.isVisible()
    buttons()[-1].click()  # none of them
    desk.settle()
    assert page.who.isHidden()


def test_what_counts_is_remembered(desk: Desk) -> None:
    heard: list[tuple[str, ...]] = []
    desk.history.sums.counted_changed.connect(heard.append)
    imported = desk.page.statistics.switches()[1]
    imported.click()
    imported.click()
    assert [set(one) for one in heard] == [{"play", "imported"}, {"play"}]
    assert Settings(count_imported=True).counted == ("play", "imported")


def mime(text: str = "", *files: Path) -> QMimeData:
    data = QMimeData()
    if text:
        data.setText(text)
    if files:
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    return data


def drop(page: HistoryPage, data: QMimeData) -> bool:
    """Drop something on the page, if it lets it in."""
    place = QPoint(10, 10)
    buttons = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(place, Qt.DropAction.CopyAction, data, *buttons)
    enter.ignore()
    QApplication.sendEvent(page, enter)
    if enter.isAccepted():
        fall = QDropEvent(place.toPointF(), Qt.DropAction.CopyAction, data, *buttons)
        QApplication.sendEvent(page, fall)
    return enter.isAccepted()


def test_hands_are_pasted_and_dropped(desk: Desk, tmp_path: Path) -> None:
    rng, page = random.Random(9), desk.page
    texts = [site_hand(rng, SHAPES[1], 100 + number, 2).text for number in range(4)]
    before = len(page.list.rows)
    QApplication.clipboard().setText(texts[0])
    QTest.keyClick(page.list, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    newest = max(row.number for row in page.list.rows)
    assert desk.shown() == desk.marked() == f"Hand {newest}"
    page.open_review()
    assert drop(page, mime(texts[1]))  # also from a room
    desk.settle()
    assert page.list.isVisible() and desk.marked() == f"Hand {newest + 1}"
    files = [tmp_path / "one.txt", tmp_path / "two.txt"]
    for file, text in zip(files, texts[2:], strict=True):
        file.write_text(text, "utf-8")
    assert drop(page, mime("", *files))
    desk.settle()
    assert max(row.number for row in page.list.rows) == newest + 3
    assert page.notice.isVisible() and before > 0
    assert not drop(page, QMimeData())
    QApplication.clipboard().setText("  ")
    QTest.keyClick(page.list, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    desk.settle()
    assert max(row.number for row in page.list.rows) == newest + 3
