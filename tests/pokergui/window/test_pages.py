"""The work behind a page begins when the page is first shown, and not before it can."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from ai.run import Bounds
from ai.spot.run import SpotRun
from engine.game import get_game
from pokergui.links import SolutionLink, StudyLink
from pokergui.settings import Settings
from pokergui.store import Store
from pokergui.widgets.combo import CaptionCombo
from pokergui.window.pages import Pages
from pokergui.window.window import MainWindow
from tests.ai.spot.spot_files import SPOT
from tests.pokergui.store.damage import change
from tests.pokergui.store.random_hands import play_into
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow


class Owner:
    """Keeps the settings as the program does."""

    def __init__(self, window: MainWindow, store: Store) -> None:
        self.settings, self.runner, self.store = Settings(), SyncRunner(), store
        self.pages = Pages(self.runner, window, lambda: self.settings, self.keep, window)
        self.pages.begin(store)

    def keep(self, settings: Settings) -> None:
        self.settings = settings


@pytest.fixture
def owner(window, tmp_path, monkeypatch):
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    store = Store.open(tmp_path / "hands.db")
    yield Owner(window, store)
    store.close()


def game_of(window: MainWindow) -> str:
    """The game that Study shows."""
    boxes = {box.accessibleName(): box for box in window.study.findChildren(CaptionCombo)}
    return boxes["Game"].currentText()


def test_pages_begin_when_they_are_shown(owner, window, qtbot):
    pages = owner.pages
    pages.begin_others()
    assert pages.play is not None
    assert [pages.watch, pages.study, pages.train, pages.history] == [None] * 4
    qtbot.keyClick(window, Qt.Key.Key_F4)
    assert pages.train is not None
    assert [pages.watch, pages.study, pages.history] == [None] * 3


def test_what_is_shown_too_early_begins_as_soon_as_it_can(owner, window, qtbot):
    pages = owner.pages
    qtbot.mouseClick(window.play.drill, Qt.MouseButton.LeftButton)
    assert window.play.drills.isVisible() and pages.drills is None
    qtbot.keyClick(window, Qt.Key.Key_F2)
    pages.open_study(StudyLink(get_game("leduc"), (), (), None))
    assert window.study.isVisible()
    assert [pages.watch, pages.study] == [None] * 2
    pages.begin_others()
    assert pages.watch is not None and pages.tournaments is not None
    assert pages.study is not None and "Leduc" in game_of(window)
    assert pages.drills is not None
    assert pages.train is None


def test_a_page_begins_with_the_settings_of_now(owner, window, qtbot):
    owner.pages.begin_others()
    owner.settings = replace(owner.settings, study_game="kuhn")
    qtbot.keyClick(window, Qt.Key.Key_F3)
    assert "Kuhn" in game_of(window)


def test_damage_found_before_is_said_on_the_list_of_hands(owner, window, qtbot):
    owner.pages.begin_others()
    play_into(owner.store, 3)
    change(owner.store.path, "UPDATE hands SET payoffs = '[1]' WHERE number = 2")
    owner.pages.file.count()
    owner.runner.run_all()
    words = "hands.db is damaged: 2 of 3 hands are sound"
    assert window.play.notice.title.text() == words
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.history.notice.title.text() == words


def test_the_room_of_drills_is_built_when_it_is_opened(owner, window, qtbot):
    owner.pages.begin_others()
    assert not window.play.has_drills and owner.pages.drills is None
    qtbot.keyClick(window, Qt.Key.Key_P)
    assert window.play.drills.isVisible() and owner.pages.drills is not None
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.play.table.isVisible() and window.play.has_drills


def test_a_spot_of_study_is_practised(owner, window):
    owner.pages.begin_others()
    owner.pages.open_drill(StudyLink(get_game("leduc"), (), (), None))
    assert owner.pages.drills is not None and window.play.drills.isVisible()
    assert window.play.drills.spots_box.isVisible()


def test_a_solution_is_practised_and_one_that_was_closed_is_told(owner, window):
    run = SpotRun(SPOT)
    run.run(Bounds(2))
    link = SolutionLink(run, SPOT.root)
    owner.pages.begin_others()
    window.show_page("study")
    owner.pages.open_drill(link)
    assert owner.pages.drills is not None and window.play.drills.isVisible()
    owner.pages.drills.solution_requested.emit(link)
    assert owner.pages.study is not None and window.study.isVisible()
    assert "was closed" in window.study.centre.notice.title.text()
