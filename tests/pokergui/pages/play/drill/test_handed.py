from dataclasses import replace

import pytest

from ai.solver.run import SpotRun
from ai.solver.spot import Spot
from ai.training.run import Bounds
from engine.cards import parse_cards
from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, PublicState
from pokergui.links import ReportLink, SolutionLink
from tests.ai.solver.spot_files import TURN
from tests.pokergui.pages.play.drill.rooms import Room
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
WIDE = ("QsJh2h8c5d", "22+,A2s+,KTs+", "random", 100, 950, "50,100,a", "50,a")
DEEP, BLIND = Spot.parse(*WIDE), Spot.parse(*WIDE, big_blind="10")
LIMIT = get_game("holdem-limit")


@pytest.fixture(scope="module")
def solved():
    made = {}

    def of(spot):
        if id(spot) not in made:
            run = made[id(spot)] = SpotRun(spot)
            run.run(Bounds(60))
        return SolutionLink(made[id(spot)], spot.root)

    return of


@pytest.mark.parametrize(("spot", "unit"), [(DEEP, "chips"), (BLIND, "bb")])
def test_a_solution_is_practised_and_nothing_of_it_is_kept(room, solved, spot, unit):
    room.drill(solved(spot))
    assert (room.title, room.table.subtitle) == ("Spot 1 of 20", "From the solution")
    scene = room.scene
    assert scene.spots.current == scene.game.current == scene.judge.current == "solution"
    assert scene.depth is None and scene.game.choices[0].title == "River spot"
    assert "of the pot" in scene.judge.choices[0].note
    verdicts = []
    for _ in range(12):
        room.presenter.sizes.move_slider(1000)  # all-in
        verdict = room.answer_on("raise" if room.bar.slots[2].enabled else "call")
        assert verdict is not None and verdict.quality and "The solution: " in verdict.text
        verdicts.append(verdict.title)
    assert any(f" {unit} lost" in title for title in verdicts)
    rate = "chips/" if unit == "chips" else "mbb per "
    assert f" {unit}, " in room.series.head and f"{rate}decision" in room.series.head
    assert "nothing is saved" in room.series.notes
    assert "due" not in room.series.head + room.series.notes
    assert room.answers(spot.game.name) == ()


def test_other_games_and_spots_leave_a_solution(room, solved):
    def chosen():
        return room.scene.spots.current, room.scene.game.current, room.scene.judge.current

    board = (*TURN.board, 0)
    link = replace(solved(TURN), start=PublicState(TURN.game, (CALL, CALL), board))
    room.drill(link)
    spot, shown = room.spot, room.links[-1]  # from the decision shown on
    assert (spot.actions[:2], spot.board) == ((CALL, CALL), board)
    assert shown.run is link.run and len(shown.hole) == 2
    room.presenter.choose_game("solution")
    room.presenter.choose_spots("ranges")  # are read in it
    assert room.plans[-1].link is link
    assert room.scene.spots.choices[-1].key == "solution"
    room.presenter.choose_spots("solution")
    assert room.table.subtitle == "From the solution"
    room.presenter.choose_spots("daily")
    assert chosen()[:2] == ("daily", "leduc")
    room.drill(link)
    room.presenter.choose_game("kuhn")
    assert chosen() == ("mine", "kuhn", "cfr")


REPORT = ReportLink(
    LIMIT,
    parse_line(LIMIT, "rc/"),
    (parse_cards("AhTd7c"), parse_cards("KsQs2d"), parse_cards("2c2d2h")),
    (0.5, 0.5, 0.0),
    "cfr",
)


def test_a_report_is_practised_board_after_board(room):
    room.drill(REPORT)
    assert (room.title, room.table.subtitle) == ("Spot 1 of 20", "From a report")
    assert (room.scene.spots.current, room.scene.judge.current) == ("report", "cfr")
    boards = set()
    for _ in range(8):
        assert room.spot.actions == REPORT.actions
        boards.add(room.spot.board)
        room.answer_on()
    assert boards == set(REPORT.boards[:2])
    assert len(room.answers("holdem-limit")) == 8 and "due" in room.series.notes


def test_a_report_is_judged_by_its_engine(store):
    room = Room(store, "holdem-limit", SyncRunner())
    room.presenter.choose_judge("cfr-resolve")
    for engine, problem in (("cfr", ""), ("random", "Random walker does not give values of hands")):
        room.drill(replace(REPORT, engine=engine))
        assert (room.scene.judge.current == "cfr") == (engine == "cfr")
        assert problem in room.scene.problem
    room.presenter.choose_judge("cfr")
    assert (room.scene.spots.current, room.scene.judge.current) == ("report", "cfr")
