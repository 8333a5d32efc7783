"""The room of drills: the presenter with a runner on this thread, and the room itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ai.drill.deals import Dealt
from ai.review.classes import BLUNDER, CLASSES, INACCURACY, STANDARD, WRONG, Thresholds
from engine.errors import CancelledError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.shown import parse_shown
from pokergui.background.jobs import Job
from pokergui.drills.judge import DrillJudge
from pokergui.formatting.choices import PlayChoice
from pokergui.links import StudyLink
from pokergui.pages.play.drill.presenters.drill import STOP, DrillPresenter
from pokergui.pages.play.drill.scenes import drill as scene_of_drills
from pokergui.pages.play.drill.scenes.formatting import due_text
from pokergui.pages.play.drill.viewmodel.drill import DrillScene
from pokergui.pages.play.drill.wiring import connect_drills
from pokergui.pages.play.drill.work import drilling
from pokergui.pages.play.drill.work.drilling import DAY, MINE, Drill, Plan
from pokergui.store import HandReader, Store
from pokergui.viewmodel import Notice, TableFrame
from pokergui.window.window import MainWindow
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import play_into
from tests.sync_runner import SyncRunner


class AtOnce(SyncRunner):
    """A runner that runs every job at once, and waits for the store."""

    def start(self, *args: Any, **options: Any) -> Job:
        job = super().start(*args, **options)
        self.run_all()
        return job

    def watch(self, future: Future[Any], done: Callable[[Any], None], *, failed: Any = None) -> Job:
        done(future.result())
        return None  # type: ignore[return-value]


class SlowDisk(AtOnce):
    """A disk that confirms an answer only on command."""

    def __init__(self) -> None:
        super().__init__()
        self.late: list[Callable[[], None]] = []

    def watch(self, future: Future[Any], done: Callable[[Any], None], *, failed: Any = None) -> Job:
        self.late.append(lambda: done(future.result()))
        return None  # type: ignore[return-value]


@pytest.fixture(autouse=True)
def one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """The day whose spots are drilled: every day has others."""
    monkeypatch.setattr(drilling, "local_now", lambda: datetime(2026, 5, 1, 12, tzinfo=UTC))


class Room:
    def __init__(self, store: Store, game: str = "leduc", runner: SyncRunner | None = None) -> None:
        folder = store.path.parent
        choice = PlayChoice(game)
        self.presenter = DrillPresenter(
            runner or AtOnce(), store, folder / "reviews.db", folder, choice, seed=7
        )
        self.scenes: list[DrillScene] = []
        self.frames: list[list[TableFrame]] = []
        self.notices: list[Notice | None] = []
        self.links: list[StudyLink] = []
        self.presenter.scene.connect(self.scenes.append)
        self.presenter.frames.connect(self.frames.append)
        self.presenter.notice.connect(self.notices.append)
        self.presenter.study_requested.connect(self.links.append)

    @property
    def scene(self) -> DrillScene:
        return self.scenes[-1]

    @property
    def table(self) -> Any:
        return self.frames[-1][-1].scene


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path / "hands.db")) as made:
        play_into(made, 12, games=("leduc",))
        yield made


@pytest.fixture
def room(qtbot: QtBot, store: Store) -> Room:
    room = Room(store)
    room.presenter.open()
    return room


def answers_of(store: Store) -> Any:
    with HandReader(store.path) as reader:
        return reader.drill_answers("leduc")


def test_an_answer_is_judged_kept_and_comes_again(room: Room, store: Store) -> None:
    assert room.table.title == "Spot 1 of 20"
    assert room.table.subtitle.startswith("Your hand")
    assert room.scene.verdict is None and not room.scene.can_next
    assert all(slot.advice is None for slot in room.scene.bar.slots)
    room.presenter.act("call", "")
    scene = room.scene
    assert scene.verdict is not None and scene.verdict.quality in CLASSES
    assert scene.can_next
    assert [slot.chosen for slot in scene.bar.slots] == [False, True, False]
    assert all(slot.over for slot in scene.bar.slots)
    assert any(slot.advice is not None and slot.advice.best for slot in scene.bar.slots)
    (answer,) = answers_of(store)
    assert answer.quality == scene.verdict.quality
    assert scene.series.marks[0] == answer.quality
    assert "due again in" in scene.series.head
    room.presenter.act("fold", "")  # it is over
    assert len(answers_of(store)) == 1
    room.presenter.go_on()
    assert room.table.title == "Spot 2 of 20"
    assert room.scene.verdict is None


def test_the_spots_are_those_of_the_command(room: Room, store: Store, cli: Cli) -> None:
    home = str(store.path.parent)
    mistakes = cli.json("drill", "leduc", "--list", "--home", home)["mistakes"]
    assert room.table.subtitle == f"Your hand {mistakes[0]['hand']}"


def test_a_series_of_the_day_ends_with_a_table(room: Room, store: Store) -> None:
    room.presenter.choose_spots("daily")
    for number in range(1, 6):
        assert room.table.title == f"Spot {number} of 5"
        room.presenter.act("call", "")
        room.presenter.go_on()
    scene = room.scene
    assert len(scene.rows) == 5 and scene.over.startswith("5 of 5 spots")
    assert [row.quality for row in scene.rows] == [one.quality for one in answers_of(store)]
    room.presenter.go_on()
    assert room.scene.over == "" and room.table.title == "Spot 1 of 5"


def test_verdicts_wait_for_the_end_where_that_is_wanted(room: Room) -> None:
    room.presenter.choose_spots("daily")
    room.presenter.choose_end(True)
    for _ in range(5):
        assert room.scene.verdict is None
        assert all(slot.advice is None for slot in room.scene.bar.slots)
        assert set(room.scene.series.marks) <= {"", "answered"}
        assert all(count == "0" for _, _, count in room.scene.series.counts)
        room.presenter.act("call", "")
    assert len(room.scene.rows) == 5
    assert sum(int(count) for _, _, count in room.scene.series.counts) == 5


def test_dice_are_shown_and_counted_apart(room: Room, store: Store) -> None:
    room.presenter.choose_dice(True)
    room.presenter.begin()
    number = int(room.table.tag.removeprefix("Dice "))
    room.presenter.act("call", "")
    (answer,) = answers_of(store)
    assert answer.dice == number
    assert f"dice {number} asked for" in room.scene.verdict.text
    assert f"dice followed {int(answer.followed)} of 1" in room.scene.series.notes


def test_the_same_spot_can_be_asked_again(room: Room, store: Store) -> None:
    title = room.table.title
    room.presenter.act("call", "")
    room.presenter.again()
    assert room.scene.verdict is None and room.table.title == title
    room.presenter.act("call", "")
    assert len(answers_of(store)) == 2


def test_a_spot_of_study_is_asked_hand_after_hand(room: Room) -> None:
    game = get_game("leduc")
    link = StudyLink(game, parse_line(game, "rc/r"), parse_shown(game, "Kh"))
    room.presenter.drill(link)
    assert room.table.subtitle == "From Study"
    for _ in range(3):
        assert [card.name for card in room.table.board if card is not None] == ["Kh"]
        room.presenter.act("call", "")
        room.presenter.go_on()
    assert room.scene.spots.current == "spot"
    room.presenter.act("call", "")
    room.presenter.study()
    assert (room.links[-1].actions, room.links[-1].board) == (link.actions, link.board)
    room.presenter.choose_game("kuhn")
    assert room.scene.spots.current == "mine"


def test_a_hand_is_played_on_decision_after_decision(room: Room, store: Store) -> None:
    room.presenter.choose_length("hand")
    titles, spots = [], 0
    while not room.scene.over:
        titles.append(f"{room.table.title}, {room.table.subtitle}")
        spots += "Decision" not in titles[-1]
        before = [card.name for card in room.table.board if card is not None]
        room.presenter.act("call", "")
        room.presenter.go_on()
        if "Decision" in room.table.subtitle and not room.scene.over:
            board = [card.name for card in room.table.board if card is not None]
            assert board[: len(before)] == before
    assert spots == 20
    assert sum("Decision" in title for title in titles) > 3
    assert titles[0].startswith("Spot 1 of 20, Your hand")
    assert any("of 20, Decision 2 · Your hand" in title for title in titles)
    assert room.scene.over.startswith("20 of 20 spots")
    assert len(room.scene.rows) == len(titles) == len(answers_of(store))
    assert room.scene.length.current == "hand"


def test_the_limits_of_settings_class_the_answers(qtbot: QtBot, store: Store) -> None:
    lenient = Thresholds(inaccuracy_pot=10.0, blunder_pot=10.0, blunder_bb=1000.0)
    classes = []
    for limits in (STANDARD, lenient):
        room = Room(store)
        room.presenter.set_limits(limits)
        room.presenter.choose_spots("daily")
        found = []
        while not room.scene.over:
            folds = room.scene.bar.slots[0].enabled
            room.presenter.act("fold" if folds else "call", "")
            found.append(room.scene.verdict.quality)
            room.presenter.go_on()
        classes.append(found)
    usual, milder = classes
    assert {WRONG, BLUNDER} & {*usual}
    assert milder == [INACCURACY if one in (WRONG, BLUNDER) else one for one in usual]


def test_amounts_are_the_judges_sizes(qtbot: QtBot, store: Store) -> None:
    room = Room(store, "holdem-nolimit")
    room.presenter.open()
    while room.scene.bar.sizing is None:
        room.presenter.act("call", "")
        room.presenter.go_on()
    sizing = room.scene.bar.sizing
    assert 1 <= len(sizing.presets) <= 5
    assert not all(one.selected for one in sizing.presets) or len(sizing.presets) == 1
    room.presenter.sizes.choose_preset(0)
    assert room.scene.bar.sizing.presets[0].selected
    room.presenter.sizes.edit_amount("1")
    room.presenter.act("raise", "1")
    assert room.scene.verdict is None  # an illegal size is no answer
    room.presenter.sizes.choose_preset(0)
    room.presenter.act("raise", "")
    assert room.scene.verdict is not None
    raised = room.scene.bar.slots[2].title
    assert " bb" not in raised and raised in room.scene.verdict.text
    room.presenter.show_in("bb")
    raised = room.scene.bar.slots[2].title
    assert raised.endswith(" bb") and raised in room.scene.verdict.text


def test_a_series_that_was_stopped_or_failed_can_be_begun_again(room: Room) -> None:
    before = room.table.title
    room.presenter._state = replace(room.presenter._state, asked=(), busy=True)
    room.presenter.press(STOP)
    assert room.scene.problem and room.scene.can_next
    room.presenter.go_on()
    assert room.scene.problem == "" and room.table.title == before
    room.presenter._state = replace(room.presenter._state, asked=(), busy=True)
    room.presenter._failed(PokerError("the disk is gone"))
    assert room.scene.problem == "The disk is gone."
    assert room.notices[-1].kind == "error"
    room.presenter.go_on()
    assert room.scene.problem == ""


def drill_of(store: Store, source: str = MINE) -> Drill:
    folder = store.path.parent
    plan = Plan(get_game("leduc"), "cfr", source)
    return Drill(plan, store.path, folder / "reviews.db", folder, 1)


def test_a_drill_that_was_halted_asks_nothing_more(store: Store) -> None:
    drill = drill_of(store)
    assert drill.next(None, 0, JobControl()) is not None
    drill.halt()
    for spots in (1, 0):
        with pytest.raises(CancelledError):
            drill.next(None, spots, JobControl())
    drill.close()


@pytest.mark.parametrize("source", [MINE, DAY])
def test_a_search_that_was_stopped_goes_on_with_the_same_spots(
    store: Store, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    whole = drill_of(store, source)
    expected = [whole.next(None, spots, JobControl()) for spots in range(4)]
    whole.close()
    drill, found = drill_of(store, source), []
    assert drill.next(None, 0, JobControl()) is not None
    # Nobody saw that one: it is found again.
    found = [drill.next(None, spots, JobControl()) for spots in range(2)]
    ask, asked = DrillJudge.ask, []

    def stop(judge: DrillJudge, dealt: Dealt, *args: Any) -> None:
        asked.append(dealt)
        drill.stop()

    monkeypatch.setattr(DrillJudge, "ask", stop)
    with pytest.raises(CancelledError):
        drill.next(None, 2, JobControl())
    assert len(asked) < 20  # and not the hands of a whole search
    monkeypatch.setattr(DrillJudge, "ask", ask)
    found += [drill.next(None, spots, JobControl()) for spots in (2, 3)]
    assert [one and one.dealt for one in found] == [one and one.dealt for one in expected]
    drill.close()


def test_spots_of_a_day_and_of_study_need_no_review(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def review(*args: Any) -> None:
        raise AssertionError("hands are reviewed")

    monkeypatch.setattr(drilling, "practice", review)
    room.presenter.choose_spots(DAY)
    assert room.table.title == "Spot 1 of 5"
    game = get_game("leduc")
    room.presenter.drill(StudyLink(game, parse_line(game, "r"), (), None))
    assert room.table.title == "Spot 1 of 10"
    room.presenter.act("call", "")
    assert "due again in" in room.scene.series.head


@pytest.mark.parametrize("at_end", [False, True])
def test_a_series_goes_on_after_a_failure_or_a_stop(
    room: Room, monkeypatch: pytest.MonkeyPatch, at_end: bool
) -> None:
    room.presenter.choose_end(at_end)
    number = 1
    for goes_wrong in ("failure", "stop"):
        drill = room.presenter._drill
        assert drill is not None

        def wrong(*args: Any, kind: str = goes_wrong) -> None:
            if kind == "stop":
                room.presenter.press(STOP)
                raise CancelledError("stopped")
            raise PokerError("the engine is gone")

        with monkeypatch.context() as patch:
            patch.setattr(drill, "next", wrong)
            room.presenter.act("call", "")
            if not at_end:
                room.presenter.go_on()
        assert room.scene.can_next and not room.scene.over
        room.presenter.go_on()
        number += 1
        assert room.table.title == f"Spot {number} of 20"
        assert not room.scene.can_next


def test_words_say_what_goes_on(qtbot: QtBot, store: Store) -> None:
    room = Room(store)
    room.presenter.open()
    running = [one for one in room.notices if one is not None]
    assert {one.title for one in running} == {"Looking for the next spot"}
    assert "Reviewing your hands" in {one.text for one in running}
    assert (running[-1].text, running[-1].progress) == ("", None)  # the hands are reviewed
    assert room.notices[-1] is None


def test_an_answer_of_an_earlier_series_is_in_no_later_schedule(qtbot: QtBot, store: Store) -> None:
    disk = SlowDisk()
    room = Room(store, runner=disk)
    room.presenter.open()
    room.presenter.act("call", "")
    room.presenter.choose_game("kuhn")
    for done in disk.late:
        done()
    drill = room.presenter._drill
    assert drill is not None and drill.schedule is not None
    assert drill.schedule.cards == ()
    assert "due again" not in room.scene.series.head


def test_choices_are_listed_once_a_series(
    qtbot: QtBot, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, listed = Room(store, "holdem-nolimit"), []
    whole = scene_of_drills.engine_choices
    monkeypatch.setattr(
        scene_of_drills, "engine_choices", lambda *args: listed.append(args) or whole(*args)
    )
    room.presenter.open()
    while room.scene.bar.sizing is None:
        room.presenter.act("call", "")
        room.presenter.go_on()
    for share in range(5):
        room.presenter.sizes.choose_preset(share % 2)
    assert len(listed) == 1
    assert room.scene.judge.current == "cfr-resolve" and room.scene.judge.choices


def test_the_judge_is_closed_as_the_window_closes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[DrillJudge] = []
    monkeypatch.setattr(DrillJudge, "close", lambda judge: closed.append(judge))
    judge = room.presenter._drill.judge  # type: ignore[union-attr]
    room.presenter.stop()
    assert closed == [judge]


@pytest.mark.parametrize(
    ("wait", "words"),
    [
        (timedelta(0), "due again in 1 min"),
        (timedelta(minutes=10), "due again in 10 min"),
        (timedelta(hours=5), "due again in 5 h"),
        (timedelta(days=1), "due again in 1 day"),
        (timedelta(days=11), "due again in 11 days"),
    ],
)
def test_waits_in_words(wait: timedelta, words: str) -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    assert due_text(now + wait, now) == words


def test_keys_lead_through_the_room(qtbot: QtBot, window: MainWindow, store: Store) -> None:
    page = window.play
    presenter = Room(store).presenter
    connect_drills(presenter, page.drills)
    QTest.keyClick(window, Qt.Key.Key_P)
    view = page.drills
    assert view.isVisible() and not page.table.isVisible()
    QTest.keyClick(window, Qt.Key.Key_C)
    assert view.verdict.next.isVisible()
    assert "your answer" in view.bar.action_buttons[1].accessibleDescription()
    QTest.keyClick(window, Qt.Key.Key_Space)
    assert not view.verdict.next.isVisible()
    assert view.table.scene.title == "Spot 2 of 20"
    QTest.keyClick(window, Qt.Key.Key_W)
    assert view.dice.isChecked()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert page.table.isVisible() and not view.isVisible()
