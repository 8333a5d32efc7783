import pytest

from ai.three_way.spot import ThreeWaySpot
from engine.game import get_game
from engine.player import CALL, FOLD, raise_to
from pokergui.pages.study.reports.scenes.aggregate import not_offered as no_report
from pokergui.pages.study.searching.scenes import not_offered as no_search
from pokergui.pages.study.solving.scenes.form import SpotDraft, read_form
from tests.pokergui.pages.study.studied import Studied

pytestmark = pytest.mark.slow

SIX, THREE = "holdem-nolimit-6@100", "holdem-nolimit-3@100"


def named(scene, *, shown=False):
    return [side.name for side in scene.sides if side.shown or not shown]


@pytest.mark.ci
def test_ranges_of_remaining_players_are_shown_in_acting_order(tmp_path):
    six = Studied(tmp_path, "holdem-nolimit-6", "equity", shown=False)
    scene = six.open(SIX, "r300fcff")
    assert named(scene) == ["UTG", "Cutoff", "Big blind"]
    assert [(side.short, side.series) for side in scene.sides] == [
        *(("UTG", 0), ("CO", 2), ("BB", 5))
    ]
    assert named(scene, shown=True) == ["Big blind"]
    assert "HJ fold" in [crumb.short for crumb in scene.line.crumbs]
    assert six.crumbs[-1] == "Big blind to act"
    shares = [float(side.equity.rstrip("%")) for side in scene.sides]
    assert sum(shares) == pytest.approx(100, abs=2) and len(scene.curve) == 3
    assert sum(total.share for total in scene.totals) == pytest.approx(1.0)
    for side in (scene.sides[0], scene.sides[2]):
        assert side.value == "– EV" and "where a call ends the betting" in side.why
    assert all("random deals" in side.why for side in scene.sides)


@pytest.fixture
def three(tmp_path):
    return Studied(tmp_path, "holdem-nolimit-3", "equity", shown=False)


@pytest.mark.ci
def test_another_players_range_can_be_chosen_until_they_fold(three):
    three.open(THREE, "r300c")
    scene = three.do(three.presenter.versus.choose_side, "2")
    assert named(scene, shown=True) == ["Button"]
    assert scene.totals == () and scene.grid is not None
    assert named(three.rows("f")) == ["Button", "Small blind"]
    scene = three.do(three.walk.choose_random_board)
    assert named(scene, shown=True) == ["Small blind"]
    assert not any("random deals" in side.why for side in scene.sides)  # two left: exact
    scene = three.rows("line:r300ff")
    assert scene.rows[-1].title == "All but Button have folded"
    assert [(side.name, side.equity) for side in scene.sides] == [("Button", "100.0%")]


@pytest.mark.ci
def test_streets_of_two_are_spots_and_others_are_refused_in_words(three):
    three.open(THREE, "r300cc/ccr900c", "Kh8d3c")
    assert three.scene.unsolvable == ""
    three.do(three.presenter.solve_here)
    assert "3 players saw this street" in three.told and not three.found
    three.open(THREE, "r300cc/ccr900cf/c", "Kh8d3c5s")
    three.do(three.presenter.solve_here)
    ((spot, line, source, _doubt),) = three.found
    assert (spot.pot, spot.stack, line) == (2100, 9100, (CALL,))
    assert source.startswith("From Study, turn")


def test_a_river_of_three_is_a_spot_for_three(three):
    three.open(THREE, "r300cc/ccc/ccc/cr800f", "Kh8d3c5s2d")
    three.do(three.presenter.solve_here)
    ((spot, line, source, _doubt),) = three.found
    assert isinstance(spot, ThreeWaySpot) and source.startswith("From Study, river")
    assert (spot.pot, spot.stacks, spot.big_blind) == (900, (9700,) * 3, 100)
    assert line == (CALL, raise_to(500), FOLD) and spot.tree.find(line) > 0 and not spot.line
    assert all(0 < one.max() <= 1 for one in spot.ranges)
    form = SpotDraft.of_spot(spot, line, source, SpotDraft())
    assert form.three_way and (form.texts["pot"], form.texts["stack"]) == ("900", "9700")
    assert read_form(form).spot.tree.same_as(spot.tree)


def test_heads_up_features_are_disabled_in_multiway_spots(tmp_path):
    three = Studied(tmp_path, "leduc-3", "random")
    assert [choice.title for choice in three.top.second.choices] == ["Heads-up only"]
    assert three.scene.unsolvable == "Spots are solved in hold'em only"
    assert "two players" in no_report(get_game("holdem-nolimit-6"))
    assert "heads-up" in no_search(three.walk.place)
    assert three.compare("call").versus is None
    three.do(three.presenter.solve_here)
    assert "Only hold'em can be solved" in three.told
    three.do(three.presenter.choose, "game", "leduc")
    assert three.compare("call").versus is not None
    assert three.do(three.presenter.choose, "game", "leduc-3").versus is None
    assert three.top.second.current == ""
    assert three.do(three.presenter.choose, "game", "leduc").versus is not None
    assert three.top.second.current == "call"
