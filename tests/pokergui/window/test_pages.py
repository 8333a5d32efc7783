"""The work behind a page begins when the page is first shown, and not before it can."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ai.run import Bounds
from ai.spot.run import SpotRun
from engine.game import get_game
from pokergui.links import SolutionLink, StudyLink
from pokergui.settings import Settings
from pokergui.store import Store
from pokergui.viewmodel import Notice
from pokergui.window.pages import Pages
from pokergui.window.window import MainWindow
from tests.ai.spot.spot_files import SPOT
from tests.sync_runner import SyncRunner


class Owner:
    """Keeps the settings as the program does."""

    def __init__(self, window: MainWindow, store: Store) -> None:
        self.settings = Settings()
        self.pages = Pages(SyncRunner(), window, lambda: self.settings, self.keep, window)
        self.pages.begin(store)

    def keep(self, settings: Settings) -> None:
        self.settings = settings


@pytest.fixture
def owner(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Owner]:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    store = Store.open(tmp_path / "hands.db")
    yield Owner(window, store)
    store.close()


def test_pages_begin_when_they_are_shown(owner: Owner, window: MainWindow, qtbot: QtBot) -> None:
    pages = owner.pages
    pages.begin_others()
    assert pages.play is not None
    assert [pages.watch, pages.study, pages.train, pages.history] == [None] * 4
    qtbot.keyClick(window, Qt.Key.Key_F4)
    assert pages.train is not None
    assert [pages.watch, pages.study, pages.history] == [None] * 3


def test_a_page_shown_too_early_begins_as_soon_as_it_can(
    owner: Owner, window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.keyClick(window, Qt.Key.Key_F2)
    assert owner.pages.watch is None
    owner.pages.begin_others()
    assert owner.pages.watch is not None
    assert owner.pages.tournaments is not None
    assert owner.pages.train is None


def test_a_link_waits_for_the_page(owner: Owner, window: MainWindow) -> None:
    pages = owner.pages
    pages.open_study(StudyLink(get_game("leduc"), (), (), None))
    assert window.study.isVisible()
    assert pages.study is None
    pages.begin_others()
    assert pages.study is not None
    assert pages.study._choice.name == "leduc"


def test_a_page_begins_with_the_settings_of_now(
    owner: Owner, window: MainWindow, qtbot: QtBot
) -> None:
    owner.pages.begin_others()
    owner.settings = replace(owner.settings, study_game="kuhn")
    qtbot.keyClick(window, Qt.Key.Key_F3)
    assert owner.pages.study is not None
    assert owner.pages.study._choice.name == "kuhn"


def test_damage_found_before_is_said_on_the_list_of_hands(
    owner: Owner, window: MainWindow, qtbot: QtBot
) -> None:
    owner.pages.begin_others()
    owner.pages.file._say(Notice("error", "The hand database is damaged"))
    assert window.play.notice.title.text() == "The hand database is damaged"
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.history.notice.title.text() == "The hand database is damaged"


def test_the_room_of_drills_is_built_when_it_is_opened(
    owner: Owner, window: MainWindow, qtbot: QtBot
) -> None:
    owner.pages.begin_others()
    assert not window.play.has_drills and owner.pages.drills is None
    qtbot.keyClick(window, Qt.Key.Key_P)
    assert window.play.drills.isVisible() and owner.pages.drills is not None
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.play.table.isVisible() and window.play.has_drills


def test_a_room_opened_too_early_begins_as_soon_as_it_can(
    owner: Owner, window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.mouseClick(window.play.drill, Qt.MouseButton.LeftButton)
    assert window.play.drills.isVisible() and owner.pages.drills is None
    owner.pages.begin_others()
    assert owner.pages.drills is not None


def test_a_spot_of_study_builds_the_room_of_drills(owner: Owner, window: MainWindow) -> None:
    owner.pages.begin_others()
    owner.pages.open_drill(StudyLink(get_game("leduc"), (), (), None))
    assert owner.pages.drills is not None and window.play.drills.isVisible()
    assert window.play.drills.spots_box.isVisible()
    assert owner.pages.drills._state.source == "spot"


def test_a_solution_is_practised_and_one_that_was_closed_is_told(
    owner: Owner, window: MainWindow
) -> None:
    run = SpotRun(SPOT)
    run.run(Bounds(2))
    link = SolutionLink(run, SPOT.root)
    owner.pages.begin_others()
    window.show_page("study")
    owner.pages.open_drill(link)
    assert owner.pages.drills is not None and window.play.drills.isVisible()
    assert owner.pages.drills._state.source == "solution"
    owner.pages.drills.solution_requested.emit(link)
    assert owner.pages.study is not None and window.study.isVisible()
    assert "was closed" in window.study.centre.notice.title.text()
