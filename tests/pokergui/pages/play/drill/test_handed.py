"""The room of drills with a solution or a report handed over by Study."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ai.run import Bounds
from ai.spot.run import SpotRun
from ai.spot.spot import Spot
from engine.cards import parse_cards
from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, PublicState
from pokergui.links import ReportLink, SolutionLink
from pokergui.store import HandReader, Store
from tests.ai.spot.spot_files import SPOT, TURN
from tests.pokergui.cli_runner import Cli
from tests.pokergui.pages.play.drill.test_drill import Room

WIDE = ("QsJh2h8c5d", "22+,A2s+,KTs+", "random", 100, 950, "50,100,a", "50,a")
DEEP, BLIND = Spot.parse(*WIDE), Spot.parse(*WIDE, big_blind="10")
LIMIT = get_game("holdem-limit")


@pytest.fixture(scope="module")
def solved() -> Callable[[Spot], SpotRun]:
    made: dict[int, SpotRun] = {}

    def of(spot: Spot) -> SpotRun:
        if id(spot) not in made:
            run = made[id(spot)] = SpotRun(spot)
            run.run(Bounds(60))
        return made[id(spot)]

    return of


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path / "hands.db")) as made:
        yield made


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return Cli(capsys)


@pytest.fixture
def room(qtbot: QtBot, store: Store) -> Room:
    return Room(store)


def answers(store: Store, game: str) -> int:
    with HandReader(store.path) as reader:
        return len(reader.drill_answers(game))


@pytest.mark.parametrize(("spot", "unit"), [(DEEP, "chips"), (BLIND, "bb")])
def test_a_solution_is_practised_and_nothing_of_it_is_kept(
    room: Room, store: Store, solved: Callable[[Spot], SpotRun], spot: Spot, unit: str
) -> None:
    run = solved(spot)
    room.presenter.drill(SolutionLink(run, spot.root))
    assert (room.table.title, room.table.subtitle) == ("Spot 1 of 20", "From the solution")
    scene = room.scene
    assert scene.spots.current == scene.game.current == scene.judge.current == "solution"
    assert scene.game.choices[0].title == "River spot"
    assert scene.depth is None
    assert "of the pot" in scene.judge.choices[0].note
    lost = False
    for _ in range(12):
        room.presenter.sizes.move_slider(1000)
        room.presenter.act("raise" if room.presenter._state.amount else "call", "")  # all-in
        assert room.scene.verdict is not None and room.scene.verdict.quality
        assert "The solution: " in room.scene.verdict.text
        lost = lost or f" {unit} lost" in room.scene.verdict.title
        room.presenter.go_on()
    assert lost
    series = room.scene.series
    assert (
        f" {unit}, " in series.head
        and f"{'chips/' if unit == 'chips' else 'mbb per '}decision" in (series.head)
    )
    assert "nothing is saved" in series.notes and "due" not in series.head + series.notes
    assert answers(store, spot.game.name) == 0


def test_the_figures_are_those_of_the_command(
    room: Room, solved: Callable[[Spot], SpotRun], cli: Cli, tmp_path: Path
) -> None:
    run, file = solved(SPOT), tmp_path / "spot.safetensors"
    run.save(file)
    room.presenter.drill(SolutionLink(run, SPOT.root))
    drill = room.presenter._drill
    assert drill is not None
    found = cli.json("drill", str(file), f"--seed={drill._seed}", *["--answer=c"] * 5)
    for one in found["spots"][:5]:
        now = room.presenter._state.now
        assert now is not None
        room.presenter.act("call", "")
        told = room.presenter._state.now
        assert told is not None and told.answer is not None
        assert told.answer.quality == one["answer"]["class"]
        assert told.answer.loss_mbb == 1000 * one["answer"]["loss_chips"]
        assert told.answer.floor_mbb == 1000 * one["answer"]["floor_chips"]
        room.presenter.go_on()


def test_a_solution_is_practised_from_the_decision_shown_on(
    room: Room, solved: Callable[[Spot], SpotRun]
) -> None:
    run, board = solved(TURN), (*TURN.board, 0)
    start = PublicState(TURN.game, (CALL, CALL), board)
    room.presenter.drill(SolutionLink(run, start))
    shown: list[SolutionLink] = []
    room.presenter.solution_requested.connect(shown.append)
    for _ in range(6):
        now = room.presenter._state.now
        assert now is not None
        spot = now.question.dealt.spot
        assert (spot.actions[:2], spot.board) == ((CALL, CALL), board)
        room.presenter.act("call", "")
        room.presenter.study()
        assert shown[-1] == SolutionLink(run, spot, now.question.dealt.hole)
        room.presenter.go_on()


@pytest.mark.parametrize("at_end", [False, True])
def test_lengths_dice_and_late_verdicts_go_with_a_solution(
    room: Room, solved: Callable[[Spot], SpotRun], at_end: bool
) -> None:
    room.presenter.drill(SolutionLink(solved(TURN), TURN.root))
    room.presenter.choose_dice(True)
    room.presenter.choose_end(at_end)
    room.presenter.choose_length("hand")
    assert room.scene.spots.current == "solution"
    decisions = set()
    for _ in range(60):
        state = room.presenter._state
        if state.now is None:
            break
        decisions.add(state.now.question.decision)
        assert 1 <= state.now.dice <= 100
        room.presenter.act("call", "")
        assert (room.scene.verdict is None) == at_end or state.now is None
        if not at_end:
            room.presenter.go_on()
    assert room.presenter._state.over
    assert {1, 2} <= decisions
    assert room.scene.rows and all("chips" in one.lost for one in room.scene.rows if one.quality)


def test_other_games_and_spots_leave_a_solution(
    room: Room, solved: Callable[[Spot], SpotRun]
) -> None:
    room.presenter.drill(SolutionLink(solved(SPOT), SPOT.root))
    room.presenter.choose_game("solution")
    assert room.scene.spots.current == "solution"
    room.presenter.choose_spots("daily")
    assert (room.scene.spots.current, room.scene.game.current) == ("daily", "leduc")
    room.presenter.drill(SolutionLink(solved(SPOT), SPOT.root))
    room.presenter.choose_game("kuhn")
    assert (room.scene.spots.current, room.scene.game.current) == ("mine", "kuhn")
    assert room.scene.judge.current == "cfr"


def test_ranges_are_read_in_a_solution(room: Room, solved: Callable[[Spot], SpotRun]) -> None:
    link = SolutionLink(solved(SPOT), SPOT.root)
    room.presenter.drill(link)
    plans: list = []
    room.presenter.ranges_wanted.connect(plans.append)
    room.presenter.choose_spots("ranges")
    assert plans[-1].link is link
    assert room.scene.spots.choices[-1].key == "solution"
    room.presenter.choose_spots("solution")
    assert room.table.subtitle == "From the solution"


REPORT = ReportLink(
    LIMIT,
    parse_line(LIMIT, "rc/"),
    (parse_cards("AhTd7c"), parse_cards("KsQs2d"), parse_cards("2c2d2h")),
    (0.5, 0.5, 0.0),
    "cfr",
)


def test_a_report_is_practised_board_after_board(room: Room, store: Store) -> None:
    room.presenter.drill(REPORT)
    assert (room.table.title, room.table.subtitle) == ("Spot 1 of 20", "From a report")
    assert (room.scene.spots.current, room.scene.judge.current) == ("report", "cfr")
    boards = set()
    for _ in range(8):
        now = room.presenter._state.now
        assert now is not None
        assert now.question.dealt.spot.actions == REPORT.actions
        boards.add(now.question.dealt.spot.board)
        room.presenter.act("call", "")
        room.presenter.go_on()
    assert boards == set(REPORT.boards[:2])
    assert answers(store, "holdem-limit") == 8
    assert "due" in room.scene.series.notes


def test_a_report_is_judged_by_its_engine(room: Room) -> None:
    room.presenter._judges["holdem-limit"] = "cfr-resolve"
    room.presenter.drill(REPORT)
    assert room.scene.judge.current == "cfr"
    link = ReportLink(LIMIT, REPORT.actions, REPORT.boards, REPORT.weights, "random")
    room.presenter.drill(link)
    assert "Random walker does not give values of hands" in room.scene.problem
    room.presenter.choose_judge("cfr")
    assert room.table.subtitle == "From a report"
    assert room.scene.judge.current == "cfr"
