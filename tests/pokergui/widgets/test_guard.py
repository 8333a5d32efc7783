import importlib
import inspect
import pkgutil
import subprocess
import sys

import pytest
from PySide6.QtCore import QObject

import pokergui

pytestmark = [pytest.mark.slow, pytest.mark.scorecard("U1")]

CRASH = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtWidgets import QApplication, QWidget
from pokergui.widgets.guard import Painted, guarded
app = QApplication([])
seen = []
sys.excepthook = lambda kind, value, trace: seen.append(kind)
class Bad(Painted, QWidget):
    @guarded
    def resizeEvent(self, event):
        ()[0]
    def paint(self, painter):
        {}["missing"]
bad = Bad()
bad.resize(50, 50)
bad.show()
app.processEvents()
bad.grab()
sys.exit(0 if IndexError in seen and KeyError in seen else 3)
"""


def view_classes():
    for module in pkgutil.walk_packages(pokergui.__path__, "pokergui."):
        if not module.ispkg and {"views", "widgets", "window"} & set(module.name.split(".")):
            for item in vars(importlib.import_module(module.name)).values():
                ours = getattr(item, "__module__", "").startswith("pokergui.")
                if ours and inspect.isclass(item) and issubclass(item, QObject):
                    yield item


def test_every_override_is_guarded():
    views = set(view_classes())
    assert len(views) > 15
    for view in views:
        qt = [base for base in view.__mro__ if base.__module__.startswith("PySide6")]
        for name, method in vars(view).items():
            if not name.startswith("__") and inspect.isfunction(method):
                overrides = any(name in vars(base) for base in qt)
                guarded = getattr(method, "guarded", False)
                assert not overrides or guarded, f"{view.__name__}.{name}"


def test_exceptions_are_reported_and_survived():
    run = subprocess.run(
        [sys.executable, "-c", CRASH], capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr
