from functools import cache

import numpy as np
import pytest

from ai.evaluation.line import Decision
from ai.noise import OTHERS, Noise, measured_noise
from ai.resolve.agent import ResolveAgent
from ai.review.classes import MISTAKES
from ai.review.judges import build_judge, usual_judge, usual_name
from ai.review.reviewer import Reviewer
from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.shown import parse_shown

pytestmark = pytest.mark.slow

DEEP = get_game("holdem-nolimit@100")


@cache
def reviewer(name):
    return Reviewer(DEEP, build_judge(name, DEEP))


def decision(line, board, action):
    spot = PublicState(DEEP, parse_line(DEEP, line), tuple(parse_shown(DEEP, board)))
    return Decision(spot, action)  # type: ignore[arg-type]  # an Action


def test_rivers_and_turns_are_judged_by_what_solves_them():
    assert usual_name(DEEP) == usual_name(get_game("holdem-limit")) == "cfr-resolve"
    assert usual_name(get_game("leduc")) == "cfr"
    assert usual_judge(get_game("holdem-nolimit-3@100")) is None
    for name in ("cfr", "cfr-resolve"):
        assert isinstance(build_judge(name, DEEP), ResolveAgent)
    assert not isinstance(build_judge("cfr", get_game("leduc")), ResolveAgent)


@pytest.mark.parametrize(
    ("hole", "board", "line", "losing"),
    [
        ("Kh9h", "2c8dJs8h7d", "r250c/cr750c/r1500c/r4500", True),
        ("Qs9d", "9h5cJdTsAc", "r250c/cr750c/cc/r2250", False),
    ],
)
def test_a_losing_call_on_the_river_is_a_mistake(hole, board, line, losing):
    cards = tuple(sorted(parse_shown(DEEP, hole)))
    judge = reviewer("cfr-resolve:from=river")
    called = judge.decide(decision(line, board, CALL), cards)
    folded = judge.decide(decision(line, board, FOLD), cards)
    assert called.judged and folded.judged
    assert (called.quality in MISTAKES) == (called.loss > called.floor) == losing
    assert folded.quality not in MISTAKES and folded.loss <= folded.floor
    assert called.noise.parts.keys() == {"bucketing", "distance"}


def test_the_line_of_a_shove_may_have_been_read_as_other_sizes():
    line, board = "r310c/cr720c/r1370c/r3740r10000", "Qh8c3d5s2c"
    cards = tuple(sorted(parse_shown(DEEP, "AsQd")))
    one = reviewer("cfr-resolve:from=river").decide(decision(line, board, FOLD), cards)
    assert one.judged and one.noise.translation > 0.0  # the bet on the river is on no menu
    assert one.floor >= one.noise.total >= 0.02 * one.spot.pot
    spot = one.spot
    by_blueprint = measured_noise("cfr", spot, translated=True)
    assert by_blueprint.translation > by_blueprint.bucketing > 0.0
    assert by_blueprint.total > 5 * one.floor  # what a blueprint's EVs say there is next to nothing
    assert measured_noise("other", spot, translated=False) == measured_noise(OTHERS, spot, False)


def test_an_odd_size_is_solved_where_it_is_made():
    judge, cards = reviewer("cfr-resolve:from=river"), tuple(sorted(parse_shown(DEEP, "QsQd")))
    line, board = "r250c/cc/cc/c", "Qh8c3d5s2c"
    odd = judge.decide(decision(line, board, raise_to(617)), cards)
    assert raise_to(617) in odd.actions and odd.taken.tolist().count(1.0) == 1
    usual = judge.decide(decision(line, board, raise_to(500)), cards)
    assert raise_to(617) not in usual.actions
    assert usual.noise.translation == 0.0 < odd.noise.translation


def test_the_parts_of_noise_make_the_floor():
    noise = Noise(translation=3.0, training=4.0)
    assert noise.total == 5.0 and noise.parts == {"translation": 3.0, "training": 4.0}
    assert noise.times(2.0).total == 10.0
    assert noise.joined(Noise(training=1.0, estimate=2.0)) == Noise(3.0, 0.0, 4.0, 0.0, 2.0)
    first = decision("", "", CALL).spot
    preflop = measured_noise("cfr", first, translated=False)
    assert preflop.total == pytest.approx(np.hypot(preflop.bucketing, preflop.training))
