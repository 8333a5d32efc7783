"""Trained engines on every page's list: they come, go and are replaced while pages are in use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from ai.networks.record import save_network
from ai.networks.table import network_table
from ai.simple import CallAgent, RaiseAgent
from ai.strategy import Plain, StrategyInfo
from ai.trained_engines import FOLDER, keep_trained, list_trained, remove_trained, trained_path
from engine.game import get_game
from pokergui.background.folder import TrainedFolder
from pokergui.formatting.choices import PlayChoice, engine_title
from pokergui.links import EngineLink, StudyLink
from pokergui.pages.play.presenters.play import PlayPresenter
from pokergui.pages.play.viewmodel.advisor import AdvisorScene
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.watch.presenters.watch import WatchPresenter
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.store import Store
from pokergui.viewmodel import Choice, ChoiceList
from tests.naive.learned import random_networks
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
    def advisor(self) -> AdvisorScene:
        return self.shown["advisor"]

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
def pages(tmp_path: Path, qtbot: QtBot) -> Iterator[Callable[..., Pages]]:
    made: list[Pages] = []

    def make(**more: str) -> Pages:
        made.append(Pages(tmp_path, **more))
        return made[-1]

    yield make
    for one in made:
        one.close()


def found(choices: ChoiceList) -> Choice | None:
    return next((choice for choice in choices.choices if choice.key == NAME), None)


def shares(page: Pages) -> dict[str, float]:
    """Return the first player's frequencies at the shown spot, over all its cards."""
    return {total.action.title: total.share for total in page.shown["grid"].totals}


def test_it_is_on_every_list_at_once_and_off_again(pages: Callable[..., Pages]) -> None:
    page = pages()
    page.play.set_preferences(guard=False, auto_next=False, advisor=True)
    assert [found(one) for one in (*page.lists, page.advisor.engine)] == [None] * 5
    keep(page.home)
    page.look()
    for one in (*page.lists, page.advisor.engine):
        choice = found(one)
        assert choice is not None
        assert (choice.title, choice.note) == (TITLE, "kuhn-run")
        assert NAME in choice.detail
        assert one.current != NAME
    choice = found(page.shown["play"].opponent)
    assert choice is not None
    assert (choice.value, choice.second) == ("not measured", "exploitability 250")
    remove_trained(page.home, "kuhn-run")
    page.look()
    assert [found(one) for one in (*page.lists, page.advisor.engine)] == [None] * 5


def test_other_games_do_not_list_it(pages: Callable[..., Pages]) -> None:
    page = pages()
    keep(page.home)
    page.play.choose_game("leduc")
    page.watch.choose_game("leduc")
    page.study.choose_game("leduc")
    page.settle()
    assert [found(one) for one in page.lists] == [None] * 4


def test_strongest_kinds_stay_first(pages: Callable[..., Pages]) -> None:
    page = pages()
    keep(page.home)
    page.look()
    keys = [choice.key for choice in page.shown["play"].opponent.choices]
    assert keys[0] == "cfr"
    assert keys[-1] == NAME


def test_a_hand_goes_on_when_lists_change(pages: Callable[..., Pages]) -> None:
    page = pages()
    keep(page.home)
    page.look()
    page.play.choose_opponent(NAME)
    page.settle()
    page.reach_decision()
    hand, bar = page.play.hands.play, page.shown["actions"]
    for gone in (False, True):
        if gone:
            remove_trained(page.home, "kuhn-run")
        else:
            keep(page.home, raises=True)
        page.look()
        assert page.play.hands.play is hand
        assert page.shown["actions"] is bar
    opponent = page.shown["play"].opponent
    rival = found(opponent)
    assert rival is not None
    assert (rival.title, rival.note) == ("kuhn-run", "no longer there")
    assert opponent.current == NAME
    page.play.hands.act("call", "")
    page.settle()
    for _ in range(6):
        page.reach_decision()
        page.play.hands.act("call", "")
        page.settle()
    assert page.play.hands.play is hand
    page.play.choose_game("leduc")
    page.play.choose_game("kuhn")
    page.settle()
    assert page.shown["play"].opponent.current == "cfr"


def test_choosing_a_replaced_opponent_again_seats_the_new_one(pages: Callable[..., Pages]) -> None:
    page = pages()
    keep(page.home)
    page.play.choose_opponent(NAME)
    page.settle()
    hand = page.play.hands.play
    page.play.choose_opponent(NAME)
    page.settle()
    assert page.play.hands.play is hand
    keep(page.home, raises=True, title="CFR+")
    page.play.choose_opponent(NAME)
    page.settle()
    assert page.play.hands.play is not hand
    assert page.play.opponents.seats[0].title == "CFR+"


