import math

import pytest

from ai.review.levels import LEVELS, RATES, cut_offs, standing
from ai.sparring import RUNGS
from engine.game import get_game
from engine.running import Interval


@pytest.mark.parametrize("name", RATES)
def test_each_partner_has_its_level(name):
    game, rates = get_game(name), RATES[name]
    assert len(rates) == len(RUNGS) and list(rates) == sorted(rates)
    assert len(cut_offs(game)) == len(LEVELS) - 1
    found = [standing(game, "cfr", Interval(rate, 0.0)) for rate in rates]
    assert [one.levels[0] if one else "" for one in found] == [
        LEVELS[(rung + 1) // 2] for rung in range(len(rates))
    ]
    assert [one.partner if one else "" for one in found] == [f"spar:{n}" for n in range(1, 9)]
    best = standing(game, "cfr", Interval(0.0, 0.0))
    assert best is not None and (best.levels, best.partner) == (LEVELS[:1], "cfr")


def test_an_interval_over_several_levels_names_them_all():
    game = get_game("leduc")
    _, second, third, _ = cut_offs(game)
    wide = standing(game, "cfr", Interval((second + third) / 2, 0.6 * (third - second)))
    assert wide is not None and wide.levels == LEVELS[1:4]
    all_of_them = standing(game, "cfr", Interval(50.0, 1e6))
    assert all_of_them is not None and all_of_them.levels == LEVELS


def test_what_was_not_measured_has_no_level():
    leduc, rate = get_game("leduc"), Interval(50.0, 1.0)
    assert standing(get_game("leduc-3"), "cfr", rate) is None
    assert standing(leduc, "call", rate) is None
    assert standing(leduc, "cfr", Interval(50.0, math.inf)) is None
    assert standing(leduc, "cfr", rate) is not None
