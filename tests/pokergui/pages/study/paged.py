"""Study's page by itself, without the window around it, for tests of its views."""

from __future__ import annotations

from functools import reduce
from types import SimpleNamespace
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.study.views.page import StudyPage
from tests.pokergui.gallery import study_scenes

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
MODIFIERS = {"+": SHIFT, "^": CONTROL}
LEFT = Qt.MouseButton.LeftButton
WIDE, SMALL = (1272, 900), (968, 640)
"""The room that a window of 1440x900 leaves the page, and one of 1024x640."""


def settle() -> None:
    """Let layouts that depend on each other come to rest."""
    for _ in range(4):
        QApplication.processEvents()


def fit(page: Any, size: tuple[int, int]) -> None:
    """Give a page, or one of its rooms, a size as the window would."""
    page.set_compact(size == SMALL)
    page.resize(*size)
    settle()


def shown(qtbot: QtBot, page: Any, size: tuple[int, int] = WIDE) -> Any:
    """Show a page, or one of its rooms, as the active window."""
    qtbot.addWidget(page)
    fit(page, size)
    with qtbot.waitExposed(page):
        page.show()
    page.activateWindow()
    return page


def bring(page: StudyPage, state: study_scenes.StudyState) -> None:
    """Bring the page into a state of the gallery."""
    study_scenes.show(SimpleNamespace(study=page), state)  # type: ignore[arg-type]
    settle()


def press(page: QWidget, key: str, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key by its name, wherever the focus is."""
    QTest.keyClick(QApplication.focusWidget() or page, getattr(Qt.Key, f"Key_{key}"), modifier)


def keys(page: QWidget, names: str) -> None:
    """Press keys one after the other: "Down +K ^C", the last two with Shift and with Control."""
    for name in names.split():
        bare = name[len(name) > 1 and name[0] in MODIFIERS :]
        modifiers = [MODIFIERS[name[0]]] if bare != name else []
        press(page, bare, *modifiers)


def click(widget: QWidget, at: QPoint | None = None) -> None:
    QTest.mouseClick(widget, LEFT, pos=at or widget.rect().center())


def click_row(view: Any, row: int, column: int = 0) -> None:
    """Click an entry of a list or table."""
    click(view.viewport(), view.visualRect(view.model().index(row, column)).center())


def drag(widget: QWidget, *places: QPoint) -> None:
    """Press at the first place, move over the others, release at the last."""
    QTest.mousePress(widget, LEFT, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(widget, place)
    QTest.mouseRelease(widget, LEFT, pos=places[-1])


def listen(**signals: Any) -> list[tuple[object, ...]]:
    """Record what signals say, in order, by the names given to them."""
    said: list[tuple[object, ...]] = []
    for name, signal in signals.items():
        signal.connect(lambda *values, name=name: said.append((name, *values)))
    return said


def overhear(widget: Any, signals: str) -> list[tuple[object, ...]]:
    """Record what parts of a widget say: "row columns.rows.chosen", a name and a place each."""
    said: list[tuple[object, ...]] = []
    words = signals.split()
    for name, path in zip(words[::2], words[1::2], strict=True):
        signal = reduce(getattr, path.split("."), widget)
        signal.connect(lambda *values, name=name: said.append((name, *values)))
    return said
