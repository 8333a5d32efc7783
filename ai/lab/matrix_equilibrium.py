"""All extreme equilibrium strategies of a small matrix game, exactly.

Every extreme pair of optimal strategies belongs to a square submatrix that both make indifferent
(Shapley and Snow, "Basic solutions of discrete games", 1950): with payoffs shifted until the value
is positive, the submatrix is regular, and the strategies are the normalised solutions of ``part x =
1`` and ``part^T y = 1``. Trying all submatrices therefore finds all of them, and shows whether the
equilibrium is unique; all others are mixtures of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from ai.cfr.matrix import Matrix

MAX_PARTS = 1_000
"""Most square submatrices to try: enough for 6 rows and 6 columns."""

Exact = tuple[Fraction, ...]


@dataclass(frozen=True)
class Equilibrium:
    """The solution of a matrix game.

    ``a``: extreme optimal strategies of A, in order of their submatrices.
    """

    value: Fraction
    a: tuple[Exact, ...]
    b: tuple[Exact, ...]

    @property
    def unique(self) -> bool:
        """True if the equilibrium is unique."""
        return len(self.a) == len(self.b) == 1


def equilibrium(matrix: Matrix) -> Equilibrium | None:
    """Solve a matrix game exactly; None if it has too many submatrices.

    Floats count as their exact fractions.
    """
    payoffs = [[Fraction(x) for x in row] for row in matrix]
    rows, columns = len(payoffs), len(payoffs[0])
    if comb(rows + columns, rows) > MAX_PARTS:
        return None
    shift = 1 - min(min(row) for row in payoffs)
    shifted = [[x + shift for x in row] for row in payoffs]
    strategies_a: dict[Exact, None] = {}
    strategies_b: dict[Exact, None] = {}
    value = Fraction(0)
    for size in range(1, min(rows, columns) + 1):
        for of_a in combinations(range(rows), size):
            for of_b in combinations(range(columns), size):
                part = [[shifted[i][j] for j in of_b] for i in of_a]
                a = _indifferent([list(column) for column in zip(*part, strict=True)], of_a, rows)
                b = a and _indifferent(part, of_b, columns)
                if not a or not b:
                    continue
                to_a = max(_dot(row, b) for row in shifted)
                to_b = min(_dot(a, column) for column in zip(*shifted, strict=True))
                if to_a == to_b:
                    value = to_a - shift
                    strategies_a[a] = strategies_b[b] = None
    return Equilibrium(value, tuple(strategies_a), tuple(strategies_b))


def _indifferent(part: list[list[Fraction]], places: Sequence[int], length: int) -> Exact | None:
    """Return the strategy on ``places`` that gives every row of a square part the same payoff.

    None if the part is singular or a probability would be negative.
    """
    solution = _solve(part)
    if solution is None or min(solution) < 0:
        return None
    total = sum(solution)
    strategy = [Fraction(0)] * length
    for place, x in zip(places, solution, strict=True):
        strategy[place] = x / total
    return tuple(strategy)


def _solve(part: list[list[Fraction]]) -> list[Fraction] | None:
    """Return ``x`` with ``part x = 1``, None if the part is singular."""
    size = len(part)
    rows = [[*row, Fraction(1)] for row in part]
    for column in range(size):
        pivot = next((i for i in range(column, size) if rows[i][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column] / head[column]
                rows[i] = [x - factor * y for x, y in zip(rows[i], head, strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def _dot(x: Sequence[Fraction], y: Sequence[Fraction]) -> Fraction:
    return sum((p * q for p, q in zip(x, y, strict=True)), Fraction(0))
