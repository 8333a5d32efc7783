import re
from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from ai.cfr.exact_game import exact_game
from ai.cfr.profiles import LECTURE_PROFILE, two_action_profile
from ai.lab.lecture import initial_state, iterate
from engine.game import get_game
from pokergui.formatting.numbers import decimal_text, number_text
from pokergui.pages.lab import presenters
from pokergui.pages.lab.presenters import KuhnLab, MatrixLab
from pokergui.pages.lab.scenes.kuhn import KuhnChoice, kuhn_scene
from pokergui.pages.lab.work import OWN
from tests.pokergui.pages.lab.tabs import Seen
from tests.sync_runner import SyncRunner

MINUS = "\u2212"


@pytest.fixture
def matrix():
    return Seen(MatrixLab)


@pytest.fixture
def kuhn():
    return Seen(KuhnLab)


def texts(table, row):
    return [" ".join(number.text for number in cell) for cell in table.rows[row].cells]


def test_nothing_is_computed_before_the_page_is_shown():
    runner = SyncRunner()
    for lab in (MatrixLab(runner), KuhnLab(runner)):
        lab.show_page(False)
        assert runner.waiting == 0
        lab.show_page(True)
        lab.show_page(True)
        assert runner.waiting == 1
        runner.run_all()


def test_second_step_matches_the_lecture(matrix):
    scene = matrix.do(matrix.lab.choose, "forward")
    assert (scene.steps.title, scene.steps.rest) == ("Iteration 2", "of 10,000")
    a, b = scene.tables
    assert texts(a, 0) == ["13/9", "13/31", "16/31", "+270/961"]
    assert texts(b, 2) == ["1", "9/31", f"{MINUS}30/31", "0"]
    assert [column.number for column in a.columns] == ["2", "3", "4", "5"]
    assert [(v.label, v.number.text, v.decimal) for v in scene.values] == [
        *(("u =", "226/961", "0.235"), ("equilibrium", "2/15", "0.133")),
        *(("NashConv", "20/31", ""), ("of averages", "61/93", "")),
    ]
    assert [simplex.note for simplex in scene.simplices] == ["1/5, 7/15, 1/3", "1/3, 7/15, 1/5"]
    assert "lecture 0.0170, textbook’s average strategies 0.0201" in scene.gaps
    assert "exploitability is half of it" in scene.note
    assert scene.legend[-1][1] == "equilibrium, unique, value 2/15"
    scene = matrix.do(matrix.lab.choose, "fractions", False)
    assert texts(scene.tables[0], 0) == ["1.444", "0.419", "0.516", "+0.281"]


def test_steps_go_back_and_forth_within_bounds(matrix):
    lab, first = matrix.lab, matrix.scenes[-1]
    assert not first.steps.can_back and first.steps.can_forward
    assert matrix.do(lab.choose, "back") == first
    last = matrix.do(lab.choose, "run")
    assert last.steps.title == "Iteration 10,000" and not last.steps.can_forward
    assert matrix.do(lab.choose, "forward") == last
    ends = [line.y[-1] for line in last.chart.lines]  # what the columns show
    assert [row.cells[1][0].value for row in last.tables[0].rows] == pytest.approx(ends, abs=1e-12)
    assert matrix.do(lab.choose, "back").steps.title == "Iteration 9,999"
    assert matrix.do(lab.choose, "first") == first


def test_rules_change_the_columns_and_payoffs_are_edited(matrix):
    lab = matrix.lab
    a, _ = matrix.do(lab.choose, "rule", "textbook").tables
    assert a.columns[3].title == "Regret against u"
    scene = matrix.do(lab.choose, "rule", "both")
    rows = scene.tables[0].rows
    assert [(row.name, row.note) for row in rows[:2]] == [("Rock", "lecture"), ("", "textbook")]
    assert [mark for mark, _ in scene.simplices[0].now] == ["accent", "b"]
    assert scene.values[0].label == "lecture: u ="
    matrix.do(lab.choose, "forward")
    scene = matrix.do(lab.edit, 0, 2, "-1/2")
    cells = scene.payoffs.cells
    assert (scene.steps.title, cells[0][2].text) == ("Iteration 1", f"{MINUS}1/2")
    assert (scene.game.current, scene.game.choices[-1].key) == (OWN, OWN)
    payoffs = matrix.do(lab.edit, 0, 2, "three").payoffs
    assert payoffs.cells == cells
    assert payoffs.problem == "'three' is not a number; write 3, -0.5 or 2/15"
    assert matrix.do(lab.edit, 0, 2, "3").payoffs.problem == ""
    matrix.do(lab.choose, "forward")
    assert matrix.do(lab.edit, 0, 2, "3.0").steps.title == "Iteration 2"  # changes nothing
    games = matrix.do(lab.choose, "game", "rps3").game
    assert games.current == "rps3" and OWN not in [choice.key for choice in games.choices]
    for row in range(3):
        for column in range(3):
            scene = matrix.do(lab.edit, row, column, "0")
    assert scene.values[0].number.text == "0" and len(scene.simplices[0].equilibria) == 3
    assert scene.simplices[0].note == "several equilibria"


