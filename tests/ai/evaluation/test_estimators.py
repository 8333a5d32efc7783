from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from ai.cfr.exact_game import exact_game
from ai.cfr.profiles import LECTURE_PROFILE, kuhn_equilibrium, two_action_profile, uniform
from ai.evaluation.aivat import aivat
from ai.evaluation.enumeration import ends, list_hands
from ai.evaluation.estimators import MAPS, by_map, estimate, parts
from ai.evaluation.exact_strategies import Written
from ai.evaluation.exact_values import Continued
from ai.evaluation.luck import BetCall
from ai.evaluation.support import beyond, departures
from ai.reading.line import PlayerLine
from ai.reading.reach import RangeReader
from ai.registry import build
from ai.values.payoffs import Chips, Once
from engine.errors import CardError
from engine.game import get_game
from engine.policy import blocked


def moments(game, behaviour, target, rival, estimator, seat):
    return list_hands(game, behaviour, target, rival, {"": estimator}, seat).moments("")


def possible(spot, other):
    return ~blocked(spot.game, (*spot.board, *other))


pytestmark = pytest.mark.slow

KUHN, LEDUC, F = get_game("kuhn"), get_game("leduc"), Fraction
EXACT = exact_game(KUHN)


def written(profile, kind=object):
    return Written(EXACT, profile, kind)


LECTURE = written(two_action_profile(EXACT, LECTURE_PROFILE))
EQUILIBRIUM = written(two_action_profile(EXACT, kuhn_equilibrium(F(1, 3))))
UNIFORM = written(uniform(EXACT))
FLOATS = written(two_action_profile(EXACT, LECTURE_PROFILE), float)


def all_moments(behaviour, target, rival, game=KUHN, seat=0):
    how = [partial(by_map, how, Chips()) for how in MAPS]
    return [moments(game, behaviour, target, rival, one, seat) for one in how]


@pytest.mark.parametrize(
    ("behaviour", "target", "deviations"),
    [
        (LECTURE, LECTURE, (1.4131, 1.3833, 1.2850, 1.1440)),
        (UNIFORM, EQUILIBRIUM, (1.9618, 1.7204, 1.3800, 1.2970)),
    ],
)
def test_kuhn_is_as_in_the_source(behaviour, target, deviations):
    for one, sd in zip(all_moments(behaviour, target, LECTURE), deviations, strict=True):
        assert one.mean == one.truth == F(-1, 18)
        assert isinstance(one.variance, F)
        assert one.sd == pytest.approx(sd, abs=5e-5)
    basic, *others = all_moments(LECTURE, UNIFORM, LECTURE)  # which lacks support
    assert (basic.mean, basic.truth) == (F(-5, 72), F(-1, 4))
    assert [one.mean for one in others] == [F(-1, 4)] * 3


@pytest.mark.parametrize(
    ("behaviour", "target", "rival", "seat"),
    [
        ("cfr", "cfr", "random", 0),
        ("random", "cfr", "nfsp", 1),
        pytest.param("cfr", "random", "call", 1, marks=pytest.mark.ci),
        pytest.param("random", "cfr", "nfsp", 0, marks=pytest.mark.ci),
    ],
)
def test_leduc_has_no_bias(behaviour, target, rival, seat):
    readers = (RangeReader(build(name, LEDUC)) for name in (behaviour, target, rival))
    found = all_moments(*readers, LEDUC, seat)
    assert all(abs(one.bias) <= 1e-12 for one in found)
    assert found[3].sd < found[0].sd


@pytest.mark.parametrize("target", [LECTURE, UNIFORM])
def test_what_is_not_supported_is_what_is_missing(target):
    """The weights lack the part of the target that the behaviour never plays."""
    for how in MAPS:
        lost = weight = F(0)
        for end, deals in ends(KUHN):
            line = PlayerLine.of(end, 0)
            plays, judged = line.played(LECTURE), line.played(target)
            against = PlayerLine.of(end, 1).played(LECTURE).reach[-1]
            for combo, card in enumerate(KUHN.deck):
                played = plays.reach[-1] * against[combo] / F(deals)
                held = np.where(possible(end, (card,)), played, 0)
                missed = beyond(departures(line, plays, judged, how, (card,)))[0, -1]
                lost += (held * missed).sum()
                ones = estimate(line, plays, judged, how, Once(), (card,))
                weight += (held * ones).sum()
        assert lost + weight == 1
        assert (lost > 0) == (target is UNIFORM and how.name == "basic")


@pytest.mark.parametrize(
    ("behaviour", "target"),
    [(LECTURE, UNIFORM), (FLOATS, RangeReader(build("call", KUHN)))],
    ids=["uniform", "never folds"],
)
@pytest.mark.parametrize("value", [Chips(), BetCall()], ids=["chips", "divat"])
@pytest.mark.parametrize("how", MAPS, ids=lambda how: how.name)
def test_an_estimate_is_the_sum_of_its_parts(how, value, behaviour, target):
    for end, _ in ends(KUHN):
        line = PlayerLine.of(end, 0)
        plays, judged = line.played(behaviour), line.played(target)
        for other in ((card,) for card in KUHN.deck):
            found = estimate(line, plays, judged, how, value, other)
            for combo in np.flatnonzero(possible(end, other) & (plays.reach[-1] > 0)).tolist():
                told = parts(line, plays, judged, how, value, other, combo)
                assert sum(one.weight * one.value for one in told) == pytest.approx(found[combo])
                assert (end, combo) in [(one.end, one.combo) for one in told]


class Ahead(Continued):
    def of(self, spot, seat, other):
        if spot.finished:
            return Chips().of(spot, seat, other)
        return np.sign(np.array(KUHN.deck) - other[0]).astype(float)


def by_aivat(heuristic, known=None):
    def one(line, plays, judged, other):
        said = line.played(known) if known else plays
        return np.full_like(plays.reach[-1], aivat(line, said, heuristic, other))

    return one


@pytest.mark.parametrize(("heuristic", "sd"), [(Continued, 0.0951), (Ahead, 0.4515)])
def test_aivat_in_kuhn(heuristic, sd):
    found = moments(KUHN, FLOATS, FLOATS, FLOATS, by_aivat(heuristic(KUHN, FLOATS, FLOATS)), 0)
    assert found.mean == pytest.approx(-1 / 18, abs=1e-14)
    assert found.sd == pytest.approx(sd, abs=5e-5)


def test_a_wrong_row_biases_the_estimate_and_showdowns_need_both_hands():
    """With two hands of the known strategy swapped the mean is another."""
    other_way = {"J": "K", "Q": "Q", "K": "J"}
    rows = {(line, hand): LECTURE_PROFILE[line, other_way[hand]] for line, hand in LECTURE_PROFILE}
    swapped = written(two_action_profile(EXACT, rows), float)
    wrong = by_aivat(Continued(KUHN, swapped, FLOATS), swapped)
    with np.errstate(invalid="ignore"):
        found = moments(KUHN, FLOATS, FLOATS, FLOATS, wrong, 0)
    assert not abs(found.bias) <= 0.01
    spot = next(end for end, _ in ends(KUHN) if end.showdown)
    with pytest.raises(CardError, match="the other player's cards"):
        Chips().of(spot, 0, ())
