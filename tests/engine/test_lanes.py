"""Vector kernels against plain Python twins, bit for bit."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.jit import (
    LANES,
    dithered,
    exponential,
    fused,
    highest,
    kernel,
    kernel_cache_dir,
    larger,
    load,
    pick,
    prefetch,
    spread,
    store,
    total,
    transpose,
    where_positive,
)

pytestmark = pytest.mark.plain

_ROOT = Path(__file__).resolve().parents[2]
_AT = 3
"""Start of vectors in test arrays: not aligned."""
_SIZE = LANES + 2 * _AT


@kernel
def calculate(first, second, third, number, found):
    one, two, three = load(first, 3, found), load(second, 3, found), load(third, 3, found)
    store(found, 0, one + two)
    store(found, 16, one - two)
    store(found, 32, one * two)
    store(found, 48, one / two)
    store(found, 64, larger(one, two))
    store(found, 80, where_positive(one, two, three))
    store(found, 96, spread(number, found))
    store(found, 112, one * two + three)
    found[128] = pick(first, np.uint64(5))
    prefetch(first, 1000)  # out of bounds: only a hint
    found[129] = highest(larger(one, spread(0.0, found)))


@kernel
def approximate(first, second, third, found):
    one, two, three = load(first, 0, found), load(second, 0, found), load(third, 0, found)
    store(found, 0, fused(one, two, three))
    store(found, 16, exponential(three))
    found[32] = total(one)


@kernel
def convert(source, target, like):
    store(target, 3, load(source, 3, like))


@kernel
def turn(source, base, places, first, target, start):
    transpose(source, base, places, first, target, start)


@kernel
def round_by_chance(values, chances, found):
    for index in range(len(values)):
        found[index] = dithered(values[index], chances[index])


def plain(function):
    """Return the plain Python function, with the twins as its vectors."""
    return getattr(function, "py_func", function)


def same(first, second):
    assert first.dtype == second.dtype
    assert np.array_equal(first, second, equal_nan=True)
    assert np.array_equal(np.signbit(first[first == 0]), np.signbit(second[second == 0]))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_operations(dtype):
    numbers = st.floats(width=8 * np.dtype(dtype).itemsize)

    @given(
        st.tuples(*[arrays(dtype, _SIZE, elements=numbers)] * 3),
        st.floats(allow_nan=False, allow_infinity=False, width=32),
    )
    def agree(operands, number):
        found, expected = np.zeros((2, 130), dtype)
        with np.errstate(all="ignore"):  # any float: some sums overflow
            calculate(*operands, number, found)
            plain(calculate)(*operands, number, expected)
        same(found, expected)

    agree()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_fused_sums_totals_and_exponentials(dtype):
    """Against their twins and against the truth."""
    numbers, powers = st.floats(-1e3, 1e3, width=32), st.floats(-80, 80, width=32)
    operands = [arrays(dtype, LANES, elements=kind) for kind in (numbers, numbers, powers)]
    unit, least = float(np.finfo(dtype).eps), float(np.finfo(dtype).smallest_subnormal)

    @given(st.tuples(*operands))
    def agree(operands):
        found, expected = np.zeros((2, 33), dtype)
        approximate(*operands, found)
        plain(approximate)(*operands, expected)
        one, two, three = (np.asarray(values, np.longdouble) for values in operands)
        size, truth = np.abs(one * two) + np.abs(three), np.exp(three)
        for result in (found, expected):
            assert (np.abs(result[:16] - (one * two + three)) <= 2 * unit * size + least).all()
            assert (np.abs(result[16:32] - truth) <= 2 * unit * truth).all()
        assert found[32] == expected[32]
        assert abs(found[32] - one.sum()) <= 4 * unit * np.abs(one).sum()

    agree()
    far = np.array([-1e30, -1000.0, -87.0, 0.0] * 4, dtype)  # far below, and above nothing
    for calculation in (approximate, plain(approximate)):
        found = np.zeros(33, dtype)
        calculation(np.zeros(LANES, dtype), np.zeros(LANES, dtype), far, found)
        assert (found[16:20] > 0).all() and found[16] == found[17] <= found[18]
        assert found[16] < 1e-37 and found[19] == 1.0


@pytest.mark.parametrize(
    ("source", "like", "target"),
    [
        (np.float32, np.float64, np.float64),
        (np.float64, np.float32, np.float32),
        (np.int8, np.float32, np.float64),
        (np.uint16, np.float64, np.float32),
        (np.float32, np.float32, np.int8),
        (np.float64, np.float64, np.int16),
        (np.float64, np.float32, np.uint16),
    ],
)
def test_conversions(source, like, target):
    narrow = min(source, target, key=lambda dtype: np.dtype(dtype).itemsize)
    if np.issubdtype(narrow, np.integer):
        # Halves round to even; out of range nothing is promised.
        limits = np.iinfo(narrow)
        halves = st.integers(2 * limits.min, 2 * limits.max).map(lambda twice: twice / 2)
        numbers = st.one_of(halves, st.floats(limits.min, limits.max, width=32))
        if source == narrow:
            numbers = st.integers(limits.min, limits.max)
    else:
        numbers = st.floats(width=8 * np.dtype(source).itemsize)

    @given(arrays(source, _SIZE, elements=numbers))
    def agree(values):
        found, expected = np.zeros((2, _SIZE), target)
        with np.errstate(all="ignore"):  # large float64 do not fit float32
            convert(values, found, np.zeros(1, like))
            plain(convert)(values, expected, np.zeros(1, like))
        same(found, expected)

    agree()


@given(
    arrays(np.float64, 8, elements=st.floats(1e-30, 1e30) | st.floats(-1e30, -1e-30)),
    arrays(np.uint64, 8, elements=st.integers(0, 2**64 - 1)),
)
def test_stochastic_rounding_picks_a_neighbour(values, chances):
    found, expected = np.zeros((2, 8), np.float32)
    round_by_chance(values, chances, found)
    plain(round_by_chance)(values, chances, expected)
    same(found, expected)
    nearest = values.astype(np.float32)
    assert (np.abs(found - values) <= np.spacing(np.abs(nearest)).astype(np.float64)).all()
    exact = found.copy()
    round_by_chance(found.astype(np.float64), chances, exact)  # exact numbers are unchanged
    same(found, exact)


@pytest.mark.parametrize("value", [1.0 + 2.0**-26, -3.0 - 2.0**-24, 1e9 + 3.0, 0.1])
def test_stochastic_rounding_is_unbiased(value):
    chances = np.arange(2**10, dtype=np.uint64) << np.uint64(19)  # the lowest 29 bits, uniformly
    found = np.zeros(2**10, np.float32)
    round_by_chance(np.full(2**10, value), chances, found)
    between = np.unique(found)
    assert len(between) == 2
    error = found.astype(np.float64).mean() - value
    assert abs(error) <= 2.0**-9 * abs(float(between[1]) - float(between[0]))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_transpose(dtype):
    source = np.arange(1000, dtype=np.float32)
    places = np.random.default_rng(5).permutation(40)[: LANES + 2] * 20
    found, expected = np.full((2, 300), -1.0, dtype)
    turn(source, 7, places, 2, found, 11)
    plain(turn)(source, 7, places, 2, expected, 11)
    square = source[7 + places[2:, None] + np.arange(LANES)].T
    assert np.array_equal(found[11:267].reshape(LANES, LANES), square)
    same(found, expected)


@pytest.mark.parametrize("index", [-1, -LANES, 1, 2**40])
def test_scalar_twins_check_bounds(index):
    array = np.zeros(LANES)
    with pytest.raises(AssertionError):
        plain(load)(array, index, array)
    with pytest.raises(AssertionError):
        plain(store)(array, index, array)
    assert not array.any()


_CHECKED = """
import numpy as np
from engine.jit import kernel, kernel_cache_dir, load, pick, spread, store, transpose


