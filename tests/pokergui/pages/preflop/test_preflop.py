from dataclasses import replace
from math import inf

import numpy as np
import pytest

from ai.blueprint.agent import BlueprintAgent
from ai.preflop.spot import JamFoldDecision, JamFoldSpot
from ai.reading.reach import RangeReader
from engine.combos import combo_index
from engine.errors import EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.ranges import parse_range
from pokergui.links import SitAndGoLink, StudyLink
from pokergui.pages.preflop import work
from pokergui.pages.preflop.presenters import PreflopPresenter
from pokergui.pages.preflop.scenes.jamfold import (
    PreflopDraft,
    read_stage,
    slid,
    slider_position,
    stepped_stack,
)
from pokergui.pages.preflop.work import drill_link, stage_link
from pokergui.ranges.reading import Subject, read
from tests.naive.blueprints import random_blueprint
from tests.pokergui.pages.study.paged import listen
from tests.sync_runner import Driven, SyncRunner

CALLS, AA = JamFoldDecision(1, (0,)), combo_index((50, 51))
THREE = {"players": 3, "equal": False, "stacks": ("8", "12.5", "10", "1", "1", "1")}


def test_typed_stage_is_read_in_the_order_of_action():
    draft = PreflopDraft(**THREE, small="0,4", ante="0.5", ante_of="big", payouts="50, 30")
    assert read_stage(draft).spot == JamFoldSpot(
        (8.0, 12.5, 10.0), 0.4, 1.0, 0.0, 0.5, (50.0, 30.0)
    )
    assert read_stage(PreflopDraft(ante="0.1")).spot == JamFoldSpot((10.0, 10.0), ante=0.1)


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"stack": "ten"}, "stack", "'ten' is not a number"),
        ({"stack": "-3"}, "stack", "'-3' is not a number of 0 or more"),
        ({"stack": "0.8"}, "stack", "stack of SB must be more than the big blind"),
        ({**THREE, "stacks": ("8", "1", "10")}, "stack_1", "stack of SB must be more"),
        ({**THREE, "stacks": ("8", "9", "")}, "stack_2", "'' is not a number"),
        ({"small": "2"}, "small", "small blind is at most the big blind"),
        ({"ante": "x"}, "ante", "'x' is not a number"),
        ({"ante": "9000"}, "ante", "must be more than the big blind and its ante"),
        ({"stack": "2000"}, "stack", "at most 1,000 big blinds"),
        ({"payouts": "30 50"}, "payouts", "may not rise"),
        ({"payouts": "50 30 20"}, "payouts", "only 2 players"),
        ({"payouts": "fifty"}, "payouts", "'fifty' is not a prize"),
    ],
)
def test_impossible_stages_are_refused_at_their_field(typed, field, words):
    stage = read_stage(PreflopDraft(**typed))
    assert stage.spot is None and list(stage.errors) == [field]
    assert words in stage.errors[field]


def test_slider_reaches_every_tenth_and_steps_by_halves():
    assert [slid(0), slid(1000)] == ["1.1", "25"]
    assert {slid(slider_position(stack / 10)) for stack in range(11, 251)} == {
        f"{stack / 10:g}" for stack in range(11, 251)
    }
    assert [stepped_stack("10", 1), stepped_stack("10.2", 1), stepped_stack("10.2", -1)] == [
        "10.5",
        "10.5",
        "10",
    ]
    assert [stepped_stack("25", 1), stepped_stack("1.1", -1), stepped_stack("x", 1)] == [
        "25",
        "1.1",
        "x",
    ]


def test_stage_becomes_a_tournament_and_a_line_a_drill():
    spot = JamFoldSpot((8.0, 12.5, 10.0), ante=0.1)
    prizes = replace(spot, payouts=(50.0, 30.0))
    assert stage_link(prizes) == SitAndGoLink((1250, 1000, 800), (50, 100), 10, (50.0, 30.0))
    assert stage_link(JamFoldSpot((8.0, 9.0), big_blind_ante=1.0)) == SitAndGoLink(
        (900, 800), (50, 100), 100, (), True
    )
    link = drill_link(spot, JamFoldDecision(2, (0,)))
    assert isinstance(link, StudyLink) and link.engine == "jam-fold" and link.board == ()
    assert link.game.name == "holdem-nolimit-3:ante=0.1"
    assert link.game.stacks == (1250, 1000, 800) and link.game.antes == (10, 10, 10)
    assert link.actions == (raise_to(790), FOLD)
    heads_up = drill_link(JamFoldSpot((10.0, 10.0)), CALLS)
    assert heads_up.game == get_game("holdem-nolimit@10") and heads_up.actions == (raise_to(1000),)
    assert heads_up.game.name == "holdem-nolimit@10"
    paid = drill_link(prizes, JamFoldDecision(2, (0,)))
    assert (paid.engine, paid.page) == ("jam-fold:payouts=50/30", link.page)
    assert paid.game.name == "sit-and-go-50/100/10-3"
    assert paid.game.stacks == link.game.stacks and paid.actions == link.actions
    both = drill_link(replace(spot, stacks=(8.0, 6.0, 10.0)), JamFoldDecision(2, (0, 1)))
    assert both.actions == (raise_to(790), CALL)  # the shorter stack calls all-in


