import math
import re
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ai.review.classes import CLASSES, Thresholds
from ai.review.levels import cut_offs, standing
from ai.review.totals import LuckTally, Totals
from engine.errors import EngineError
from engine.game import get_game
from engine.player import CALL, FOLD, raise_to
from engine.running_result import Interval
from pokergui.links import EngineLink, StudyLink
from pokergui.pages.history.presenters.history import HistoryPresenter
from pokergui.pages.history.presenters.reviewing import STOP, ReviewPresenter
from pokergui.pages.history.scenes.review import results_chart, sessions_chart
from pokergui.pages.history.scenes.rows import ListFilter
from pokergui.pages.history.wiring import connect_review
from pokergui.reviews import work
from pokergui.reviews.figures import ReviewFigures, Session
from pokergui.store import Store
from tests.pokergui.blinds import blind_words
from tests.pokergui.heard import AtOnce, heard, refuse
from tests.pokergui.store.random_hands import play_into, played
from tests.pokergui.store.sit_and_gos import keep_sit_and_go
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
LEDUC = ListFilter(game="leduc")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = played(tmp_path_factory.mktemp("reviewing") / "hands.db", 40, games=("leduc",))
    return played(path, 3, games=("kuhn",))


@pytest.fixture
def said(path, cli):
    return cli.json("review", "leduc", "cfr", "--home", str(path.parent))


class Room:
    def __init__(self, path, wanted, runner=None, *, look=True, parent=None):
        files = path, path.parent / "reviews.db", path.parent
        self.presenter = ReviewPresenter(runner or AtOnce(), *files, lambda: wanted, parent)
        self.scenes, self.notices = heard(self.presenter.scene), heard(self.presenter.notice)
        self.links = heard(self.presenter.study_requested, self.presenter.play_requested)
        self.asked = heard(self.presenter.hand_requested)
        if look:
            self.presenter.look()

    scene = property(lambda self: self.scenes[-1])


@pytest.fixture
def room(path):
    return Room(path, LEDUC)


def test_figures_match_the_command(room, said):
    assert [blind_words(scene) for scene in room.scenes if blind_words(scene)] == []
    scene, told = room.scene, said
    rate, level, score = scene.figures[:3]
    assert rate.value.split()[0] == f"{told['error_rate_mbb']:,.0f}"
    assert score.value == f"{told['score']:.0f}"
    lost = f"{told['lost_bb']:,.1f} antes lost"
    assert scene.leaks_foot == (f"{told['decisions']:,} decisions", lost)
    assert scene.mistakes[0].hand == str(told["worst"][0]["hand"])
    levels = dict.fromkeys((told["levels"][0], told["levels"][-1]))
    assert (level.label, level.value) == ("Level", " to ".join(levels).capitalize())
    (session,) = told["sessions"]  # the hands took no time
    assert session["error_rate_mbb"] == told["error_rate_mbb"]
    assert scene.sessions_foot[0] == f"1 session, {told['hands']} hands" and scene.sessions.empty
    assert scene.spar and scene.spar in scene.spar_tip  # an engine of similar strength is offered
    room.presenter.spar()
    room.presenter.choose_judge("trained:none")
    assert room.notices[-1].kind == "error"
    room.presenter.choose_judge("call")  # that judge measured nothing
    assert not room.scene.spar and "Level" not in [one.label for one in room.scene.figures]
    room.presenter.spar()
    (link,) = room.links
    assert (link.game.name, link.engine) == ("leduc", told["partner"])
    room.presenter.choose_judge("cfr")
    assert room.scene.figures == scene.figures and not room.scene.running
    room.presenter.set_limits(Thresholds.of_percents((3.5, 0.5, 100.0, 1000.0)))
    assert room.scene.mistakes_foot != scene.mistakes_foot
    assert room.scene.decision.quality == room.scene.mistakes[0].quality


