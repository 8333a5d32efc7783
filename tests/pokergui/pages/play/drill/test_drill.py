from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from ai.drill.kinds import card_of
from ai.review.classes import BLUNDER, CLASSES, INACCURACY, WRONG, Thresholds
from ai.sit_and_go.plan import Level, SitAndGo
from ai.solver.run import SpotRun
from ai.solver.spot import Spot
from ai.training.run import Bounds
from engine.card_display import parse_shown
from engine.cards import parse_cards
from engine.errors import CancelledError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState
from pokergui.drills.judge import DrillJudge
from pokergui.drills.series import PrizesJudge
from pokergui.drills.sources import MistakeCard
from pokergui.links import ReportLink, SolutionLink, StudyLink
from pokergui.pages.play.drill import work
from pokergui.pages.play.drill.presenters import STOP
from pokergui.pages.play.drill.scenes import due_text
from pokergui.pages.play.drill.work import DAY, MINE, SIT_AND_GO, Drill, SeriesPlan
from tests.ai.solver.spot_files import TURN
from tests.pokergui.heard import AtOnce, refuse
from tests.pokergui.pages.play.drill.rooms import Room
from tests.pokergui.store.sit_and_gos import keep_sit_and_go
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
LEDUC = get_game("leduc")


@pytest.fixture
def mine(hands):
    room = Room(hands)
    room.presenter.open()
    return room


def test_answer_is_judged_saved_and_scheduled(mine, cli):
    home = str(mine.store.path.parent)
    mistakes = cli.json("drill", "leduc", "--list", "--home", home)["mistakes"]
    assert mine.notices[-1] is None and mine.title == "Spot 1 of 20"
    assert mine.table.subtitle == f"Your hand {mistakes[0]['hand']}"
    assert [all(card.face_up for card in seat.cards) for seat in mine.table.seats] == [True, False]
    assert mine.scene.verdict is None and not mine.scene.can_next
    assert all(slot.advice is None for slot in mine.bar.slots)
    verdict = mine.answer()
    assert verdict is not None and verdict.quality in CLASSES and mine.scene.can_next
    assert any(slot.advice is not None and slot.advice.best for slot in mine.bar.slots)
    (answer,) = mine.answers()
    assert answer.quality == verdict.quality == mine.series.marks[0]
    assert "due again in" in mine.series.head
    mine.answer("fold")  # it is over
    assert len(mine.answers()) == 1
    mine.presenter.again()
    mine.answer_on()
    assert len(mine.answers()) == 2
    assert mine.title == "Spot 2 of 20" and mine.scene.verdict is None


@pytest.mark.parametrize("at_end", [False, True])
def test_daily_series_ends_with_a_table(room, at_end):
    room.presenter.choose("at_end", at_end)
    room.presenter.choose("spots", DAY)
    room.presenter.choose("dice", True)
    room.presenter.begin()
    for number in range(1, 6):
        assert room.title == f"Spot {number} of 5"
        dice = int(room.table.tag.removeprefix("Dice "))
        if at_end:  # verdicts are pending
            assert set(room.series.marks) <= {"", "answered"}
            assert room.answer() is None
        else:
            assert f"dice {dice} asked for" in room.answer_on().text
        assert room.answers()[-1].dice == dice
    scene, answers = room.scene, room.answers()
    assert scene.over.startswith("5 of 5 spots")
    assert [row.quality for row in scene.rows] == [one.quality for one in answers]
    followed = sum(one.followed for one in answers)
    assert f"dice followed {followed} of 5" in room.series.notes
    room.presenter.go_on()
    assert room.scene.over == "" and room.title == "Spot 1 of 5"


