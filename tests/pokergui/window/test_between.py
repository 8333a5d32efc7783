import logging

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel

from engine.errors import PokerError
from pokergui.pages.settings.work import Leaving
from pokergui.window.between import Between

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ("2 hands are restored", "2 hands are restored"),
        (PokerError("the disk is full"), "the disk is full"),
        (RuntimeError("a mistake of ours"), "a mistake of ours"),
    ],
)
def test_outcome_of_the_task_is_reported(qtbot, caplog, outcome, said):
    def work(control):
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    between = Between(Leaving("Restoring", work))
    with caplog.at_level(logging.ERROR), qtbot.waitSignal(between.over):
        pass
    assert (between.said, between.again) == (said, True)
    assert ("a mistake of ours" in caplog.text) == isinstance(outcome, RuntimeError)
    between.deleteLater()


@pytest.mark.parametrize("how", ["button", "end"])
def test_task_is_cancelled_by_its_button_and_on_close(qtbot, how):
    def wait(control):
        while True:
            control.check()
            control.progress(0.5, "hands.db")

    between = Between(Leaving("Moving the data", wait))
    between.show()
    texts = between.findChildren(QLabel)
    qtbot.waitUntil(lambda: "hands.db" in [label.text() for label in texts])
    (stop,) = (b for b in between.findChildren(QAbstractButton) if b.text() == "Stop")
    with qtbot.waitSignal(between.over):
        stop.click() if how == "button" else between.close()
    between.hide()
    assert between.again == (how == "button")
    assert between.said == "it was stopped, and nothing has changed" or not between.again
