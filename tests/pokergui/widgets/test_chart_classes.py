from __future__ import annotations

from PySide6 import QtCore, QtGui, QtWidgets

from pokergui.widgets.chart.classes import make_classes


def test_every_class_is_made() -> None:
    for _ in make_classes():
        pass
    for module in (QtCore, QtGui, QtWidgets):
        assert set(dir(module)) <= set(vars(module))