@kernel
def touch(kind, array, index):
    if kind == 0:
        pick(array, index)
    elif kind == 1:
        load(array, index, array)
    elif kind == 2:
        store(array, index, spread(0.0, array))
    elif kind == 3:
        transpose(array, 0, np.full(16, index), 0, np.zeros(256), 0)
    else:
        transpose(array, 0, np.zeros(16, np.int64), 0, np.zeros(256), index)


array = np.zeros(33)
last = {0: 32, 1: 17, 2: 17, 3: 17, 4: 0}
for kind in last:
    touch(kind, array, last[kind])
    for index in (-1, last[kind] + 1):
        try:
            touch(kind, array, index)
        except IndexError:
            continue
        print("unnoticed:", kind, index)
print(kernel_cache_dir().name)
"""


@pytest.mark.ci
def test_numba_checks_cover_vector_operations(tmp_path):
    program = tmp_path / "checked.py"
    program.write_text(_CHECKED)
    changes = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0", "PYTHONPATH": str(_ROOT)}
    env, command = {**os.environ, **changes}, [sys.executable, program]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    folder = done.stdout.strip()
    assert folder.isalnum(), "a place out of bounds"
    if not os.environ.get("NUMBA_BOUNDSCHECK"):
        assert folder != kernel_cache_dir().name
