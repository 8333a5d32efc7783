"""The room of drills: spots asked, judged, kept, and what comes of a series that goes wrong."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ai.drill.deals import Dealt
from ai.review.classes import BLUNDER, CLASSES, INACCURACY, STANDARD, WRONG, Thresholds
from engine.errors import CancelledError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.shown import parse_shown
from pokergui.drills.judge import DrillJudge
from pokergui.links import StudyLink
from pokergui.pages.play.drill.presenters.drill import STOP
from pokergui.pages.play.drill.scenes import drill as scene_of_drills
from pokergui.pages.play.drill.scenes.formatting import due_text
from pokergui.pages.play.drill.work import drilling
from pokergui.pages.play.drill.work.drilling import DAY, MINE, Drill, Plan
from pokergui.store import Store
from tests.pokergui.pages.play.drill.rooms import Room, SlowDisk
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
LEDUC = get_game("leduc")


@pytest.fixture
def mine(hands) -> Room:
    """A series of the person's own spots."""
    room = Room(hands)
    room.presenter.open()
    return room


def test_an_answer_is_judged_kept_and_comes_again(mine, cli):
    home = str(mine.store.path.parent)
    mistakes = cli.json("drill", "leduc", "--list", "--home", home)["mistakes"]
    assert mine.table.title == "Spot 1 of 20"
    assert mine.table.subtitle == f"Your hand {mistakes[0]['hand']}"
    assert [seat.name == "You" for seat in mine.table.seats] == [True, False]
    assert [all(card.face_up for card in seat.cards) for seat in mine.table.seats] == [True, False]
    assert mine.scene.verdict is None and not mine.scene.can_next
    assert all(slot.advice is None for slot in mine.bar.slots)
    verdict = mine.answer()
    assert verdict is not None and verdict.quality in CLASSES and mine.scene.can_next
    assert [slot.chosen for slot in mine.bar.slots] == [False, True, False]
    assert all(slot.over for slot in mine.bar.slots)
    assert any(slot.advice is not None and slot.advice.best for slot in mine.bar.slots)
    (answer,) = mine.answers()
    assert answer.quality == verdict.quality == mine.series.marks[0]
    assert "due again in" in mine.series.head
    mine.answer("fold")  # it is over
    assert len(mine.answers()) == 1
    mine.presenter.again()
    assert mine.scene.verdict is None and mine.table.title == "Spot 1 of 20"
    mine.answer_on()
    assert len(mine.answers()) == 2
    assert mine.table.title == "Spot 2 of 20" and mine.scene.verdict is None


@pytest.mark.parametrize("at_end", [False, True])
def test_a_series_of_the_day_ends_with_a_table(room, at_end):
    room.presenter.choose_end(at_end)
    room.presenter.choose_spots(DAY)
    for number in range(1, 6):
        assert room.table.title == f"Spot {number} of 5"
        assert all(slot.advice is None for slot in room.bar.slots)
        if at_end:  # verdicts wait
            assert set(room.series.marks) <= {"", "answered"}
            assert all(count == "0" for _, _, count in room.series.counts)
            assert room.answer() is None
        else:
            room.answer_on()
    scene = room.scene
    assert len(scene.rows) == 5 and scene.over.startswith("5 of 5 spots")
    assert [row.quality for row in scene.rows] == [one.quality for one in room.answers()]
    assert sum(int(count) for _, _, count in room.series.counts) == 5
    room.presenter.go_on()
    assert room.scene.over == "" and room.table.title == "Spot 1 of 5"


def test_dice_are_shown_and_counted_apart(room):
    room.presenter.choose_spots(DAY)
    room.presenter.choose_dice(True)
    room.presenter.begin()
    number = int(room.table.tag.removeprefix("Dice "))
    verdict = room.answer()
    (answer,) = room.answers()
    assert answer.dice == number
    assert verdict is not None and f"dice {number} asked for" in verdict.text
    assert f"dice followed {int(answer.followed)} of 1" in room.series.notes