def test_study_spot_is_drilled_hand_by_hand(room, monkeypatch):
    monkeypatch.delattr(work, "practice")  # it needs no review
    link = StudyLink(LEDUC, parse_line(LEDUC, "rc/r"), parse_shown(LEDUC, "Kh"))
    room.drill(link)
    assert (room.title, room.table.subtitle) == ("Spot 1 of 10", "From Study")
    for _ in range(3):
        assert (room.spot.actions, room.spot.board) == (link.actions, link.board)
        room.answer_on()
    monkeypatch.undo()
    room.presenter.choose("game", "kuhn")
    assert room.choices.spots.current == MINE


def test_preflop_spot_with_prizes_is_graded_in_them(room):
    game = SitAndGo((1_000, 1_000), (Level(50, 100),), 1, (65.0, 35.0)).start(1).game
    link = StudyLink(game, (), (), engine="jam-fold:payouts=65/35", page="preflop")
    room.drill(link)
    assert (room.title, room.table.subtitle) == ("Spot 1 of 10", "From Preflop")
    assert [one.title for one in room.choices.judge.choices] == ["Prizes 65/35"]
    assert room.choices.depth is None
    assert room.choices.spots.choices[-1].title == "A spot from Preflop"
    titles = []
    while not room.scene.over:
        titles.append(room.answer("fold").title)
        evs = {slot.kind: slot.advice.value[:4] for slot in room.bar.slots}
        assert evs == {"fold": "EV $", "call": "", "raise": "EV $"}
        room.presenter.go_on()
    assert any(title.endswith("%") and "% of prizes lost" in title for title in titles)
    assert "of prizes per decision" in room.scene.over
    assert {one.judge for one in room.answers(game.name)} == {link.engine}


def test_mistakes_in_sit_and_gos_come_again_graded_in_prizes(store, room):
    keep_sit_and_go(store, (("AsAh", FOLD), ("7s2h", FOLD), ("KsTh", FOLD)))
    room.presenter.choose("length", "hand")  # of other series
    room.presenter.choose("spots", SIT_AND_GO)
    assert [one.title for one in room.choices.judge.choices] == ["Prizes"]
    assert room.choices.length is None and room.title == "Spot 1 of 20"
    assert room.table.subtitle == "Your hand 1"  # the costliest
    verdict = room.answer("fold")
    assert verdict.title.startswith("Blunder") and "% of prizes lost" in verdict.title
    assert "% of prizes, " in room.series.head
    (answer,) = room.answers("sit-and-go-50/100-2")
    assert answer.judge == "jam-fold:payouts=65/35" and answer.rating == "again"
    room.presenter.go_on()
    assert room.table.subtitle == "Your hand 3"
    room.answer_on("raise")
    assert room.scene.over
    room.presenter.begin()
    assert "no mistakes in your sit-and-gos are new" in room.scene.problem


def test_stored_judges_of_sit_and_gos_start_no_program(tmp_path):
    game = SitAndGo((1_000, 1_000), (Level(50, 100),), 1, (65.0, 35.0)).start(1).game
    spot = PublicState(game, (), ())
    key = card_of(spot, parse_cards("AsAh"))
    cards = [MistakeCard(key, spot, name, 1, 1, 1.0) for name in ("process:touch x", "jam-fold")]
    judge = PrizesJudge(game, tmp_path)
    assert list(judge.asked(cards, np.random.default_rng(1), JobControl())) == []


def test_engine_named_with_a_decision_judges_it_until_another_is_chosen(room):
    link = StudyLink(LEDUC, parse_line(LEDUC, "r"), ())
    usual, other, *_ = (choice.key for choice in room.drill(link).choices.judge.choices)
    assert room.choices.judge.current == usual
    assert room.drill(replace(link, engine=other)).choices.judge.current == other
    room.presenter.choose("judge", usual)
    assert room.choices.judge.current == usual
    assert room.drill(link).choices.judge.current == usual


