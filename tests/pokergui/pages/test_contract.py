import gc
import multiprocessing
import threading
from dataclasses import replace
from itertools import combinations, product

import pytest
from PySide6.QtCore import QEvent, QRect, Qt, QThreadPool, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QPushButton,
    QSplitterHandle,
    QToolButton,
    QWidget,
)
from shiboken6 import Shiboken

from pokergui.theme.look import apply_look
from pokergui.widgets.spoken import speak_roles
from pokergui.window.window import MainWindow
from tests.pokergui.accessible import nodes
from tests.pokergui.gallery import gallery

PAGES = (
    *("facing", "watch-live", "study-turn", "train-live", "lab-matrix-step", "history"),
    *("engines-passed", "history-empty", "review", "report-full", "search-leduc"),
    *("runouts-cards", "preflop-six"),
)
"""A main state of each page, and of views with an order of their own."""
MORE = (
    *("showdown", "advisor", "learned", "error", "leduc", "reasons-river", "nine", "ten"),
    *("sit-and-go-plan", "sit-and-go-refused", "history-sit-and-go"),
    *("drill-told", "drill-ranges-painted", "watch-form", "watch-fast", "watch-6-showdown"),
    "watch-10-ready",
    *("tournament-running", "tournament-form", "study-leduc", "study-whole", "spot-painting"),
    *("runouts-held", "runouts-start"),
    *("spot-exploit", "versus-bothlist", "spots-full", "search-belief", "train-empty"),
    *("spots-flop", "spot-flop-reopened"),
    *("train-network", "lab-kuhn-first", "lab-schedule-growing", "lab-evaluation-missing"),
    *("preflop-locked", "preflop-wrong"),
    *("history-who", "judge", "settings-general", "settings-bets", "engines-wrong", "data-asking"),
)
THEMES = ("dark", "light")
FLOATING = (
    *("AdvisorDrawer", "ModelSheet", "NoticePanel", "ParameterPanel", "Shade"),
    "SizeSlider",  # a note lies in its lower half, which is empty
)
PAD = 4
"""Pixels at the sides of a painted widget that may lie beyond the one around it: they are empty."""


def remains():
    """Threads, processes, timers and windows that outlive a window."""
    gc.collect()
    running = [
        one
        for one in Shiboken.getAllValidWrappers()
        if isinstance(one, QTimer) and one.isActive() and one.parent() is None
    ]
    pooled = range(QThreadPool.globalInstance().activeThreadCount())
    processes = multiprocessing.active_children()
    tops = QApplication.topLevelWidgets()
    # The solver keeps its threads for the next spot.
    threads = (one for one in threading.enumerate() if not one.name.startswith("spot_"))
    return {*threads, *processes, *pooled, *running, *tops}


@pytest.fixture
def window(qtbot):
    before = remains()
    apply_look(gallery.SETTINGS)
    speak_roles()
    made = MainWindow()
    yield made
    timers = made.findChildren(QTimer)
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete)
    apply_look(gallery.SETTINGS)
    assert not any(map(Shiboken.isValid, timers))
    del made, timers
    assert remains() <= before


def around(widget):
    parent = widget.parentWidget()
    return [] if parent is None else [parent, *around(parent)]


def named(widget):
    classes = [type(one).__name__ for one in (widget, *around(widget))][:4]
    return f"{' in '.join(classes)} {widget.accessibleName()!r}"


def cut(widget):
    """True if a widget extends beyond its parent, or its text beyond itself."""
    parent, box = widget.parentWidget(), widget.contentsRect()
    scrolls = any(isinstance(one, QAbstractScrollArea) for one in around(widget))
    if parent is not None and not scrolls:
        room = parent.rect().adjusted(-PAD, 0, PAD, 0)
        if not room.contains(widget.geometry()):
            return True
    if isinstance(widget, QLabel) and widget.updatesEnabled():
        flags = int(widget.alignment()) | (Qt.TextFlag.TextWordWrap if widget.wordWrap() else 0)
        room = QRect(0, 0, box.width(), 10_000)
        need = widget.fontMetrics().boundingRect(room, flags, widget.text())
        return need.width() > box.width() + 1 or need.height() > box.height() + 1
    if isinstance(widget, QToolButton | QPushButton):
        words = widget.text().replace("&", "")
        return widget.fontMetrics().horizontalAdvance(words) > widget.width()
    if isinstance(widget, QAbstractButton):
        return widget.width() < widget.minimumSizeHint().width()
    return False


