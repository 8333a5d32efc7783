"""Zero-sum games as linear programs, by Mehrotra's interior point method on dense matrices."""

from __future__ import annotations

import numpy as np

ROUNDS = 100
ENOUGH = 1e-13


def saddle_value(payoff, equal_x, right_x, equal_y, right_y):
    """Value of max over x, min over y, of x' payoff y.

    x, y >= 0 with ``equal_x @ x = right_x`` and ``equal_y @ y = right_y``, rows independent. With
    prices p and q of the equations, t = equal_x' p - payoff y and s = payoff' x - equal_y' q are
    slacks complementary to x and y. All of it is z = (x, y, p, q) and w = (t, s).

    Returns:
        The value as x has it, and as y has it: equal but for rounding.
    """
    size_x, size_y = payoff.shape
    signed = size_x + size_y
    at_q = signed + len(right_x)
    size = at_q + len(right_y)
    matrix = np.zeros((size, size))
    matrix[:size_x, size_x:signed] = -payoff
    matrix[:size_x, signed:at_q] = equal_x.T
    matrix[size_x:signed, :size_x] = payoff.T
    matrix[size_x:signed, at_q:] = -equal_y.T
    matrix[signed:at_q, :size_x] = equal_x
    matrix[at_q:, size_x:signed] = equal_y
    right = np.concatenate([np.zeros(signed), right_x, right_y])
    z, w = np.zeros(size), np.ones(signed)
    z[:signed] = 1.0
    for _ in range(ROUNDS):
        wrong = right - matrix @ z
        wrong[:signed] += w
        gap = z[:signed] @ w / signed
        if max(gap, np.abs(wrong).max()) < ENOUGH:
            break
        guess = _direction(matrix, wrong, z, w, -z[:signed] * w)
        step = _longest(z, w, guess)
        reached = (z + step * guess[0])[:signed] @ (w + step * guess[1]) / signed
        aim = gap * (reached / gap) ** 3 - z[:signed] * w - guess[0][:signed] * guess[1]
        chosen = _direction(matrix, wrong, z, w, aim)
        step = 0.9995 * _longest(z, w, chosen)
        z, w = z + step * chosen[0], w + step * chosen[1]
    return float(right_y @ z[at_q:]), float(right_x @ z[signed:at_q])


def _direction(matrix, wrong, z, w, aim):
    """Changes of z and w that mend what is wrong and change each product z w by ``aim``."""
    signed = len(w)
    whole, side = matrix.copy(), wrong.copy()
    places = np.arange(signed)
    whole[places, places] = w / z[:signed]
    side[:signed] += aim / z[:signed]
    scale = np.sqrt(1.0 / (1.0 + np.diag(whole)))  # tames the last rounds
    change = scale * np.linalg.solve(whole * scale * scale[:, None], scale * side)
    return change, (aim - w * change[:signed]) / z[:signed]


def _longest(z, w, change):
    """Longest step, at most 1, that leaves z and w above 0."""
    signed = len(w)
    now = np.concatenate([z[:signed], w])
    rate = np.concatenate([change[0][:signed], change[1]])
    falls = rate < 0
    return min(1.0, np.min(-now[falls] / rate[falls], initial=np.inf))
