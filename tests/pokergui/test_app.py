"""The program in this process: it sets up its pages, tells what goes wrong, and closes in order."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.errors import PokerError
from engine.jobs import JobControl
from pokergui import app
from pokergui.crash import CrashGuard
from pokergui.language import CHINESE
from pokergui.pages.settings.work.data import Leaving
from pokergui.settings import Settings, load_settings
from pokergui.store import Store

pytestmark = pytest.mark.slow
Open = Callable[..., app.App]


class Application:
    """Stands for Qt's, which would end the event loop of all tests."""

    quits = 0

    @classmethod
    def quit(cls) -> None:
        cls.quits += 1


@pytest.fixture
def opened(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens the program at Kuhn poker; it has closed well in the end."""
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    monkeypatch.setattr(app, "SHUTDOWN_SECONDS", 600.0)  # else a slow worker ends all tests
    monkeypatch.setattr(app, "QApplication", Application)
    guard = CrashGuard(tmp_path / "logs")
    made: list[app.App] = []

    def opened(message: str = "") -> app.App:
        settings = Settings(animation=0.0, auto_next=False).playing("kuhn", 100, ("call",))
        made.append(app.App(settings, guard, message))
        made[-1].show()
        guard.install()
        return made[-1]

    yield opened
    guard.remove()
    before = Application.quits
    made[0].window.close()
    gc.disable()  # as in all tests
    assert Application.quits == before + 1
    assert load_settings(tmp_path / "settings.json")[0].geometry
    Store.open(tmp_path / "hands.db").close()  # nobody has it any more
    assert not (tmp_path / "hands.db-wal").exists()
    made[0].window.deleteLater()
    made[0].deleteLater()


def ready(program: app.App) -> bool:
    return program.pages.play is not None and program.pages.play.hands.play is not None


def title(program: app.App) -> str:
    notice = program.window.play.notice
    return "" if notice.isHidden() else notice.title.text()


def failing(times: int, real: Callable[..., Any]) -> Callable[..., Any]:
    """A function that first fails, and then does what another does."""
    left = iter(range(times))

    def call(*arguments: Any, **more: Any) -> Any:
        if next(left, None) is not None:
            raise PokerError("the disk is asleep")
        return real(*arguments, **more)

    return call


def test_a_hand_is_dealt_and_all_pages_begin(opened: Open, qtbot: QtBot) -> None:
    program = opened("the settings could not be read")
    qtbot.waitUntil(lambda: ready(program) and program.pages.play.hands.play.dealt)
    qtbot.waitUntil(lambda: title(program) == "The settings could not be read.")
    program.window.play.notice.press_first()
    assert title(program) == ""
    qtbot.keyClick(program.window, Qt.Key.Key_F3)
    qtbot.waitUntil(lambda: program.pages.study is not None)
    assert program.window.study.isVisible() and program.pages.ready


def test_the_table_is_set_up_again_if_that_failed(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "load", failing(1, app.load))
    program = opened()
    qtbot.waitUntil(lambda: title(program) == "The table could not be set up")
    assert program.window.play.notice.text.text() == "the disk is asleep"
    program.window.play.notice.press_first()
    qtbot.waitUntil(lambda: ready(program))


def test_the_other_pages_are_loaded_again_if_that_failed(
    opened: Open, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "load_others", failing(1, app.load_others))
    program = opened()
    qtbot.waitUntil(lambda: ready(program))
    program.window.show_page("study")
    qtbot.waitUntil(lambda: title(program).startswith("Only Play works"))
    assert program.pages.study is None
    program.window.play.notice.press_first()
    qtbot.waitUntil(lambda: program.pages.study is not None)
    assert title(program) == ""


@pytest.mark.scorecard("U1")
def test_a_mistake_of_ours_is_shown(opened: Open, qtbot: QtBot) -> None:
    program = opened()
    qtbot.waitUntil(lambda: ready(program))
    try:
        raise ValueError("wrong pot")
    except ValueError:
        sys.excepthook(*sys.exc_info())
    qtbot.waitUntil(lambda: title(program).startswith("Something went wrong"))
    said = program.window.play.notice.text.text()
    assert said == "ValueError: wrong pot. Finished hands are safe on disk."


def test_settings_are_kept_and_a_language_opens_the_window_again(
    opened: Open, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = opened()
    qtbot.waitUntil(lambda: ready(program))
    qtbot.keyClick(program.window, Qt.Key.Key_A)
    assert json.loads((tmp_path / "settings.json").read_text())["advisor"] is True
    monkeypatch.setattr(app, "save_settings", failing(1, app.save_settings))
    qtbot.keyClick(program.window, Qt.Key.Key_A)
    assert title(program) == "The disk is asleep."
    scene = replace(app.settings_scene(Settings()), language=CHINESE)
    program.window.settings_changed.emit(scene)
    qtbot.waitUntil(lambda: not program.window.isVisible())
    assert program.reopens
    assert load_settings(tmp_path / "settings.json")[0].language == CHINESE
    program.window.show()


def test_the_window_closes_for_a_task(opened: Open, qtbot: QtBot) -> None:
    program = opened()
    qtbot.waitUntil(lambda: ready(program))

    def work(control: JobControl) -> str:
        return "done"

    leaving = Leaving("Moving the data", work)
    program.pages.left.emit(leaving)
    assert program.leaving is leaving and not program.window.isVisible()
    program.window.show()