def covered(widgets):
    """Neighbours that overlap, except those made to lie over others."""
    rooms = {}
    for one in widgets:
        flat = type(one).__name__ not in FLOATING and not isinstance(one, QSplitterHandle)
        parent = one.parentWidget()
        if flat and one.updatesEnabled() and not isinstance(parent, QAbstractScrollArea):
            rooms.setdefault(id(parent), []).append(one)
    pairs = (pair for room in rooms.values() for pair in combinations(room, 2))
    return [
        f"{named(one)} covers {named(other)}"
        for one, other in pairs
        if one.geometry().intersects(other.geometry())
    ]


def reached_by_tab(most):
    found = []
    while len(found) <= most:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        found.append(QApplication.focusWidget())
        if found[-1] in found[:-1]:
            break
    return found


def order_problems(widgets):
    """Controls that Tab misses, and places where it does not wrap around."""
    stops = [one for one in widgets if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
    stops = [one for one in stops if one.isEnabled() and one.focusProxy() is None]
    *found, last = reached_by_tab(len(stops) + 9)
    if last is not found[0]:
        yield f"Tab comes back to {named(last)}, not to {named(found[0])}"
    groups = {one.group() for one in found if isinstance(one, QAbstractButton)} - {None}
    for one in stops:
        grouped = isinstance(one, QAbstractButton) and one.group() in groups  # then arrows move
        if one not in found and not grouped:
            yield f"Tab misses {named(one)}"
    yield from (f"Tab goes to {named(one)}" for one in found if one not in stops)


def problems(window, size):
    window.resize(*size)
    for _ in range(4):  # interdependent layouts settle
        QApplication.processEvents()
    if (window.width(), window.height()) != size:
        yield f"the window is {window.width()}x{window.height()}"
    found = window.findChildren(QWidget)
    widgets = [one for one in found if one.isVisible() and one.window() is window]
    yield from (f"{named(one)} is cut off" for one in widgets if cut(one))
    yield from covered(widgets)
    yield from (f"{node.place}: {node.problem}" for node in nodes(window) if node.problem)
    yield from order_problems(widgets)


def cases():
    small = [
        pytest.param(state, THEMES[at % 2], gallery.SIZES[:1], marks=pytest.mark.slow)
        for at, state in enumerate(PAGES)
    ]
    return small + [
        pytest.param(state, theme, gallery.SIZES, marks=pytest.mark.ci)
        for state, theme in product((*PAGES, *MORE), THEMES)
    ]


@pytest.mark.parametrize(("state", "theme", "sizes"), cases())
def test_pages_fit_are_keyboard_accessible_named_and_leak_nothing(
    window, qtbot, state, theme, sizes
):
    window.set_settings(replace(gallery.SETTINGS, theme=theme))
    window.resize(*sizes[0])
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    gallery.put(window, state)
    found = [f"{size[0]}x{size[1]}: {one}" for size in sizes for one in problems(window, size)]
    assert found == []


@pytest.mark.ci
@pytest.mark.parametrize("kind", range(len(gallery.KINDS)))
def test_every_gallery_state_can_be_shown(window, kind):
    window.set_settings(gallery.SETTINGS)
    window.resize(*gallery.SIZES[0])
    window.show()
    prefix, names, _ = gallery.KINDS[kind]
    for name in names:
        gallery.put(window, f"{prefix}{name}")
        QApplication.processEvents()
        assert (window.width(), window.height()) == gallery.SIZES[0], name
