"""Kernels of small multilayer perceptrons on sparse binary inputs.

All weights of a network are in one flat array: for the first layer a row per input and one of
biases behind them; for a further hidden layer a row per unit before and one of biases; for the
outputs a row per output over the units of the last hidden layer, then the biases, padded to 16
numbers. So the first layer is a sum of a few rows, and its gradient touches no other row. Hidden
units are ReLUs. Kernels work on whole batches; ``gradient.py`` steps.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import (
    LANES,
    borrowing_kernel,
    exponential,
    fused,
    larger,
    load,
    pick,
    spread,
    store,
    total,
)

MAX_LAYERS = 4
"""Most hidden layers."""
GROUP = 4
"""Samples that go through a dense layer together; buffers have rows for whole groups."""

# Layout of ``plan``, int64: numbers of inputs, outputs and hidden layers, their sizes, offsets of
# the weights of each, and of those of the outputs.
INPUTS, OUTPUTS, LAYERS, SIZES = 0, 1, 2, 3
STARTS = SIZES + MAX_LAYERS
LAST = STARTS + MAX_LAYERS
PLAN_SIZE = LAST + 1

PART = 4 * LANES
"""Units of a first layer that are kept in registers."""


class Scratch(NamedTuple):
    """Scratch for a batch; the arrays have the weights' type and are flat.

    Attributes:
        units: layer by layer, rows of the hidden units' outputs.
        errors: as ``units``: the wanted change of each unit's input.
        outputs: rows of 16.
        steps: rows of 16: the wanted change of each output, scaled for the step.
        last: gradient of the output layer.
        turned: a matrix of weights, transposed.
        order: (16,) int64: 0 to 15 times a row length.
    """

    units: NDArray[Any]
    errors: NDArray[Any]
    outputs: NDArray[Any]
    steps: NDArray[Any]
    last: NDArray[Any]
    turned: NDArray[Any]
    order: NDArray[np.int64]


@borrowing_kernel
def sum_rows(
    weights: NDArray[Any],
    start: int,
    width: int,
    base: NDArray[Any],
    base_at: int,
    ids: NDArray[np.uint16],
    place: int,
    count: int,
    target: NDArray[Any],
    at: int,
) -> None:
    """Write a base plus the rows of some inputs, ``ids[place : place + count]``."""
    split = width - width % PART
    for first in range(0, split, PART):
        one = load(base, base_at + first, weights)
        two = load(base, base_at + first + 16, weights)
        three = load(base, base_at + first + 32, weights)
        four = load(base, base_at + first + 48, weights)
        for number in range(place, place + count):
            row: Any = start + np.int64(pick(ids, number)) * width + first
            one = one + load(weights, row, weights)
            two = two + load(weights, row + 16, weights)
            three = three + load(weights, row + 32, weights)
            four = four + load(weights, row + 48, weights)
        store(target, at + first, one)
        store(target, at + first + 16, two)
        store(target, at + first + 32, three)
        store(target, at + first + 48, four)
    for first in range(split, width, LANES):
        one = load(base, base_at + first, weights)
        for number in range(place, place + count):
            row = start + np.int64(pick(ids, number)) * width + first
            one = one + load(weights, row, weights)
        store(target, at + first, one)


@borrowing_kernel
def rectify(values: NDArray[Any], at: int, size: int) -> None:
    """Clamp negative values to 0; ``size`` is a multiple of 16."""
    zero = spread(0.0, values)
    for place in range(at, at + size, LANES):
        store(values, place, larger(load(values, place, values), zero))


@borrowing_kernel
def product(
    matrix: NDArray[Any],
    start: int,
    before: int,
    after: int,
    source: NDArray[Any],
    source_at: int,
    target: NDArray[Any],
    target_at: int,
    count: int,
    biases: int,
) -> None:
    """Rows (count, before) times a matrix (before, after), plus biases unless their index is -1.

    ``count`` is rounded up to whole groups: rows beyond it are undefined.
    """
    zero = spread(0.0, matrix)
    for sample in range(0, count, GROUP):
        one = source_at + sample * before
        two = one + before
        three = two + before
        four = three + before
        into = target_at + sample * after
        split = after - after % 32
        for column in range(0, split, 32):
            left = zero
            right = zero
            if biases >= 0:
                left = load(matrix, biases + column, matrix)
                right = load(matrix, biases + column + 16, matrix)
            left1, left2, left3, left4 = left, left, left, left
            right1, right2, right3, right4 = right, right, right, right
            row = start + column
            for unit in range(before):
                left = load(matrix, row, matrix)
                right = load(matrix, row + 16, matrix)
                row += after
                value = spread(source[one + unit], matrix)
                left1 = fused(value, left, left1)
                right1 = fused(value, right, right1)
                value = spread(source[two + unit], matrix)
                left2 = fused(value, left, left2)
                right2 = fused(value, right, right2)
                value = spread(source[three + unit], matrix)
                left3 = fused(value, left, left3)
                right3 = fused(value, right, right3)
                value = spread(source[four + unit], matrix)
                left4 = fused(value, left, left4)
                right4 = fused(value, right, right4)
            store(target, into + column, left1)
            store(target, into + column + 16, right1)
            store(target, into + after + column, left2)
            store(target, into + after + column + 16, right2)
            store(target, into + 2 * after + column, left3)
            store(target, into + 2 * after + column + 16, right3)
            store(target, into + 3 * after + column, left4)
            store(target, into + 3 * after + column + 16, right4)
        for column in range(split, after, LANES):
            left = load(matrix, biases + column, matrix) if biases >= 0 else zero
            left1, left2, left3, left4 = left, left, left, left
            for unit in range(before):
                left = load(matrix, start + unit * after + column, matrix)
                left1 = fused(spread(source[one + unit], matrix), left, left1)
                left2 = fused(spread(source[two + unit], matrix), left, left2)
                left3 = fused(spread(source[three + unit], matrix), left, left3)
                left4 = fused(spread(source[four + unit], matrix), left, left4)
            store(target, into + column, left1)
            store(target, into + after + column, left2)
            store(target, into + 2 * after + column, left3)
            store(target, into + 3 * after + column, left4)


@borrowing_kernel
def _outputs(
    plan: NDArray[np.int64],
    weights: NDArray[Any],
    start: int,
    units: NDArray[Any],
    units_at: int,
    outputs: NDArray[Any],
    count: int,
) -> None:
    """The outputs of each sample, from the units of the last hidden layer."""
    size = plan[SIZES + plan[LAYERS] - 1]
    rows = start + plan[LAST]
    biases = rows + plan[OUTPUTS] * size
    for sample in range(count):
        at = units_at + sample * size
        for output in range(plan[OUTPUTS]):
            row = rows + output * size
            odd = spread(0.0, weights)
            even = load(units, at, weights) * load(weights, row, weights)
            place = 16
            while place + 16 < size:
                odd = fused(
                    load(units, at + place, weights), load(weights, row + place, weights), odd
                )
                place += 16
                even = fused(
                    load(units, at + place, weights), load(weights, row + place, weights), even
                )
                place += 16
            if place < size:
                odd = fused(
                    load(units, at + place, weights), load(weights, row + place, weights), odd
                )
            outputs[sample * LANES + output] = total(odd + even) + weights[biases + output]


@borrowing_kernel
def forward(
    plan: NDArray[np.int64],
    weights: NDArray[Any],
    start: int,
    base: NDArray[Any],
    base_at: int,
    ids: NDArray[np.uint16],
    places: NDArray[np.int64],
    counts: NDArray[np.int64],
    number: int,
    scratch: Scratch,
) -> None:
    """Run a batch through the network whose weights begin at ``start``.

    The active inputs of sample ``i`` are ``ids[places[i] : places[i] + counts[i]]``; to their rows
    a base is added: the first layer's biases, or these and the rows of inputs that all samples
    share.
    """
    units, rows = scratch.units, scratch.outputs.shape[0] // LANES
    width = plan[SIZES]
    first = start + plan[STARTS]
    for sample in range(number):
        row = sample * width
        sum_rows(
            weights, first, width, base, base_at, ids, places[sample], counts[sample], units, row
        )
        rectify(units, row, width)
    at: Any = np.int64(0)  # a plain 0 would compile callees again
    for layer in range(1, plan[LAYERS]):
        before, after = plan[SIZES + layer - 1], plan[SIZES + layer]
        into = at + rows * before
        matrix = start + plan[STARTS + layer]
        biases = matrix + before * after
        product(weights, matrix, before, after, units, at, units, into, number, biases)
        rectify(units, into, number * after)
        at = into
    _outputs(plan, weights, start, units, at, scratch.outputs, number)


@borrowing_kernel
def biases_at(plan: NDArray[np.int64], start: int) -> int:
    """Return the offset of the first layer's biases: the usual base of ``forward``."""
    return int(start + plan[STARTS] + plan[INPUTS] * plan[SIZES])


