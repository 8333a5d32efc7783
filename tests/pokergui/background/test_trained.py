import pytest

from ai.agents.baselines import CallAgent, RaiseAgent
from ai.files.strategy import StrategyInfo
from ai.trained import FOLDER, keep_trained, remove_trained
from engine.game import get_game
from pokergui.background.folder import TrainedFolder
from pokergui.formatting.choices import PlayChoice, engine_title
from pokergui.links import EngineLink, StudyLink
from pokergui.pages.play.presenters.play import PlayPresenter
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.state import StudyChoice
from pokergui.pages.watch.presenters.watch import WatchPresenter
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.store import Store
from tests.pokergui.heard import heard, latest
from tests.sync_runner import SyncRunner

NAME = "trained:kuhn-run"
TITLE = "PDCFR+, 20,000 iterations"


def keep(home, raises=False, title=TITLE):
    kuhn = get_game("kuhn")
    measured = {"method": "exact", "exploitability": 0.25}
    info = StrategyInfo(kuhn, "pdcfr+", "none", measured=measured, title=title)
    keep_trained(home, "kuhn-run", (RaiseAgent if raises else CallAgent)(kuhn).table(), info)


def remove(home):
    remove_trained(home, "kuhn-run")


class Pages:
    hand = property(lambda self: self.play.hands.play)
    slots = property(lambda self: self.shown["actions"].slots)

    def __init__(self, home, opponent="cfr"):
        self.home, self.runner, self.store = home, SyncRunner(), Store.open(home / "hands.db")
        playing = PlayChoice("kuhn", opponent=opponent)
        self.play = PlayPresenter(self.runner, self.store, home, playing)
        watching = WatchChoice("kuhn", (opponent, "call"), 40)
        self.watch = WatchPresenter(self.runner, self.store, home, watching)
        studying = StudyChoice.of("kuhn", 100, opponent, home)
        self.study = StudyPresenter(self.runner, home, home / "spots", studying)
        self.pages = {"play": self.play, "watch": self.watch, "study": self.study}
        told = (self.play.hands, self.play.opponents, self.watch.run.stage, self.study.walk)
        self.notices = heard(*(one.notice for one in told))
        signals = {page: presenter.top for page, presenter in self.pages.items()}
        signals |= {"actions": self.play.hands.bar.scene, "advisor": self.play.advisor.scene}
        signals |= {"grid": self.study.scene, "standing": self.watch.run.stage.standing}
        self.shown = latest(**signals)
        self.folder = TrainedFolder(home, self.play)
        for page in self.pages.values():
            self.folder.changed.connect(page.refresh_engines)
        self.play.start(0, 0)
        self.watch.start()
        self.do(self.study.show_page, True)

    def do(self, intent, *values):
        intent(*values)
        self.runner.run_all()
        self.play.hands.table_settled()
        self.watch.run.table_settled()

    def change(self, change, **named):
        change(self.home, **named)
        self.do(self.folder.look)

    def choose_game(self, name):
        for page in self.pages.values():
            self.do(page.choose, "game", name)

    def play_against(self, name):
        self.do(self.play.play_against, EngineLink(get_game("kuhn"), name))

    @property
    def lists(self):
        play, watch, study = (self.shown[page] for page in self.pages)
        return [play.opponent, watch.engine_a, watch.engine_b, study.engine]

    @property
    def listed(self):
        return [found(one) for one in (*self.lists, self.shown["advisor"].engine)]

    def reach_decision(self):
        for _ in range(50):
            if self.slots and self.slots[1].enabled:
                return
            self.do(self.play.next_hand)
        raise AssertionError("the person never got a turn")

    def close(self):
        for page in self.pages.values():
            page.stop()
        self.store.close()


@pytest.fixture
def page(tmp_path):
    made = Pages(tmp_path)
    made.play.set_preferences(guard=False, auto_next=False, advisor=True)
    yield made
    made.close()


def found(choices):
    return next((choice for choice in choices.choices if choice.key == NAME), None)


def checks(page):
    return {total.action.title: total.share for total in page.shown["grid"].totals}["Check"]


@pytest.mark.ci
def test_trained_engine_appears_in_and_leaves_every_list_at_once(page):
    assert page.listed == [None] * 5
    page.change(keep)
    for choice in page.listed:
        assert NAME in choice.detail and (choice.title, choice.note) == (TITLE, "kuhn-run")
    assert NAME not in [one.current for one in page.lists]
    choices = page.shown["play"].opponent.choices
    assert (choices[0].key, choices[-1].key) == ("cfr", NAME)  # the strongest kinds stay first
    assert (choices[-1].value, choices[-1].second) == ("not measured", "exploitability 250")
    page.choose_game("leduc")
    assert [found(one) for one in page.lists] == [None] * 4
    page.choose_game("kuhn")
    page.change(remove)
    assert page.listed == [None] * 5


