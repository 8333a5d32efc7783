from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from ai.solver.run import SpotRun
from ai.training.run import Bounds
from engine.game import get_game
from pokergui.links import SolutionLink, StudyLink
from pokergui.settings import Settings
from pokergui.store import Store
from pokergui.window.pages import Pages
from tests.ai.solver.spot_files import SPOT
from tests.pokergui.store.damage import change
from tests.pokergui.store.random_hands import play_into
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
LEDUC = StudyLink(get_game("leduc"), (), (), None)


class Owner:
    def __init__(self, window, store):
        self.settings, self.runner, self.store = Settings(), SyncRunner(), store
        self.pages = Pages(self.runner, window, lambda: self.settings, self.keep, window)
        self.pages.begin(store)

    def keep(self, settings):
        self.settings = settings


@pytest.fixture
def owner(window, tmp_path, monkeypatch):
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    store = Store.open(tmp_path / "hands.db")
    yield Owner(window, store)
    store.close()


def begun(pages):
    names = ("watch", "study", "train", "history", "drills")
    return [name for name in names if getattr(pages, name) is not None]


def test_pages_and_rooms_begin_when_they_are_shown(owner, window, qtbot):
    pages = owner.pages
    pages.begin_others()
    assert pages.play is not None and begun(pages) == [] and not window.play.has_drills
    qtbot.keyClick(window, Qt.Key.Key_F4)
    assert begun(pages) == ["train"]
    owner.settings = replace(owner.settings, study_game="kuhn")
    qtbot.keyClick(window, Qt.Key.Key_F3)
    assert begun(pages) == ["study", "train"]
    assert "Kuhn" in window.study.top_bar.game_box.currentText()  # with the settings of now
    qtbot.keyClick(window, Qt.Key.Key_F1)
    qtbot.keyClick(window, Qt.Key.Key_P)
    assert window.play.drills.isVisible() and begun(pages) == ["study", "train", "drills"]
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.play.table.isVisible() and window.play.has_drills


def test_what_is_shown_too_early_begins_as_soon_as_it_can(owner, window, qtbot):
    pages = owner.pages
    qtbot.mouseClick(window.play.drill, Qt.MouseButton.LeftButton)
    assert window.play.drills.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F2)
    pages.open_study(LEDUC)
    assert window.study.isVisible() and begun(pages) == []
    pages.begin_others()
    assert begun(pages) == ["watch", "study", "drills"] and pages.tournaments is not None
    assert "Leduc" in window.study.top_bar.game_box.currentText()


def test_damage_found_before_is_reported_on_the_list_of_hands(owner, window, qtbot):
    owner.pages.begin_others()
    play_into(owner.store, 3)
    change(owner.store.path, "UPDATE hands SET payoffs = '[1]' WHERE number = 2")
    owner.pages.file.count()
    owner.runner.run_all()
    words = "hands.db is damaged: 2 of 3 hands are intact"
    assert window.play.notice.title.text() == words
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.history.notice.title.text() == words


def test_spots_and_solutions_are_practised_and_a_closed_one_is_reported(owner, window):
    pages = owner.pages
    pages.begin_others()
    pages.open_drill(LEDUC)
    assert pages.drills is not None and window.play.drills.spots_box.isVisible()
    run = SpotRun(SPOT)
    run.run(Bounds(2))
    link = SolutionLink(run, SPOT.root)
    window.show_page("study")
    pages.open_drill(link)
    assert window.play.drills.isVisible()
    pages.drills.solution_requested.emit(link)
    assert pages.study is not None and window.study.isVisible()
    assert "was closed" in window.study.centre.notice.title.text()
