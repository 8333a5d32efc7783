"""Settings: bounds, schedules."""

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


def test_schedules():
    parameters = Parameters(
        epsilon=0.1, epsilon_decay=100.0, rate_decay=10.0, rl_rate=0.2, sl_rate=0.01, beta=0.4
    )
    assert parameters.epsilon_at(0) == 0.1
    assert parameters.epsilon_at(300) == pytest.approx(0.05)
    assert parameters.rates_at(30, 0) == (pytest.approx(0.1), 0.01)
    assert Parameters(rl_rate=0.2, rate_decay=0.0).rates_at(10**6, 5)[0] == 0.2
    half = parameters.beta_episodes / 2
    betas = [parameters.beta_at(int(share * half)) for share in (0, 1, 2, 5)]
    assert betas == pytest.approx([0.4, 0.7, 1.0, 1.0])


def test_methods():
    kinds = [Parameters(method=method) for method in ("nfsp", "nfsp-per", "nfsp-plt")]
    assert [kind.prioritised for kind in kinds] == [False, True, True]
    assert [kind.repeated for kind in kinds] == [False, False, True]
