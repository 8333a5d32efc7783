import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.pokergui.gallery.scenes import STATES, show


class Heard:
    def __init__(self):
        self.said = []

    def listen(self, **signals):
        def note(name, *values):
            self.said.append((name, *(one for one in values if not isinstance(one, bool))))

        for name, signal in signals.items():
            signal.connect(lambda *values, name=name: note(name, *values))

    def take(self):
        said, self.said = self.said, []
        return said


@pytest.fixture
def heard(window):
    show(window, STATES["facing"]())
    heard, bar = Heard(), window.play.bar
    heard.listen(act=bar.action_requested, next=bar.next_button.clicked)
    heard.listen(notice=window.play.notice.pressed)
    bar.sized.connect(lambda name, value: heard.said.append((name, value)))
    return heard


@pytest.fixture
def press(window):
    def pressed(*keys, **held):
        for key in keys:
            for one in key if isinstance(key, str) else [key]:
                QTest.keyClick(QApplication.focusWidget() or window, one, **held)

    return pressed
