"""The small window between two windows."""

from __future__ import annotations

import logging
import time

import pytest
from pytestqt.qtbot import QtBot

from engine.errors import PokerError
from engine.jobs import JobControl
from pokergui.pages.settings.work.data import Leaving
from pokergui.window.between import Between

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def waiting(control: JobControl) -> str:
    while True:
        control.check()
        control.progress(0.5, "hands.db")
        time.sleep(0.001)


def failing(control: JobControl) -> str:
    raise PokerError("the disk is full")


def broken(control: JobControl) -> str:
    raise RuntimeError("a mistake of ours")


def over(qtbot: QtBot, between: Between) -> None:
    with qtbot.waitSignal(between.over):
        pass


def test_what_came_of_it_is_said(qtbot: QtBot) -> None:
    between = Between(Leaving("Restoring", lambda control: "2 hands are restored"))
    over(qtbot, between)
    assert (between.said, between.again) == ("2 hands are restored", True)
    between = Between(Leaving("Restoring", failing))
    over(qtbot, between)
    assert (between.said, between.again) == ("the disk is full", True)


def test_a_mistake_of_ours_is_logged(qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    between = Between(Leaving("Restoring", broken))
    with caplog.at_level(logging.ERROR):
        over(qtbot, between)
    assert "a mistake of ours" in caplog.text and between.said == "a mistake of ours"


def test_it_is_stopped_by_its_button_and_by_its_end(qtbot: QtBot) -> None:
    between = Between(Leaving("Moving the data", waiting))
    between.show()
    qtbot.waitUntil(lambda: between._panel.text.text() == "hands.db")
    between._panel.buttons()[0].click()
    over(qtbot, between)
    between.hide()
    assert (between.said, between.again) == ("it was stopped, and nothing has changed", True)
    between = Between(Leaving("Moving the data", waiting))
    between.close()
    over(qtbot, between)
    assert not between.again
