"""Entries of lists whose value is typed bring the cursor into their field, on every page."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from pokergui.pages.lab.presenters.schedule import ScheduleLab
from pokergui.pages.lab.views.page import LabPage
from pokergui.pages.lab.wiring import connect_schedule
from pokergui.pages.train.presenters.train import TrainPresenter
from pokergui.pages.train.views.page import TrainPage
from pokergui.pages.train.wiring import connect_train
from pokergui.pages.watch.presenters.watch import WatchPresenter
from pokergui.pages.watch.views.page import WatchPage
from pokergui.pages.watch.wiring import connect_watch
from pokergui.store import Store
from pokergui.viewmodel import Choice
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.page import KeyedPage
from tests.sync_runner import SyncRunner

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@dataclass
class Shown:
    """A page with its presenter, and a runner on this thread."""

    page: KeyedPage
    runner: SyncRunner

    def boxes(self) -> list[CaptionCombo]:
        return [box for box in self.page.findChildren(CaptionCombo) if box.isVisible()]

    def choose(self, box: CaptionCombo, key: str, *, mouse: bool) -> None:
        """Pick an entry from the list, by mouse or by keys."""
        keys = [choice.key for choice in entries(box)]
        row = keys.index(key)
        box.setFocus()
        box.open()
        view = box.view()
        index = box.model().index(row, 0)
        if mouse:
            view.scrollTo(index)
            at = view.visualRect(index).center()
            QTest.mouseMove(view.viewport(), at)
            QTest.mouseClick(
                view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at
            )
        else:
            view.setCurrentIndex(index)
            QTest.keyClick(view, Qt.Key.Key_Return)
        self.runner.run_all()


def entries(box: CaptionCombo) -> list[Choice]:
    return [box.itemData(row, Qt.ItemDataRole.UserRole) for row in range(box.count())]


def typed(box: CaptionCombo) -> list[Choice]:
    return [choice for choice in entries(box) if choice.typed]


def show(page: KeyedPage, qtbot: QtBot) -> None:
    qtbot.addWidget(page)
    page.resize(1440, 900)
    with qtbot.waitExposed(page):
        page.show()
    page.activateWindow()


@pytest.fixture
def train(tmp_path, qtbot):
    page, runner = TrainPage(), SyncRunner()
    presenter = TrainPresenter(runner, tmp_path / "training", tmp_path / "strategies", {})
    connect_train(presenter, page)
    show(page, qtbot)
    presenter.start()
    presenter.show.show_page(True)
    runner.run_all()
    page.top_bar.start.clicked.connect(lambda: pytest.fail("a run began"))
    yield Shown(page, runner)
    presenter.stop()


@pytest.fixture
def watch(tmp_path, qtbot):
    page, runner = WatchPage(), SyncRunner()
    store = Store.open(tmp_path / "hands.db")
    presenter = WatchPresenter(runner, store, tmp_path)
    connect_watch(presenter, page)
    show(page, qtbot)
    presenter.start()
    runner.run_all()
    page.bar.main.clicked.connect(lambda: pytest.fail("a match began"))
    yield Shown(page, runner)
    presenter.stop()
    store.close()


def walk(shown: Shown, box: CaptionCombo, choice: Choice, mouse: bool) -> None:
    """Choose an entry that is typed, type, go back; choose it again, and think better of it."""
    page = shown.page
    before = entries(box)[0].key if entries(box)[0].key != choice.key else entries(box)[1].key
    shown.choose(box, before, mouse=mouse)
    assert QApplication.focusWidget() is box
    shown.choose(box, choice.key, mouse=mouse)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit) and field.isVisible(), (box.accessibleName(), field)
    assert field.accessibleName() in (box.accessibleName(), "Number of hands")
    pressed = [shortcut.key().toString() for shortcut in page.keys]
    letters = "".join(key.lower() for key in pressed if len(key) == 1)
    QTest.keyClicks(field, f"{letters[:8]} 7")
    shown.runner.run_all()
    assert field.text() == f"{letters[:8]} 7" and field.hasFocus()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    shown.runner.run_all()
    assert box.hasFocus() and box.currentData(Qt.ItemDataRole.UserRole).key == before
    shown.choose(box, choice.key, mouse=mouse)
    QTest.keyClick(field, Qt.Key.Key_Return)
    shown.runner.run_all()
    assert box.hasFocus() and box.currentData(Qt.ItemDataRole.UserRole).key == choice.key
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert box.hasFocus() and box.currentData(Qt.ItemDataRole.UserRole).key == choice.key
    shown.choose(box, before, mouse=mouse)


@pytest.mark.parametrize(
    ("game", "method", "expected", "mouse"),
    [
        ("kuhn", "cfr+", {"Stop at"}, False),
        ("leduc", "robust-mccfr", {"Stop at", "Seed", "Sampling schedule"}, False),
        ("holdem-limit", "", {"Stop at", "Buckets"}, True),
        ("holdem-nolimit", "", {"Stop at", "Depth", "Buckets", "Bets"}, False),
    ],
)
def test_train(train, game, method, expected, mouse):
    page = train.page
    assert isinstance(page, TrainPage)
    page.top_bar.game.chosen.emit(game)
    if method:
        page.top_bar.method.chosen.emit(method)
    train.runner.run_all()
    found = set()
    for box in train.boxes():
        for choice in typed(box):
            found.add(box.accessibleName())
            walk(train, box, choice, mouse)
    assert found >= expected
    asking = [c.title for box in train.boxes() for c in entries(box) if c.title.endswith("…")]
    assert len(asking) == sum(len(typed(box)) for box in train.boxes())


@pytest.mark.parametrize("mouse", [False, True])
def test_watch(watch, mouse):
    page = watch.page
    assert isinstance(page, WatchPage)
    (choice,) = typed(page.top_bar.length)
    walk(watch, page.top_bar.length, choice, mouse)


def test_a_schedule_of_ones_own_in_the_lab(qtbot):
    page, runner = LabPage(), SyncRunner()
    presenter = ScheduleLab(runner)
    connect_schedule(presenter, page.schedule)
    show(page, qtbot)
    page.show_tab("schedule")
    runner.run_all()
    schedule = page.schedule
    page.schedule.field.textEdited.emit("constant:3")
    runner.run_all()
    (choice,) = typed(schedule.preset)
    shown = Shown(page, runner)
    shown.choose(schedule.preset, choice.key, mouse=False)
    assert schedule.field.hasFocus() and schedule.field.selectedText() == "constant:3"