def test_kuhn_shows_the_lecture_table_and_its_arithmetic(kuhn):
    a, b = kuhn.scenes[-1].tables
    # Bet, then check, as in the lecture's columns; the sums and the average are CFR's.
    assert texts(a, 0)[:4] == ["2/3 1/3", "1/2 1/2", "5/4 3/2", "4/3"]
    # Rows are in the lecture's order, too: A's by line, B's by card.
    assert (a.rows[2].name, a.rows[2].note) == ("J", "first")
    assert [row.name for row in b.rows] == list("KKQQJJ")
    scene = kuhn.do(kuhn.lab.choose, "chosen", (0, 4))
    assert (scene.chosen, scene.heading) == ((0, 4), "Player A, Q after check, bet")
    lines = dict(scene.arithmetic)
    assert lines["2 Other holds"] == (
        "deal times the other's actions: K 1/6 \u00b7 1 = 1/6, J 1/6 \u00b7 1/3 = 1/18;"
        " of 2/9 together: K 3/4, J 1/4"
    )
    assert lines["4 Mixed"] == f"1/2 \u00b7 ({MINUS}1) + 1/2 \u00b7 ({MINUS}1) = {MINUS}1"


def written(text):
    text = text.replace("\u00b7", "*").replace(MINUS, "-").lstrip("+")
    exact = re.sub(r"\d+", lambda number: f"F({number.group()})", text)
    return Fraction(eval(exact, {"F": Fraction}))


def check_arithmetic(row, arithmetic):
    lines, name, words = defaultdict(list), "", [number.label for number in row.cells[0]]
    for label, text in arithmetic:
        name = label or name
        lines[name].append(text)
    (sums,), (average,) = lines["Regret sum"], lines["Average"]
    parts = zip(words, sums.partition(";")[0].split(", "), row.cells[7], strict=True)
    known = row.cells[3][0].text != "\u2026"  # the opponent lets it be reached
    values = lines["3 Action values"] if known else []
    for word, line, cell in (*zip(words, values, row.cells[2], strict=known), *parts):
        left, right = line.removeprefix(f"{word} ").split(" = ")
        assert written(left) == written(right) == written(cell.text)
    found = average.rpartition("average ")[2].split(", ")
    assert found == [f"{each.label} {each.text}" for each in row.cells[8]]


@pytest.mark.parametrize("order", ["together", "alternating"])
def test_shown_arithmetic_matches_the_table(kuhn, order):
    """Every line ends with the number of its column, while all numbers are short fractions."""
    kuhn.do(kuhn.lab.choose, "order", order)
    for _ in range(2):
        for player, at in product((0, 1), range(6)):
            scene = kuhn.do(kuhn.lab.choose, "chosen", (player, at))
            check_arithmetic(scene.tables[player].rows[at], scene.arithmetic)
        kuhn.do(kuhn.lab.choose, "forward")


@pytest.mark.parametrize(
    ("order", "last"), [("together", "89099/294624"), ("alternating", "65/336")]
)
def test_six_iterations_of_kuhn_from_uniform(kuhn, order, last):
    lab = kuhn.lab
    kuhn.do(lab.choose, "forward")
    kuhn.do(lab.choose, "order", order)
    assert kuhn.do(lab.choose, "start", "uniform").steps.title == "Iteration 1"
    for _ in range(5):
        scene = kuhn.do(lab.choose, "forward")
    assert (scene.steps.title, scene.figures[2].number.text) == ("Iteration 6", last)
    assert kuhn.do(lab.choose, "back").steps.title == "Iteration 5"
    assert len(kuhn.scenes[-1].chart.lines[0].x) == 6
    kuhn.do(lab.choose, "first")
    assert kuhn.do(lab.choose, "fractions", False).figures[1].number.text == "0.917"


def test_kuhn_runs_to_the_last_iteration(monkeypatch):
    monkeypatch.setattr(presenters, "KUHN_LAST", 60)
    kuhn = Seen(KuhnLab)
    kuhn.lab.choose("run")
    assert kuhn.scenes[-1].steps.running  # the picture before, until the end is there
    kuhn.runner.run_all()
    scene = kuhn.scenes[-1]
    assert scene.steps.title == "Iteration 60" and not scene.steps.running
    distance = scene.chart.lines[0].y
    assert distance[-1] < distance[0]


def test_unreached_entries_show_an_ellipsis():
    game = exact_game(get_game("kuhn"))
    profile = two_action_profile(game, LECTURE_PROFILE)
    never = dict.fromkeys(profile, (Fraction(1), Fraction(0)))  # always check, always fold
    done = iterate(game, initial_state(never))
    scene = kuhn_scene(game, done, [done.average_nash_conv], KuhnChoice(chosen=(1, 2)))
    assert texts(scene.tables[1], 2)[1:5] == ["\u2026", "\u2026 \u2026", "\u2026", "\u2026 \u2026"]
    assert [name for name, _ in scene.arithmetic] == ["2 Other holds", "Regret sum", "Average"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((Fraction(13, 31), "13/31"), (Fraction(-1), f"{MINUS}1"), (0.25, "0.250"), (0.0, "0")),
        *((Fraction(1, 1_000_001), f"1.0e{MINUS}06"), (-0.0012, f"{MINUS}0.0012")),
        (Fraction(10**30, 3), "333,333,333,333,333,316,505,293,553,664.000"),
    ],
)
def test_numbers_are_formatted(value, text):
    assert number_text(value, True) == text
    assert number_text(value, False) == decimal_text(float(value))