def test_drilled_hand_continues_decision_by_decision(mine):
    mine.presenter.choose("length", "hand")
    subtitles = []
    while not mine.scene.over:
        subtitles.append(mine.table.subtitle)
        mine.answer_on()
    later = [words for words in subtitles if "Decision" in words]
    assert len(subtitles) == 20 + len(later) and len(later) > 3
    assert len(mine.scene.rows) == len(subtitles) == len(mine.answers())


def test_answers_are_classed_by_the_limits_in_settings(room):
    lenient = Thresholds(inaccuracy_pot=10.0, blunder_pot=10.0, blunder_bb=1000.0)
    room.presenter.set_limits(lenient)
    room.presenter.choose("spots", DAY)
    found = set()
    while not room.scene.over:
        found.add(room.answer_on("fold" if room.bar.slots[0].enabled else "call").quality)
    assert INACCURACY in found and not found & {WRONG, BLUNDER}


def test_offered_amounts_are_the_judges_sizes(store):
    room = Room(store, "holdem-nolimit")
    room.presenter.open()
    while room.bar.sizing is None:
        room.answer_on()
    assert 1 <= len(room.bar.sizing.presets) <= 5
    room.presenter.sizes.change("text", "1")
    assert room.answer("raise") is None  # an illegal size is no answer
    room.presenter.sizes.change("preset", 0)
    assert room.bar.sizing.presets[0].selected
    assert room.choices.judge.current == "cfr-resolve"
    room.answer("raise")
    room.presenter.show_in("bb")
    raised = room.bar.slots[2].title
    assert raised.endswith(" bb") and raised in room.scene.verdict.text


@pytest.mark.parametrize("wrong", ["stop", "failure"])
def test_series_can_start_after_a_cancellation_or_failure(hands, monkeypatch, wrong):
    room = Room(hands, runner=SyncRunner())
    with monkeypatch.context() as patch:
        patch.setattr(work, "refuse_program", refuse(PokerError("the disk is gone")))
        room.presenter.open()
        if wrong == "stop":
            room.presenter.press(STOP)
        room.runner.run_all()
        assert room.scene.problem and room.scene.can_next
        assert wrong == "stop" or room.notices[-1].kind == "error"
    room.presenter.go_on()
    room.runner.run_all()
    assert room.scene.problem == "" and room.title == "Spot 1 of 20"


