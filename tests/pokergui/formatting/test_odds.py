from itertools import pairwise

import numpy as np
import pytest

from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, raise_to
from pokergui.formatting.sizing import CallPot, call_pot, call_pots, pot_odds

THREE, SIX = get_game("holdem-nolimit-3@100"), get_game("holdem-nolimit-6")


@pytest.mark.parametrize(
    ("game", "line", "pots"),
    [
        (THREE, "r300", [CallPot(50 + 100 + 300 + 250, 250, (0, 1, 2))]),
        # No more than the short stack from each; the big blind is already in.
        (THREE.with_stacks((10_000, 900, 10_000)), "r5000c", [CallPot(2_700, 800, (0, 1, 2))]),
        (
            SIX.with_stacks((3_000, 20_000, 5_000, 20_000, 20_000, 20_000)),
            "r5000cffc",
            [CallPot(4 * 3_000, 2_900, (0, 1, 2, 3)), CallPot(3 * 2_000, 2_000, (1, 2, 3))],
        ),
    ],
)
def test_each_pot_of_a_call_has_its_own_odds(game, line, pots):
    spot = PublicState(game, parse_line(game, line), ())
    cost, amount = sum(pot.cost for pot in pots), sum(pot.amount for pot in pots)
    assert [(pot.amount, pot.seats) for pot in call_pots(spot)] == [
        (pot.amount, pot.seats) for pot in pots
    ]
    assert (spot.legal.call, call_pot(spot)) == (cost, amount)
    assert pot_odds(spot) == pytest.approx(cost / amount)
    assert [pot.odds for pot in call_pots(spot)] == [pot.cost / pot.amount for pot in pots]


@pytest.mark.parametrize("seed", range(12))
def test_pots_of_a_call_sum_to_the_total(seed):
    rng = np.random.default_rng(seed)
    spot = PublicState(SIX.with_stacks(tuple(rng.integers(200, 3_000, 6).tolist())), (), ())
    while not spot.finished:
        if spot.legal.call:
            pots = call_pots(spot)
            assert sum(pot.amount for pot in pots) == call_pot(spot)
            assert sum(pot.cost for pot in pots) == spot.legal.call
            assert all(spot.to_act in pot.seats for pot in pots)
            assert all({*late.seats} < {*early.seats} for early, late in pairwise(pots))
        actions = [CALL, *([FOLD] if spot.legal.fold else [])]
        if spot.legal.max_raise:
            actions += [raise_to(spot.legal.min_raise), raise_to(spot.legal.max_raise)]
        spot = spot.after(actions[rng.integers(len(actions))])
