from datetime import UTC, datetime, timedelta

import pytest

from ai.review.classes import BLUNDER, CLASSES, INACCURACY, STANDARD, WRONG, Thresholds
from engine.errors import CancelledError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.shown import parse_shown
from pokergui.drills.judge import DrillJudge
from pokergui.links import StudyLink
from pokergui.pages.play.drill.presenters.drill import STOP
from pokergui.pages.play.drill.scenes.formatting import due_text
from pokergui.pages.play.drill.work import drilling
from pokergui.pages.play.drill.work.drilling import DAY, MINE, Drill, Plan
from tests.pokergui.heard import AtOnce
from tests.pokergui.pages.play.drill.rooms import Room
from tests.sync_runner import SyncRunner

slow = pytest.mark.slow
LEDUC = get_game("leduc")


@pytest.fixture
def mine(hands):
    room = Room(hands)
    room.presenter.open()
    return room


@slow
def test_an_answer_is_judged_kept_and_comes_again(mine, cli):
    home = str(mine.store.path.parent)
    mistakes = cli.json("drill", "leduc", "--list", "--home", home)["mistakes"]
    words = [one and one.text for one in mine.notices]
    assert "Reviewing your hands" in words and words[-1] is None
    assert mine.title == "Spot 1 of 20"
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
    assert mine.scene.verdict is None and mine.title == "Spot 1 of 20"
    mine.answer_on()
    assert len(mine.answers()) == 2
    assert mine.title == "Spot 2 of 20" and mine.scene.verdict is None


@slow
@pytest.mark.parametrize("at_end", [False, True])
def test_a_series_of_the_day_ends_with_a_table(room, at_end):
    room.presenter.choose_end(at_end)
    room.presenter.choose_spots(DAY)
    room.presenter.choose_dice(True)
    room.presenter.begin()
    for number in range(1, 6):
        assert room.title == f"Spot {number} of 5"
        dice = int(room.table.tag.removeprefix("Dice "))
        if at_end:  # verdicts wait
            assert set(room.series.marks) <= {"", "answered"}
            assert room.answer() is None
        else:
            assert f"dice {dice} asked for" in room.answer_on().text
        assert room.answers()[-1].dice == dice
    scene, answers = room.scene, room.answers()
    assert scene.over.startswith("5 of 5 spots")
    assert [row.quality for row in scene.rows] == [one.quality for one in answers]
    assert sum(int(count) for _, _, count in room.series.counts) == 5
    followed = sum(one.followed for one in answers)
    assert f"dice followed {followed} of 5" in room.series.notes
    room.presenter.go_on()
    assert room.scene.over == "" and room.title == "Spot 1 of 5"


@slow
def test_a_spot_of_study_is_asked_hand_after_hand(room, monkeypatch):
    monkeypatch.delattr(drilling, "practice")  # neither Study's nor the day's need a review
    room.presenter.choose_spots(DAY)
    assert room.title == "Spot 1 of 5"
    link = StudyLink(LEDUC, parse_line(LEDUC, "rc/r"), parse_shown(LEDUC, "Kh"))
    room.drill(link)
    assert (room.title, room.table.subtitle) == ("Spot 1 of 10", "From Study")
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


@slow
def test_a_hand_is_played_on_decision_after_decision(mine):
    mine.presenter.choose_length("hand")
    titles = []
    while not mine.scene.over:
        titles.append(f"{mine.title}, {mine.table.subtitle}")
        mine.answer_on()
    later = [title for title in titles if "Decision" in title]
    assert any("of 20, Decision 2 · Your hand" in title for title in later)
    assert len(titles) == 20 + len(later) and len(later) > 3
    assert len(mine.scene.rows) == len(titles) == len(mine.answers())


