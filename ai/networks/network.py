"""Networks: sizes, weights, answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ai.networks import layers as n
from engine.errors import EngineError
from engine.jit import LANES

_OUTPUT_SCALE = 0.1
"""Scale of initial output weights: values and policies begin near 0 and near uniform."""
MAX_HIDDEN = 2048
"""Largest hidden layer for training."""
_BLOCK = 128
"""Inputs per forward batch: their units stay in the nearer caches."""


def network_plan(sizes: Sequence[int]) -> NDArray[np.int64]:
    """Return the layout of a network's weights, as ``layers.py`` reads it.

    Args:
        sizes: inputs, hidden layers, outputs.

    Raises:
        EngineError: if there is no such network.
    """
    inputs, *hidden, outputs = sizes
    if not 1 <= inputs <= 2**16 - 1 or not 1 <= outputs <= LANES:
        raise EngineError("a network has 1 to 65535 inputs and 1 to {lanes} outputs", lanes=LANES)
    if not 1 <= len(hidden) <= n.MAX_LAYERS or any(s < LANES or s % LANES for s in hidden):
        raise EngineError(
            "a network has 1 to {most} hidden layers of multiples of {lanes}",
            most=n.MAX_LAYERS,
            lanes=LANES,
        )
    plan = np.zeros(n.PLAN_SIZE, np.int64)
    plan[n.INPUTS], plan[n.OUTPUTS], plan[n.LAYERS] = inputs, outputs, len(hidden)
    start, before = 0, inputs
    for layer, size in enumerate(hidden):
        plan[n.SIZES + layer], plan[n.STARTS + layer] = size, start
        start += (before + 1) * size
        before = size
    plan[n.LAST] = start
    return plan


def num_weights(sizes: Sequence[int]) -> int:
    """Length of the flat array of weights.

    Raises:
        EngineError: if there is no such network.
    """
    plan = network_plan(sizes)
    return int(plan[n.LAST] + sizes[-1] * sizes[-2] + LANES)


def check_hidden(hidden: Sequence[int]) -> None:
    """Check that hidden layers can be learned.

    Raises:
        EngineError: if they cannot.
    """
    sound = all(type(size) is int and LANES <= size <= MAX_HIDDEN for size in hidden)
    if not 1 <= len(hidden) <= n.MAX_LAYERS or not sound or any(size % LANES for size in hidden):
        raise EngineError(
            "hidden layers are 1 to {most_layers} multiples of {lanes} up to {most_hidden}",
            most_layers=n.MAX_LAYERS,
            lanes=LANES,
            most_hidden=MAX_HIDDEN,
        )


def make_scratch(plan: NDArray[np.int64], batch: int, dtype: type = np.float32) -> n.Scratch:
    """Return scratch for batches of a number of samples."""
    rows = -(-batch // n.GROUP) * n.GROUP
    hidden = plan[n.SIZES : n.SIZES + plan[n.LAYERS]]
    outputs = int(plan[n.OUTPUTS] * hidden[-1] + LANES)
    largest = int((hidden[:-1] * hidden[1:]).max(initial=0))
    return n.Scratch(
        np.zeros(rows * int(hidden.sum()), dtype),
        np.zeros(rows * int(hidden.sum()), dtype),
        np.zeros(rows * LANES, dtype),
        np.zeros(rows * LANES, dtype),
        np.zeros(outputs, dtype),
        np.zeros(largest + LANES * LANES, dtype),
        np.zeros(LANES, np.int64),
    )


def scratch_bytes(sizes: Sequence[int], batch: int) -> int:
    """Return the approximate memory of ``make_scratch``."""
    hidden = sizes[1:-1]
    products = [first * second for first, second in pairwise(hidden)]
    rows = batch + n.GROUP
    return 4 * (
        rows * (2 * sum(hidden) + 2 * LANES)
        + sizes[-1] * hidden[-1]
        + max(products, default=0)
        + 512
    )


class Network:
    """A multilayer perceptron on binary inputs: sizes and weights.

    Attributes:
        sizes: inputs, hidden layers, outputs.
        weights: flat float32, laid out as in ``layers.py``.
        plan: their layout.

    Raises:
        EngineError: if sizes and weights do not fit.
    """

    def __init__(self, sizes: Sequence[int], weights: NDArray[np.float32]) -> None:
        self.sizes = tuple(int(size) for size in sizes)
        self.plan = network_plan(self.sizes)
        if weights.shape != (num_weights(self.sizes),) or weights.dtype != np.float32:
            raise EngineError("the weights of a network do not fit its sizes")
        self.weights = weights

    @classmethod
    def random(
        cls, sizes: Sequence[int], active: int, seed: int | np.random.SeedSequence
    ) -> Network:
        """Build an untrained network.

        Hidden weights are normal with variance 2 / (active inputs, or units before), so that units
        vary equally in all layers; output weights are small; biases are 0. Source: He, Zhang, Ren
        and Sun, "Delving deep into rectifiers", 2015.

        Args:
            sizes: inputs, hidden layers, outputs.
            active: approximate number of active inputs.
            seed: of the draw.
        """
        plan = network_plan(sizes)
        rng = np.random.Generator(np.random.PCG64(seed))
        weights = np.zeros(num_weights(sizes), np.float32)
        before, fan = sizes[0], active
        for layer, size in enumerate(sizes[1:-1]):
            drawn = rng.standard_normal(before * size, np.float32) * np.float32((2 / fan) ** 0.5)
            start = plan[n.STARTS + layer]
            weights[start : start + before * size] = drawn
            before = fan = size
        start, count = plan[n.LAST], sizes[-1] * before
        scale = np.float32(_OUTPUT_SCALE * before**-0.5)
        weights[start : start + count] = rng.standard_normal(count, np.float32) * scale
        return cls(sizes, weights)

    def copy(self) -> Network:
        """Return a copy with its own weights."""
        return Network(self.sizes, self.weights.copy())


def answers(
    network: Network,
    common: NDArray[np.uint16],
    cards: NDArray[np.uint16],
    mask: int,
    *,
    softmax: bool,
) -> NDArray[np.float64]:
    """Return a network's outputs for many inputs that differ only by the cards.

    Args:
        network: the network.
        common: ids of the active inputs that all samples share.
        cards: (n, ids) the other ids of each sample.
        mask: bit mask of legal outputs.
        softmax: whether outputs become probabilities, 0 for illegal ones: for average policies;
            values are returned unchanged, legal or not.

    Returns:
        (n, outputs) float64.

    Raises:
        EngineError: if an id is not an input, or no output is legal.
    """
    inputs, outputs = network.sizes[0], network.sizes[-1]
    if max(common.max(initial=0), cards.max(initial=0)) >= inputs:
        raise EngineError(
            "an input index is not below the network's {inputs} inputs", inputs=inputs
        )
    if not 0 < mask < 1 << outputs:
        raise EngineError("none of the network's actions is legal")
    found = np.empty((len(cards), outputs))
    batch = min(len(cards), _BLOCK)
    if batch:
        n.answer(
            network.plan,
            network.weights,
            np.ascontiguousarray(common),
            np.ascontiguousarray(cards),
            mask,
            softmax,
            np.zeros(network.sizes[1], np.float32),
            np.zeros(batch, np.int64),
            np.full(batch, cards.shape[1], np.int64),
            make_scratch(network.plan, batch),
            found,
        )
    return found