@borrowing_kernel
def soften(values: NDArray[Any], at: int, outputs: int, mask: int) -> None:
    """Turn a row of 16 outputs into probabilities, 0 outside the bit mask."""
    highest = values[at]
    first = True
    for output in range(outputs):
        if (mask >> output) & 1 and (first or values[at + output] > highest):
            highest = values[at + output]
            first = False
    for output in range(LANES):
        legal = output < outputs and (mask >> output) & 1
        values[at + output] = values[at + output] - highest if legal else -1e30
    store(values, at, exponential(load(values, at, values)))
    whole = values[at] * 0.0
    for output in range(outputs):
        if (mask >> output) & 1:
            whole += values[at + output]
        else:
            values[at + output] = 0.0
    share = 1.0 / whole
    for output in range(outputs):
        values[at + output] *= share


@borrowing_kernel
def answer(
    plan: NDArray[np.int64],
    weights: NDArray[Any],
    common: NDArray[np.uint16],
    cards: NDArray[np.uint16],
    mask: int,
    softmax: bool,
    base: NDArray[Any],
    places: NDArray[np.int64],
    counts: NDArray[np.int64],
    scratch: Scratch,
    found: NDArray[np.float64],
) -> None:
    """Write outputs (n, outputs) of inputs that share ``common``, with ``cards`` (n, ids) each."""
    biases = biases_at(plan, 0)
    sum_rows(
        weights, plan[STARTS], plan[SIZES], weights, biases, common, 0, common.shape[0], base, 0
    )
    ids, each = cards.reshape(-1), cards.shape[1]
    for first in range(0, cards.shape[0], places.shape[0]):
        number = min(places.shape[0], cards.shape[0] - first)
        for sample in range(number):
            places[sample] = (first + sample) * each
        forward(plan, weights, 0, base, 0, ids, places, counts, number, scratch)
        for sample in range(number):
            if softmax:
                soften(scratch.outputs, sample * LANES, plan[OUTPUTS], mask)
            for output in range(plan[OUTPUTS]):
                found[first + sample, output] = scratch.outputs[sample * LANES + output]
