"""An engine reviews a person's hands: the presenter with a runner on this thread, and its room."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ai.base import RangeAgent
from ai.review.classes import CLASSES, Thresholds
from ai.review.levels import cut_offs, standing
from ai.review.totals import LuckTally, Totals
from engine.errors import EngineError
from engine.game import get_game
from engine.lines import line_text
from engine.running import Interval
from pokergui.background.jobs import Job
from pokergui.links import EngineLink, StudyLink
from pokergui.pages.history.presenters.history import HistoryPresenter
from pokergui.pages.history.presenters.reviewing import STOP, ReviewPresenter
from pokergui.pages.history.scenes.review_sessions import sessions_chart, sessions_foot
from pokergui.pages.history.scenes.rows import Wanted
from pokergui.pages.history.viewmodel.review import ReviewScene
from pokergui.pages.history.wiring import connect_review
from pokergui.reviews import bench, work
from pokergui.reviews.figures import ReviewFigures
from pokergui.reviews.sessions import Session
from pokergui.store import Store
from pokergui.viewmodel import Notice
from pokergui.window.window import MainWindow
from tests.pokergui.blinds import blind_words
from tests.pokergui.cli_runner import Cli
from tests.pokergui.gallery import review_scenes
from tests.pokergui.store.random_hands import play_into
from tests.sync_runner import SyncRunner


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reviewing") / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, 40, games=("leduc",))
        play_into(store, 3, games=("kuhn",))
    return path


class AtOnce(SyncRunner):
    """A runner that runs every job at once."""

    def start(self, *args: Any, **options: Any) -> Job:
        job = super().start(*args, **options)
        self.run_all()
        return job


class Room:
    def __init__(self, path: Path, wanted: Wanted, runner: SyncRunner | None = None) -> None:
        self.wanted = wanted
        folder = path.parent
        self.presenter = ReviewPresenter(
            runner or AtOnce(), path, folder / "reviews.db", folder, lambda: self.wanted
        )
        self.scenes: list[ReviewScene] = []
        self.notices: list[Notice | None] = []
        self.links: list[StudyLink] = []
        self.presenter.scene.connect(self.scenes.append)
        self.presenter.notice.connect(self.notices.append)
        self.presenter.study_requested.connect(self.links.append)
        self.played: list[EngineLink] = []
        self.presenter.play_requested.connect(self.played.append)

    @property
    def scene(self) -> ReviewScene:
        return self.scenes[-1]


@pytest.fixture
def room(qtbot: QtBot, path: Path) -> Iterator[Room]:
    room = Room(path, Wanted(game="leduc"))
    room.presenter.look()
    yield room


def test_the_figures_are_those_of_the_command(room: Room, path: Path, cli: Cli) -> None:
    said = cli.json("review", "leduc", "cfr", "--home", str(path.parent))
    assert [blind_words(scene) for scene in room.scenes if blind_words(scene)] == []
    rate, _, score = room.scene.figures[:3]
    assert rate.value.split()[0] == f"{said['error_rate_mbb']:,.0f}"
    assert score.value == f"{said['score']:.0f}"
    assert room.scene.leaks_foot[0] == f"{said['decisions']:,} decisions"
    assert room.scene.leaks_foot[1] == f"{said['lost_bb']:,.1f} antes lost"
    worst = room.scene.mistakes[0]
    assert worst.hand == str(said["worst"][0]["hand"])
    assert worst.lost == f"{said['worst'][0]['loss_mbb'] / 1000:,.2f}"
    level = room.scene.figures[1]
    first, last = said["levels"][0], said["levels"][-1]
    assert level.label == "Level"
    assert level.value == (
        first.capitalize() if first == last else f"{first.capitalize()} to {last}"
    )
    (session,) = said["sessions"]  # the hands were played in no time
    assert session["error_rate_mbb"] == said["error_rate_mbb"]
    assert room.scene.sessions_foot[0] == f"1 session, {said['hands']} hands"
    assert room.scene.sessions.empty
    luck = said["luck"]
    assert luck["raw_bb100"] == pytest.approx(sum(luck["parts_bb100"].values()), abs=1e-9)


def test_an_engine_about_as_good_is_offered(room: Room, path: Path, cli: Cli) -> None:
    said = cli.json("review", "leduc", "cfr", "--home", str(path.parent))
    assert room.scene.spar and room.scene.spar in room.scene.spar_tip
    room.presenter.spar()
    (link,) = room.played
    assert (link.game.name, link.engine) == ("leduc", said["partner"])
    room.presenter.choose_judge("call")  # nothing was measured by that judge
    assert not room.scene.spar and "Level" not in [one.label for one in room.scene.figures]
    room.presenter.spar()
    assert room.played == [link]


def test_other_limits_class_what_is_shown_anew(room: Room, path: Path, cli: Cli) -> None:
    before = room.scene
    room.presenter.set_limits(Thresholds.of_percents((3.5, 0.5, 100.0, 1000.0)))
    said = cli.json("review", "leduc", "cfr", "--home", str(path.parent), "--blunder", "100",
                    "--blunder-bb", "1000")  # fmt: skip
    assert room.scene.mistakes_foot != before.mistakes_foot
    assert f"Blunder {said['classes']['blunder']}" in room.scene.mistakes_foot[1]
    assert f"Wrong {said['classes']['wrong']}" in room.scene.mistakes_foot[1]
    assert room.scene.decision is not None
    assert room.scene.decision.quality == room.scene.mistakes[0].quality
    assert room.scene.spar == before.spar  # the rate is the same
    room.presenter.set_limits(Thresholds.of_percents((40.0, 0.5, 2.0, 2.0)))
    assert room.scene.spar == before.spar  # with all EVs known it changes nothing


def test_all_hands_of_the_decision_at_hand_are_a_grid(room: Room, path: Path, cli: Cli) -> None:
    assert room.scene.earned is None  # nobody asked
    room.presenter.show_hands(True)
    assert room.scene.earned is not None
    first = room.scene.earned.grid
    assert first.scale is not None and first.scale.kind == "amount"
    assert len(first.cells) in (3, 9) and first.marked >= 0
    words, own = room.scene.earned.words, room.scene.earned.own
    assert words.startswith("Each hand’s result with ") and room.scene.mistakes[0].did in words
    assert own
    for row in room.scene.mistakes[1:]:
        room.presenter.choose(row.key)
        assert room.scene.earned is not None and row.did in room.scene.earned.words
    room.presenter.choose_judge("call")  # it states nothing, and no decision is a mistake by it
    room.presenter.show_hands(False)
    room.presenter.choose_judge("cfr")
    assert room.scene.earned is None


def test_a_decision_is_asked_about_once_while_a_review_goes_on(qtbot: QtBot, path: Path) -> None:
    runner = SyncRunner()
    room = Room(path, Wanted(game="leduc"), runner)
    room.presenter.look()
    runner.run_all()
    room.presenter.choose(room.scene.mistakes[1].key)
    room.presenter.show_hands(True)
    assert runner.waiting == 2  # the decision, and what each hand earns
    for _ in range(3):
        room.presenter.choose_leak("")  # shows the figures again, as a review does every second
    assert runner.waiting == 2
    runner.run_all()
    assert room.scene.decision is not None and room.scene.earned is not None


def test_a_judge_that_says_nothing_of_hands_is_told(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def earnings(*args: Any) -> Any:
        raise EngineError("it does not say")

    monkeypatch.setattr(work.HandsReview, "earnings", earnings)
    room.presenter.show_hands(True)
    assert room.scene.earned is not None
    assert room.scene.earned.words == "It does not say." and not room.scene.earned.grid.cells


def test_error_rates_by_session_are_a_curve_with_intervals() -> None:
    game, start = get_game("leduc"), datetime(2026, 5, 1, tzinfo=UTC)
    luck = LuckTally().luck
    sessions = tuple(
        Session(start + timedelta(days=day), _totals(hands, 40.0 + day), luck)
        for day, hands in enumerate((30, 50, 1, 40))
    )
    found = ReviewFigures(_totals(120, 41.0), luck, sessions, (), (), ())
    place = standing(game, "cfr", found.totals.error)
    chart = sessions_chart(found, game, place)
    (line,) = chart.lines
    assert line.x == (1.0, 2.0, 3.0) and line.y == (40.0, 41.0, 43.0)  # one hand has no interval
    assert (line.low, line.high) == ((30.0, 31.0, 33.0), (50.0, 51.0, 53.0))
    assert [guide.at for guide in chart.levels] == [41.0, *cut_offs(game)]
    assert sessions_foot(found) == (
        "4 sessions, 121 hands",
        "a gap of more than 60 minutes begins a new one",
    )
    assert sessions_chart(replace(found, sessions=sessions[:1]), game, place).empty


def _totals(hands: int, rate: float) -> Totals:
    half = 10.0 if hands > 1 else math.inf
    return Totals(hands, hands, 0, Interval(rate, half), 1.0, dict.fromkeys(CLASSES, 1))


def test_the_worst_decision_is_shown_in_detail(room: Room) -> None:
    scene = room.scene.decision
    assert scene is not None and room.scene.chosen == room.scene.mistakes[0].key
    assert [row.taken for row in scene.rows].count(True) == 1
    assert f"{room.scene.mistakes[0].lost} antes" in scene.verdict
    assert [bar.title for bar in scene.bars][-1] == "Result"
    # The bars hang together: each begins where the one before ends, and all lead to the result.
    for before, bar in zip(scene.bars[:-2], scene.bars[1:-1], strict=True):
        assert bar.start == pytest.approx(before.end)
    assert scene.bars[-2].end == pytest.approx(scene.bars[-1].end)
    other = room.scene.mistakes[1].key
    room.presenter.choose(other)
    assert room.scene.chosen == other and room.scene.decision is not None
    assert room.scene.decision.title != scene.title or room.scene.decision != scene


def test_skill_is_the_mistakes_of_the_list_and_a_named_rest(room: Room) -> None:
    room.presenter.choose(room.scene.mistakes[0].key)
    scene = room.scene.decision
    assert scene is not None
    words = scene.ledger_note.replace("−", "-")
    skill, lost, rest = (float(number) for number in re.findall(r"([-+]?[\d.]+) antes", words))
    assert skill == pytest.approx(lost + rest, abs=0.011)
    hand = [one for one in room.scene.mistakes if one.hand == room.scene.mistakes[0].hand]
    assert lost == pytest.approx(-sum(float(one.lost) for one in hand), abs=0.011 * len(hand))
    (bar,) = [bar for bar in scene.bars if bar.title == "Skill"]
    assert float(bar.value.replace("−", "-")) == pytest.approx(skill, abs=0.06)
    for title in ("Cards", "Board", "Rival’s choices", "Mixing and rest", "Skill"):
        assert f"{title}: " in scene.tip


def test_bets_and_pots_are_in_the_unit_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    with closing(Store.open(tmp_path / "hands.db")) as store:
        play_into(store, 8, games=("holdem-limit",))
    room = Room(tmp_path / "hands.db", Wanted())
    room.presenter.look()
    before = room.scene
    assert before.decision is not None and " bb" not in before.decision.facts
    room.presenter.show_in("bb")
    after = room.scene
    assert after.decision is not None and " bb" in after.decision.facts
    pairs = list(zip(before.mistakes, after.mistakes, strict=True))
    assert [one.lost for one, _ in pairs] == [other.lost for _, other in pairs]
    rows = zip(before.decision.rows, after.decision.rows, strict=True)
    titles = [(one.title, other.title) for one, other in rows]
    sized = [(one, other) for one, other in titles if any(map(str.isdigit, one))]
    assert sized and all("bb" in other and "bb" not in one for one, other in sized)
    assert before.decision.floor == after.decision.floor
    room.presenter.look()
    assert room.scene.decision is not None and " bb" in room.scene.decision.facts


def test_hands_of_three_say_what_is_judged(qtbot: QtBot, tmp_path: Path) -> None:
    with closing(Store.open(tmp_path / "hands.db")) as store:
        play_into(store, 24, games=("holdem-nolimit-3@100",))
    room = Room(tmp_path / "hands.db", Wanted())
    room.presenter.look()
    scene = room.scene
    assert not scene.problem and scene.judge is not None
    assert {one.key for one in scene.judge.choices} == {"nfsp", "nfsp-per", "nfsp-plt"}
    assert any("more than two players are in after the flop" in note for note in scene.notes)
    rate = scene.figures[0]
    assert (rate.label, rate.value, rate.note) == ("Error rate", "–", "EVs are not known")
    assert [one.label for one in scene.figures] == ["Error rate", "Score"]
    assert all(name.capitalize() in scene.mistakes_foot[1] for name in CLASSES)


def test_the_costliest_so_far_is_at_hand_until_the_person_goes_elsewhere(
    room: Room, path: Path
) -> None:
    presenter = room.presenter
    worst = room.scene.mistakes
    hands = presenter._state.found
    assert hands is not None and len(worst) > 3
    cheaper = replace(hands, worst=hands.worst[2:])
    presenter._state = replace(presenter._state, running=True)
    presenter._so_far(presenter._stop, cheaper, 10)
    assert room.scene.chosen == worst[2].key
    presenter._so_far(presenter._stop, hands, 20)
    assert room.scene.chosen == worst[0].key
    presenter.choose(worst[3].key)
    presenter._so_far(presenter._stop, hands, 30)
    assert room.scene.chosen == worst[3].key


def test_a_leak_lists_its_own_decisions_and_again_lists_all(room: Room) -> None:
    every = room.scene.mistakes
    key = next(row.key for row in room.scene.leaks if row.key.startswith("street:1"))
    room.presenter.choose_leak(key)
    assert room.scene.only_leak and {row.street for row in room.scene.mistakes} == {"Round 2"}
    assert room.scene.chosen in {row.key for row in room.scene.mistakes}
    room.presenter.choose_leak(key)
    assert not room.scene.only_leak and room.scene.mistakes == every


def test_leaks_of_a_group_add_up_to_what_was_lost(room: Room) -> None:
    totals, group = {}, ""
    for row in room.scene.leaks:
        if row.key:
            totals[group] = totals.get(group, 0.0) + float(row.lost.replace(",", ""))
        else:
            group = row.title
    lost = float(room.scene.leaks_foot[1].split()[0].replace(",", ""))
    assert totals["Street"] == pytest.approx(lost, abs=0.2)
    assert totals["Position"] == pytest.approx(lost, abs=0.2)


def test_study_opens_the_decision_by_the_judge_and_replay_the_hand(
    room: Room, qtbot: QtBot
) -> None:
    room.presenter.study()
    (link,) = room.links
    assert link.engine == "cfr" and link.hole is not None
    assert line_text(link.game, link.actions).count("/") == len(link.board)
    with qtbot.waitSignal(room.presenter.hand_requested) as asked:
        room.presenter.replay()
    assert str(asked.args[0]) == room.scene.mistakes[0].hand


def test_of_several_games_the_one_with_most_hands_is_reviewed(path: Path, qtbot: QtBot) -> None:
    room = Room(path, Wanted())
    room.presenter.look()
    assert room.scene.source.startswith("Leduc") and "3 of other games" in room.scene.source


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (Wanted(game="holdem-limit"), "no hands"),
        (Wanted(mode="match:1"), "choose your own"),
    ],
)
def test_where_there_is_nothing_to_review_it_says_so(
    path: Path, qtbot: QtBot, wanted: Wanted, words: str
) -> None:
    room = Room(path, wanted)
    room.presenter.look()
    assert words in room.scene.problem and not room.scene.figures


def test_another_judge_reviews_anew_and_is_kept_for_the_game(room: Room) -> None:
    before = room.scene
    room.presenter.choose_judge("trained:none")
    assert room.notices[-1] is not None and room.notices[-1].kind == "error"
    room.presenter.choose_judge("cfr")
    assert room.scene.figures == before.figures and not room.scene.running


def test_a_judge_that_fails_says_so_and_the_hands_stay(
    path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(RangeAgent):
        name = "cfr"
        has_ranges = False

    monkeypatch.setattr(bench, "build", lambda *args, **more: Broken())
    room = Room(path, Wanted(game="kuhn"))
    room.presenter.look()
    notice = room.notices[-1]
    assert notice is not None and "cannot be reviewed" in notice.title
    assert not room.scene.running
    room.presenter.press("dismiss")
    assert room.notices[-1] is None


def test_a_stop_keeps_what_was_found(
    path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = SyncRunner()
    room = Room(path, Wanted(game="leduc"), runner)
    room.presenter.look()
    found = work.HandsReview.run

    def run(self: work.HandsReview, *args: Any) -> Iterator[work.ReviewedHand]:
        for place, one in enumerate(found(self, *args)):
            if place == 5:
                room.presenter.press(STOP)
            yield one

    monkeypatch.setattr(work.HandsReview, "run", run)
    runner.run_all()
    assert not room.scene.running and room.notices[-1] is None


def test_a_judge_that_raises_midway_is_told(
    path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*args: Any) -> Iterator[work.ReviewedHand]:
        raise EngineError("it stopped")
        yield

    monkeypatch.setattr(work.HandsReview, "run", run)
    room = Room(path, Wanted(game="leduc"))
    room.presenter.look()
    assert room.notices[-1] is not None and "It stopped" in room.notices[-1].text


def test_the_room_is_used_by_keys(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    page, runner = window.history, AtOnce()
    history = HistoryPresenter(runner, path, window)
    presenter = ReviewPresenter(
        runner, path, path.parent / "reviews.db", path.parent, lambda: Wanted(game="leduc"), window
    )
    connect_review(presenter, history, page)
    window.show_page("history")
    page.filters.review_button.click()
    room = page.review
    assert room.isVisible() and room.figures.isVisible() and room.decision._scene is not None
    first = room._scene.chosen
    QTest.keyClick(room.mistakes, Qt.Key.Key_Down)
    assert room._scene.chosen != first
    QTest.keyClick(room.mistakes, Qt.Key.Key_L)
    QTest.keyClick(room.leaks, Qt.Key.Key_Down)
    assert room._scene.only_leak
    QTest.keyClick(room.leaks, Qt.Key.Key_A)
    assert not room._scene.only_leak
    QTest.keyClick(room.mistakes, Qt.Key.Key_T)
    assert room.sessions.isVisible() and not room.mistakes.isVisible()
    QTest.keyClick(room, Qt.Key.Key_H)
    assert room.hands.isVisible() and room.hands.scene.cells and not room.sessions.isVisible()
    at, cell = next((n, one) for n, one in enumerate(room.hands.scene.cells) if one.figure)
    room.hands.hovered.emit(at)
    assert room.mistakes_foot.accessibleName().startswith(f"{cell.label}: {cell.figure}")
    room.hands.hovered.emit(-1)
    assert room.mistakes_foot.accessibleName().startswith("Each hand’s result")
    QTest.keyClick(room, Qt.Key.Key_A)
    assert room.mistakes.isVisible() and not room.hands.isVisible()
    links: list[EngineLink] = []
    presenter.play_requested.connect(links.append)
    QTest.keyClick(room.mistakes, Qt.Key.Key_P)
    assert [link.game.name for link in links] == ["leduc"]
    studies: list[StudyLink] = []
    presenter.study_requested.connect(studies.append)
    QTest.keyClick(room.mistakes, Qt.Key.Key_S)
    assert [link.game.name for link in studies] == ["leduc"]
    QTest.keyClick(room.mistakes, Qt.Key.Key_Escape)
    assert page.list.isVisible() and not page.filters.review_button.isChecked()


@pytest.mark.parametrize("width", [1024, 1440])
@pytest.mark.parametrize("name", review_scenes.SCENES)
def test_every_state_fits(window: MainWindow, name: str, width: int) -> None:
    window.resize(width, 640)
    review_scenes.show(window, name)
    room = window.history.review
    if not review_scenes.SCENES[name].figures:
        assert not room.mistakes.isVisible()
        return
    for table in (room.mistakes, room.leaks):
        assert table.horizontalHeader().length() <= table.viewport().width()
    boxes = [box for box, _ in room.figures._boxes()]
    assert len(boxes) >= 4 and boxes[-1].right() <= room.figures.width() + 1
