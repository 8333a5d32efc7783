from functools import cache

import numpy as np
import pytest

from ai.reading.line import Decision
from ai.reading.noise import OTHERS, Noise, measured_noise
from ai.resolving.agent import ResolveAgent
from ai.review.classes import MISTAKES
from ai.review.judges import build_judge, usual_judge, usual_name
from ai.review.reviewer import Reviewer
from engine.card_display import parse_shown
from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, raise_to
from scripts import review_noise

pytestmark = pytest.mark.slow

DEEP = get_game("holdem-nolimit@100")


@cache
def reviewer():
    return Reviewer(DEEP, build_judge("cfr-resolve:from=river", DEEP))


def judged(line, board, action, hole):
    spot = PublicState(DEEP, parse_line(DEEP, line), tuple(parse_shown(DEEP, board)))
    cards = tuple(sorted(parse_shown(DEEP, hole)))
    return reviewer().decide(Decision(spot, action), cards)


def test_rivers_and_turns_are_judged_by_what_solves_them():
    assert usual_name(DEEP) == usual_name(get_game("holdem-limit")) == "cfr-resolve"
    assert usual_name(get_game("leduc")) == "cfr"
    assert usual_judge(get_game("holdem-nolimit-3@100")) is None
    for name, game in (("cfr", DEEP), ("cfr-resolve", DEEP), ("cfr", get_game("leduc"))):
        assert isinstance(build_judge(name, game), ResolveAgent) == (game is DEEP)


def test_a_losing_call_on_the_river_is_a_mistake():
    for hole, board, line, losing in (
        ("Kh9h", "2c8dJs8h7d", "r250c/cr750c/r1500c/r4500", True),
        ("Qs9d", "9h5cJdTsAc", "r250c/cr750c/cc/r2250", False),
    ):
        called, folded = (judged(line, board, action, hole) for action in (CALL, FOLD))
        assert called.judged and folded.judged
        assert (called.quality in MISTAKES) == (called.loss > called.floor) == losing
        assert folded.quality not in MISTAKES and folded.loss <= folded.floor
        assert called.noise.parts.keys() == {"bucketing", "distance"}


def test_the_line_of_a_shove_may_have_been_read_as_other_sizes():
    one = judged("r310c/cr720c/r1370c/r3740r10000", "Qh8c3d5s2c", FOLD, "AsQd")
    assert one.judged and one.noise.translation > 0.0  # the bet on the river is on no menu
    assert one.floor >= one.noise.total >= 0.02 * one.spot.pot
    by_blueprint = measured_noise("cfr", one.spot, translated=True)
    assert by_blueprint.translation > by_blueprint.bucketing > 0.0
    assert by_blueprint.total > 5 * one.floor  # what a blueprint's EVs say there is next to nothing
    other = measured_noise("other", one.spot, translated=False)
    assert other == measured_noise(OTHERS, one.spot, False)


def test_an_odd_size_is_solved_where_it_is_made():
    odd, usual = (judged("r250c/cc/cc/c", "Qh8c3d5s2c", raise_to(to), "QsQd") for to in (617, 500))
    assert raise_to(617) in odd.actions and odd.taken.tolist().count(1.0) == 1
    assert raise_to(617) not in usual.actions
    assert usual.noise.translation == 0.0 < odd.noise.translation


def test_the_parts_of_noise_make_the_floor():
    noise = Noise(translation=3.0, training=4.0)
    assert noise.total == 5.0 and noise.parts == {"translation": 3.0, "training": 4.0}
    assert noise.times(2.0).total == 10.0
    assert noise.joined(Noise(training=1.0, estimate=2.0)) == Noise(3.0, 0.0, 4.0, 0.0, 2.0)
    preflop = measured_noise("cfr", PublicState(DEEP, (), ()), translated=False)
    assert preflop.total == pytest.approx(np.hypot(preflop.bucketing, preflop.training))


def test_losses_on_rivers_are_those_of_an_exact_solution_within_the_floor():
    game = get_game("holdem-nolimit@100")
    rows = [*review_noise.measure(game, 3, 12, 3, "cfr-resolve:from=river")]
    known = [row for row in rows if "unread" not in row]
    outside = sum(abs(row["judged"] - row["exact"]) > row["floor"] for row in known)
    assert len(known) >= 10 and outside <= 2
