from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from engine.game import get_game
from engine.player import CALL, PublicState
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.links import EngineLink, HandLink, PlayLink, StudyLink, TrainLink
from pokergui.settings import Settings
from pokergui.window.pages import Pages
from tests.pokergui.store.damage import change
from tests.pokergui.store.random_hands import play_into
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
LEDUC = get_game("leduc")


class Owner:
    def __init__(self, window, store):
        self.settings, self.runner, self.store = Settings(), SyncRunner(), store
        self.pages = Pages(self.runner, window, lambda: self.settings, self.keep, print, window)
        self.pages.begin(store)

    def keep(self, settings):
        self.settings = settings


@pytest.fixture
def owner(window, home, store):
    return Owner(window, store)


def begun(pages):
    names = ("watch", "study", "train", "history", "drills")
    return [name for name in names if getattr(pages, name) is not None]


def test_pages_and_rooms_start_when_first_shown(owner, window, qtbot):
    pages = owner.pages
    pages.begin_others()
    assert pages.play is not None and begun(pages) == [] and not window.play.has_drills
    qtbot.keyClick(window, Qt.Key.Key_F4)
    assert begun(pages) == ["train"]
    owner.settings = replace(owner.settings, study_game="kuhn")
    qtbot.keyClick(window, Qt.Key.Key_F3)
    assert begun(pages) == ["study", "train"]
    assert "Kuhn" in window.study.top_bar.controls.game.currentText()  # with the settings of now
    qtbot.keyClick(window, Qt.Key.Key_F1)
    qtbot.keyClick(window, Qt.Key.Key_P)
    assert window.play.drills.isVisible() and begun(pages) == ["study", "train", "drills"]
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.play.table.isVisible() and window.play.has_drills


def test_page_shown_too_early_starts_once_ready(owner, window, qtbot):
    pages = owner.pages
    qtbot.mouseClick(window.play.drill, Qt.MouseButton.LeftButton)
    assert window.play.drills.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F2)
    pages.open_study(StudyLink(LEDUC, (), (), None))
    assert window.study.isVisible() and begun(pages) == []
    pages.begin_others()
    assert begun(pages) == ["watch", "study", "drills"] and pages.tournaments is not None
    assert "Leduc" in window.study.top_bar.controls.game.currentText()


def test_damage_found_earlier_is_reported_on_the_hand_list(owner, window, qtbot):
    owner.pages.begin_others()
    play_into(owner.store, 3)
    change(owner.store.path, "UPDATE hands SET payoffs = '[1]' WHERE number = 2")
    owner.pages.file.count()
    owner.runner.run_all()
    words = "hands.db is damaged: 2 of 3 hands are intact"
    assert window.play.notice.title.text() == words
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.history.notice.title.text() == words


STUDY = StudyLink(LEDUC, (CALL,), (), None)
PLAY = PlayLink(LEDUC, tuple(shuffled_deck(LEDUC, rng_state(1))), (CALL,), 1, "call")
_FLOP = PublicState(get_game("holdem-nolimit@100"), (CALL, CALL, CALL, CALL), (0, 5, 10, 15))
HAND = HandLink(_FLOP, (None, None), ("You", "Granite"), 0, "Hand 1")
ENGINE = EngineLink(LEDUC, "call")
LINKS = [
    ("play", lambda p: p.play.study_requested, (STUDY,), "study"),
    ("play", lambda p: p.play.reviews.study_requested, (STUDY,), "study"),
    ("play", lambda p: p.play.hand_requested, (HAND,), "study"),
    ("watch", lambda p: p.watch.run.play_requested, (PLAY,), "play"),
    ("watch", lambda p: p.watch.run.study_requested, (STUDY,), "study"),
    ("watch", lambda p: p.watch.judge_requested, (1,), "judging"),
    ("watch", lambda p: p.tournaments.match_requested, (1,), "history"),
    ("train", lambda p: p.train.play_requested, (ENGINE,), "play"),
    ("train", lambda p: p.train.study_requested, (STUDY,), "study"),
    ("history", lambda p: p.replay.play_requested, (PLAY,), "play"),
    ("history", lambda p: p.replay.study_requested, (STUDY,), "study"),
    ("history", lambda p: p.replay.solve_requested, (STUDY, "hand 1"), "study"),
    ("history", lambda p: p.replay.hand_requested, (HAND,), "study"),
    ("history", lambda p: p.review.study_requested, (STUDY,), "study"),
    ("history", lambda p: p.review.play_requested, (ENGINE,), "play"),
    ("history", lambda p: p.history.asked, ("play",), "play"),
    ("study", lambda p: p.study.walk.drill_requested, (STUDY,), "drills"),
]


def test_links_open_their_page_and_carry_their_contents(owner, window):
    pages, runner = owner.pages, owner.runner
    pages.begin_others()
    rooms = {"judging": lambda: window.history.judging, "drills": lambda: window.play.drills}
    for number, (page, signal, sent, shown) in enumerate(LINKS):
        window.show_page(page)
        signal(pages).emit(*sent)
        room = rooms.get(shown, lambda shown=shown: window.page(shown))
        assert room().isVisible(), LINKS[number]
    pages.open_play(PLAY)
    runner.run_all()
    assert "Training" in window.play.table.scene.tag
    pages.open_study(STUDY)
    assert window.study.top_bar.controls.game.currentText().startswith("Leduc")
    pages.open_train(TrainLink(LEDUC, "explicit:1,all"))
    assert window.train.isVisible()
    runner.run_all()
    assert window.train.top_bar.controls.method.currentText() == "Robust sampling"
