"""The GUI thread as the real program has it, for pages that are measured without the program."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from pokergui.app import SWITCH_SECONDS
from pokergui.background.garbage import GarbageGuard
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene


@contextmanager
def gui_thread() -> Iterator[None]:
    """Let threads take turns, and garbage be collected, as in the program.

    Left to itself Python collects on any thread and goes through all modules: a fifth of a second
    in which nothing else goes on.

    Raises:
        RuntimeError: if anything that Qt called went wrong: something else was measured then.
    """
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    apply_look(SettingsScene())
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    guard = GarbageGuard()
    guard.settle()
    errors: list[BaseException] = []
    told, sys.excepthook = sys.excepthook, lambda kind, error, trace: errors.append(error)
    try:
        yield
    finally:
        sys.excepthook = told
        guard.stop()
        gc.unfreeze()
        sys.setswitchinterval(before)
    if errors:
        raise RuntimeError("something that Qt called went wrong") from errors[0]
