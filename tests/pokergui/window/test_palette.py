import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pokergui.window.keysheet import match_rank


@pytest.mark.parametrize(
    ("typed", "words", "rank"),
    [
        ("cho", "choose the game", 0),
        ("", "choose the game", 0),
        ("game", "choose the game", 1),
        ("ga ch", "Choose the Game", 1),
        ("oos", "choose the game", 2),
        ("ctg", "choose the game", 3),
        ("gx", "choose the game", None),
    ],
)
def test_few_letters_find_an_action(typed, words, rank):
    assert match_rank(typed, words) == rank


def shown(palette):
    model = palette.list.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_typed_action_runs_and_focus_returns(window, qtbot):
    palette = window.command_palette
    qtbot.keyClick(window.play, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert palette.isVisible() and palette.field.hasFocus()
    qtbot.keyClick(palette.field, Qt.Key.Key_F2)
    assert window.rail.title == "Play"  # window keys are off meanwhile
    for name in ("Play", "Train", "Settings"):
        assert name in shown(palette)
    qtbot.keyClicks(palette.field, "trai")
    assert shown(palette) == ["Train"]
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert not palette.isVisible() and window.rail.title == "Train"
    page = window.train
    qtbot.keyClick(page, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.list.currentIndex().row() > 1
    qtbot.keyClicks(palette.field, "qqq")
    assert shown(palette) == []
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)  # nothing to start
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible() and page.isAncestorOf(QApplication.focusWidget())


def test_unavailable_actions_are_not_offered(window, qtbot):
    window.show_page("watch")
    window.show_palette()
    assert "Stop" not in shown(window.command_palette)  # no match runs
    assert "Save the hands of a finished match" not in shown(window.command_palette)
    window.command_palette.close_sheet()
