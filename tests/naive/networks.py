"""Multilayer perceptrons as dense matrices in float64."""

import numpy as np


def layers(sizes, weights):
    """The matrices and biases encoded in a network's flat weights, output layer last."""
    weights = np.asarray(weights, np.float64)
    found, at, before = [], 0, sizes[0]
    for size in sizes[1:-1]:
        matrix = weights[at : at + before * size].reshape(before, size)
        at += before * size
        found.append((matrix, weights[at : at + size]))
        at += size
        before = size
    matrix = weights[at : at + sizes[-1] * before].reshape(sizes[-1], before).T
    at += sizes[-1] * before
    found.append((matrix, weights[at : at + sizes[-1]]))
    return found


def outputs(sizes, weights, inputs):
    """Outputs (n, outputs) for dense inputs (n, inputs)."""
    values = np.asarray(inputs, np.float64)
    *hidden, last = layers(sizes, weights)
    for matrix, biases in hidden:
        values = np.maximum(values @ matrix + biases, 0.0)
    return values @ last[0] + last[1]


def softmax(values, masks):
    """Probabilities of rows of values, over the actions in bit masks."""
    legal = (np.asarray(masks)[:, None] >> np.arange(values.shape[1])) & 1
    powers = np.exp(values - values.max(axis=1, keepdims=True)) * legal
    return powers / powers.sum(axis=1, keepdims=True)


def dense(size, ids):
    found = np.zeros((len(ids), size))
    for row, ones in zip(found, ids, strict=True):
        np.add.at(row, np.asarray(ones, int), 1.0)
    return found
