"""The section Data with hand-made scenes: keys, sizes, accessible text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.settings.views.backups import BackupsPanel
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.data_scenes import BACKUPS, STATES, show

SIZES = ((1024, 640), (1440, 900), (1920, 1080))


@pytest.fixture
def panel(window: MainWindow) -> BackupsPanel:
    show(window, STATES["five"]())
    window.settings.data.backups.list.setFocus()
    return window.settings.data.backups


def seen(window: MainWindow, kind: type[QWidget]) -> list[QWidget]:
    return [one for one in window.settings.data.findChildren(kind) if one.isVisible()]


def test_nothing_is_cut_at_any_size(window: MainWindow) -> None:
    for width, height in SIZES:
        window.resize(width, height)
        for name, state in STATES.items():
            show(window, state())
            QApplication.processEvents()
            assert (window.width(), window.height()) == (width, height), name
            for one in seen(window, QAbstractButton):
                left = one.mapTo(window.settings.data, QPoint(0, 0)).x()
                assert left >= 0 and left + one.width() <= window.settings.data.width(), name
                assert one.width() >= one.minimumSizeHint().width(), (name, one)
            rows = window.settings.data.backups.list
            assert not rows.isVisible() or rows.verticalScrollBar().maximum() == 0, name


def test_screen_readers_have_a_name_for_everything(window: MainWindow) -> None:
    for name, state in STATES.items():
        show(window, state())
        for one in seen(window, QWidget):
            ours = not one.objectName().startswith("qt_")
            if ours and one.focusPolicy() & Qt.FocusPolicy.TabFocus:
                said = one.text() if isinstance(one, QAbstractButton) else ""
                assert one.accessibleName() or said, (name, one)


def test_keys_press_what_is_offered(
    panel: BackupsPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *args: "/media/stick")
    for key, signal in (
        ("B", panel.make.clicked),
        ("R", panel.restore.clicked),
        ("M", panel.folder_chosen),
    ):
        with qtbot.waitSignal(signal):
            qtbot.keyClick(panel.list, key)
    with qtbot.waitSignal(panel.list.moved) as caught:
        qtbot.keyClick(panel.list, Qt.Key.Key_Down)
    assert caught.args == [BACKUPS[1].path.name]


def test_nothing_is_pressed_while_something_is_at_work(window: MainWindow, qtbot: QtBot) -> None:
    show(window, STATES["checking"]())
    panel = window.settings.data.backups
    assert not any(one.isEnabled() for one in (panel.make, panel.restore, panel.mover))
    show(window, STATES["none"]())
    assert panel.make.isEnabled()
    assert not panel.restore.isEnabled()
    assert panel.mover.toolTip().startswith("POKERGUI_HOME")


def test_a_question_takes_the_cursor_and_gives_it_back(panel: BackupsPanel) -> None:
    window = panel.window()
    assert isinstance(window, MainWindow)
    show(window, STATES["asking"]())
    assert panel.notice.buttons()[0].hasFocus()
    panel.set_notice(None)
    assert panel.list.hasFocus()
