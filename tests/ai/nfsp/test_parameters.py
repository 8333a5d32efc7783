"""Settings: bounds, methods."""

from __future__ import annotations

import pytest

from ai.nfsp.parameters import Parameters
from engine.errors import EngineError


@pytest.mark.parametrize(
    "setting",
    [
        {"method": "dqn"},
        {"hidden": ()},
        {"hidden": (100,)},
        {"hidden": (16,) * 5},
        {"hidden": (4096,)},
        {"batch": 0},
        {"batch": 2.0},
        {"games": 0},
        {"rl_memory": 10**9},
        {"rl_rate": -0.1},
        {"sl_rate": float("nan")},
        {"eta": 1.5},
        {"epsilon": float("inf")},
        {"learn_every": 0},
        {"beta_episodes": 0.0},
        {"least_times": 5},
        {"least_memory": 300_000},
    ],
)
def test_refuses(setting):
    with pytest.raises(EngineError):
        Parameters(**setting)


def test_methods():
    kinds = [Parameters(method=method) for method in ("nfsp", "nfsp-per", "nfsp-plt")]
    assert [kind.prioritised for kind in kinds] == [False, True, True]
    assert [kind.repeated for kind in kinds] == [False, False, True]
