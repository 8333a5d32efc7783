"""Kernels of stochastic gradient descent for the networks of ``layers.py``.

All samples of a batch went forward with the same weights. The errors of each unit's input are
backpropagated with these weights before any is changed, so a step subtracts exactly the mean
gradient. In the first layer it is added directly to the rows of the active inputs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.networks.layers import INPUTS, LAST, LAYERS, OUTPUTS, PART, SIZES, STARTS, Scratch, product
from engine.jit import (
    LANES,
    borrowing_kernel,
    fused,
    load,
    pick,
    spread,
    store,
    transpose,
    where_positive,
)


@borrowing_kernel
def _step_outputs(
    plan: NDArray[np.int64],
    weights: NDArray[Any],
    start: int,
    units_at: int,
    number: int,
    scratch: Scratch,
) -> None:
    """Step the output layer, and backpropagate to the units before it."""
    units, errors, steps, last = scratch.units, scratch.errors, scratch.steps, scratch.last
    size, outputs = plan[SIZES + plan[LAYERS] - 1], plan[OUTPUTS]
    rows = start + plan[LAST]
    zero = spread(0.0, weights)
    length = outputs * size + LANES
    for place in range(0, length, LANES):
        store(last, place, zero)
    for sample in range(number):
        for first in range(0, size, 64):
            at = units_at + sample * size + first
            if first + 64 <= size:
                unit1, unit2 = load(units, at, weights), load(units, at + 16, weights)
                unit3, unit4 = load(units, at + 32, weights), load(units, at + 48, weights)
                error1, error2, error3, error4 = zero, zero, zero, zero
                for output in range(outputs):
                    step = steps[sample * LANES + output]
                    if step == 0.0:
                        continue
                    step16 = spread(step, weights)
                    place = output * size + first
                    row = rows + place
                    store(last, place, fused(step16, unit1, load(last, place, weights)))
                    error1 = fused(step16, load(weights, row, weights), error1)
                    place += 16
                    store(last, place, fused(step16, unit2, load(last, place, weights)))
                    error2 = fused(step16, load(weights, row + 16, weights), error2)
                    place += 16
                    store(last, place, fused(step16, unit3, load(last, place, weights)))
                    error3 = fused(step16, load(weights, row + 32, weights), error3)
                    place += 16
                    store(last, place, fused(step16, unit4, load(last, place, weights)))
                    error4 = fused(step16, load(weights, row + 48, weights), error4)
                store(errors, at, where_positive(unit1, error1, zero))
                store(errors, at + 16, where_positive(unit2, error2, zero))
                store(errors, at + 32, where_positive(unit3, error3, zero))
                store(errors, at + 48, where_positive(unit4, error4, zero))
                continue
            for part in range(first, size, LANES):
                at = units_at + sample * size + part
                unit1, error1 = load(units, at, weights), zero
                for output in range(outputs):
                    step16 = spread(steps[sample * LANES + output], weights)
                    place = output * size + part
                    store(last, place, fused(step16, unit1, load(last, place, weights)))
                    error1 = fused(step16, load(weights, rows + place, weights), error1)
                store(errors, at, where_positive(unit1, error1, zero))
        for output in range(outputs):
            last[outputs * size + output] += steps[sample * LANES + output]
    for place in range(0, length, LANES):
        changed = load(weights, rows + place, weights) + load(last, place, weights)
        store(weights, rows + place, changed)


@borrowing_kernel
def _step_dense(
    weights: NDArray[Any],
    start: int,
    before: int,
    after: int,
    units: NDArray[Any],
    units_at: int,
    errors: NDArray[Any],
    errors_at: int,
    number: int,
) -> None:
    """Add the gradients of a dense layer, and of its biases, to its weights."""
    for column in range(0, after, LANES):
        for unit in range(0, before, 4):
            row = start + unit * after + column
            one = load(weights, row, weights)
            two = load(weights, row + after, weights)
            three = load(weights, row + 2 * after, weights)
            four = load(weights, row + 3 * after, weights)
            for sample in range(number):
                error = load(errors, errors_at + sample * after + column, weights)
                at = units_at + sample * before + unit
                one = fused(spread(units[at], weights), error, one)
                two = fused(spread(units[at + 1], weights), error, two)
                three = fused(spread(units[at + 2], weights), error, three)
                four = fused(spread(units[at + 3], weights), error, four)
            store(weights, row, one)
            store(weights, row + after, two)
            store(weights, row + 2 * after, three)
            store(weights, row + 3 * after, four)
        row = start + before * after + column
        one = load(weights, row, weights)
        for sample in range(number):
            one = one + load(errors, errors_at + sample * after + column, weights)
        store(weights, row, one)


@borrowing_kernel
def _turn(
    weights: NDArray[Any],
    start: int,
    before: int,
    after: int,
    order: NDArray[np.int64],
    target: NDArray[Any],
) -> None:
    """Write a matrix (before, after) transposed, in squares of 16 via scratch at its end."""
    room = before * after
    for lane in range(LANES):
        order[lane] = lane * after
    for unit in range(0, before, LANES):
        for column in range(0, after, LANES):
            transpose(weights, start + unit * after + column, order, 0, target, room)
            for lane in range(LANES):
                values = load(target, room + lane * LANES, weights)
                store(target, (column + lane) * before + unit, values)


@borrowing_kernel
def _mask(units: NDArray[Any], errors: NDArray[Any], at: int, size: int) -> None:
    """Set the errors of silent units to 0."""
    zero = spread(0.0, units)
    for place in range(at, at + size, LANES):
        kept = where_positive(load(units, place, units), load(errors, place, units), zero)
        store(errors, place, kept)


@borrowing_kernel
def _step_inputs(
    weights: NDArray[Any],
    start: int,
    inputs: int,
    width: int,
    ids: NDArray[np.uint16],
    places: NDArray[np.int64],
    counts: NDArray[np.int64],
    number: int,
    errors: NDArray[Any],
) -> None:
    """Add the gradients of the first layer to the rows of the active inputs."""
    split = width - width % PART
    biases = start + inputs * width
    for sample in range(number):
        begin, end = places[sample], places[sample] + counts[sample]
        for first in range(0, split, PART):
            at = sample * width + first
            one, two = load(errors, at, weights), load(errors, at + 16, weights)
            three, four = load(errors, at + 32, weights), load(errors, at + 48, weights)
            row: Any = biases + first
            number_of = begin
            while True:
                store(weights, row, load(weights, row, weights) + one)
                store(weights, row + 16, load(weights, row + 16, weights) + two)
                store(weights, row + 32, load(weights, row + 32, weights) + three)
                store(weights, row + 48, load(weights, row + 48, weights) + four)
                if number_of == end:
                    break
                row = start + np.int64(pick(ids, number_of)) * width + first
                number_of += 1
        for first in range(split, width, LANES):
            one = load(errors, sample * width + first, weights)
            row = biases + first
            store(weights, row, load(weights, row, weights) + one)
            for place in range(begin, end):
                row = start + np.int64(pick(ids, place)) * width + first
                store(weights, row, load(weights, row, weights) + one)


@borrowing_kernel
def backward(
    plan: NDArray[np.int64],
    weights: NDArray[Any],
    start: int,
    ids: NDArray[np.uint16],
    places: NDArray[np.int64],
    counts: NDArray[np.int64],
    number: int,
    scratch: Scratch,
) -> None:
    """Step all weights by ``scratch.steps`` for the last forward batch.

    A step is minus the rate times the gradient of the loss for an output.
    """
    units, errors, turned = scratch.units, scratch.errors, scratch.turned
    rows = scratch.outputs.shape[0] // LANES
    # Plain numbers would compile callees again, see ``forward``.
    at: Any = np.int64(0)
    begin: Any = np.int64(0)
    none: Any = np.int64(-1)
    for layer in range(plan[LAYERS] - 1):
        at += rows * plan[SIZES + layer]
    _step_outputs(plan, weights, start, at, number, scratch)
    for layer in range(plan[LAYERS] - 1, 0, -1):
        before, after = plan[SIZES + layer - 1], plan[SIZES + layer]
        matrix = start + plan[STARTS + layer]
        into = at - rows * before
        _turn(weights, matrix, before, after, scratch.order, turned)
        product(turned, begin, after, before, errors, at, errors, into, number, none)
        _mask(units, errors, into, number * before)
        _step_dense(weights, matrix, before, after, units, into, errors, at, number)
        at = into
    first = start + plan[STARTS]
    _step_inputs(weights, first, plan[INPUTS], plan[SIZES], ids, places, counts, number, errors)
