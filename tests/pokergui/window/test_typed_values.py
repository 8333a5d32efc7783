import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from pokergui.pages.train.presenters.train import TrainPresenter
from pokergui.pages.train.views.page import TrainPage
from pokergui.pages.train.wiring import connect_train
from pokergui.widgets.combo import CaptionCombo
from tests.sync_runner import SyncRunner

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


def choose(box, keys, key):
    box.setFocus()
    box.open()
    box.view().setCurrentIndex(box.model().index(keys.index(key), 0))
    QTest.keyClick(box.view(), Qt.Key.Key_Return)


def test_run_bounds_and_options_can_be_typed_at_once(qtbot, tmp_path):
    page, runner = TrainPage(), SyncRunner()
    presenter = TrainPresenter(runner, tmp_path / "training", tmp_path / "strategies", {})
    connect_train(presenter, page)
    qtbot.addWidget(page)
    page.resize(1440, 900)
    with qtbot.waitExposed(page):
        page.show()
    page.activateWindow()
    presenter.start()
    presenter.show.show_page(True)
    runner.run_all()
    page.top_bar.start.clicked.connect(lambda: pytest.fail("a run began"))
    page.top_bar.controls.game.chosen.emit("holdem-nolimit")
    runner.run_all()
    found = set()
    for box in page.findChildren(CaptionCombo):
        choices = [box.itemData(row, Qt.ItemDataRole.UserRole) for row in range(box.count())]
        keys, typed = [one.key for one in choices], [one.key for one in choices if one.typed]
        if not box.isVisible() or not typed:
            continue
        found.add(box.accessibleName())
        before = next(key for key in keys if key not in typed)
        # Chosen and cancelled; chosen and accepted; cancelled afterwards.
        for key, current, again in (
            (Qt.Key.Key_Escape, before, True),
            (Qt.Key.Key_Return, typed[0], True),
            (Qt.Key.Key_Escape, typed[0], False),
        ):
            if again:
                choose(box, keys, before)
                assert QApplication.focusWidget() is box
                choose(box, keys, typed[0])
                runner.run_all()
                field = QApplication.focusWidget()
                assert isinstance(field, QLineEdit) and field.isVisible(), box.accessibleName()
                QTest.keyClicks(field, "n 7")
                assert field.text() == "n 7"
            field.setFocus()
            QTest.keyClick(field, key)
            runner.run_all()
            assert box.hasFocus() and box.currentData(Qt.ItemDataRole.UserRole).key == current
        choose(box, keys, before)
        runner.run_all()
    assert found >= {"Stop at", "Depth", "Buckets", "Bets"}
    presenter.stop()
