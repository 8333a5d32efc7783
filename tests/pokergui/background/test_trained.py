"""Trained engines on every page's list: they come, go and are replaced while pages are in use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ai.simple import CallAgent, RaiseAgent
from ai.strategy import StrategyInfo
from ai.trained_engines import FOLDER, keep_trained, remove_trained
from engine.game import get_game
from pokergui.background.folder import TrainedFolder
from pokergui.formatting.choices import PlayChoice, engine_title
from pokergui.links import EngineLink, StudyLink
from pokergui.pages.play.presenters.play import PlayPresenter
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.watch.presenters.watch import WatchPresenter
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.store import Store
from pokergui.viewmodel import Choice, ChoiceList
from tests.sync_runner import SyncRunner

NAME = "trained:kuhn-run"
TITLE = "PDCFR+, 20,000 iterations"


def keep(home: Path, raises: bool = False, title: str = TITLE, name: str = NAME) -> None:
    """Put an engine there that always calls, or always raises."""
    kuhn = get_game("kuhn")
    table = (RaiseAgent if raises else CallAgent)(kuhn).table()
    measured = {"method": "exact", "exploitability": 0.25}
    info = StrategyInfo(kuhn, "pdcfr+", "none", measured=measured, title=title)
    keep_trained(home, name.removeprefix("trained:"), table, info)


class Pages:
    """All pages with a list of engines, and their contents."""

    def __init__(self, home: Path, opponent: str = "cfr") -> None:
        self.home = home
        self.runner = SyncRunner()
        self.store = Store.open(home / "hands.db")
        self.play = PlayPresenter(
            self.runner, self.store, home, PlayChoice("kuhn", opponent=opponent)
        )
        choice = WatchChoice("kuhn", (opponent, "call"), 40)
        self.watch = WatchPresenter(self.runner, self.store, home, choice)
        self.study = StudyPresenter(
            self.runner, home, home / "spots", StudyChoice.of("kuhn", 100, opponent, home)
        )
        self.shown: dict[str, Any] = {}
        self.notices: list[Any] = []
        for page in ("play", "watch", "study"):
            presenter = getattr(self, page)
            presenter.top.connect(lambda value, page=page: self._keep(page, value))
        tellers = (self.play.hands, self.play.opponents, self.watch.run.stage, self.study.walk)
        for told in tellers:
            told.notice.connect(lambda value: self.notices.append(value))
        self.play.hands.bar.scene.connect(lambda value: self._keep("actions", value))
        self.play.advisor.scene.connect(lambda value: self._keep("advisor", value))
        self.study.scene.connect(lambda value: self._keep("grid", value))
        self.watch.run.stage.standing.connect(lambda value: self._keep("standing", value))
        self.folder = TrainedFolder(home, self.play)
        for page in (self.play, self.watch, self.study):
            self.folder.changed.connect(page.refresh_engines)
        self.play.start(0, 0)
        self.watch.start()
        self.study.show_page(True)
        self.settle()

    def _keep(self, part: str, value: object) -> None:
        self.shown[part] = value

    def play_against(self, name: str, game: str = "kuhn") -> None:
        self.play.play_against(EngineLink(get_game(game), name))
        self.settle()

    def choose_opponent(self, name: str) -> None:
        self.play.choose_opponent(name)
        self.settle()

    def act(self, action: str) -> None:
        self.play.hands.act(action, "")
        self.settle()

    def study_with(self, name: str) -> None:
        self.study.choose_engine(name)
        self.settle()

    def settle(self) -> None:
        self.runner.run_all()
        self.play.hands.table_settled()
        self.watch.run.table_settled()

    def look(self) -> None:
        self.folder.look()
        self.settle()

    @property
    def lists(self) -> list[ChoiceList]:
        """Play's opponents, Watch's two sides, Study's engines."""
        play, watch, study = (self.shown[page] for page in ("play", "watch", "study"))
        return [play.opponent, watch.engine_a, watch.engine_b, study.engine]

    @property
    def listed(self) -> list[Choice | None]:
        """The engine on every list, the advisor's too."""
        return [found(one) for one in (*self.lists, self.shown["advisor"].engine)]

    def reach_decision(self) -> None:
        """Deal until it is the person's turn."""
        for _ in range(50):
            slots = self.shown["actions"].slots
            if slots and slots[1].enabled:
                return
            self.play.next_hand()
            self.settle()
        raise AssertionError("the person never got a turn")

    def close(self) -> None:
        for presenter in (self.play, self.watch, self.study):
            presenter.stop()
        self.store.close()


