"""A window with Play's page in front, and what the page reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import SignalInstance
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui.window.window import MainWindow
from tests.pokergui.gallery.scenes import STATES, show


class Heard:
    """Everything that was reported, in order."""

    def __init__(self) -> None:
        self.said: list[tuple[Any, ...]] = []

    def listen(self, signal: SignalInstance, *names: str, count: int = 9) -> None:
        """Note a signal by a name, with its first values."""
        signal.connect(lambda *values: self.said.append((*names, *values[:count])))

    def take(self) -> list[tuple[Any, ...]]:
        """Return what was reported since."""
        said, self.said = self.said, []
        return said


@pytest.fixture
def heard(window: MainWindow) -> Heard:
    """A decision of the person that faces a bet, and the decisions and choices reported there."""
    show(window, STATES["facing"]())
    heard, page = Heard(), window.play
    for signal, name in (
        (page.bar.action_requested, "act"),
        (page.bar.preset_chosen, "preset"),
        (page.bar.amount.textEdited, "amount"),
        (page.bar.slider.chosen, "slider"),
        (page.bar.amount_stepped, "step"),
        (page.notice.pressed, "notice"),
    ):
        heard.listen(signal, name)
    heard.listen(page.bar.next_button.clicked, "next", count=0)
    return heard


@pytest.fixture
def press(window: MainWindow) -> Callable[..., None]:
    """Press keys on whatever has the focus, as a keyboard does."""

    def pressed(*keys: Any) -> None:
        for key in keys:
            for one in key if isinstance(key, str) else [key]:
                QTest.keyClick(QApplication.focusWidget() or window, one)

    return pressed