@slow
def test_the_limits_of_settings_class_the_answers(store):
    lenient = Thresholds(inaccuracy_pot=10.0, blunder_pot=10.0, blunder_bb=1000.0)
    usual, milder = [], []
    for limits, found in ((STANDARD, usual), (lenient, milder)):
        room = Room(store)
        room.presenter.set_limits(limits)
        room.presenter.choose_spots(DAY)
        while not room.scene.over:
            found.append(room.answer_on("fold" if room.bar.slots[0].enabled else "call").quality)
    assert {WRONG, BLUNDER} & {*usual}
    assert milder == [INACCURACY if one in (WRONG, BLUNDER) else one for one in usual]


@slow
def test_amounts_are_the_judges_sizes(store):
    room = Room(store, "holdem-nolimit")
    room.presenter.open()
    while room.bar.sizing is None:
        room.answer_on()
    assert 1 <= len(room.bar.sizing.presets) <= 5
    room.presenter.sizes.edit_amount("1")
    assert room.answer("raise") is None  # an illegal size is no answer
    room.presenter.sizes.choose_preset(0)
    assert room.bar.sizing.presets[0].selected
    assert room.scene.judge.current == "cfr-resolve"
    room.answer("raise")
    for unit in ("chips", "bb"):
        room.presenter.show_in(unit)
        raised = room.bar.slots[2].title
        assert raised.endswith(" bb") == (unit == "bb")
        assert room.scene.verdict is not None and raised in room.scene.verdict.text


@slow
@pytest.mark.parametrize("wrong", ["stop", "failure"])
def test_a_series_that_did_not_begin_can_be_begun_again(hands, monkeypatch, wrong):
    def gone(*args):
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
    assert room.scene.problem == "" and room.title == "Spot 1 of 20"


@slow
@pytest.mark.parametrize("at_end", [False, True])
def test_a_series_goes_on_after_a_failure_or_a_stop(mine, monkeypatch, at_end):
    mine.presenter.choose_end(at_end)
    for number, error in ((2, PokerError("the engine is gone")), (3, CancelledError("stopped"))):

        def wrong(*args, error=error):
            if isinstance(error, CancelledError):
                mine.presenter.press(STOP)
            raise error

        with monkeypatch.context() as patch:
            patch.setattr(Drill, "next", wrong)
            mine.answer()
            if not at_end:
                mine.presenter.go_on()
        assert mine.scene.can_next and not mine.scene.over
        mine.presenter.go_on()
        assert mine.title == f"Spot {number} of 20" and not mine.scene.can_next


@pytest.fixture
def drill_of(hands):
    def made(source):
        folder = hands.path.parent
        return Drill(Plan(LEDUC, "cfr", source), hands.path, folder / "reviews.db", folder, 1)

    return made


@slow
@pytest.mark.parametrize("source", [MINE, DAY])
def test_a_search_that_was_stopped_goes_on_with_the_same_spots(drill_of, monkeypatch, source):
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
    drill.halt()  # and asks nothing more
    with pytest.raises(CancelledError):
        drill.next(None, 0, JobControl())
    drill.close()


class SlowDisk(AtOnce):
    def watch(self, future, done, **options):
        self.late = lambda: done(future.result())


@slow
def test_an_answer_of_an_earlier_series_is_in_no_later_schedule(hands):
    room = Room(hands, runner=SlowDisk())
    room.presenter.open()
    room.answer()
    room.presenter.choose_game("kuhn")
    room.runner.late()
    assert "due again" not in room.series.head and "0 cards due" in room.series.notes


@slow
def test_the_judge_is_closed_as_the_window_closes(mine, monkeypatch):
    closed = []
    monkeypatch.setattr(DrillJudge, "close", lambda judge: closed.append(judge))
    mine.presenter.stop()
    assert len(closed) == 1


def test_waits_in_words():
    now = datetime(2026, 5, 1, tzinfo=UTC)
    for wait, words in (
        (timedelta(), "1 min"),
        (timedelta(seconds=600), "10 min"),
        (timedelta(hours=5), "5 h"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=11), "11 days"),
    ):
        assert due_text(now + wait, now) == f"due again in {words}"
