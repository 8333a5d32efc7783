"""Rivers for three players in Study."""

import pytest

from ai.solver.record import read_kept
from ai.three_way.spot import ThreeWaySpot
from engine.player import CALL, raise_to
from pokergui.pages.study.solving.presenters.form import parse_form
from pokergui.pages.study.solving.scenes.form import EXAMPLE_TEXTS, SpotDraft, read_form
from tests.pokergui.pages.study.studied import RIVER

pytestmark = pytest.mark.slow

RANGES = {"oop": "AA,T9s,76s", "middle": "KK,QTs,J9s", "ip": "QQ,AJs,98s"}
TEXTS = {"board": "QsJh2h8c5d", **RANGES, "pot": "90", "stack": "300/200/300", "bets": "66"}
SPOT = ThreeWaySpot.parse(**TEXTS, raises="a")


def form_of(**texts):
    return parse_form(SpotDraft({**TEXTS, "target": "1", **texts}, three_way=True))


def field(form, key):
    return next(field for field in form.fields if field.key == key)


def test_a_solved_river_is_walked_like_any_game(studied):
    scene = studied.solve(SPOT, 1.0)
    names = ["Out of position", "In the middle", "In position"]
    assert studied.crumbs == ["River", "Out of position to act"]
    assert [side.name for side in scene.sides] == names
    solution = studied.solution
    assert solution.title == "River, three players, pot 90, 300/200/300 behind"
    assert solution.three_way and solution.state == "Solved to 1% of the pot"
    assert solution.figures[0].label == "NashConv"
    assert [figure.label for figure in solution.value] == names
    chips = [float(figure.value.split()[0]) for figure in solution.value]
    assert sum(chips) == pytest.approx(90, abs=0.2)
    assert [action.title for action in studied.grid.actions] == ["Check", "Bet 59"]
    assert scene.sides[1].equity.endswith("%") and "chips" in scene.sides[1].value
    studied.rows("c")
    studied.rows(studied.grid.actions[1].key)
    assert studied.crumbs[-1] == "In position to act"
    assert [action.title for action in studied.grid.actions][:2] == ["Fold", "Call 59"]
    scene = studied.rows("f")
    assert [side.name for side in scene.sides] == names[:2]


def test_what_only_two_players_have_is_not_offered(studied):
    studied.solve(SPOT, 1.0)
    for intent, *values in (
        (studied.spot.painter.toggle, True),
        (studied.spot.exploit.open, True),
        (studied.spot.solve_again,),
    ):
        studied.do(intent, *values)
        solution = studied.solution
        assert not solution.painting and solution.exploit is None
    studied.do(studied.spot.practise)
    assert studied.told
    studied.do(studied.spot.edit)
    spot, line, *_ = studied.found[-1]
    assert spot is SPOT and line == ()


def test_a_saved_river_is_opened_and_compared_with_its_like(studied):
    studied.solve(RIVER, 20.0)
    studied.solve(SPOT, 5.0)
    other = ThreeWaySpot.parse(**{**TEXTS, "bets": "33"}, raises="a")
    path = studied.spot.path
    studied.solve(other, 1.0)
    assert read_kept(path).is_three_way
    found = {choice.title: choice.usable for choice in studied.top.second.choices}
    assert found["Bets 66%"]
    studied.do(studied.presenter.choose, "second", str(path))
    studied.do(studied.presenter.versus.choose_which, "difference")
    studied.do(studied.spot.open, path)
    assert studied.spot.path == path
    assert studied.solution.title.startswith("River, three players")


def test_the_form_reads_three_ranges():
    read, form = form_of()
    assert (
        isinstance(read.spot, ThreeWaySpot)
        and read.spot.record()
        == read_form(
            SpotDraft.of_spot(read.spot, (CALL, raise_to(59)), "", SpotDraft({"target": "1"}))
        ).spot.record()
    )
    assert form.three_way and form.middle is not None
    assert [one.key for one in form.fields][:4] == ["board", "oop", "middle", "ip"]
    assert not {"bets-ip", "donks"} & {one.key for one in form.fields}
    assert field(form, "stack").note == "3.33 times the pot"
    read, form = form_of(board="QsJh2h8c", middle="")
    assert read.spot is None
    assert field(form, "board").error == "Three players need a river: a board of 5 cards, not 4"
    assert form_of(middle="")[1].warning == "Still missing: the range in the middle"
    nothing = dict.fromkeys(RANGES, "")
    assert form_of(**nothing)[1].warning == "Still missing: all three ranges"
    two = SpotDraft({**TEXTS, "stack": "300", "target": "1"}).with_three_way(False)
    assert not isinstance(read_form(two).spot, ThreeWaySpot)


def test_the_example_can_be_solved():
    example = SpotDraft({**EXAMPLE_TEXTS["three"], "target": "1"}, three_way=True)
    assert read_form(example).spot.stacks == (440, 440, 300)