@pytest.fixture
def page(tmp_path, qtbot):
    made = Pages(tmp_path)
    yield made
    made.close()


def found(choices: ChoiceList) -> Choice | None:
    return next((choice for choice in choices.choices if choice.key == NAME), None)


def shares(page: Pages) -> dict[str, float]:
    """Return the first player's frequencies at the shown spot, over all its cards."""
    return {total.action.title: total.share for total in page.shown["grid"].totals}


def test_it_is_on_every_list_of_its_game_at_once_and_off_again(page):
    page.play.set_preferences(guard=False, auto_next=False, advisor=True)
    assert page.listed == [None] * 5
    keep(page.home)
    page.look()
    for choice in page.listed:
        assert choice is not None and NAME in choice.detail
        assert (choice.title, choice.note) == (TITLE, "kuhn-run")
    assert NAME not in [one.current for one in page.lists]
    choices = page.shown["play"].opponent.choices
    assert (choices[0].key, choices[-1].key) == ("cfr", NAME)  # the strongest kinds stay first
    assert (choices[-1].value, choices[-1].second) == ("not measured", "exploitability 250")
    for presenter in (page.play, page.watch, page.study):
        presenter.choose_game("leduc")
    page.settle()
    assert [found(one) for one in page.lists] == [None] * 4
    for presenter in (page.play, page.watch, page.study):
        presenter.choose_game("kuhn")
    remove_trained(page.home, "kuhn-run")
    page.look()
    assert page.listed == [None] * 5


def test_a_hand_goes_on_when_lists_change(page):
    keep(page.home)
    page.look()
    page.choose_opponent(NAME)
    page.reach_decision()
    hand, bar = page.play.hands.play, page.shown["actions"]
    keep(page.home, raises=True)
    page.look()
    remove_trained(page.home, "kuhn-run")
    page.look()
    assert page.play.hands.play is hand and page.shown["actions"] is bar
    opponent = page.shown["play"].opponent
    rival = found(opponent)
    assert rival is not None and opponent.current == NAME
    assert (rival.title, rival.note) == ("kuhn-run", "no longer there")
    for _ in range(6):
        page.act("call")
        page.reach_decision()
    assert page.play.hands.play is hand
    page.play.choose_game("leduc")
    page.play.choose_game("kuhn")
    page.settle()
    assert page.shown["play"].opponent.current == "cfr"


def test_choosing_a_replaced_opponent_again_seats_the_new_one(page):
    keep(page.home)
    page.choose_opponent(NAME)
    hand = page.play.hands.play
    page.choose_opponent(NAME)
    assert page.play.hands.play is hand
    keep(page.home, raises=True, title="CFR+")
    page.choose_opponent(NAME)
    assert page.play.hands.play is not hand
    assert page.play.opponents.seats[0].title == "CFR+"


@pytest.mark.parametrize("depth", ["20", "75", "12.5", "33.33"])
def test_an_engine_of_another_depth_is_played_at_its_own(page, depth):
    page.play_against("call", f"holdem-nolimit@{depth}")
    top = page.shown["play"]
    assert (top.game.current, top.opponent.current) == ("holdem-nolimit", "call")
    assert top.depth.current == depth
    assert page.play.hands.play.game == get_game(f"holdem-nolimit@{depth}")


def test_links_to_an_engine_that_is_gone_say_so(page):
    hand = page.play.hands.play
    page.play_against(NAME)
    assert page.notices[-1].title == "kuhn-run is not on the list of engines any more"
    assert page.play.hands.play is hand
    page.study.open_link(StudyLink(get_game("kuhn"), (), (), engine=NAME))
    page.settle()
    notice = page.notices[-1]
    assert notice.kind == "error" and "kuhn-run" in notice.title
    assert any("Exact equilibrium" in button.text for button in notice.buttons)
    keep(page.home)
    page.play_against(NAME)
    assert page.play.hands.play is not hand
    assert page.shown["play"].opponent.current == NAME