def test_series_continues_after_a_failure(mine, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(Drill, "next", refuse(PokerError("the engine is gone")))
        mine.answer_on()
        assert mine.scene.can_next and not mine.scene.over
    mine.presenter.go_on()
    assert mine.title == "Spot 2 of 20"


@pytest.fixture
def drill_of(hands):
    def made(source):
        folder = hands.path.parent
        return Drill(SeriesPlan(LEDUC, "cfr", source), hands.path, folder / "reviews.db", folder, 1)

    return made


@pytest.mark.parametrize("source", [MINE, DAY])
def test_cancelled_search_resumes_with_the_same_spots(drill_of, monkeypatch, source):
    whole, drill = drill_of(source), drill_of(source)
    expected = [whole.next(None, spots, JobControl()) for spots in range(4)]
    whole.close()
    assert drill.next(None, 0, JobControl()) is not None
    found = [drill.next(None, spots, JobControl()) for spots in range(2)]
    asked = []

    def stop(judge, dealt, *args):
        asked.append(dealt)
        drill.stop()

    with monkeypatch.context() as patch:
        patch.setattr(DrillJudge, "ask", stop)
        with pytest.raises(CancelledError):
            drill.next(None, 2, JobControl())
    assert len(asked) < 20  # and not the hands of a whole search
    found += [drill.next(None, spots, JobControl()) for spots in (2, 3)]
    assert [one and one.dealt for one in found] == [one and one.dealt for one in expected]
    drill.halt()  # and queries nothing more
    with pytest.raises(CancelledError):
        drill.next(None, 0, JobControl())
    drill.close()


class SlowDisk(AtOnce):
    def watch(self, future, done, **options):
        self.late = lambda: done(future.result())


def test_late_answer_of_an_earlier_series_is_not_scheduled(hands):
    room = Room(hands, runner=SlowDisk())
    room.presenter.open()
    room.answer()
    room.presenter.choose("game", "kuhn")
    room.runner.late()
    assert "due again" not in room.series.head and "0 cards due" in room.series.notes


def test_the_judge_is_closed_as_the_window_closes(mine, monkeypatch):
    closed = []
    monkeypatch.setattr(DrillJudge, "close", lambda judge: closed.append(judge))
    mine.presenter.stop()
    assert len(closed) == 1


def test_due_times_in_words():
    now = datetime(2026, 5, 1, tzinfo=UTC)
    for minutes, words in ((0, "1 min"), (10, "10 min"), (300, "5 h"), (1_440, "1 day")):
        assert due_text(now + timedelta(minutes=minutes), now) == f"due again in {words}"


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
def test_solution_is_drilled_without_saving_answers(room, solved, spot, unit):
    room.drill(solved(spot))
    assert (room.title, room.table.subtitle) == ("Spot 1 of 20", "From the solution")
    verdicts = []
    for _ in range(12):
        room.presenter.sizes.change("position", 1000)  # all-in
        verdict = room.answer_on("raise" if room.bar.slots[2].enabled else "call")
        assert verdict is not None and verdict.quality
        verdicts.append(verdict.title)
    assert any(f" {unit} lost" in title for title in verdicts)
    assert "due" not in room.series.head + room.series.notes
    assert room.answers(spot.game.name) == ()


def test_choosing_another_game_or_spots_leaves_the_solution(room, solved):
    def chosen():
        return room.choices.spots.current, room.choices.game.current, room.choices.judge.current

    board = (*TURN.board, 0)
    link = replace(solved(TURN), start=PublicState(TURN.game, (CALL, CALL), board))
    room.drill(link)
    spot, shown = room.spot, room.links[-1]  # from the shown decision on
    assert (spot.actions[:2], spot.board) == ((CALL, CALL), board)
    assert shown.run is link.run and len(shown.hole) == 2
    room.presenter.choose("game", "solution")
    room.presenter.choose("spots", "ranges")  # are read in it
    assert room.plans[-1].link is link
    room.presenter.choose("spots", "solution")
    assert room.table.subtitle == "From the solution"
    room.presenter.choose("spots", "daily")
    assert chosen()[:2] == ("daily", "leduc")
    room.drill(link)
    room.presenter.choose("game", "kuhn")
    assert chosen() == ("mine", "kuhn", "cfr")


REPORT = ReportLink(
    LIMIT,
    parse_line(LIMIT, "rc/"),
    (parse_cards("AhTd7c"), parse_cards("KsQs2d"), parse_cards("2c2d2h")),
    (0.5, 0.5, 0.0),
    "cfr",
)


def test_report_is_drilled_board_by_board(room):
    room.drill(REPORT)
    assert (room.title, room.table.subtitle) == ("Spot 1 of 20", "From a report")
    assert (room.choices.spots.current, room.choices.judge.current) == ("report", "cfr")
    boards = set()
    for _ in range(8):
        assert room.spot.actions == REPORT.actions
        boards.add(room.spot.board)
        room.answer_on()
    assert boards == set(REPORT.boards[:2])
    assert len(room.answers("holdem-limit")) == 8 and "due" in room.series.notes


def test_a_report_is_judged_by_its_engine(store):
    room = Room(store, "holdem-limit", SyncRunner())
    room.presenter.choose("judge", "cfr-resolve")
    for engine, problem in (("cfr", ""), ("random", "Random walker does not give values of hands")):
        room.drill(replace(REPORT, engine=engine))
        assert (room.choices.judge.current == "cfr") == (engine == "cfr")
        assert problem in room.scene.problem
    room.presenter.choose("judge", "cfr")
    assert (room.choices.spots.current, room.choices.judge.current) == ("report", "cfr")
