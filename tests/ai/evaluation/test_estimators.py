"""Importance sampling and AIVAT by enumeration, against independently computed figures."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from ai.cfr.exact import exact_game
from ai.cfr.profiles import LECTURE_PROFILE, kuhn_equilibrium, two_action_profile, uniform
from ai.evaluation.aivat import aivat
from ai.evaluation.continued import Continued
from ai.evaluation.enumeration import Moments, ends, moments
from ai.evaluation.estimators import MAPS, Map, by_map, estimate, parts
from ai.evaluation.line import Line, possible
from ai.evaluation.luck import BetCall
from ai.evaluation.support import beyond, departures
from ai.evaluation.values import Chips, Once, Value
from ai.evaluation.written import Written
from ai.reach import RangeReader
from ai.registry import build
from engine.errors import CardError
from engine.game import get_game
from engine.player import PublicState

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
F = Fraction


def written(profile: Any, kind: type = object) -> Written:
    return Written(EXACT, profile, kind)


EXACT = exact_game(KUHN)
LECTURE = written(two_action_profile(EXACT, LECTURE_PROFILE))
EQUILIBRIUM = written(two_action_profile(EXACT, kuhn_equilibrium(F(1, 3))))
UNIFORM = written(uniform(EXACT))
FLOATS = written(two_action_profile(EXACT, LECTURE_PROFILE), float)


def of(how: Map) -> Any:
    return partial(by_map, how, Chips())


def all_moments(behaviour: Any, target: Any, rival: Any) -> list[Moments]:
    return [moments(KUHN, behaviour, target, rival, of(how), 0) for how in MAPS]


@pytest.mark.parametrize(
    ("behaviour", "target", "deviations"),
    [
        (LECTURE, LECTURE, (1.4131, 1.3833, 1.2850, 1.1440)),
        (UNIFORM, EQUILIBRIUM, (1.9618, 1.7204, 1.3800, 1.2970)),
    ],
)
def test_kuhn_is_as_in_the_source(behaviour: Any, target: Any, deviations: Any) -> None:
    found = all_moments(behaviour, target, LECTURE)
    for one, sd in zip(found, deviations, strict=True):
        assert one.mean == one.truth == F(-1, 18)
        assert isinstance(one.variance, Fraction)
        assert one.sd == pytest.approx(sd, abs=5e-5)
    basic, *others = all_moments(LECTURE, UNIFORM, LECTURE)  # which lacks support
    assert (basic.mean, basic.truth) == (F(-5, 72), F(-1, 4))
    assert [one.mean for one in others] == [F(-1, 4)] * 3


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("behaviour", "target", "rival"),
    [("cfr", "cfr", "random"), ("random", "cfr", "nfsp"), ("cfr", "random", "call")],
)
def test_leduc_has_no_bias(behaviour: str, target: str, rival: str, seat: int) -> None:
    plays, judged, against = (
        RangeReader(build(name, LEDUC)) for name in (behaviour, target, rival)
    )
    found = [moments(LEDUC, plays, judged, against, of(how), seat) for how in MAPS]
    for one in found:
        assert abs(one.bias) <= 1e-12
    assert found[3].sd < found[0].sd


@pytest.mark.parametrize("target", [LECTURE, UNIFORM])
def test_what_is_not_supported_is_what_is_missing(target: Any) -> None:
    """The weights lack the part of the target that the behaviour never plays."""
    for how in MAPS:
        lost = weight = F(0)
        for end, deals in ends(KUHN):
            line = Line.of(end, 0)
            plays, judged = line.played(LECTURE), line.played(target)
            against = Line.of(end, 1).played(LECTURE).reach[-1]
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
def test_an_estimate_is_the_sum_of_its_parts(
    how: Map, value: Value, behaviour: Any, target: Any
) -> None:
    for end, _ in ends(KUHN):
        line = Line.of(end, 0)
        plays, judged = line.played(behaviour), line.played(target)
        for card in KUHN.deck:
            other = (card,)
            found = estimate(line, plays, judged, how, value, other)
            for combo in np.flatnonzero(possible(end, other) & (plays.reach[-1] > 0)).tolist():
                told = parts(line, plays, judged, how, value, other, combo)
                assert sum(one.weight * one.value for one in told) == pytest.approx(found[combo])
                assert (end, combo) in [(one.end, one.combo) for one in told]


class Ahead(Continued):
    """One chip for the better cards, until the hand is over."""

    def of(self, spot: PublicState, seat: int, other: tuple[int, ...]) -> Any:
        if spot.finished:
            return Chips().of(spot, seat, other)
        return np.sign(np.array(KUHN.deck) - other[0]).astype(float)


def exact_aivat(heuristic: Any) -> Any:
    def one(line: Any, plays: Any, judged: Any, other: Any) -> Any:
        return np.full_like(plays.reach[-1], aivat(line, plays, heuristic, other))

    return one


@pytest.mark.parametrize(("heuristic", "sd"), [(Continued, 0.0951), (Ahead, 0.4515)])
def test_aivat_in_kuhn(heuristic: Any, sd: float) -> None:
    estimator = exact_aivat(heuristic(KUHN, FLOATS, FLOATS))
    found = moments(KUHN, FLOATS, FLOATS, FLOATS, estimator, 0)
    assert found.mean == pytest.approx(-1 / 18, abs=1e-14)
    assert found.sd == pytest.approx(sd, abs=5e-5)


def test_a_wrong_row_shows() -> None:
    """With two hands of the known strategy swapped the mean is another."""
    other_way = {"J": "K", "Q": "Q", "K": "J"}
    rows = {(line, hand): LECTURE_PROFILE[line, other_way[hand]] for line, hand in LECTURE_PROFILE}
    swapped = written(two_action_profile(EXACT, rows), float)
    heuristic = Continued(KUHN, swapped, FLOATS)

    def wrong(line: Any, plays: Any, judged: Any, other: Any) -> Any:
        return np.full_like(plays.reach[-1], aivat(line, line.played(swapped), heuristic, other))

    with np.errstate(invalid="ignore"):
        found = moments(KUHN, FLOATS, FLOATS, FLOATS, wrong, 0)
    assert not abs(found.bias) <= 0.01


def test_a_showdown_needs_the_other_cards() -> None:
    spot = next(end for end, _ in ends(KUHN) if end.showdown)
    with pytest.raises(CardError, match="the other's cards"):
        Chips().of(spot, 0, ())