class Presented(Driven):
    def __init__(self, home):
        self.runner = SyncRunner()
        self.presenter = PreflopPresenter(self.runner, home)
        self.said = listen(
            scene=self.presenter.scene,
            notice=self.presenter.notice,
            copied=self.presenter.copied,
            drill=self.presenter.drill_requested,
            play=self.presenter.play_requested,
            study=self.presenter.study_requested,
        )
        self.do(self.presenter.show_page, True)

    def choose(self, name, value=None):
        self.do(self.presenter.choose, name, value)

    def last(self, name):
        return next((what for which, *what in reversed(self.said) if which == name), [None])

    @property
    def scene(self):
        return self.last("scene")[0]


@pytest.fixture
def page(tmp_path):
    return Presented(tmp_path)


def test_ten_big_blinds_heads_up_are_the_published_charts(page):
    scene = page.scene
    assert [line.line for line in scene.lines] == ["all-in", "call of SB"]
    jam, call = (float(line.percent.rstrip("%")) for line in scene.lines)
    assert 58.2 <= jam <= 58.7 and 37.2 <= call <= 37.5
    assert scene.seats[0].value.startswith("−0.045") and scene.seats[1].value.startswith("+0.045")
    assert float(scene.figures[0].value) <= 1e-6 and scene.figures[0].rest == "bb a hand"
    aces = scene.hands[0]
    assert aces.title == "AA" and [
        (action.title, share, ev) for action, share, ev in aces.rows
    ] == [("All-in", "100%", aces.rows[0][2]), ("Fold", "0%", "−0.500")]


def test_slider_answers_and_the_chart_shown_stays(page):
    page.choose("line", "1,0")
    before = page.scene
    page.do(page.presenter.slide, 0)
    assert page.scene.heading == before.heading == "BB: call of SB"
    assert page.scene.stack.text == "1.1" and page.scene.lines[1].share > before.lines[1].share
    page.do(page.presenter.step, 1)
    assert page.scene.stack.text == "1.5"


def test_wrong_stage_keeps_nothing_on_offer(page):
    page.choose("stack", "1")
    scene = page.scene
    assert "must be more than the big blind" in scene.problem and scene.stack.error
    assert not scene.lines and scene.grid is None and not scene.offers
    page.choose("copy")
    assert page.last("copied") == ["", "There is no chart to copy yet"]
    page.choose("stack", "12")
    assert not page.scene.problem and page.scene.grid is not None


def test_locked_range_is_answered_by_the_best_response(page):
    plain = page.scene
    page.choose("line", "1,0")
    page.do(page.presenter.paste, "22+, A2+, K2+, Q2+, J2+")
    scene = page.scene
    assert scene.locked and scene.lines[1].locked and scene.lines[0].share < plain.lines[0].share
    assert scene.hands[0].locked and scene.grid.cells[0].locked == 1.0
    jam, change = scene.seats[0].value, scene.seats[0].change
    assert jam != plain.seats[0].value and change.startswith("+")
    away = scene.figures[1]
    assert (away.label, away.rest) == ("BB gives away", "bb a hand") and float(away.value) > 0.02
    page.choose("brush", "")
    page.do(page.presenter.paint, [0])
    assert page.scene.grid.cells[0].locked == 0.0 and page.scene.grid.cells[1].locked == 1.0
    page.choose("brush", "f")
    page.do(page.presenter.paint, [0])
    assert page.scene.hands[0].rows[0][1] == "0%" and page.scene.hands[0].locked
    page.choose("clear")
    assert page.scene.lines == plain.lines and not page.scene.locked
    assert page.scene.seats == plain.seats


def test_text_that_is_no_range_locks_nothing(page):
    page.do(page.presenter.paste, "hello")
    (notice,) = page.last("notice")
    assert notice.title == "The copied text is not a range" and not page.scene.locked


def test_chart_is_copied_as_range_text(page):
    page.choose("copy")
    text, words = page.last("copied")
    weights = parse_range(text)
    assert words == "SB: all-in copied as range text"
    share = float(page.scene.lines[0].percent.rstrip("%")) / 100
    assert weights.mean() == pytest.approx(share, abs=0.001)
    assert weights.max() <= 1.0


def test_practice_and_play_get_links(page):
    page.choose("practise")
    assert page.last("drill")[0].actions == ()
    page.choose("play")
    assert page.last("play")[0] == SitAndGoLink((1000, 1000), (50, 100))
    for name, text, words in (
        ("small", "0.4", "half a big blind"),
        ("stack", "16", "below 15 bb are practised"),
    ):
        page.choose(name, text)
        page.choose("practise")
        (notice,) = page.last("notice")
        assert notice.title == "This cannot be practised" and words in notice.text
        page.choose("payouts", "60 40")


