"""Odds of calls, also for less than the bet."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, raise_to
from pokergui.formatting.odds import CallPot, call_pot, call_pots, pot_odds

THREE = get_game("holdem-nolimit-3@100")


def test_a_full_call_plays_for_the_pot_and_itself() -> None:
    spot = PublicState(THREE, (raise_to(300),), ())
    assert (call_pot(spot), pot_odds(spot)) == (50 + 100 + 300 + 250, 250 / 700)
    assert call_pots(spot) == (CallPot(700, 250, (0, 1, 2)),)


def test_a_call_for_less_plays_for_no_more_than_that_from_each() -> None:
    short = THREE.with_stacks((10_000, 900, 10_000))
    spot = PublicState(short, (raise_to(5_000), CALL), ())
    assert (spot.legal.call, call_pot(spot)) == (800, 3 * 900)  # the big blind is in
    assert pot_odds(spot) == pytest.approx(800 / 2_700)


def test_each_side_pot_has_odds_of_its_own() -> None:
    game = get_game("holdem-nolimit-6").with_stacks((3_000, 20_000, 5_000, 20_000, 20_000, 20_000))
    main, side = call_pots(PublicState(game, parse_line(game, "r5000cffc"), ()))
    assert main == CallPot(4 * 3_000, 2_900, (0, 1, 2, 3))
    assert side == CallPot(3 * 2_000, 2_000, (1, 2, 3))
    assert (main.odds, side.odds) == (2_900 / 12_000, 1 / 3)


@pytest.mark.parametrize("seed", range(12))
def test_pots_of_a_call_add_up_to_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    stacks = tuple(rng.integers(200, 3_000, 6).tolist())
    spot = PublicState(get_game("holdem-nolimit-6").with_stacks(stacks), (), ())
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