def test_sit_and_gos_are_reviewed_in_prizes_as_by_the_command(tmp_path, cli):
    path = tmp_path / "hands.db"
    with closing(Store.open(path)) as store:
        hands = (("AsAh", FOLD), ("7s2h", raise_to(950)), ("9c9d", raise_to(1_000)), ("JsTs", CALL))
        keep_sit_and_go(store, hands)
        play_into(store, 1, games=("kuhn",))
    said = cli.json("review", "sit-and-go", "--home", str(tmp_path))
    room = Room(path, ListFilter())
    scene = room.scene
    assert scene.source == "Sit-and-go: 4 hands; 1 of other games left out"
    assert scene.judge.current == "prizes" and not scene.spar
    assert scene.figures[0].value.startswith(f"{said['lost_pct_prizes_per_decision']:.3f}%")
    lost = f"{said['lost_pct_prizes']:.3f}% of prizes lost"
    assert scene.leaks_foot == (f"{said['decisions']} decisions", lost)
    first, second = said["worst"][:2]
    assert [row.lost for row in scene.mistakes] == [
        f"{one['lost']:.3f}%" for one in said["worst"][:2]
    ]
    assert [row.hand for row in scene.mistakes] == [str(first["hand"]), str(second["hand"])]
    words = f"{first['lost']:.3f}% of the prizes, ${first['jam']:.3f} against ${first['fold']:.3f}"
    assert words in scene.decision.verdict
    assert [row.title for row in scene.leaks][3] == "BTN, 2 left"
    assert "4 decisions are not judged: only all-in and fold below 15 bb" in scene.notes[0]
    room.presenter.study()
    assert room.links[-1].engine == "jam-fold:payouts=65/35"
    room.presenter.show_hands(True)
    assert "Preflop page" in room.scene.earned.words
    room.presenter.choose_judge("jam-fold")
    assert room.scene.leaks_foot[1].endswith("bb lost")
    room.presenter.look()  # it is remembered
    assert room.scene.judge.current == "jam-fold"


def test_all_hands_of_the_selected_decision_form_a_grid(room, monkeypatch):
    assert room.scene.earned is None  # nobody asked
    room.presenter.show_hands(True)
    earned = room.scene.earned
    assert earned.grid.scale.kind == "amount" and earned.grid.marked >= 0 and earned.own
    assert len(earned.grid.cells) in (3, 9)
    for row in room.scene.mistakes[:5]:
        room.presenter.choose(row.key)
        assert row.did in room.scene.earned.words
    room.presenter.show_hands(False)
    room.presenter.choose(room.scene.mistakes[0].key)
    assert room.scene.earned is None
    monkeypatch.setattr(work.HandsReview, "earnings", refuse(EngineError("it does not say")))
    room.presenter.show_hands(True)
    assert room.scene.earned.words == "It does not say." and not room.scene.earned.grid.cells


class Live(AtOnce):
    def post(self, callback):
        callback()


def test_costliest_decision_is_selected_until_the_user_navigates(path, monkeypatch, clock):
    room = Room(path, LEDUC, Live(), look=False)
    found, picked, costliest = work.HandsReview.run, "", set()

    def run(self, *args):
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


def test_the_worst_decision_is_shown_in_detail_and_each_leak_lists_its_own(room):
    scene = room.scene.decision
    assert room.scene.chosen == room.scene.mistakes[0].key
    assert [row.taken for row in scene.rows].count(True) == 1
    assert f"{room.scene.mistakes[0].lost} antes" in scene.verdict
    assert [bar.title for bar in scene.bars][-1] == "Result"
    # Each bar starts where the previous one ends, and the last ends at the result.
    for before, bar in zip(scene.bars[:-2], scene.bars[1:-1], strict=True):
        assert bar.start == pytest.approx(before.end)
    assert scene.bars[-2].end == pytest.approx(scene.bars[-1].end)
    # Skill is the listed mistakes plus a named remainder.
    words = scene.ledger_note.replace("−", "-")
    skill, lost, rest = (float(number) for number in re.findall(r"([-+]?[\d.]+) antes", words))
    assert skill == pytest.approx(lost + rest, abs=0.011)
    room.presenter.study()  # by the judge
    room.presenter.replay()
    (link,) = room.links
    assert link.engine == "cfr" and link.hole is not None
    assert [str(number) for number in room.asked] == [room.scene.mistakes[0].hand]
    other = room.scene.mistakes[1].key
    room.presenter.choose(other)
    assert room.scene.chosen == other and room.scene.decision != scene
    every = room.scene.mistakes
    key = next(row.key for row in room.scene.leaks if row.key.startswith("street:1"))
    room.presenter.choose_leak(key)
    assert room.scene.only_leak and {row.street for row in room.scene.mistakes} == {"Round 2"}
    assert room.scene.chosen in {row.key for row in room.scene.mistakes}
    room.presenter.choose_leak(key)
    assert not room.scene.only_leak and room.scene.mistakes == every


def test_bets_and_pots_use_the_chosen_unit(tmp_path):
    room = Room(played(tmp_path / "hands.db", 2, games=("holdem-limit",)), ListFilter())
    before = room.scene
    room.presenter.show_in("bb")
    after = room.scene
    assert [" bb" in scene.decision.facts for scene in (before, after)] == [False, True]
    assert [one.lost for one in before.mistakes] == [one.lost for one in after.mistakes]