def test_a_spot_of_study_is_asked_hand_after_hand(room, monkeypatch):
    def review(*args: Any) -> None:
        raise AssertionError("hands are reviewed")

    monkeypatch.setattr(drilling, "practice", review)  # neither Study's nor the day's need it
    room.presenter.choose_spots(DAY)
    assert room.table.title == "Spot 1 of 5"
    link = StudyLink(LEDUC, parse_line(LEDUC, "rc/r"), parse_shown(LEDUC, "Kh"))
    room.drill(link)
    assert (room.table.title, room.table.subtitle) == ("Spot 1 of 10", "From Study")
    for _ in range(3):
        spot = room.spot
        assert (spot.actions, spot.board) == (link.actions, link.board)
        room.answer()
        assert "due again in" in room.series.head
        room.presenter.go_on()
    assert room.scene.spots.current == "spot"
    monkeypatch.undo()
    room.presenter.choose_game("kuhn")
    assert room.scene.spots.current == MINE


def test_a_hand_is_played_on_decision_after_decision(mine):
    mine.presenter.choose_length("hand")
    titles = []
    while not mine.scene.over:
        titles.append(f"{mine.table.title}, {mine.table.subtitle}")
        before = mine.spot.board
        mine.answer_on()
        if "Decision" in mine.table.subtitle and not mine.scene.over:
            assert mine.spot.board[: len(before)] == before
    later = [title for title in titles if "Decision" in title]
    assert len(titles) - len(later) == 20 and len(later) > 3
    assert titles[0].startswith("Spot 1 of 20, Your hand")
    assert any("of 20, Decision 2 · Your hand" in title for title in later)
    assert mine.scene.over.startswith("20 of 20 spots")
    assert len(mine.scene.rows) == len(titles) == len(mine.answers())
    assert mine.scene.length.current == "hand"


def test_the_limits_of_settings_class_the_answers(store):
    lenient = Thresholds(inaccuracy_pot=10.0, blunder_pot=10.0, blunder_bb=1000.0)
    usual, milder = [], []
    for limits, found in ((STANDARD, usual), (lenient, milder)):
        room = Room(store)
        room.presenter.set_limits(limits)
        room.presenter.choose_spots(DAY)
        while not room.scene.over:
            verdict = room.answer_on("fold" if room.bar.slots[0].enabled else "call")
            assert verdict is not None
            found.append(verdict.quality)
    assert {WRONG, BLUNDER} & {*usual}
    assert milder == [INACCURACY if one in (WRONG, BLUNDER) else one for one in usual]


def test_amounts_are_the_judges_sizes(store, monkeypatch):
    room, listed = Room(store, "holdem-nolimit"), []
    whole = scene_of_drills.engine_choices
    monkeypatch.setattr(
        scene_of_drills, "engine_choices", lambda *args: listed.append(args) or whole(*args)
    )
    room.presenter.open()
    while room.bar.sizing is None:
        room.answer_on()
    presets, sizes = room.bar.sizing.presets, room.presenter.sizes
    assert 1 <= len(presets) <= 5
    assert not all(one.selected for one in presets) or len(presets) == 1
    sizes.edit_amount("1")
    assert room.answer("raise") is None  # an illegal size is no answer
    sizes.choose_preset(0)
    assert room.bar.sizing.presets[0].selected
    assert len(listed) == 1  # choices are listed once a series
    assert room.scene.judge.current == "cfr-resolve" and room.scene.judge.choices
    room.answer("raise")
    for unit in ("chips", "bb"):
        room.presenter.show_in(unit)
        raised = room.bar.slots[2].title
        assert raised.endswith(" bb") == (unit == "bb")
        assert room.scene.verdict is not None and raised in room.scene.verdict.text


def test_words_say_what_goes_on(mine):
    running = [one for one in mine.notices if one is not None]
    assert {one.title for one in running} == {"Looking for the next spot"}
    assert "Reviewing your hands" in {one.text for one in running}
    assert (running[-1].text, running[-1].progress) == ("", None)  # the hands are reviewed
    assert mine.notices[-1] is None


# Series that do not go on


