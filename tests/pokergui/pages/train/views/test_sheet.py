"""The sheet of parameters: opened and closed by keys, everything reachable and in its place."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from pokergui.theme.fonts import CAPTION, SMALL, metrics
from pokergui.widgets.iconbutton import IconButton
from tests.pokergui.gallery.nfsp_scenes import LOSSES, NETWORK, PLAIN_SHEET, SHEET
from tests.pokergui.gallery.train_scenes import LIVE, show

pytestmark = pytest.mark.slow
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(window):
    window.show_page("train")
    show(window.train, NETWORK)
    return window.train


def test_a_key_opens_it_and_keys_and_a_click_beside_it_close_it(page, qtbot):
    sheet, shade = page.sheet, page.shade
    assert not sheet.isVisible()
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        qtbot.keyClick(page, Qt.Key.Key_O)
        first = sheet.boxes[0].editor
        assert sheet.isVisible() and first.hasFocus()
        qtbot.keyClick(first, key)
        assert not sheet.isVisible() and not shade.isVisible()
        assert page.top_bar.sheet.hasFocus()
    qtbot.mouseClick(page.top_bar.sheet, LEFT)
    qtbot.mouseClick(sheet, LEFT, pos=QPoint(4, 4))
    assert sheet.isVisible()
    beside = QPoint(20, page.height() - 10)
    assert page.childAt(beside) is shade
    qtbot.mouseClick(shade, LEFT, pos=beside)
    assert not sheet.isVisible()


def test_methods_without_numbers_have_no_sheet(page, qtbot):
    page.open_sheet()
    show(page, LIVE)  # another method was chosen
    assert not page.sheet.isVisible() and not page.shade.isVisible()
    assert not page.top_bar.sheet.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_O)
    assert not page.sheet.isVisible()


def test_letters_and_defaults_are_told(page, qtbot):
    page.open_sheet()
    told: list[tuple[str, ...]] = []
    page.sheet.edited.connect(lambda key, text: told.append((key, text)))
    page.sheet.defaults.clicked.connect(lambda: told.append(("defaults",)))
    page.top_bar.start.clicked.connect(lambda: pytest.fail("a letter in a field began a run"))
    (rate,) = [box for box in page.sheet.boxes if box.key == "rl_rate"]
    rate.editor.clear()
    qtbot.keyClicks(rate.editor, "0.5n")
    qtbot.mouseClick(page.sheet.defaults, LEFT)
    typed = [("rl_rate", text) for text in ("0", "0.", "0.5", "0.5n")]
    assert told == [*typed, ("defaults",)]
    page.set_top(replace(NETWORK.top, sheet=PLAIN_SHEET))
    assert not page.sheet.defaults.isEnabled()
    assert rate.editor.text() == "0.1"


def test_fields_say_what_they_are_and_errors_stand_at_them(page):
    page.open_sheet()
    fields = [field for group in SHEET.groups for field in group.fields]
    for box, field in zip(page.sheet.boxes, fields, strict=True):
        assert box.editor.accessibleName() == field.name
        assert field.about in box.editor.toolTip()
    assert page.sheet.accessibleName() == SHEET.title
    (wrong,) = [box for box in page.sheet.boxes if box.note.wrong]
    assert wrong.key == "sl_rate" and wrong.editor.property("wrong")
    assert wrong.editor.accessibleDescription() == wrong.note.words
    show(page, LOSSES)
    assert not any(box.note.wrong for box in page.sheet.boxes)
    assert not wrong.editor.property("wrong")


def test_tab_goes_round_in_the_sheet(page, qtbot):
    page.open_sheet()
    sheet, seen = page.sheet, [QApplication.focusWidget()]
    while seen[-1] not in seen[:-1]:
        qtbot.keyClick(seen[-1], Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
    editors = [box.editor for box in sheet.boxes]
    assert seen == [*editors, sheet.defaults, sheet.done, editors[0]]


@pytest.mark.parametrize("size", [(960, 600), (1440, 900)])
@pytest.mark.parametrize("state", [NETWORK, LOSSES])
def test_nothing_is_cut_off_or_lies_over_another(window, page, size, state):
    show(page, state)
    window.resize(*size)
    QApplication.processEvents()
    page.open_sheet()
    sheet = page.sheet
    assert page.rect().contains(sheet.geometry())
    shown = [box for box in sheet.boxes if not box.isHidden()]
    places = [box.geometry() for box in shown]
    assert not any(one.intersects(other) for one, other in combinations(places, 2))
    mark = 8 + metrics(CAPTION).horizontalAdvance("●")
    for box, place in zip(shown, places, strict=True):
        assert sheet.rect().contains(place)
        assert metrics(SMALL).horizontalAdvance(box.note.words) <= place.width()
        name = metrics(SMALL, 500).horizontalAdvance(box.editor.accessibleName())
        assert name + mark <= place.width()
    foot = max(place.bottom() for place in places)
    for button in sheet.findChildren(IconButton):
        assert button.mapTo(sheet, QPoint(0, 0)).y() > foot
