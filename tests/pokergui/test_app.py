import gc
import json
import sys
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from engine.errors import PokerError
from pokergui import app
from pokergui.crash import CrashGuard
from pokergui.language import CHINESE
from pokergui.pages.settings.work import Leaving
from pokergui.settings import Settings, load_settings
from pokergui.store import Store

pytestmark = pytest.mark.slow


class Application:
    """Stands in for Qt's, which would end the event loop of all tests."""

    quits = 0

    @classmethod
    def quit(cls):
        cls.quits += 1


@pytest.fixture
def opened(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    monkeypatch.setattr(app, "SHUTDOWN_SECONDS", 600.0)  # otherwise a slow worker ends all tests
    monkeypatch.setattr(app, "QApplication", Application)
    guard, made = CrashGuard(tmp_path / "logs"), []

    def opened(message=""):
        settings = Settings(animation=0.0, auto_next=False).playing("kuhn", 100, ("call",))
        made.append(app.App(settings, guard, message))
        made[-1].show()
        guard.install()
        return made[-1]

    yield opened
    guard.remove()
    before = Application.quits
    made[0].window.show()
    made[0].window.close()
    gc.disable()  # as in every test
    assert Application.quits == before + 1
    assert load_settings(tmp_path / "settings.json")[0].geometry
    Store.open(tmp_path / "hands.db").close()  # nobody refers to it any more
    assert not (tmp_path / "hands.db-wal").exists()
    made[0].window.deleteLater()
    made[0].deleteLater()


def ready(program):
    return program.pages.play is not None and program.pages.play.hands.play is not None


def title(program):
    notice = program.window.play.notice
    return "" if notice.isHidden() else notice.title.text()


def failing(monkeypatch, name):
    real, left = getattr(app, name), [PokerError("the disk is asleep")]

    def call(*arguments, **more):
        if left:
            raise left.pop()
        return real(*arguments, **more)

    monkeypatch.setattr(app, name, call)


def test_app_deals_a_hand_and_starts_every_page(opened, qtbot):
    program = opened("the settings could not be read")
    qtbot.waitUntil(lambda: ready(program) and program.pages.play.hands.play.dealt)
    qtbot.waitUntil(lambda: title(program) == "The settings could not be read.")
    program.window.play.notice.press_first()
    assert title(program) == ""
    qtbot.keyClick(program.window, Qt.Key.Key_F3)
    qtbot.waitUntil(lambda: program.pages.study is not None)
    assert program.window.study.isVisible() and program.pages.ready


def test_failed_loads_can_be_retried(opened, qtbot, monkeypatch):
    failing(monkeypatch, "load")
    failing(monkeypatch, "load_others")
    program = opened()
    notice = program.window.play.notice
    qtbot.waitUntil(lambda: title(program) == "The table could not be set up")
    assert notice.text.text() == "the disk is asleep"
    notice.press_first()
    qtbot.waitUntil(lambda: ready(program))
    program.window.show_page("study")
    qtbot.waitUntil(lambda: title(program).startswith("Only Play works"))
    assert program.pages.study is None
    notice.press_first()
    qtbot.waitUntil(lambda: program.pages.study is not None)
    assert title(program) == ""


@pytest.mark.scorecard("U1")
def test_exceptions_are_shown_and_the_window_closes_for_a_task(opened, qtbot):
    program = opened()
    qtbot.waitUntil(lambda: ready(program))
    try:
        raise ValueError("wrong pot")
    except ValueError:
        sys.excepthook(*sys.exc_info())
    qtbot.waitUntil(lambda: title(program).startswith("Something went wrong"))
    said = program.window.play.notice.text.text()
    assert said == "ValueError: wrong pot. Finished hands are safe on disk."
    leaving = Leaving("Moving the data", lambda control: "done")
    program.leave(leaving)
    assert program.leaving is leaving and not program.window.isVisible()


def test_settings_persist_and_changing_the_language_reopens_the_window(
    opened, qtbot, tmp_path, monkeypatch
):
    program = opened()
    window = program.window
    qtbot.waitUntil(lambda: ready(program))
    qtbot.keyClick(window, Qt.Key.Key_A)
    assert json.loads((tmp_path / "settings.json").read_text())["advisor"] is True
    failing(monkeypatch, "save_settings")
    qtbot.keyClick(window, Qt.Key.Key_A)
    assert title(program) == "The disk is asleep."
    window.play.settings_changed.emit(replace(app.settings_scene(Settings()), language=CHINESE))
    qtbot.waitUntil(lambda: not window.isVisible())
    assert program.reopens
    assert load_settings(tmp_path / "settings.json")[0].language == CHINESE