def test_an_engine_of_another_depth_is_played_at_its_own(pages: Callable[..., Pages]) -> None:
    page = pages()
    for depth in ("20", "75", "12.5", "33.33"):
        name = f"holdem-nolimit@{depth}"
        page.play.play_against(EngineLink(get_game(name), "call"))
        page.settle()
        top = page.shown["play"]
        assert (top.game.current, top.opponent.current) == ("holdem-nolimit", "call")
        assert top.depth.current == depth
        assert page.play.hands.play.game == get_game(name)


def test_playing_against_a_result(pages: Callable[..., Pages]) -> None:
    page = pages()
    hand = page.play.hands.play
    page.play.play_against(EngineLink(get_game("kuhn"), NAME))
    page.settle()
    assert page.notices[-1].title == "kuhn-run is not on the list of engines any more"
    assert page.play.hands.play is hand
    keep(page.home)
    page.play.play_against(EngineLink(get_game("kuhn"), NAME))
    page.settle()
    assert page.play.hands.play is not hand
    assert page.shown["play"].opponent.current == NAME


def test_study_shows_what_the_file_says_now(pages: Callable[..., Pages]) -> None:
    page = pages()
    keep(page.home)
    page.look()
    page.study.choose_engine(NAME)
    page.settle()
    assert shares(page)["Check"] == 1.0
    keep(page.home, raises=True, title="CFR+")
    page.look()
    assert shares(page)["Check"] == 0.0
    assert page.shown["study"].engine.current == NAME
    scene = page.shown["grid"]
    remove_trained(page.home, "kuhn-run")
    page.look()
    assert page.shown["grid"] is scene
    page.study.walk.follow("do:0:c")
    page.settle()
    assert page.shown["grid"] is not scene
    assert page.notices[-1] is None


def test_the_sheet_is_filled_anew(pages: Callable[..., Pages]) -> None:
    page = pages()
    keep(page.home)
    page.study.choose_engine(NAME)
    page.settle()
    page.study.whole.toggle(True)
    page.settle()
    before = page.shown["grid"].sheet
    assert before is not None
    keep(page.home, raises=True)
    page.look()
    after = page.shown["grid"].sheet
    assert after is not None
    assert after != before


def test_the_advisor_asks_the_new_file_and_leaves_a_gone_one(pages: Callable[..., Pages]) -> None:
    page = pages()
    page.play.set_preferences(guard=False, auto_next=False, advisor=True)
    keep(page.home)
    page.look()
    page.play.advisor.choose_engine(NAME)
    page.reach_decision()
    while not page.shown["actions"].slots[2].enabled:  # both engines call a bet
        page.play.hands.act("fold", "")
        page.settle()
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
    assert page.play.advisor.engine == "cfr"
    assert page.advisor.engine.current == "cfr"
    assert page.advisor.problem is None


def test_what_is_remembered_and_gone_falls_back(pages: Callable[..., Pages]) -> None:
    page = pages(opponent=NAME)
    assert [one.current for one in page.lists] == ["cfr", "cfr", "call", "cfr"]
    assert [notice for notice in page.notices if notice] == []


def test_what_is_remembered_and_there_is_taken_up(
    tmp_path: Path, pages: Callable[..., Pages]
) -> None:
    keep(tmp_path)
    page = pages(opponent=NAME)
    assert [one.current for one in page.lists] == [NAME, NAME, "call", NAME]
    assert page.play.opponents.seats[0].title == TITLE


def test_a_match_keeps_its_titles_and_goes_on(pages: Callable[..., Pages]) -> None:
    page = pages()
    keep(page.home)
    page.watch.choose_engine("a", NAME)
    assert page.shown["standing"].seats
    page.watch.press_main()
    page.settle()
    assert page.watch.run.phase == "live"
    keep(page.home, raises=True, title="CFR+")
    page.look()
    remove_trained(page.home, "kuhn-run")
    page.look()
    assert page.watch.run.phase == "live"
    assert page.shown["watch"].locked
    page.watch.run.choose_speed("fast")
    page.settle()
    assert page.watch.run.phase == "finished"
    assert any(TITLE in row.name for row in page.shown["standing"].stats)
    over = page.shown["standing"]
    keep(page.home)
    page.look()
    assert page.shown["standing"] is over
    assert page.watch.run.phase == "finished"


