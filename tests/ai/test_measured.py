from __future__ import annotations

import math

import pytest

from ai.measured import DEALS, GAMES, measure, measured, strength
from ai.registry import engines
from engine.game import get_game


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_shipped_exact_strengths_are_reproduced(name):
    game = get_game(name)
    for engine in engines(game):
        if engine.learns:
            continue
        shipped = strength(engine, game)
        assert shipped is not None, f"run python -m ai.measured {name}"
        again = measure(engine.name, game)
        assert again.method == shipped.method == "exact"
        rounding = 1e-6 if engine.plays else 1e-11  # networks reckon in 32 bits
        assert again.exploitability == pytest.approx(shipped.exploitability, abs=rounding)
    assert measured("cfr", game).exploitability < {"kuhn": 1e-12, "leduc": 1e-9}[name]


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("holdem")])
def test_shipped_matches_are_complete(name):
    for engine in ("random", "call", "raise"):
        shipped = measured(engine, get_game(name))
        assert shipped is not None
        assert (shipped.method, shipped.against) == ("duplicate", "call")
        assert shipped.hands == 2 * DEALS
        assert math.isfinite(shipped.mbb)
        assert shipped.ci95 >= 0


def test_matches_against_call_are_reproducible():
    game = get_game("holdem-limit")
    first, second = (measure("random", game, deals=30, seed=5) for _ in range(2))
    assert first == second
    assert first.hands == 60
    same = measure("call", game, deals=30)
    assert (same.mbb, same.ci95) == (0.0, 0.0)


def test_what_was_not_measured_is_not_there():
    assert measured("nobody", get_game("kuhn")) is None
    assert measured("call", get_game("holdem-nolimit@37")) is None
