"""A GUI thread configured as in the program, for benchmarks of single pages."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from pokergui.app import SWITCH_SECONDS
from pokergui.background.process import GarbageGuard
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene


@contextmanager
def gui_thread() -> Iterator[None]:
    """Set thread switching and garbage collection as in the program.

    By default Python collects on any thread and traverses all modules: a pause of a fifth of a
    second.

    Raises:
        RuntimeError: if anything called by Qt failed: the measurement is invalid then.
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
