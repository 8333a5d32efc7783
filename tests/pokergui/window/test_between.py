"""The small window between two windows."""

from __future__ import annotations

import logging

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel

from engine.errors import PokerError
from engine.jobs import JobControl
from pokergui.pages.settings.work.data import Leaving
from pokergui.window.between import Between

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def fine(control: JobControl) -> str:
    return "2 hands are restored"


def full(control: JobControl) -> str:
    raise PokerError("the disk is full")


def broken(control: JobControl) -> str:
    raise RuntimeError("a mistake of ours")


def waiting(control: JobControl) -> str:
    while True:
        control.check()
        control.progress(0.5, "hands.db")


@pytest.mark.parametrize(
    ("work", "said"),
    [(fine, "2 hands are restored"), (full, "the disk is full"), (broken, "a mistake of ours")],
)
def test_what_came_of_it_is_said(qtbot, caplog, work, said):
    between = Between(Leaving("Restoring", work))
    with caplog.at_level(logging.ERROR), qtbot.waitSignal(between.over):
        pass
    assert (between.said, between.again) == (said, True)
    assert ("a mistake of ours" in caplog.text) == (work is broken)
    between.deleteLater()


def test_it_is_stopped_by_its_button_and_by_its_end(qtbot):
    between = Between(Leaving("Moving the data", waiting))
    between.show()
    texts = between.findChildren(QLabel)
    qtbot.waitUntil(lambda: "hands.db" in [label.text() for label in texts])
    (stop,) = (b for b in between.findChildren(QAbstractButton) if b.text() == "Stop")
    with qtbot.waitSignal(between.over):
        stop.click()
    between.hide()
    assert (between.said, between.again) == ("it was stopped, and nothing has changed", True)
    between = Between(Leaving("Moving the data", waiting))
    with qtbot.waitSignal(between.over):
        between.close()
    assert not between.again