def test_hand_continues_when_engine_lists_change(page):
    page.change(keep)
    page.do(page.play.choose, "opponent", NAME)
    page.reach_decision()
    hand = page.hand
    page.change(keep, raises=True)
    page.change(remove)
    assert page.hand is hand
    opponent = page.shown["play"].opponent
    rival = found(opponent)
    assert opponent.current == NAME
    assert (rival.title, rival.note) == ("kuhn-run", "no longer there")
    for _ in range(6):
        page.do(page.play.hands.act, "call", "")
        page.reach_decision()
    assert page.hand is hand
    page.choose_game("leduc")
    page.choose_game("kuhn")
    assert page.shown["play"].opponent.current == "cfr"


def test_links_to_a_removed_engine_are_reported(page):
    hand = page.hand
    page.play_against(NAME)
    assert page.notices[-1].title == "kuhn-run is not on the list of engines any more"
    assert page.hand is hand
    page.do(page.study.open_link, StudyLink(get_game("kuhn"), (), (), engine=NAME))
    notice = page.notices[-1]
    assert notice.kind == "error" and "kuhn-run" in notice.title
    assert any("Exact equilibrium" in button.text for button in notice.buttons)
    keep(page.home)
    page.play_against(NAME)
    assert page.hand is not hand and page.shown["play"].opponent.current == NAME


def test_study_shows_the_current_file(page):
    page.change(keep)
    page.do(page.study.choose, "engine", NAME)
    assert checks(page) == 1.0
    page.do(page.study.whole.toggle, True)
    sheet = page.shown["grid"].sheet
    page.change(keep, raises=True, title="CFR+")
    assert checks(page) == 0.0
    assert page.shown["grid"].sheet not in (None, sheet)
    assert page.shown["study"].engine.current == NAME
    scene = page.shown["grid"]
    page.change(remove)
    assert page.shown["grid"] is scene
    page.do(page.study.walk.follow, "do:0:c")
    assert page.shown["grid"] is not scene
    assert page.notices[-1] is None


def test_advisor_uses_the_new_file_and_drops_a_removed_one(page):
    page.change(keep)
    page.do(page.play.advisor.choose_engine, NAME)
    page.reach_decision()
    while not page.slots[2].enabled:  # both engines call a bet
        page.do(page.play.hands.act, "fold", "")
        page.reach_decision()
    page.runner.run_all()
    assert page.slots[1].advice.share == 1.0
    page.change(keep, raises=True)
    page.do(page.play.advisor.choose_engine, NAME)
    assert page.slots[1].advice.share < 1.0
    page.change(remove)
    assert page.play.advisor.engine == page.shown["advisor"].engine.current == "cfr"
    assert page.shown["advisor"].problem is None


@pytest.mark.parametrize("there", [False, True])
def test_remembered_engine_is_selected_if_it_exists(tmp_path, there):
    if there:
        keep(tmp_path)
    page = Pages(tmp_path, opponent=NAME)
    engine = NAME if there else "cfr"
    assert [one.current for one in page.lists] == [engine, engine, "call", engine]
    assert (page.play.opponents.seats[0].title == TITLE) is there
    assert [notice for notice in page.notices if notice] == []
    page.close()


def test_match_keeps_its_titles_and_continues(page):
    page.change(keep)
    page.watch.choose("engine_b", NAME)
    page.watch.choose("duplicate", False)
    page.change(remove)  # before the match
    assert page.shown["watch"].engine_b.current == "call" and not page.shown["watch"].duplicate
    page.change(keep)
    page.watch.choose("engine_a", NAME)
    page.do(page.watch.press_main)
    page.change(keep, raises=True, title="CFR+")
    page.change(remove)
    assert page.watch.run.phase == "live" and page.shown["watch"].locked
    page.do(page.watch.run.choose_speed, "fast")
    over = page.shown["standing"]
    assert any(TITLE in row.name for row in over.stats)
    page.change(keep)
    assert page.shown["standing"] is over and page.watch.run.phase == "finished"


def test_folder_reports_changes_only(tmp_path, qtbot):
    home = tmp_path / "not" / "there"
    folder, told = TrainedFolder(home), []
    folder.changed.connect(lambda: told.append(1))
    folder.look()
    assert told == []
    for title in (TITLE, "CFR+"):
        keep(home, title=title)
        folder.look()
        folder.look()
    assert len(told) == 2
    assert engine_title(NAME, home) == "CFR+"
    assert engine_title(NAME) == engine_title(NAME, tmp_path) == "kuhn-run"


def test_folder_that_cannot_be_created_is_not_watched(tmp_path, qtbot, caplog):
    (tmp_path / FOLDER).write_text("")
    folder = TrainedFolder(tmp_path)
    assert "is not watched" in caplog.text
    folder.look()
