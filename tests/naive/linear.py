"""Zero-sum games as linear programs, solved by HiGHS."""

import numpy as np
from scipy.optimize import linprog


def saddle_value(payoff, equal_x, right_x, equal_y, right_y):
    """Value of max over x, min over y, of x' payoff y.

    x, y >= 0 with ``equal_x @ x = right_x`` and ``equal_y @ y = right_y``. With prices q of y's
    equations, x gets right_y @ q at most where payoff' x >= equal_y' q.

    Returns:
        The value as x has it, and as y has it: equal but for rounding.
    """
    found = linprog(
        np.concatenate([np.zeros(payoff.shape[0]), -right_y]),
        A_ub=np.hstack([-payoff.T, equal_y.T]),
        b_ub=np.zeros(payoff.shape[1]),
        A_eq=np.hstack([equal_x, np.zeros((len(right_x), len(right_y)))]),
        b_eq=right_x,
        bounds=[(0, None)] * payoff.shape[0] + [(None, None)] * len(right_y),
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    assert found.success, found.message
    return -float(found.fun), -float(right_x @ found.eqlin.marginals)