@pytest.mark.ci
def test_three_player_hands_say_what_is_judged(tmp_path):
    path = played(tmp_path / "hands.db", 12, games=("holdem-nolimit-3@100",))
    room = Room(path, ListFilter())
    scene = room.scene
    blueprints, networks = {"cfr", "cfr-resolve", "cfr-resolve:rivers"}, {"nfsp", "nfsp-per"}
    assert {one.key for one in scene.judge.choices} == blueprints | networks | {"nfsp-plt"}
    assert any("more than two players are in after the flop" in note for note in scene.notes)
    assert (scene.figures[0].label, scene.figures[0].value) == ("Error rate", "–")
    leaks = [row for row in scene.leaks if row.key]
    assert {row.lost for row in leaks} == {"–"} and "%" in leaks[0].parts
    assert any(row.share for row in leaks)
    room.presenter.choose(scene.mistakes[0].key)
    assert room.scene.decision.can_study
    room.presenter.study()
    assert room.links[-1].game.num_players == 3


def test_decisions_are_queried_once_and_reviews_can_be_cancelled(path):
    runner = SyncRunner()
    room = Room(path, LEDUC, runner)
    runner.run_all()
    room.presenter.choose(room.scene.mistakes[1].key)
    room.presenter.show_hands(True)
    room.presenter.choose_leak("")  # shows the figures again, as a review does every second
    assert runner.waiting == 2  # the decision, and what each hand earns
    runner.run_all()
    assert room.scene.decision is not None and room.scene.earned is not None
    room.presenter.choose_judge("call")
    assert room.scene.running
    room.presenter.press(STOP)
    runner.run_all()
    assert not room.scene.running and room.notices[-1] is None


def test_review_scope_or_reason_for_none_is_shown(path, monkeypatch):
    for wanted, words in (
        ({"game": "holdem-limit"}, "no hands"),
        ({"mode": "match:1"}, "your own"),
    ):
        scene = Room(path, ListFilter(**wanted)).scene
        assert words in scene.problem and not scene.figures
    source = Room(path, ListFilter()).scene.source  # the game with the most hands
    assert source.startswith("Leduc") and "3 of other games" in source
    monkeypatch.setattr(work.HandsReview, "run", refuse(EngineError("it stopped")))
    assert "It stopped" in Room(path, LEDUC).notices[-1].text


def test_error_rates_by_session_are_plotted_with_intervals():
    def totals(hands, rate):
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
    assert sessions_chart(replace(found, sessions=sessions[:1]), game, place).empty


def test_results_are_drawn_hand_by_hand_with_and_without_luck():
    luck, game = LuckTally().luck, get_game("leduc")
    results = tuple((float(number), number / 2) for number in range(1, 1001))
    found = ReviewFigures(Totals(1000, 0, 0, Interval(0.0, 1.0), 1.0, {}), luck, (), (), (), ())
    chart = results_chart(replace(found, results=results), game)
    raw, adjusted = chart.lines
    assert (raw.name, adjusted.name) == ("Raw", "Luck-adjusted")
    assert raw.x == raw.y == adjusted.x and adjusted.y == tuple(x / 2 for x in raw.x)
    assert raw.x[0] == 0.0 and raw.x[-1] == 1000.0 and len(raw.x) <= 401
    assert results_chart(replace(found, results=results[:1]), game).empty


def test_review_room_works_by_keyboard(window, path):
    page, runner = window.history, AtOnce()
    reviewed = Room(path, LEDUC, runner, look=False, parent=window)
    connect_review(reviewed.presenter, HistoryPresenter(runner, path, window), page)
    window.show_page("history")
    page.filters.controls.review.click()
    room = page.review
    assert room.isVisible() and room.figures.isVisible()

    def press(*keys):
        for key in keys:
            QTest.keyClick(window.focusWidget(), getattr(Qt.Key, f"Key_{key}"))
        return reviewed.scene

    parts = (room.mistakes, room.sessions, room.results, room.hands)

    def seen():
        return [part.isVisible() for part in parts]

    first = reviewed.scene.chosen
    assert press("Down").chosen != first and reviewed.scene.decision is not None
    assert press("L", "Down").only_leak
    for key, shown in zip("ATGH", parts, strict=True):
        press(key)
        assert seen() == [part is shown for part in parts]
    at, cell = next((n, one) for n, one in enumerate(room.hands.scene.cells) if one.figure)
    room.hands.hovered.emit(at)
    assert room.mistakes_foot.accessibleName().startswith(f"{cell.label}: {cell.figure}")
    assert not press("A").only_leak
    room.mistakes.setFocus()
    press("P", "S")
    assert [type(link) for link in reviewed.links] == [EngineLink, StudyLink]
    assert {link.game.name for link in reviewed.links} == {"leduc"}
    press("Escape")
    assert page.list.isVisible() and not page.filters.controls.review.isChecked()