def test_study_shows_what_the_file_says_now(page):
    keep(page.home)
    page.look()
    page.study_with(NAME)
    assert shares(page)["Check"] == 1.0
    page.study.whole.toggle(True)
    page.settle()
    sheet = page.shown["grid"].sheet
    keep(page.home, raises=True, title="CFR+")
    page.look()
    assert shares(page)["Check"] == 0.0
    assert page.shown["grid"].sheet not in (None, sheet)
    assert page.shown["study"].engine.current == NAME
    scene = page.shown["grid"]
    remove_trained(page.home, "kuhn-run")
    page.look()
    assert page.shown["grid"] is scene
    page.study.walk.follow("do:0:c")
    page.settle()
    assert page.shown["grid"] is not scene
    assert page.notices[-1] is None


def test_the_advisor_asks_the_new_file_and_leaves_a_gone_one(page):
    page.play.set_preferences(guard=False, auto_next=False, advisor=True)
    keep(page.home)
    page.look()
    page.play.advisor.choose_engine(NAME)
    page.reach_decision()
    while not page.shown["actions"].slots[2].enabled:  # both engines call a bet
        page.act("fold")
        page.reach_decision()
    page.settle()
    assert page.play.advisor.engine == NAME
    assert page.shown["actions"].slots[1].advice.share == 1.0
    keep(page.home, raises=True)
    page.look()
    page.play.advisor.choose_engine(NAME)
    page.settle()
    assert page.shown["actions"].slots[1].advice.share < 1.0
    remove_trained(page.home, "kuhn-run")
    page.look()
    assert page.play.advisor.engine == page.shown["advisor"].engine.current == "cfr"
    assert page.shown["advisor"].problem is None


@pytest.mark.parametrize("there", [False, True])
def test_what_is_remembered_is_taken_up_if_it_is_there(tmp_path, qtbot, there):
    if there:
        keep(tmp_path)
    page = Pages(tmp_path, opponent=NAME)
    engine = NAME if there else "cfr"
    assert [one.current for one in page.lists] == [engine, engine, "call", engine]
    assert (page.play.opponents.seats[0].title == TITLE) is there
    assert [notice for notice in page.notices if notice] == []
    page.close()


def test_a_match_keeps_its_titles_and_goes_on(page):
    keep(page.home)
    page.watch.choose_engine("a", NAME)
    page.watch.press_main()
    page.settle()
    keep(page.home, raises=True, title="CFR+")
    page.look()
    remove_trained(page.home, "kuhn-run")
    page.look()
    assert page.watch.run.phase == "live" and page.shown["watch"].locked
    page.watch.run.choose_speed("fast")
    page.settle()
    over = page.shown["standing"]
    assert any(TITLE in row.name for row in over.stats)
    keep(page.home)
    page.look()
    assert page.shown["standing"] is over and page.watch.run.phase == "finished"


def test_watch_leaves_an_engine_that_goes_before_the_match(page):
    keep(page.home)
    page.look()
    page.watch.choose_engine("b", NAME)
    page.watch.choose_duplicate(False)
    remove_trained(page.home, "kuhn-run")
    page.look()
    assert page.shown["watch"].engine_b.current == "call"
    assert not page.shown["watch"].duplicate


def test_the_folder_tells_of_changes_alone(tmp_path, qtbot):
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


def test_what_a_command_keeps_is_seen(tmp_path, qtbot):
    folder = TrainedFolder(tmp_path)
    with qtbot.waitSignal(folder.changed):
        keep(tmp_path)
    with qtbot.waitSignal(folder.changed):
        remove_trained(tmp_path, "kuhn-run")


def test_a_folder_that_cannot_be_made_is_not_watched(tmp_path, qtbot, caplog):
    (tmp_path / FOLDER).write_text("")
    folder = TrainedFolder(tmp_path)
    assert "is not watched" in caplog.text
    folder.look()
