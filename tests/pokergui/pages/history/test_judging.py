"""Hands of the list judge strategies: the presenter with a runner on this thread, and its room."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ai.registry import build
from engine.game import get_game
from engine.match import play
from pokergui.pages.history.presenters.judging import JudgePresenter
from pokergui.pages.history.scenes.rows import Wanted
from pokergui.pages.history.viewmodel.judging import JudgeScene
from pokergui.pages.history.wiring import connect_judging
from pokergui.store import PERSONS_MODEL, Store
from pokergui.viewmodel import Notice
from pokergui.window.window import MainWindow
from tests.pokergui.blinds import blind_words
from tests.pokergui.cli_runner import Cli
from tests.pokergui.history_parts import AtOnce
from tests.pokergui.store.random_hands import play_into

pytestmark = pytest.mark.slow
LEDUC = get_game("leduc")
NAMES = ("cfr", "random")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("judging") / "hands.db"
    with closing(Store.open(path)) as store:
        ticket = store.begin_match(
            LEDUC, engines=NAMES, players=("Exact", "Walker"), seed=5, duplicate=True, hands=400
        )
        agents = [build(name, LEDUC) for name in NAMES]
        play(LEDUC, agents, 200, 5, True, on_chunk=lambda one: store.append_block(ticket, one))
        store.finish_match(ticket).result()
        play_into(store, 12, games=("kuhn", "leduc"))
    return path


class Room:
    def __init__(self, path: Path, wanted: Wanted) -> None:
        self.wanted = wanted
        self.presenter = JudgePresenter(AtOnce(), path, path.parent, lambda: self.wanted)
        self.notices: list[Notice | None] = []
        self.scenes: list[JudgeScene] = []
        self.presenter.scene.connect(self.scenes.append)
        self.presenter.notice.connect(self.notices.append)
        self.presenter.look()

    @property
    def scene(self) -> JudgeScene:
        return self.scenes[-1]


@pytest.fixture
def room(path: Path) -> Room:
    return Room(path, Wanted(mode="match:1"))


def figure(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def test_a_match_judges_what_is_added_with_the_figures_of_the_command(
    room: Room, path: Path, cli: Cli
) -> None:
    assert room.scene.source.startswith("Match 1: Exact v. Walker")
    assert [row.note for row in room.scene.rows] == ["played these hands"]
    room.presenter.add("nfsp")
    room.presenter.judge()
    assert any(scene.running for scene in room.scenes)
    own, other = room.scene.rows
    args = ("--match", "1", "--db", str(path), "--target", "cfr", "--target", "nfsp")
    for row, told in zip((own, other), cli.json("evaluate", *args)["targets"], strict=True):
        figures = told["estimators"]["pi+gea"]
        assert figure(row.mean) == pytest.approx(figures["mean_mbb"], abs=0.51)
        assert row.effective == f"{round(figures['effective_samples']):,}"
    assert own.reading == "wins"
    assert blind_words(room.scene) == []
    assert not room.scene.can_judge
    room.presenter.choose_estimator("basic")
    assert room.scene.rows[0].percent == "100%"


def test_nothing_wins_by_hands_that_cannot_show_it(room: Room) -> None:
    """The rows of ``cfr`` have no 0, but what they call once in a million hands shows nothing."""
    room.presenter.add("raise")
    room.presenter.judge()
    room.presenter.choose_estimator("basic")
    own, other = room.scene.rows
    assert (own.reading, own.warnings) == ("wins", ())
    assert (other.reading, other.interval, other.middle) == ("not supported", "not valid", None)
    assert other.warnings[0].startswith("missing support ") and not other.leads
    assert "95% interval not valid" in other.tip and "cannot show" in other.tip


def test_hands_count_by_other_values_as_in_the_command(room: Room, path: Path, cli: Cli) -> None:
    room.presenter.judge()
    plain = room.scene.rows[0].mean
    assert room.scene.value is not None
    assert [one.title for one in room.scene.value.choices][-1] == "Bet-call DIVAT"
    room.presenter.choose_value("divat")
    assert room.scene.rows[0].mean == "…" and room.scene.can_judge
    room.presenter.judge()
    args = ("--match", "1", "--db", str(path), "--target", "cfr", "--value", "divat")
    told = cli.json("evaluate", *args)["estimators"]["pi+gea"]["mean_mbb"]
    mean = room.scene.rows[0].mean
    assert mean != plain and figure(mean) == pytest.approx(told, abs=0.51)


def test_the_other_side_begins_anew(room: Room) -> None:
    room.presenter.add("call")
    room.presenter.judge()
    room.presenter.choose_side("Walker")
    assert [row.key for row in room.scene.rows] == ["random", "call"]
    assert {row.mean for row in room.scene.rows} == {"…"}
    assert room.scene.against == "against Exact"
    room.presenter.remove("random")  # played the hands
    room.presenter.remove("call")
    assert [row.key for row in room.scene.rows] == ["random"]


def test_what_cannot_be_judged_is_said_in_one_line(room: Room) -> None:
    room.wanted = Wanted()
    room.presenter.look()
    assert room.scene.problem == "These hands are of several games; choose one of kuhn, leduc."
    room.wanted = Wanted(game="leduc", result="won")
    room.presenter.look()
    assert "judge nobody" in room.scene.problem


def test_a_persons_hands_need_the_engine_that_was_followed(room: Room) -> None:
    room.wanted = Wanted(game="leduc")
    room.presenter.look()
    room.presenter.choose_side(PERSONS_MODEL)
    assert (room.scene.rows, room.scene.can_judge) == ((), False)
    room.presenter.choose_followed("call")
    room.presenter.judge()
    notice = room.notices[-1]
    assert notice is not None and "not played by the behaviour" in notice.text
    room.presenter.choose_followed("random")
    room.presenter.judge()
    assert "its row was shown" in " ".join(room.scene.notes)


def test_the_room_takes_the_place_of_the_list(window: MainWindow, path: Path) -> None:
    page = window.history
    presenter = JudgePresenter(AtOnce(), path, path.parent, lambda: Wanted(mode="match:1"))
    connect_judging(presenter, page)
    window.show_page("history")
    page.filters.judge_button.click()
    assert page.judging.isVisible() and not page.list.isVisible()
    page.judging.adding.chosen.emit("call")
    page.judging.judge.click()
    assert [row.mean != "…" for row in page.judging.table.rows] == [True, True]
    page.judging.table.select("call")
    QTest.keyClick(page.judging.table, Qt.Key.Key_Delete)
    assert [row.key for row in page.judging.table.rows] == ["cfr"]
    QTest.keyClick(page.judging.table, Qt.Key.Key_Escape)
    assert page.list.isVisible()
