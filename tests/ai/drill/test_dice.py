"""Dice for mixtures."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.drill.dice import SIDES, asked, bands


def test_actions_take_consecutive_bands() -> None:
    assert bands([0.0, 0.38, 0.62]) == ((1, 0), (1, 38), (39, 100))
    assert [asked([0.0, 0.38, 0.62], roll) for roll in (1, 38, 39, 100)] == [1, 1, 2, 2]


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=8))
def test_each_number_names_one_action_as_often_as_the_row_says(weights: list[float]) -> None:
    total = sum(weights)
    row = [one / total for one in weights] if total > 1e-6 else [1.0]
    counts = np.bincount([asked(row, roll) for roll in range(1, SIDES + 1)], minlength=len(row))
    assert counts / SIDES == pytest.approx(row, abs=0.0101)
