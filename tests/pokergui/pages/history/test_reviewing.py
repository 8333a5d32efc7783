"""An engine reviews a person's hands: the presenter with a runner on this thread, and its room."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ai.base import RangeAgent
from ai.review.classes import CLASSES, Thresholds
from ai.review.levels import cut_offs, standing
from ai.review.totals import LuckTally, Totals
from engine.errors import EngineError
from engine.game import get_game
from engine.lines import line_text
from engine.running import Interval
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
from tests.pokergui.blinds import blind_words
from tests.pokergui.history_parts import AtOnce
from tests.pokergui.store.random_hands import play_into
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
LEDUC = Wanted(game="leduc")


@pytest.fixture(scope="module")
def path(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("reviewing") / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, 40, games=("leduc",))
        play_into(store, 3, games=("kuhn",))
    return path


@pytest.fixture
def said(path, cli) -> dict[str, Any]:
    """The figures of the command."""
    return cli.json("review", "leduc", "cfr", "--home", str(path.parent))


class Room:
    def __init__(
        self, path: Path, wanted: Wanted, runner: SyncRunner | None = None, *, look: bool = True
    ) -> None:
        folder = path.parent
        self.presenter = ReviewPresenter(
            runner or AtOnce(), path, folder / "reviews.db", folder, lambda: wanted
        )
        self.scenes: list[ReviewScene] = []
        self.notices: list[Notice | None] = []
        self.links: list[StudyLink | EngineLink] = []
        self.presenter.scene.connect(self.scenes.append)
        self.presenter.notice.connect(self.notices.append)
        self.presenter.study_requested.connect(self.links.append)
        self.presenter.play_requested.connect(self.links.append)
        if look:
            self.presenter.look()

    @property
    def scene(self) -> ReviewScene:
        return self.scenes[-1]


@pytest.fixture
def room(path) -> Room:
    return Room(path, LEDUC)


def test_the_figures_are_those_of_the_command(room, said) -> None:
    assert [blind_words(scene) for scene in room.scenes if blind_words(scene)] == []
    scene = room.scene
    rate, level, score = scene.figures[:3]
    assert rate.value.split()[0] == f"{said['error_rate_mbb']:,.0f}"
    assert score.value == f"{said['score']:.0f}"
    assert scene.leaks_foot == (
        f"{said['decisions']:,} decisions",
        f"{said['lost_bb']:,.1f} antes lost",
    )
    worst = scene.mistakes[0]
    assert worst.hand == str(said["worst"][0]["hand"])
    assert worst.lost == f"{said['worst'][0]['loss_mbb'] / 1000:,.2f}"
    levels = dict.fromkeys((said["levels"][0], said["levels"][-1]))
    assert (level.label, level.value) == ("Level", " to ".join(levels).capitalize())
    (session,) = said["sessions"]  # the hands were played in no time
    assert session["error_rate_mbb"] == said["error_rate_mbb"]
    assert scene.sessions_foot[0] == f"1 session, {said['hands']} hands" and scene.sessions.empty
    luck = said["luck"]
    assert luck["raw_bb100"] == pytest.approx(sum(luck["parts_bb100"].values()), abs=1e-9)


def test_an_engine_about_as_good_is_offered(room, said) -> None:
    assert room.scene.spar and room.scene.spar in room.scene.spar_tip
    room.presenter.spar()
    (link,) = room.links
    assert (link.game.name, link.engine) == ("leduc", said["partner"])
    room.presenter.choose_judge("call")  # nothing was measured by that judge
    assert not room.scene.spar and "Level" not in [one.label for one in room.scene.figures]
    room.presenter.spar()
    assert room.links == [link]


def test_other_limits_class_what_is_shown_anew(room, path, cli) -> None:
    before = room.scene
    room.presenter.set_limits(Thresholds.of_percents((3.5, 0.5, 100.0, 1000.0)))
    limits = ("--blunder", "100", "--blunder-bb", "1000")
    classes = cli.json("review", "leduc", "cfr", "--home", str(path.parent), *limits)["classes"]
    assert room.scene.mistakes_foot != before.mistakes_foot
    for name in ("blunder", "wrong"):
        assert f"{name.capitalize()} {classes[name]}" in room.scene.mistakes_foot[1]
    assert room.scene.decision.quality == room.scene.mistakes[0].quality
    room.presenter.set_limits(Thresholds.of_percents((40.0, 0.5, 2.0, 2.0)))
    assert room.scene.spar == before.spar  # with all EVs known they change nothing


def test_all_hands_of_the_decision_at_hand_are_a_grid(room) -> None:
    assert room.scene.earned is None  # nobody asked
    room.presenter.show_hands(True)
    earned = room.scene.earned
    assert earned.grid.scale.kind == "amount" and earned.grid.marked >= 0 and earned.own
    assert len(earned.grid.cells) in (3, 9)
    for row in room.scene.mistakes:
        room.presenter.choose(row.key)
        assert row.did in room.scene.earned.words
    room.presenter.choose_judge("call")  # it states nothing, and no decision is a mistake by it
    room.presenter.show_hands(False)
    room.presenter.choose_judge("cfr")
    assert room.scene.earned is None


def test_a_judge_that_says_nothing_of_hands_is_told(room, monkeypatch) -> None:
    def earnings(*args: Any) -> Any:
        raise EngineError("it does not say")

    monkeypatch.setattr(work.HandsReview, "earnings", earnings)
    room.presenter.show_hands(True)
    assert room.scene.earned.words == "It does not say." and not room.scene.earned.grid.cells


def test_a_decision_is_asked_about_once_while_a_review_goes_on(path) -> None:
    runner = SyncRunner()
    room = Room(path, LEDUC, runner)
    runner.run_all()
    room.presenter.choose(room.scene.mistakes[1].key)
    room.presenter.show_hands(True)
    assert runner.waiting == 2  # the decision, and what each hand earns
    for _ in range(3):
        room.presenter.choose_leak("")  # shows the figures again, as a review does every second
    assert runner.waiting == 2
    runner.run_all()
    assert room.scene.decision is not None and room.scene.earned is not None


class Live(AtOnce):
    """A runner that shows what is posted at once."""

    def post(self, callback: Callable[[], None]) -> None:
        callback()


def test_the_costliest_so_far_is_at_hand_until_the_person_goes_elsewhere(
    path, monkeypatch, clock
) -> None:
    room = Room(path, LEDUC, Live(), look=False)
    found, picked = work.HandsReview.run, ""
    costliest: set[str] = set()

    def run(self: work.HandsReview, *args: Any) -> Iterator[work.ReviewedHand]:
        nonlocal picked
        for one in found(self, *args):
            clock.advance(10.0)
            yield one
            scene = room.scene
            if scene.mistakes:
                assert scene.chosen == (picked or scene.mistakes[0].key)
                costliest.add(scene.mistakes[0].key)
            if not picked and len(costliest) > 1 and len(scene.mistakes) > 3:
                picked = scene.mistakes[3].key
                room.presenter.choose(picked)

    monkeypatch.setattr(work.HandsReview, "run", run)
    room.presenter.look()
    assert picked and len(costliest) > 1


def test_the_worst_decision_is_shown_in_detail(room) -> None:
    scene = room.scene.decision
    assert room.scene.chosen == room.scene.mistakes[0].key
    assert [row.taken for row in scene.rows].count(True) == 1
    assert f"{room.scene.mistakes[0].lost} antes" in scene.verdict
    assert [bar.title for bar in scene.bars][-1] == "Result"
    # The bars hang together: each begins where the one before ends, and all lead to the result.
    for before, bar in zip(scene.bars[:-2], scene.bars[1:-1], strict=True):
        assert bar.start == pytest.approx(before.end)
    assert scene.bars[-2].end == pytest.approx(scene.bars[-1].end)
    # Skill is the mistakes of the list and a named rest.
    words = scene.ledger_note.replace("−", "-")
    skill, lost, rest = (float(number) for number in re.findall(r"([-+]?[\d.]+) antes", words))
    assert skill == pytest.approx(lost + rest, abs=0.011)
    hand = [one for one in room.scene.mistakes if one.hand == room.scene.mistakes[0].hand]
    assert lost == pytest.approx(-sum(float(one.lost) for one in hand), abs=0.011 * len(hand))
    (bar,) = [bar for bar in scene.bars if bar.title == "Skill"]
    assert float(bar.value.replace("−", "-")) == pytest.approx(skill, abs=0.06)
    assert all(f"{bar.title}: " in scene.tip for bar in scene.bars[:-1])
    other = room.scene.mistakes[1].key
    room.presenter.choose(other)
    assert room.scene.chosen == other and room.scene.decision != scene


def test_bets_and_pots_are_in_the_unit_chosen(tmp_path) -> None:
    with closing(Store.open(tmp_path / "hands.db")) as store:
        play_into(store, 8, games=("holdem-limit",))
    room = Room(tmp_path / "hands.db", Wanted())
    before = room.scene
    assert " bb" not in before.decision.facts
    room.presenter.show_in("bb")
    after = room.scene
    assert " bb" in after.decision.facts
    assert [one.lost for one in before.mistakes] == [one.lost for one in after.mistakes]
    titles = [[row.title for row in scene.decision.rows] for scene in (before, after)]
    sized = [pair for pair in zip(*titles, strict=True) if any(map(str.isdigit, pair[0]))]
    assert sized and all("bb" in other and "bb" not in one for one, other in sized)
    assert before.decision.floor == after.decision.floor
    room.presenter.look()
    assert " bb" in room.scene.decision.facts


def test_hands_of_three_say_what_is_judged(tmp_path) -> None:
    with closing(Store.open(tmp_path / "hands.db")) as store:
        play_into(store, 24, games=("holdem-nolimit-3@100",))
    scene = Room(tmp_path / "hands.db", Wanted()).scene
    assert not scene.problem
    assert {one.key for one in scene.judge.choices} == {"nfsp", "nfsp-per", "nfsp-plt"}
    assert any("more than two players are in after the flop" in note for note in scene.notes)
    rate = scene.figures[0]
    assert (rate.value, rate.note) == ("–", "EVs are not known")
    assert [one.label for one in scene.figures] == ["Error rate", "Score"]
    assert all(name.capitalize() in scene.mistakes_foot[1] for name in CLASSES)


def test_leaks_add_up_and_each_lists_its_own_decisions(room) -> None:
    totals, group = Counter[str](), ""
    for row in room.scene.leaks:
        group = group if row.key else row.title
        totals[group] += float(row.lost.replace(",", "")) if row.key else 0.0
    lost = float(room.scene.leaks_foot[1].split()[0].replace(",", ""))
    assert [totals[one] for one in ("Street", "Position")] == pytest.approx([lost] * 2, abs=0.2)
    every = room.scene.mistakes
    key = next(row.key for row in room.scene.leaks if row.key.startswith("street:1"))
    room.presenter.choose_leak(key)
    assert room.scene.only_leak and {row.street for row in room.scene.mistakes} == {"Round 2"}
    assert room.scene.chosen in {row.key for row in room.scene.mistakes}
    room.presenter.choose_leak(key)
    assert not room.scene.only_leak and room.scene.mistakes == every


def test_study_opens_the_decision_by_the_judge_and_replay_the_hand(room) -> None:
    asked: list[int] = []
    room.presenter.hand_requested.connect(asked.append)
    room.presenter.study()
    room.presenter.replay()
    (link,) = room.links
    assert link.engine == "cfr" and link.hole is not None
    assert line_text(link.game, link.actions).count("/") == len(link.board)
    assert [str(number) for number in asked] == [room.scene.mistakes[0].hand]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (Wanted(game="holdem-limit"), "no hands"),
        (Wanted(mode="match:1"), "choose your own"),
    ],
)
def test_where_there_is_nothing_to_review_it_says_so(path, wanted, words) -> None:
    scene = Room(path, wanted).scene
    assert words in scene.problem and not scene.figures


def test_of_several_games_the_one_with_most_hands_is_reviewed(path) -> None:
    source = Room(path, Wanted()).scene.source
    assert source.startswith("Leduc") and "3 of other games" in source


def test_another_judge_reviews_anew_and_is_kept_for_the_game(room) -> None:
    before = room.scene
    room.presenter.choose_judge("trained:none")
    assert room.notices[-1].kind == "error"
    room.presenter.choose_judge("cfr")
    assert room.scene.figures == before.figures and not room.scene.running


def test_a_judge_that_fails_at_once_or_midway_says_so(path, monkeypatch) -> None:
    class Broken(RangeAgent):
        name = "cfr"
        has_ranges = False

    def run(*args: Any) -> Iterator[work.ReviewedHand]:
        raise EngineError("it stopped")
        yield

    with monkeypatch.context() as patch:
        patch.setattr(bench, "build", lambda *args, **more: Broken())
        room = Room(path, Wanted(game="kuhn"))
    assert "cannot be reviewed" in room.notices[-1].title and not room.scene.running
    room.presenter.press("dismiss")
    assert room.notices[-1] is None
    monkeypatch.setattr(work.HandsReview, "run", run)
    assert "It stopped" in Room(path, LEDUC).notices[-1].text


def test_a_stop_keeps_what_was_found(path, monkeypatch) -> None:
    runner = SyncRunner()
    room = Room(path, LEDUC, runner)
    found = work.HandsReview.run

    def run(self: work.HandsReview, *args: Any) -> Iterator[work.ReviewedHand]:
        for place, one in enumerate(found(self, *args)):
            if place == 5:
                room.presenter.press(STOP)
            yield one

    monkeypatch.setattr(work.HandsReview, "run", run)
    runner.run_all()
    assert not room.scene.running and room.notices[-1] is None


def test_error_rates_by_session_are_a_curve_with_intervals() -> None:
    def totals(hands: int, rate: float) -> Totals:
        half = 10.0 if hands > 1 else math.inf
        return Totals(hands, hands, 0, Interval(rate, half), 1.0, dict.fromkeys(CLASSES, 1))

    game, start, luck = get_game("leduc"), datetime(2026, 5, 1, tzinfo=UTC), LuckTally().luck
    sessions = tuple(
        Session(start + timedelta(days=day), totals(hands, 40.0 + day), luck)
        for day, hands in enumerate((30, 50, 1, 40))
    )
    found = ReviewFigures(totals(120, 41.0), luck, sessions, (), (), ())
    place = standing(game, "cfr", found.totals.error)
    chart = sessions_chart(found, game, place)
    (line,) = chart.lines
    assert line.x == (1.0, 2.0, 3.0) and line.y == (40.0, 41.0, 43.0)  # one hand has no interval
    assert (line.low, line.high) == ((30.0, 31.0, 33.0), (50.0, 51.0, 53.0))
    assert [guide.at for guide in chart.levels] == [41.0, *cut_offs(game)]
    assert sessions_foot(found)[0] == "4 sessions, 121 hands"
    assert sessions_chart(replace(found, sessions=sessions[:1]), game, place).empty


def test_the_room_is_used_by_keys(window, path) -> None:
    page, runner = window.history, AtOnce()
    history = HistoryPresenter(runner, path, window)
    presenter = ReviewPresenter(
        runner, path, path.parent / "reviews.db", path.parent, lambda: LEDUC, window
    )
    connect_review(presenter, history, page)
    scenes: list[ReviewScene] = []
    links: list[StudyLink | EngineLink] = []
    presenter.scene.connect(scenes.append)
    for asked in (presenter.play_requested, presenter.study_requested):
        asked.connect(links.append)
    window.show_page("history")
    page.filters.review_button.click()
    room = page.review
    assert room.isVisible() and room.figures.isVisible()

    def press(key: str) -> None:
        QTest.keyClick(window.focusWidget(), getattr(Qt.Key, f"Key_{key}"))

    def seen() -> list[bool]:
        return [part.isVisible() for part in (room.mistakes, room.sessions, room.hands)]

    first = scenes[-1].chosen
    press("Down")
    assert scenes[-1].chosen != first and scenes[-1].decision is not None
    press("L")
    press("Down")
    assert scenes[-1].only_leak
    press("A")
    assert not scenes[-1].only_leak and seen() == [True, False, False]
    press("T")
    assert seen() == [False, True, False]
    press("H")
    assert seen() == [False, False, True]
    at, cell = next((n, one) for n, one in enumerate(room.hands.scene.cells) if one.figure)
    for place, words in ((at, f"{cell.label}: {cell.figure}"), (-1, "Each hand’s result")):
        room.hands.hovered.emit(place)
        assert room.mistakes_foot.accessibleName().startswith(words)
    press("A")
    room.mistakes.setFocus()
    press("P")
    press("S")
    assert [type(link) for link in links] == [EngineLink, StudyLink]
    assert {link.game.name for link in links} == {"leduc"}
    press("Escape")
    assert page.list.isVisible() and not page.filters.review_button.isChecked()
