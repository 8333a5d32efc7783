import pytest

from ai.evaluation.luck import VALUES
from ai.lab.evaluation_problem import LAST
from engine.errors import EngineError
from pokergui.pages.lab import presenters
from pokergui.pages.lab.presenters import EvaluationLab
from tests.pokergui.heard import refuse
from tests.pokergui.pages.lab.tabs import Seen
from tests.pokergui.timers import let_pass

pytestmark = pytest.mark.slow
MINUS = "\u2212"
NO_ANSWER = refuse(EngineError("the file of 'x' is gone"))
PACE_MS = 100
"""Longer than between two looks at the hands that are drawn."""


@pytest.fixture
def seen(tmp_path):
    return Seen(EvaluationLab, tmp_path)


def column(table, at):
    return [row.cells[at][0].text for row in table.rows]


def chosen(scene):
    return [choices.current for _, choices in scene.hand.parts]


def test_missing_support_matches_the_source(seen):
    scene = seen.do(seen.lab.choose, "case", "missing")
    assert [row.name for row in scene.table.rows] == ["Basic", "GEA", "PI", "PI + GEA"]
    assert column(scene.table, 1) == ["+13/72", "0", "0", "0"]
    assert scene.findings == (
        f"Uniform wins {MINUS}1/4 chips a hand against Lecture’s profile.",
        "Biased: Basic +13/72.",
        # A jack calling a bet from a king or queen, and a king folding to one: 5/72 + 3/72.
        "Part of Uniform’s play that a million hands do not cover: Basic 1/9.",
    )
    assert [guide.end for guide in scene.draw.chart.levels] == [f"{MINUS}1/4", f"{MINUS}5/72"]
    assert column(seen.do(seen.lab.choose, "fractions", False).table, 1)[0] == "+0.181"


@pytest.mark.ci
def test_spread_beyond_the_sample_is_not_supported(seen):
    seen.do(seen.lab.choose, "game", "leduc")
    for role, name in (("behaviour", "cfr"), ("target", "raise"), ("rival", "call")):
        scene = seen.do(seen.lab.choose, role, name)
    assert column(scene.table, 2)[0] == "not supported"
    assert scene.findings[1] == "No estimator is biased given unlimited hands."
    assert "Part of Raiser’s play that a million hands do not cover: Basic 0.1" in scene.findings[2]
    drawn = seen.do(seen.lab.choose, "draw")
    assert column(drawn.table, 3)[0].endswith(", not supported")
    chart = drawn.draw.chart
    assert chart.lines[0].low == () and chart.y.ends[1] < 20


def test_chosen_estimator_is_emphasised(seen):
    hand = seen.do(seen.lab.choose, "estimator", 2).hand
    assert [one.strong for one in hand.unseen.columns[2:]] == [False, False, True, False]
    seen.do(seen.lab.choose, "estimator", 4)
    assert seen.do(seen.lab.choose, "case", "missing").chosen == 3  # AIVAT is not there
    lines = seen.do(seen.lab.choose, "draw").draw.chart.lines
    assert [line.style for line in lines] == ["plain", "plain", "plain", "front"]


@pytest.mark.ci
def test_tab_matches_the_command_output(seen, cli):
    seen.do(seen.lab.choose, "behaviour", "uniform")
    seen.do(seen.lab.choose, "rival", "call")
    seen.do(seen.lab.choose, "seat", 1)
    args = "lab evaluation kuhn --behaviour uniform --target lecture --rival call --player 1"
    for value in (*VALUES, "chips"):
        scene = seen.do(seen.lab.choose, "value", value)
        assert (scene.case, scene.value.current) == ("own", value)
        shown = [] if value == "chips" else ["--value", value]
        found = cli.json(*args.split(), *shown)["estimators"].values()
        for at, key in enumerate(("mean", "bias", "sd")):
            values = [row.cells[at][0].value for row in scene.table.rows]
            assert values == [one[key] for one in found]
    means = [one["mean_fraction"].replace("-", MINUS) for one in found]
    assert column(scene.table, 0) == means


