from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import qDebug, qWarning

from pokergui.background.qtlog import leave_qt_messages, take_qt_messages

ROOT = Path(__file__).resolve().parents[3]


def test_messages_reach_the_log():
    seen = []
    take_qt_messages(lambda level, text: seen.append((level, text)))
    qWarning("no such font")
    qDebug("painted")
    leave_qt_messages()
    assert seen == [(logging.WARNING, "no such font"), (logging.DEBUG, "painted")]


MANY_NONES = """
import sys
from PySide6.QtWidgets import QApplication, QLabel
app = QApplication(["test", "-platform", "offscreen"])
label = QLabel()
before = sys.getrefcount(None)
for number in range(200_000):
    label.setText("a")
print(before - sys.getrefcount(None))
"""


def test_installed_pyside_does_not_give_none_away():
    """PySide6 6.12.0 over-releases None on Python below 3.12 and aborts the process."""
    done = subprocess.run(
        [sys.executable, "-c", MANY_NONES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) < 1000