def test_tables_are_saved_with_every_hand(page, tmp_path):
    page.do(page.presenter.write_table, str(tmp_path / "charts.csv"))
    rows = (tmp_path / "charts.csv").read_text("utf-8").splitlines()
    assert rows[0] == "seat,line,hand,probability,all_in_wins,folding_wins"
    assert len(rows) == 1 + 2 * 169 and rows[1].startswith("SB,jam,")
    (notice,) = page.last("notice")
    assert notice.title == "Saved as charts.csv"
    page.do(page.presenter.write_table, str(tmp_path / "none" / "charts.csv"))
    assert page.last("notice")[0].title == "The file could not be saved"


def test_ev_view_colours_what_all_in_wins_over_folding(page):
    page.choose("shown", "ev")
    grid = page.scene.grid
    assert grid.scale.caption == "All-in minus fold, bb"
    assert grid.cells[0].value > 0 > grid.cells[-2].value


def test_blueprint_charts_are_lines_with_frequencies_evs_and_their_quality(page, monkeypatch):
    made = random_blueprint("holdem-nolimit@20", "100,a/a")
    agent = BlueprintAgent("cfr", made)
    monkeypatch.setattr(work, "build", lambda *which: agent)
    page.choose("source", "holdem-nolimit@20")
    scene = page.scene
    lines = {line.line: line for line in scene.lines}
    assert list(lines)[:2] == ["first to act", "call"] and scene.acts == "Raise"
    assert (scene.lines[0].reach, scene.heading) == ("100%", "Button: first to act")
    assert scene.about[0] == "Blueprint for 20 big blinds" and "Reached in 100%" in scene.note
    answer = agent.strategy(PublicState(made.game, (), ()))
    raised = answer.probabilities[:, 2:].sum(axis=1).mean()
    assert scene.lines[0].share == pytest.approx(raised)
    untrained = agent.untrained(PublicState(made.game, (), ()), answer, np.ones((2, 1326)))
    unknown = dict(zip("fc", untrained | answer.rare[AA], strict=False)) | {"f": False}
    for action, _, ev in scene.hands[0].rows:
        assert (ev == "–") == unknown.get(action.key, untrained[2] or answer.rare[AA])
    page.choose("line", "c")
    assert page.scene.heading == "Big blind: call" and page.scene.current == "c"
    for name in ("practise", "study"):
        page.choose(name)
    link = StudyLink(made.game, (CALL,), (), engine="cfr")
    assert page.last("drill") == page.last("study") == [replace(link, page="preflop")]
    page.choose("copy")
    assert page.last("copied")[1] == "Big blind: call copied as range text"
    page.choose("play")
    assert page.last("play") == [None]  # that is for jam or fold
    page.choose("source", "jam")
    assert page.scene.acts == "All-in" and page.scene.figures


def test_lines_are_read_on_as_from_the_start_and_progress_never_goes_back(tmp_path, monkeypatch):
    agent = BlueprintAgent("cfr", random_blueprint("holdem-nolimit@20", "100,a/a"))
    monkeypatch.setattr(work, "build", lambda *which: agent)
    heard = []
    control = JobControl(lambda fraction, _: heard.append(fraction))
    lines = work.blueprint_charts(agent.blueprint.game, tmp_path, control).lines
    assert heard == sorted(heard) and heard[-1] == 1.0 and len(lines) > 5
    subject = Subject("cfr", RangeReader(agent), closed=True)
    for line in lines:
        whole = read(subject, line.place, JobControl(), inf)
        assert line.past == whole.past and line.present == whole.present
        assert (line.ranges[0] == whole.ranges[0]).all()
        assert np.array_equal(line.worth.ev, whole.worth.ev, equal_nan=True)


def test_blueprint_that_cannot_be_read_says_why(page, monkeypatch):
    def refuse(*which):
        raise EngineError("the file is damaged")

    monkeypatch.setattr(work, "build", refuse)
    page.choose("source", "holdem-nolimit@100")
    (notice,) = page.last("notice")
    assert (notice.title, notice.text) == ("The charts could not be made", "The file is damaged.")
    assert page.scene.grid is None and not page.scene.offers


def test_table_of_a_blueprint_has_every_combo_of_every_line(page, tmp_path, monkeypatch):
    made = random_blueprint("holdem-nolimit@20", "100,a/a")
    monkeypatch.setattr(work, "build", lambda *which: BlueprintAgent("cfr", made))
    page.choose("source", "holdem-nolimit@20")
    page.do(page.presenter.write_table, str(tmp_path / "charts.csv"))
    rows = (tmp_path / "charts.csv").read_text("utf-8").splitlines()
    assert rows[0].startswith("engine,game,line,board,seat,combo,hand,reach,f,c,r300,")
    assert len(rows) == 1 + 1326 * len(page.scene.lines)