def test_hand_explains_which_hands_it_represents(seen):
    seen.do(seen.lab.choose, "case", "missing")
    for part, key in (("0", "crc"), ("1", "Q"), ("2", "J")):
        scene = seen.do(seen.lab.choose_hand, part, key)
    hand = scene.hand
    assert chosen(scene) == ["crc", "Q", "J"]
    assert hand.words == "One hand in 72. Player A nets +2."
    rows = [(row.name, row.note, *(cell[0].text for cell in row.cells)) for row in hand.unseen.rows]
    # The lecture's A checks and calls a king 1/3 of the time, a queen 1/2 and 1/2.
    assert rows == [
        ("Q", "check, bet, call (seen)", "+2", "1/4", "1", "1/2", "3/7", "3/10"),
        ("K", "check, bet, call", "+2", "1/4", "–", "–", "3/7", "3/10"),
        ("Q", "check, bet, fold", f"{MINUS}1", "1/4", "–", "1/2", "–", "3/10"),
        ("K", "check, bet, fold", f"{MINUS}1", "1/4", "–", "–", "–", "3/10"),
        ("Estimate", "sum of weight · worth", "", "", "+2", "+1/2", "+12/7", "+3/5"),
    ]
    lines = dict(hand.arithmetic)
    assert lines["Weight seen"] == "target 1/4 / behaviour 5/6 = 3/10"
    part = f"3/10 · ({MINUS}1) + 3/10 · ({MINUS}1) + 3/10 · 2 + 3/10 · 2"
    assert lines["Estimate"] == f"{part} = 3/5"


@pytest.mark.ci
def test_hands_are_drawn_from_the_seed(seen, tmp_path):
    ends = []
    for one in (seen, Seen(EvaluationLab, tmp_path)):
        first = chosen(one.do(one.lab.choose, "hand"))
        hands = {one.do(one.lab.choose, "hand").hand.words for _ in range(5)}
        scene = one.do(one.lab.choose, "draw")
        while scene.draw.running:
            scene = one.do(let_pass, one.lab, PACE_MS)
        ends.append((first, hands, [line.y for line in scene.draw.chart.lines]))
    assert ends[0] == ends[1] and len(hands) > 1
    assert (scene.draw.words, scene.draw.seed.text) == ("Draw again", "1")
    assert all(len(line.low) == len(line.x) for line in scene.draw.chart.lines)
    for row in scene.table.rows:
        mean, half = (float(x.replace(MINUS, "-")) for x in row.cells[3][0].text.split(" ± "))
        assert abs(mean + 1 / 18) < 2 * half
        assert half == pytest.approx(1.96 * row.cells[2][0].value / LAST**0.5, abs=6e-5)
    scene = seen.do(seen.lab.choose, "draw")  # after the last hand the next seed begins
    assert (scene.draw.seed.text, len(scene.draw.chart.lines[0].x)) == ("2", 1)


def test_drawing_stops_and_resumes(seen):
    assert seen.do(seen.lab.choose, "draw").draw.running
    seen.do(let_pass, seen.lab, PACE_MS)
    for words, running in (("Continue", False), ("Stop", True)):
        scene = seen.do(seen.lab.choose, "draw")
        assert (scene.draw.words, scene.draw.running) == (words, running)
    assert len(scene.draw.chart.lines[0].x) == 3
    assert not seen.do(seen.lab.show_page, False).draw.running
    let_pass(seen.lab, PACE_MS)
    assert seen.runner.waiting == 0  # nothing is drawn where nobody looks
    scene = seen.do(seen.lab.choose, "seed", "2")
    assert scene.draw.chart.lines == () and scene.draw.words == "Draw hands"
    scene = seen.do(seen.lab.choose, "seed", "two")
    assert (scene.draw.enabled, bool(scene.draw.seed.error)) == (False, True)
    assert not seen.do(seen.lab.choose, "draw").draw.running


def test_work_reports_progress_and_can_be_cancelled_and_restarted(seen):
    seen.lab.choose("case", "missing")
    let_pass(seen.lab, 1_000)  # it takes a while
    assert seen.scenes[-1].notice.kind == "running" and not seen.scenes[-1].hand.unseen.rows
    scene = seen.do(seen.lab.press, "stop")
    assert scene.notice.title == "Stopped" and not scene.draw.enabled
    assert column(scene.table, 0) == ["…"] * 4
    scene = seen.do(seen.lab.press, "again")
    assert (scene.notice, column(scene.table, 0)[0]) == (None, f"{MINUS}5/72")


def test_errors_are_shown_as_a_sentence(seen, monkeypatch):
    monkeypatch.setattr(presenters, "answer", NO_ANSWER)
    notice = seen.do(seen.lab.choose, "case", "off").notice
    assert (notice.kind, notice.title) == ("error", "The file of 'x' is gone")
    monkeypatch.undo()
    assert seen.do(seen.lab.press, "again").notice is None
    scene = seen.do(seen.lab.choose, "target", "trained:gone")  # stays named
    assert (scene.notice.kind, scene.target.title) == ("error", "gone")
