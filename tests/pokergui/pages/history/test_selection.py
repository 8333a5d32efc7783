import random
from contextlib import closing

import pytest
from PySide6.QtCore import QItemSelectionModel, QMimeData, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui.pages.history.presenters import history as history_module
from pokergui.pages.history.presenters.files import HistoryFiles
from pokergui.pages.history.presenters.history import HistoryPresenter, HistoryWho
from pokergui.pages.history.presenters.replay import ReplayPresenter
from pokergui.pages.history.views.page import HistoryPage
from pokergui.pages.history.wiring import connect_history, connect_who
from pokergui.store import Store, import_hands
from tests.naive.site_files import HERO, SHAPES, site_hand
from tests.pokergui.heard import heard
from tests.pokergui.history_parts import keep_match
from tests.pokergui.store.damage import change
from tests.pokergui.store.random_hands import play_into
from tests.sync_runner import SyncRunner

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]
FLAG = QItemSelectionModel.SelectionFlag


class Selection:
    def __init__(self, store, page, parent):
        self.store, self.page, self.runner = store, page, SyncRunner()
        self.history = HistoryPresenter(self.runner, store.path, parent)
        self.replay = ReplayPresenter(parent)
        files = HistoryFiles(self.runner, store, store.path, self.history.filter, parent)
        self.who = HistoryWho(self.runner, store, store.path, parent)
        connect_history(self.history, self.replay, files, page)
        connect_who(self.history, files, self.who, page)
        self.scenes = heard(self.replay.scene)
        self.statistics = heard(self.history.sums.statistics)
        self.history.start()
        self.replay.show()
        self.history.show_page(True)
        self.settle()

    def settle(self):
        self.runner.run_all()

    def mark(self, row, how=FLAG.ClearAndSelect):
        index = self.page.list.model().index(row, 0)
        self.page.list.selectionModel().setCurrentIndex(index, how | FLAG.Rows)

    def spoil(self, number, payoffs):
        script = f"UPDATE hands SET payoffs = '{payoffs}' WHERE number = {number}"
        change(self.store.path, script)

    def shown(self):
        if self.replay.replay is not None:
            assert self.page.replayer.table.scene.title == self.replay.replay.title
            return self.replay.replay.title
        scene = self.scenes[-1]
        return scene.message.partition(" has ")[0] if scene.text else ""

    def marked(self):
        rows = self.page.list
        if not (numbers := rows.selected_numbers()):
            return ""
        row = rows.rows[rows.currentIndex().row()]
        assert row.number in numbers
        match = self.history.wanted().mode.removeprefix("match:")
        title = f"Match {match}, hand" if match.isdigit() else "Hand"
        return "" if row.damaged else f"{title} {row.number}"

    def number(self):
        return max(row.number for row in self.page.list.rows)


