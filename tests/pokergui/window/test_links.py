import pytest

from engine.game import get_game
from engine.player import CALL
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.links import EngineLink, PlayLink, StudyLink, TrainLink
from pokergui.settings import Settings
from pokergui.store import Store
from pokergui.window.pages import Pages
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
LEDUC = get_game("leduc")
STUDY = StudyLink(LEDUC, (CALL,), (), None)
PLAY = PlayLink(LEDUC, tuple(shuffled_deck(LEDUC, rng_state(1))), (CALL,), 1, "call")
ENGINE = EngineLink(LEDUC, "call")
LINKS = [
    ("play", lambda p: p.play.study_requested, (STUDY,), "study"),
    ("play", lambda p: p.play.reviews.study_requested, (STUDY,), "study"),
    ("watch", lambda p: p.watch.run.play_requested, (PLAY,), "play"),
    ("watch", lambda p: p.watch.run.study_requested, (STUDY,), "study"),
    ("watch", lambda p: p.watch.judge_requested, (1,), "judging"),
    ("watch", lambda p: p.tournaments.match_requested, (1,), "history"),
    ("train", lambda p: p.train.play_requested, (ENGINE,), "play"),
    ("train", lambda p: p.train.study_requested, (STUDY,), "study"),
    ("history", lambda p: p.replay.play_requested, (PLAY,), "play"),
    ("history", lambda p: p.replay.study_requested, (STUDY,), "study"),
    ("history", lambda p: p.replay.solve_requested, (STUDY, "hand 1"), "study"),
    ("history", lambda p: p.review.study_requested, (STUDY,), "study"),
    ("history", lambda p: p.review.play_requested, (ENGINE,), "play"),
    ("history", lambda p: p.history.asked, ("play",), "play"),
    ("study", lambda p: p.study.walk.drill_requested, (STUDY,), "drills"),
]


@pytest.fixture
def runner():
    return SyncRunner()


@pytest.fixture
def pages(window, runner, tmp_path, monkeypatch):
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    store = Store.open(tmp_path / "hands.db")
    made = Pages(runner, window, Settings, lambda settings: None, window)
    made.begin(store)
    made.begin_others()
    yield made
    store.close()


def test_a_link_shows_its_page(pages, window):
    rooms = {"judging": lambda: window.history.judging, "drills": lambda: window.play.drills}
    for number, (page, signal, sent, shown) in enumerate(LINKS):
        window.show_page(page)
        signal(pages).emit(*sent)
        room = rooms.get(shown, lambda shown=shown: window.page(shown))
        assert room().isVisible(), LINKS[number]


def test_links_bring_their_contents_along(pages, window, runner):
    pages.open_play(PLAY)
    runner.run_all()
    assert "Training" in window.play.table.scene.tag
    pages.open_study(STUDY)
    assert window.study.top_bar.game_box.currentText().startswith("Leduc")
    pages.open_train(TrainLink(LEDUC, "explicit:1,all"))
    assert window.train.isVisible()
    runner.run_all()
    assert window.train.top_bar.method.currentText() == "Robust sampling"
