import gc
import threading
from contextlib import closing

import pytest
from PySide6.QtCore import QEvent, QThread, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QLayout, QWidgetItem
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from ai.cfr import agent as equilibria
from pokergui.language import ENGLISH, use
from pokergui.store import Store, _connect
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.window.window import MainWindow
from tests.pokergui.cli_runner import Cli

PATIENCE_MS = 120_000
"""A busy machine that compiles is slow; a wait that succeeds costs nothing."""

_JOIN_S = 3.0
_SHARED = ("IO loop", "spot")
"""Threads that stay: dask's, and those that all spots share."""
_solve = equilibria.solve_exactly
_solved = {}


class LongWaitBot(QtBot):
    """Waits longer than an idle machine needs."""

    def wait(self, ms):
        super().wait(ms)
        QApplication.processEvents()  # including effects of the last moment

    def waitUntil(self, callback, *, timeout=PATIENCE_MS):
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal, *, timeout=PATIENCE_MS, **more):
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitExposed(self, widget, *, timeout=PATIENCE_MS):
        return super().waitExposed(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp, request):
    return LongWaitBot(request)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The folder in which the program keeps everything."""
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def path(tmp_path):
    return tmp_path / "hands.db"


@pytest.fixture
def store(path):
    with closing(Store.open(path)) as made:
        yield made


@pytest.fixture
def cli(capsys):
    return Cli(capsys)


@pytest.fixture
def english():
    """After the test the language is English again."""
    yield
    use(ENGLISH)


@pytest.fixture(autouse=True, scope="session")
def _collect_on_this_thread_only():
    """Collect garbage as in the program: a worker would destroy Qt objects."""
    gc.disable()
    gc.freeze()  # imports stay: collections need not scan them
    yield
    gc.unfreeze()
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def synchronous():
    """Yield how commits reach the disk; in tests, with thousands of them, they do not."""
    with pytest.MonkeyPatch.context() as patch:
        before = _connect.SYNCHRONOUS
        patch.setattr(_connect, "SYNCHRONOUS", "OFF")
        yield before


@pytest.fixture(autouse=True, scope="module")
def _collect_after_each_module():
    yield
    assert not gc.isenabled(), "workers of later tests would collect"
    gc.collect()
    gc.freeze()  # what outlives a module is imported or compiled: later collections skip it


@pytest.fixture(autouse=True, scope="module")
def _solve_small_games_once():
    """Every test gets a folder of its own with nothing cached: hundreds would solve Leduc."""

    def solve(game, control):
        if game not in _solved:
            _solved[game] = _solve(game, control)
        control.check()
        return _solved[game]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(equilibria, "solve_exactly", solve)
        yield


@pytest.fixture(autouse=True, scope="session")
def _application(qapp):
    """Every test has one, whichever comes first: timers need it."""


def _running():
    wrapped = Shiboken.getAllValidWrappers()
    timers = {
        one
        for one in wrapped
        if isinstance(one, QTimer) and one.isActive() and not one.isSingleShot()
    }
    qt = {one for one in wrapped if isinstance(one, QThread) and one.isRunning()}
    threads = {one for one in threading.enumerate() if not one.name.startswith(_SHARED)}
    return {*timers, *qt, *threads} - {QThread.currentThread()}


@pytest.fixture(autouse=True)
def _nothing_left_running():
    before = _running()
    yield
    for one in _running() - before:
        if isinstance(one, threading.Thread):
            one.join(_JOIN_S)
    if _running() - before:
        gc.collect()  # those nobody references any more
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left = _running() - before
    told = [f"{one} of {one.parent()}" if isinstance(one, QTimer) else str(one) for one in left]
    assert not left, f"still running: {told}"


@pytest.fixture(autouse=True)
def _pointer_in_a_corner():
    """The previous test may have left the pointer over a cell or a button."""
    QCursor.setPos(-9, -9)


def forgotten():
    """Items that Python still knows and that no layout holds any more.

    Qt deleted them with a widget that was not taken out of its layout first; a new object at
    their address would be mistaken for them.
    """
    known = Shiboken.getAllValidWrappers()
    layouts = [each for each in known if isinstance(each, QLayout)]
    held = {layout.itemAt(i) for layout in layouts for i in range(layout.count())}
    return [each for each in known if isinstance(each, QWidgetItem) and each not in held]


@pytest.fixture
def window(qtbot):
    """A shown window, dark, at normal speed, empty."""
    settings = SettingsScene(theme="dark")
    apply_look(settings)
    made = MainWindow()
    made.set_settings(settings)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    made.play.setFocus()
    yield made
    assert not forgotten()
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(made, QEvent.Type.DeferredDelete)
    apply_look(settings)  # when nothing is left that would change with it
