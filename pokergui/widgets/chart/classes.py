"""Qt's own classes, made before pyqtgraph uses every one of them as it is imported.

PySide6 makes a class when its name is used for the first time; all of them take as long as half of
the import. It must happen on the GUI thread; see ``pokergui.background.imports``.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6 import QtCore, QtGui, QtWidgets

_TURN_S = 0.005


def make_classes() -> Iterator[None]:
    """Make all classes of the modules that draw, a few between two yields."""
    end = time.perf_counter() + _TURN_S
    for module in (QtCore, QtGui, QtWidgets):
        for name in dir(module):
            getattr(module, name)
            if time.perf_counter() > end:
                yield
                end = time.perf_counter() + _TURN_S