@pytest.mark.parametrize("wrong", ["stop", "failure"])
def test_a_series_that_did_not_begin_can_be_begun_again(hands, monkeypatch, wrong):
    def gone(*args: object) -> None:
        raise PokerError("the disk is gone")

    room = Room(hands, runner=SyncRunner())
    with monkeypatch.context() as patch:
        patch.setattr(drilling, "make_judge", gone)
        room.presenter.open()
        if wrong == "stop":
            room.presenter.press(STOP)
            assert room.scene.problem
        room.runner.run_all()
        if wrong == "failure":
            assert room.scene.problem == "The disk is gone."
            assert room.notices[-1] is not None and room.notices[-1].kind == "error"
        assert room.scene.can_next
    room.presenter.go_on()
    room.runner.run_all()
    assert room.scene.problem == "" and room.table.title == "Spot 1 of 20"


@pytest.mark.parametrize("at_end", [False, True])
def test_a_series_goes_on_after_a_failure_or_a_stop(mine, monkeypatch, at_end):
    mine.presenter.choose_end(at_end)
    for number, goes_wrong in ((2, "failure"), (3, "stop")):

        def wrong(*args: Any, kind: str = goes_wrong) -> None:
            if kind == "stop":
                mine.presenter.press(STOP)
                raise CancelledError("stopped")
            raise PokerError("the engine is gone")

        with monkeypatch.context() as patch:
            patch.setattr(Drill, "next", wrong)
            mine.answer()
            if not at_end:
                mine.presenter.go_on()
        assert mine.scene.can_next and not mine.scene.over
        mine.presenter.go_on()
        assert mine.table.title == f"Spot {number} of 20" and not mine.scene.can_next


def drill_of(store: Store, source: str) -> Drill:
    folder = store.path.parent
    plan = Plan(LEDUC, "cfr", source)
    return Drill(plan, store.path, folder / "reviews.db", folder, 1)


def test_a_drill_that_was_halted_asks_nothing_more(hands):
    drill = drill_of(hands, MINE)
    assert drill.next(None, 0, JobControl()) is not None
    drill.halt()
    for spots in (1, 0):
        with pytest.raises(CancelledError):
            drill.next(None, spots, JobControl())
    drill.close()


@pytest.mark.parametrize("source", [MINE, DAY])
def test_a_search_that_was_stopped_goes_on_with_the_same_spots(hands, monkeypatch, source):
    whole, drill = drill_of(hands, source), drill_of(hands, source)
    expected = [whole.next(None, spots, JobControl()) for spots in range(4)]
    whole.close()
    assert drill.next(None, 0, JobControl()) is not None
    # Nobody saw that one: it is found again.
    found = [drill.next(None, spots, JobControl()) for spots in range(2)]
    asked: list[Dealt] = []

    def stop(judge: DrillJudge, dealt: Dealt, *args: Any) -> None:
        asked.append(dealt)
        drill.stop()

    with monkeypatch.context() as patch:
        patch.setattr(DrillJudge, "ask", stop)
        with pytest.raises(CancelledError):
            drill.next(None, 2, JobControl())
    assert len(asked) < 20  # and not the hands of a whole search
    found += [drill.next(None, spots, JobControl()) for spots in (2, 3)]
    assert [one and one.dealt for one in found] == [one and one.dealt for one in expected]
    drill.close()


def test_an_answer_of_an_earlier_series_is_in_no_later_schedule(hands):
    disk = SlowDisk()
    room = Room(hands, runner=disk)
    room.presenter.open()
    room.answer()
    room.presenter.choose_game("kuhn")
    for done in disk.late:
        done()
    assert "due again" not in room.series.head and "0 cards due" in room.series.notes


def test_the_judge_is_closed_as_the_window_closes(mine, monkeypatch):
    closed: list[DrillJudge] = []
    monkeypatch.setattr(DrillJudge, "close", lambda judge: closed.append(judge))
    mine.presenter.stop()
    assert len(closed) == 1


WAITS = {
    (0, 0): "1 min",
    (0, 600): "10 min",
    (0, 18_000): "5 h",
    (1, 0): "1 day",
    (11, 0): "11 days",
}


@pytest.mark.parametrize("wait", WAITS)
def test_waits_in_words(wait):
    now = datetime(2026, 5, 1, tzinfo=UTC)
    assert due_text(now + timedelta(*wait), now) == f"due again in {WAITS[wait]}"
