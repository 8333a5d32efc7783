"""Fused sums, totals and exponentials of vectors, against their twins and against the truth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.jit import LANES, exponential, fused, kernel, load, store, total

pytestmark = pytest.mark.plain

_KINDS = [np.float32, np.float64]


@kernel
def calculate(first, second, third, found):
    """All operations, the results one after the other."""
    one, two, three = load(first, 0, found), load(second, 0, found), load(third, 0, found)
    store(found, 0, fused(one, two, three))
    store(found, 16, exponential(three))
    found[32] = total(one)


def plain(function):
    """Return the plain Python function, with the twins as its vectors."""
    return getattr(function, "py_func", function)


@pytest.mark.parametrize("dtype", _KINDS)
def test_as_the_twins_and_the_truth(dtype):
    numbers = st.floats(-1e3, 1e3, width=32)
    powers = st.floats(-80, 80, width=32)
    unit, least = float(np.finfo(dtype).eps), float(np.finfo(dtype).smallest_subnormal)

    @given(
        arrays(dtype, LANES, elements=numbers),
        arrays(dtype, LANES, elements=numbers),
        arrays(dtype, LANES, elements=powers),
    )
    def agree(first, second, third):
        found, expected = np.zeros((2, 33), dtype)
        calculate(first, second, third, found)
        plain(calculate)(first, second, third, expected)
        one, two, three = (np.asarray(values, np.longdouble) for values in (first, second, third))
        size = np.abs(one * two) + np.abs(three)
        for result in (found, expected):
            assert (np.abs(result[:16] - (one * two + three)) <= 2 * unit * size + least).all()
            truth = np.exp(three)
            assert (np.abs(result[16:32] - truth) <= 2 * unit * truth).all()
        assert found[32] == expected[32]
        assert abs(found[32] - one.sum()) <= 4 * unit * np.abs(one).sum()

    agree()


@pytest.mark.parametrize("dtype", _KINDS)
def test_an_exponential_far_below_stays_above_nothing(dtype):
    first = np.zeros(LANES, dtype)
    third = np.array([-1e30, -1000.0, -87.0, 0.0] * 4, dtype)
    found, expected = np.zeros((2, 33), dtype)
    calculate(first, first, third, found)
    plain(calculate)(first, first, third, expected)
    for result in (found, expected):
        assert (result[16:20] > 0).all() and result[16] == result[17] <= result[18]
        assert result[16] < 1e-37 and result[19] == 1.0
