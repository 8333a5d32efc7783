"""The sheet of parameters: opened and closed by keys, everything accessible and reachable."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.train.views.page import TrainPage
from pokergui.theme.fonts import CAPTION, SMALL, metrics
from pokergui.viewmodel import SettingsScene, ThemeName
from pokergui.widgets.iconbutton import IconButton
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.nfsp_scenes import LOSSES, NETWORK, PLAIN_SHEET, SHEET
from tests.pokergui.gallery.train_scenes import LIVE, Trained, show

SIZES = [(960, 600), (1024, 640), (1440, 900)]


@pytest.fixture
def page(window: MainWindow) -> TrainPage:
    window.show_page("train")
    return window.train


def test_a_key_opens_it_and_escape_closes_it(page: TrainPage, qtbot: QtBot) -> None:
    show(page, NETWORK)
    assert not page.sheet.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_O)
    first = page.sheet.boxes[0].editor
    assert page.sheet.isVisible() and first.hasFocus()
    qtbot.keyClick(first, Qt.Key.Key_Escape)
    assert not page.sheet.isVisible() and not page.shade.isVisible()
    assert page.top_bar.sheet.hasFocus()
    qtbot.keyClick(page, Qt.Key.Key_O)
    qtbot.keyClick(page.sheet.boxes[3].editor, Qt.Key.Key_Return)
    assert not page.sheet.isVisible()


def test_a_click_beside_it_closes_it_and_one_on_it_does_not(page: TrainPage, qtbot: QtBot) -> None:
    show(page, NETWORK)
    qtbot.mouseClick(page.top_bar.sheet, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.sheet, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert page.sheet.isVisible()
    beside = QPoint(20, page.height() - 10)
    assert page.childAt(beside) is page.shade
    qtbot.mouseClick(page.shade, Qt.MouseButton.LeftButton, pos=beside)
    assert not page.sheet.isVisible()


def test_methods_without_numbers_have_no_sheet(page: TrainPage, qtbot: QtBot) -> None:
    show(page, LIVE)
    assert not page.top_bar.sheet.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_O)
    assert not page.sheet.isVisible()
    show(page, NETWORK)
    page.open_sheet()
    show(page, LIVE)  # another method was chosen
    assert not page.sheet.isVisible() and not page.shade.isVisible()


def test_letters_and_defaults_are_told(page: TrainPage, qtbot: QtBot) -> None:
    show(page, NETWORK)
    page.open_sheet()
    told: list[tuple[str, ...]] = []
    page.sheet.edited.connect(lambda key, text: told.append((key, text)))
    page.sheet.defaults.clicked.connect(lambda: told.append(("defaults",)))
    page.top_bar.start.clicked.connect(lambda: pytest.fail("a letter in a field began a run"))
    (rate,) = [box for box in page.sheet.boxes if box.key == "rl_rate"]
    rate.editor.clear()
    for letter in "0.5n":
        qtbot.keyClick(rate.editor, letter)
    qtbot.mouseClick(page.sheet.defaults, Qt.MouseButton.LeftButton)
    typed = [("rl_rate", text) for text in ("0", "0.", "0.5", "0.5n")]
    assert told == [*typed, ("defaults",)]
    page.set_top(replace(NETWORK.top, sheet=PLAIN_SHEET))
    assert not page.sheet.defaults.isEnabled()
    assert rate.editor.text() == "0.2"


def test_errors_stand_at_their_fields(page: TrainPage) -> None:
    show(page, NETWORK)
    page.open_sheet()
    (wrong,) = [box for box in page.sheet.boxes if box.note.wrong]
    assert wrong.key == "sl_rate" and wrong.editor.property("wrong")
    assert wrong.editor.accessibleDescription() == wrong.note.words
    assert "Rate of policy" in wrong.editor.toolTip()
    show(page, LOSSES)
    assert not any(box.note.wrong for box in page.sheet.boxes)
    assert not wrong.editor.property("wrong")


def test_tab_goes_round_in_the_sheet(page: TrainPage, qtbot: QtBot) -> None:
    show(page, NETWORK)
    page.open_sheet()
    seen: list[QWidget] = []
    for _ in range(len(page.sheet.boxes) + 2):
        focused = QApplication.focusWidget()
        assert focused is not None and page.sheet.isAncestorOf(focused)
        seen.append(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert [box.editor for box in page.sheet.boxes] == seen[:-2]
    assert seen[-2:] == [page.sheet.defaults, page.sheet.done]
    assert QApplication.focusWidget() is seen[0]


def test_every_field_says_what_it_is(page: TrainPage) -> None:
    show(page, NETWORK)
    page.open_sheet()
    fields = [field for group in SHEET.groups for field in group.fields]
    for box, field in zip(page.sheet.boxes, fields, strict=True):
        assert box.editor.accessibleName() == field.name
        assert field.about in box.editor.toolTip()
    assert page.sheet.accessibleName() == SHEET.title


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", [NETWORK, LOSSES])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_nothing_is_cut_off_or_lies_over_another(
    window: MainWindow,
    page: TrainPage,
    qtbot: QtBot,
    size: tuple[int, int],
    state: Trained,
    theme: ThemeName,
) -> None:
    window.set_settings(SettingsScene(theme=theme))
    show(page, state)
    window.resize(*size)
    qtbot.wait(5)
    page.open_sheet()
    sheet = page.sheet
    assert page.rect().contains(sheet.geometry())
    shown = [box for box in sheet.boxes if not box.isHidden()]
    places = [box.geometry() for box in shown]
    for i, place in enumerate(places):
        assert sheet.rect().contains(place)
        assert not any(place.intersects(other) for other in places[i + 1 :])
        assert metrics(SMALL).horizontalAdvance(shown[i].note.words) <= place.width()
        name = shown[i].editor.accessibleName()
        mark = 8 + metrics(CAPTION).horizontalAdvance("●")
        assert metrics(SMALL, 500).horizontalAdvance(name) + mark <= place.width()
    foot = max(place.bottom() for place in places)
    for button in sheet.findChildren(IconButton):
        assert button.mapTo(sheet, QPoint(0, 0)).y() > foot
        assert button.width() >= button.minimumSizeHint().width()
