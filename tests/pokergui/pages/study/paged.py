from functools import reduce
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.study.views.page import StudyPage
from pokergui.widgets.laying import set_compact

NONE = Qt.KeyboardModifier.NoModifier
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
MODIFIERS = {"+": SHIFT, "^": CONTROL}
LEFT = Qt.MouseButton.LeftButton
WIDE, SMALL = (1272, 900), (968, 640)
"""The room that a window of 1440x900 leaves the page, and one of 1024x640."""


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def fit(page: Any, size: tuple[int, int]) -> None:
    set_compact(page, size == SMALL)
    page.resize(*size)
    settle()


def shown(qtbot: QtBot, page: Any, size: tuple[int, int] = WIDE) -> Any:
    qtbot.addWidget(page)
    fit(page, size)
    with qtbot.waitExposed(page):
        page.show()
    page.activateWindow()
    return page


def bring(page: StudyPage, state: Any) -> None:
    state.show(page)
    settle()


def press(page: QWidget, key: str, modifier: Any = NONE) -> None:
    QTest.keyClick(QApplication.focusWidget() or page, getattr(Qt.Key, f"Key_{key}"), modifier)


def keys(page: QWidget, names: str) -> None:
    """Press keys in turn: "Down +K ^C", the last two with Shift and with Control."""
    for name in names.split():
        bare = name[len(name) > 1 and name[0] in MODIFIERS :]
        modifiers = [MODIFIERS[name[0]]] if bare != name else []
        press(page, bare, *modifiers)


def click(widget: QWidget, at: QPoint | None = None) -> None:
    QTest.mouseClick(widget, LEFT, pos=at or widget.rect().center())


def click_row(view: Any, row: int) -> None:
    click(view.viewport(), view.visualRect(view.model().index(row, 0)).center())


def drag(widget: QWidget, *places: QPoint) -> None:
    QTest.mousePress(widget, LEFT, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(widget, place)
    QTest.mouseRelease(widget, LEFT, pos=places[-1])


def turn_wheel(widget: QWidget, eighths: int, at: QPoint | None = None, held: Any = NONE) -> bool:
    """Turn the mouse wheel over a widget; return whether it took the turn."""
    place = at or widget.rect().center()
    where, turned = QPointF(widget.mapToGlobal(place)), QPoint(0, eighths)
    button, begin = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(QPointF(place), where, QPoint(), turned, button, held, begin, False)
    return QApplication.sendEvent(widget, event) and event.isAccepted()


def listen(**signals: Any) -> list[tuple[object, ...]]:
    said: list[tuple[object, ...]] = []
    for name, signal in signals.items():
        signal.connect(lambda *values, name=name: said.append((name, *values)))
    return said


def overhear(widget: Any, signals: str) -> list[tuple[object, ...]]:
    """Record what parts of a widget emit: "row columns.rows.chosen", a name and a path each."""
    said: list[tuple[object, ...]] = []
    words = signals.split()
    for name, path in zip(words[::2], words[1::2], strict=True):
        signal = reduce(getattr, path.split("."), widget)
        signal.connect(lambda *values, name=name: said.append((name, *values)))
    return said