@pytest.fixture
def selection(tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(history_module, "PAGE_ROWS", 12)
    monkeypatch.setattr(history_module, "MORE_ROWS", 12)
    rng = random.Random(3)
    hands = [site_hand(rng, SHAPES[1], number, size).text for number, size in enumerate((2, 4, 6))]
    file = tmp_path / "site.txt"
    file.write_text("".join([*hands, site_hand(rng, SHAPES[4], 77, 9).text]), "utf-8")
    page, parent = HistoryPage(), QObject()
    qtbot.addWidget(page)
    page.resize(1200, 800)
    with closing(Store.open(tmp_path / "hands.db")) as store:
        play_into(store, 20, seed=3, games=("kuhn", "leduc", "holdem-nolimit@100"))
        import_hands(store, [file])
        keep_match(store, 30, seed=1, duplicate=False)
        keep_match(store, 9, seed=2, duplicate=False)
        page.show()
        made = Selection(store, page, parent)
        made.spoil(17, "[9,-9]")
        made.history.hands_changed()
        made.settle()
        yield made


def test_unreadable_hand_shows_no_other_hand_instead(selection):
    assert selection.shown() == selection.marked() == "Hand 24"
    selection.history.narrow("mode", "match:2")  # its rows are still loading
    selection.mark(3)
    selection.settle()
    assert selection.shown() == selection.marked() and selection.shown().startswith("Match 2")
    selection.history.narrow("mode", "")
    selection.settle()
    selection.mark(1)
    selection.spoil(23, "[1]")
    selection.settle()
    assert selection.shown() == "" and selection.page.list.selected_numbers() == [23]


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(1, 4))]
)
def test_selected_row_is_always_shown(selection, seed):
    rng, rows = random.Random(seed), selection.page.list
    wanted = {
        "mode": ("", "play", "imported", "match:1", "match:2"),
        "game": ("", "leduc", "kuhn"),
        "text": ("", "Kh", "nothing at all"),
        "opponent": ("", "random", HERO),
    }

    def mark():
        if rows.rows:
            how = rng.choice((FLAG.ClearAndSelect, FLAG.Toggle, FLAG.Select))
            selection.mark(rng.randrange(len(rows.rows)), how)

    def narrow():
        field = rng.choice(list(wanted))
        selection.history.narrow(field, rng.choice(wanted[field]))

    def more_hands():
        play_into(selection.store, rng.randint(1, 3), seed=rng.randrange(99), games=("kuhn",))
        selection.history.hands_changed()

    steps = (
        *(mark, mark, mark, narrow, narrow, more_hands),
        *(selection.history.fetch_more, selection.history.clear, selection.who.ask_again),
        lambda: selection.who.answer(rng.choice((HERO, "x", ""))),
        lambda: selection.history.sums.toggle_source("imported"),
    )
    for _ in range(60):
        for _ in range(rng.choice((1, 1, 2))):
            rng.choice(steps)()
        selection.settle()
        assert selection.shown() == selection.marked()


def test_hero_question_is_asked_once_for_all_files(selection):
    page, who = selection.page, selection.who

    def asked(look):
        look()
        selection.settle()
        return page.who.isVisible()

    def result():
        return next(row.result for row in page.list.rows if row.number == 21)

    assert not asked(who.look)  # one of the files says so
    assert asked(who.ask_again) and result() == ""
    counted, switches = heard(selection.history.sums.counted_changed), page.statistics.switches()
    switches[1].click()
    assert set(counted[-1]) == {"play", "imported"}  # and is remembered
    (own,) = (button for button in page.who.buttons() if button.property("key") == HERO)
    assert not asked(own.click) and result() != ""
    groups = selection.statistics[-1].groups
    assert all(sum(line.person for line in group.rows) == 1 for group in groups)
    assert not asked(who.look) and asked(who.ask_again)
    assert not asked(page.who.buttons()[-1].click)  # none of them


def drop(page, text="", *files):
    data = QMimeData()
    if text:
        data.setText(text)
    if files:
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    place = QPoint(10, 10)
    buttons = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(place, Qt.DropAction.CopyAction, data, *buttons)
    enter.ignore()
    QApplication.sendEvent(page, enter)
    if enter.isAccepted():
        fall = QDropEvent(place.toPointF(), Qt.DropAction.CopyAction, data, *buttons)
        QApplication.sendEvent(page, fall)
    return enter.isAccepted()


def test_hands_are_pasted_and_dropped(selection, tmp_path):
    rng, page = random.Random(9), selection.page
    texts = [site_hand(rng, SHAPES[1], 100 + number, 2).text for number in range(4)]

    def paste(text):
        QApplication.clipboard().setText(text)
        QTest.keyClick(page.list, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        selection.settle()

    QApplication.clipboard().clear()
    QTest.keyClick(page.list, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    paste(texts[0])
    newest = selection.number()
    assert selection.shown() == selection.marked() == f"Hand {newest}"
    page.open_review()
    assert drop(page, texts[1])  # from a room, too
    selection.settle()
    assert page.list.isVisible() and selection.marked() == f"Hand {newest + 1}"
    file = tmp_path / "one.txt"
    file.write_text("".join(texts[2:]), "utf-8")
    assert drop(page, "", file)
    selection.settle()
    assert selection.number() == newest + 3 and page.notice.isVisible()
    assert not drop(page)
    paste("  ")
    assert selection.number() == newest + 3
