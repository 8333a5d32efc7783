"""Odds of calls, also for less than the bet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import get_game
from engine.player import CALL, PublicState, raise_to
from pokergui.formatting.odds import call_pot, pot_odds

SIX = get_game("holdem-nolimit-3@100")


def test_a_full_call_plays_for_the_pot_and_itself() -> None:
    spot = PublicState(SIX, (raise_to(300),), ())
    assert call_pot(spot) == 50 + 100 + 300 + 250
    assert pot_odds(spot) == 250 / 700


def test_a_call_for_less_plays_for_no_more_than_that_from_each() -> None:
    short = replace(SIX, name="uneven", stacks=(10_000, 900, 10_000))
    spot = PublicState(short, (raise_to(5_000), CALL), ())
    assert spot.legal.call == 800  # the big blind is in
    assert call_pot(spot) == 3 * 900
    assert pot_odds(spot) == pytest.approx(800 / 2_700)