def test_watch_leaves_an_engine_that_goes_before_the_match(pages: Callable[..., Pages]) -> None:
    page = pages()
    keep(page.home)
    page.look()
    page.watch.choose_engine("b", NAME)
    page.watch.choose_duplicate(False)
    remove_trained(page.home, "kuhn-run")
    page.look()
    assert page.shown["watch"].engine_b.current == "call"
    assert not page.shown["watch"].duplicate


def test_a_link_to_an_engine_that_is_gone_says_so(pages: Callable[..., Pages]) -> None:
    page = pages()
    page.study.open_link(StudyLink(get_game("kuhn"), (), (), engine=NAME))
    page.settle()
    notice = page.notices[-1]
    assert notice.kind == "error"
    assert "kuhn-run" in notice.title
    assert any("Exact equilibrium" in button.text for button in notice.buttons)


def test_titles_where_the_folder_is_not_at_hand(tmp_path: Path) -> None:
    keep(tmp_path)
    assert engine_title(NAME, tmp_path) == TITLE
    assert engine_title(NAME) == engine_title(NAME, tmp_path / "elsewhere") == "kuhn-run"


def test_the_folder_tells_of_changes_alone(tmp_path: Path, qtbot: QtBot) -> None:
    folder = TrainedFolder(tmp_path)
    told: list[int] = []
    folder.changed.connect(lambda: told.append(1))
    folder.look()
    assert told == []
    keep(tmp_path)
    folder.look()
    folder.look()
    assert len(told) == 1
    keep(tmp_path, title="CFR+")
    folder.look()
    assert len(told) == 2


def test_what_a_command_keeps_is_seen(tmp_path: Path, qtbot: QtBot) -> None:
    folder = TrainedFolder(tmp_path / "not" / "there")
    with qtbot.waitSignal(folder.changed):
        keep(tmp_path / "not" / "there")
    assert len(list_trained(tmp_path / "not" / "there")) == 1
    with qtbot.waitSignal(folder.changed):
        remove_trained(tmp_path / "not" / "there", "kuhn-run")


def test_a_folder_that_cannot_be_made_is_not_watched(
    tmp_path: Path, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FOLDER).write_text("")
    folder = TrainedFolder(tmp_path)
    assert "is not watched" in caplog.text
    folder.look()


def test_one_change_of_the_folder_is_one_listing(
    pages: Callable[..., Pages], monkeypatch: pytest.MonkeyPatch
) -> None:
    page, listed, scandir = pages(), [], os.scandir

    def counted(folder: Path) -> Any:
        listed.append(folder)
        return scandir(folder)

    monkeypatch.setattr("ai.trained_engines.os.scandir", counted)
    keep(page.home)
    page.folder.look()
    assert listed == [page.home / FOLDER]
    assert all(found(one) is not None for one in page.lists)
    remove_trained(page.home, NAME.removeprefix("trained:"))
    page.folder.look()
    assert len(listed) == 2, "what was listed for one change is not taken for the next"
    assert all(found(one) is None for one in page.lists)


def test_networks_are_played_watched_and_studied(pages: Callable[..., Pages]) -> None:
    page, trained = pages(), random_networks("kuhn")
    measured: dict[str, Plain] = {"method": "exact", "exploitability": 0.125}
    info = replace(trained.info, measured=measured)
    save_network(trained_path(page.home, "kuhn-run"), replace(trained, info=info))
    page.look()
    for one in page.lists:
        choice = found(one)
        assert choice is not None
        assert choice.title == "NFSP, 20,000,000 episodes"
    choice = found(page.shown["play"].opponent)
    assert choice is not None
    assert (choice.value, choice.second) == ("not measured", "exploitability 125")
    for name in (NAME, f"{NAME}:best"):
        page.play.choose_opponent(name)
        page.settle()
        for _ in range(4):
            page.reach_decision()
            page.play.hands.act("call", "")
            page.settle()
    page.watch.choose_engine("a", NAME)
    page.watch.press_main()
    page.settle()
    assert page.shown["watch"].engine_a.current == NAME
    page.study.choose_engine(NAME)
    page.settle()
    table = network_table(trained.environment, trained.networks)
    row = table.probabilities[: 3 * 2].reshape(3, 2).mean(axis=0)
    assert list(shares(page).values()) == pytest.approx(row.tolist(), abs=1e-9)
    told = [notice.title for notice in page.notices if notice is not None]
    assert all("unfinished" in title for title in told), told  # the opponent was changed
