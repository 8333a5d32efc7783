"""States of runs and models: their arrays by name."""

import numpy as np


def same_state(first, second):
    return first.keys() == second.keys() and all(
        np.array_equal(first[name], second[name]) for name in first
    )
