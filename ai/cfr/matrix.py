"""Regret matching on a zero-sum matrix game, one step at a time with every intermediate column.

Numbers are fractions if the payoffs are rational, so that steps are exact; ``run`` does the same in
float64 for any number of steps.

Rules are rows of data. Both players start with equal sums for every action and play, in each step,
the normalised positive part of their sums (uniform where nothing is positive). Then

    sum <- max(least_sum, sum + max(least_added, regret))      regret = value of the action - u

Sources: the lecture's rule adds gains only, so that sums never fall; the textbook's is Hart and
Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium", 2000; the floor is
Tammelin, arXiv:1407.5042.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ai.cfr import _matrix
from engine.errors import GameError

Number: TypeAlias = Fraction | float
Vector: TypeAlias = tuple[Number, ...]
Matrix: TypeAlias = tuple[Vector, ...]
"""Payoffs to the player of the rows (A); the player of the columns (B) gets the negative."""

MAX_ACTIONS = 50
"""Most rows, and most columns."""
MAX_PAYOFF = 10**9
MAX_BITS = 2_000
"""Most bits of a numerator or denominator at the start of an exact step, which triples it."""
_MAX_DENOMINATOR_BITS = 500
_NUMBER = re.compile(r"[+-]?([0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9}|[0-9]{1,9}/[0-9]{1,9})")


@dataclass(frozen=True)
class Rule:
    """A regret-matching update rule.

    Attributes:
        name: identifier in commands.
        title: display name.
        least_added: 0 adds positive regrets only, minus infinity all of them.
        least_sum: 0 keeps sums from falling below 0, minus infinity does not.
        weight: iteration t counts ``t ** weight`` in the average.
    """

    name: str
    title: str
    least_added: float
    least_sum: float
    weight: int = 0


RULES: tuple[Rule, ...] = (
    Rule("lecture", "Lecture: add gains only", 0.0, -math.inf),
    Rule("textbook", "Textbook: add all regrets", -math.inf, -math.inf),
    Rule("rm+", "RM+: add all regrets, never below 0", -math.inf, 0.0),
)


def get_rule(name: str) -> Rule:
    """The rule of that name.

    Raises:
        GameError: naming the available ones.
    """
    for rule in RULES:
        if rule.name == name:
            return rule
    known = ", ".join(rule.name for rule in RULES)
    raise GameError("there is no rule '{name}'; choose one of {known}", name=name[:60], known=known)


def bits_of(x: Number) -> int:
    """Return the length of a fraction's longer numerator or denominator in bits; 0 for a float."""
    if not isinstance(x, Fraction):
        return 0
    return max(x.numerator.bit_length(), x.denominator.bit_length())


@dataclass(frozen=True)
class MatrixState:
    """The state of a run.

    Attributes:
        iteration: steps completed.
        sums: of A and B: summed regrets, one for each action.
        totals: of A and B: strategies summed by the weight of their steps.
    """

    iteration: int
    sums: tuple[Vector, Vector]
    totals: tuple[Vector, Vector]

    @property
    def exact(self) -> bool:
        """True if its values are fractions."""
        return isinstance(self.sums[0][0], Fraction)

    @property
    def bits(self) -> int:
        """Length of the longest numerator or denominator, 0 where numbers are floats."""
        vectors = (*self.sums, *self.totals)
        return max(bits_of(x) for vector in vectors for x in vector)

    def as_floats(self) -> MatrixState:
        """The same in float64."""
        sums, totals = (
            (tuple(map(float, vectors[0])), tuple(map(float, vectors[1])))
            for vectors in (self.sums, self.totals)
        )
        return MatrixState(self.iteration, sums, totals)


@dataclass(frozen=True)
class Columns:
    """One player's columns of a step; vectors have one number for each action.

    Attributes:
        sums: summed regrets before the step.
        strategy: the strategy played: their positive part, normalised.
        values: EV of each action against the other's strategy.
        value: winnings of the strategy, u for A and -u for B.
        regrets: values minus value.
        added: the part of them that the rule adds.
        sums_after: summed regrets after the step.
        average: average strategy so far, this step's included.
    """

    sums: Vector
    strategy: Vector
    values: Vector
    value: Number
    regrets: Vector
    added: Vector
    sums_after: Vector
    average: Vector


@dataclass(frozen=True)
class MatrixStep:
    """One step of both players.

    Attributes:
        iteration: its number, from 1.
        players: columns of A and of B.
        after: the run's new state.
        gap: sum of best-response EVs against the strategies played.
        average_gap: the same against the average strategies.
    """

    iteration: int
    players: tuple[Columns, Columns]
    after: MatrixState
    gap: Number
    average_gap: Number


def as_matrix(rows: Sequence[Sequence[int | Fraction | float]]) -> Matrix:
    """Payoffs to A as a matrix of fractions, or of floats.

    Floats if a payoff is one, or if the common denominator is too long for readable exact steps.

    Raises:
        GameError: if it is ragged, empty or too large, or if a payoff is not finite or too large.
    """
    if not rows or not rows[0]:
        raise GameError("a matrix game needs at least one row and one column of payoffs")
    if any(len(row) != len(rows[0]) for row in rows):
        lengths = ", ".join(str(len(row)) for row in rows[:9])
        raise GameError(
            "all rows of the matrix need the same number of payoffs; here they have {lengths}",
            lengths=lengths,
        )
    if max(len(rows), len(rows[0])) > MAX_ACTIONS:
        raise GameError(
            "a matrix game has at most {most} rows and {most} columns",
            most=MAX_ACTIONS,
        )
    every: list[Number] = [x for row in rows for x in row]
    if not all(-MAX_PAYOFF <= x <= MAX_PAYOFF for x in every):
        raise GameError("payoffs must lie between -{most:,} and {most:,}", most=MAX_PAYOFF)
    if not any(isinstance(x, float) for x in every):
        exact = tuple(tuple(Fraction(x) for x in row) for row in rows)
        common = math.lcm(*(x.denominator for row in exact for x in row))
        if common.bit_length() <= _MAX_DENOMINATOR_BITS:
            return exact
    return tuple(tuple(float(x) for x in row) for row in rows)


def parse_number(text: str) -> Fraction:
    """Parse an integer, a decimal or a fraction such as ``-2/15``.

    Raises:
        GameError: if it is none of these, or too long.
    """
    plain = text.strip().replace("\N{MINUS SIGN}", "-")
    if not _NUMBER.fullmatch(plain) or re.search(r"/0+$", plain):
        raise GameError("'{text}' is not a number; write 3, -0.5 or 2/15", text=text[:40])
    return Fraction(plain)


def parse_matrix(text: str) -> Matrix:
    """Parse payoffs row by row, as in ``0 -1 3; 1 0 -1; -1 1 0``.

    Raises:
        GameError: as ``parse_number`` and ``as_matrix`` do.
    """
    rows = [row.replace(",", " ").split() for row in text.split(";")]
    if max(len(rows), *map(len, rows)) > MAX_ACTIONS:
        raise GameError(
            "a matrix game has at most {most} rows and {most} columns",
            most=MAX_ACTIONS,
        )
    return as_matrix([[parse_number(word) for word in row] for row in rows])


ROCK_PAPER_SCISSORS: Matrix = parse_matrix("0 -1 3; 1 0 -1; -1 1 0")
"""The lecture's example: rock wins 3 from scissors if A plays it."""


def normalise(sums: Vector) -> Vector:
    """Return the positive part, normalised; uniform where nothing is positive."""
    positive = tuple(at_least(x, 0.0) for x in sums)
    total = sum(positive)
    if total > 0:
        return tuple(x / total for x in positive)
    kind = type(sums[0])
    return (kind(1) / len(sums),) * len(sums)


def action_values(matrix: Matrix, a: Vector, b: Vector) -> tuple[Vector, Vector]:
    """Return EVs of each action of A against ``b``, and of each action of B against ``a``."""
    to_a = tuple(dot(row, b) for row in matrix)
    to_b = tuple(-dot(a, column) for column in zip(*matrix, strict=True))
    return to_a, to_b


def gap(matrix: Matrix, a: Vector, b: Vector) -> Number:
    """Return the sum of best responses to two strategies: NashConv, 0 at an equilibrium."""
    to_a, to_b = action_values(matrix, a, b)
    return max(to_a) + max(to_b)


def initial_state(matrix: Matrix, start: int = 1) -> MatrixState:
    """Return the state before the first step: all sums at ``start``, in the matrix's numbers."""
    kind = type(matrix[0][0])
    sizes = len(matrix), len(matrix[0])
    sums = ((kind(start),) * sizes[0], (kind(start),) * sizes[1])
    totals = ((kind(0),) * sizes[0], (kind(0),) * sizes[1])
    return MatrixState(0, sums, totals)


def step(matrix: Matrix, rule: Rule, state: MatrixState) -> MatrixStep:
    """Do one step of regret matching from a run's state; both players update together."""
    if not state.exact:
        matrix = tuple(tuple(map(float, row)) for row in matrix)
    iteration = state.iteration + 1
    played = normalise(state.sums[0]), normalise(state.sums[1])
    values = action_values(matrix, *played)
    players, sums, totals = [], [], []
    for seat in (0, 1):
        value = dot(played[seat], values[seat])
        regrets = tuple(x - value for x in values[seat])
        added = tuple(at_least(x, rule.least_added) for x in regrets)
        after = tuple(
            at_least(x + y, rule.least_sum) for x, y in zip(state.sums[seat], added, strict=True)
        )
        weight = iteration**rule.weight
        total = tuple(x + weight * y for x, y in zip(state.totals[seat], played[seat], strict=True))
        columns = Columns(
            state.sums[seat], played[seat], values[seat], value, regrets, added, after,
            normalise(total),
        )  # fmt: skip
        players.append(columns)
        sums.append(after)
        totals.append(total)
    a, b = players
    return MatrixStep(
        iteration=iteration,
        players=(a, b),
        after=MatrixState(iteration, (sums[0], sums[1]), (totals[0], totals[1])),
        gap=gap(matrix, a.strategy, b.strategy),
        average_gap=gap(matrix, a.average, b.average),
    )


def steps(matrix: Matrix, rule: Rule, state: MatrixState | None = None) -> Iterator[MatrixStep]:
    """Yield steps endlessly, switching to floats once fractions exceed ``MAX_BITS``.

    Args:
        matrix: the payoffs.
        rule: the rule to sum regrets.
        state: the start; by default all sums at 1.
    """
    here = state or initial_state(matrix)
    while True:
        if here.exact and here.bits > MAX_BITS:
            here = here.as_floats()
        done = step(matrix, rule, here)
        yield done
        here = done.after


@dataclass(frozen=True)
class Trace:
    """Recorded steps of a long run.

    Attributes:
        iterations: (looks,) int64, their numbers.
        played: of A and B: (looks, actions) float64, strategies played in them.
        averages: of A and B: (looks, actions) float64, average strategies so far.
        gaps: (looks,) float64: of the strategies played.
        average_gaps: (looks,) float64: of the averages.
        after: the run's final state.
    """

    iterations: NDArray[np.int64]
    played: tuple[NDArray[np.float64], NDArray[np.float64]]
    averages: tuple[NDArray[np.float64], NDArray[np.float64]]
    gaps: NDArray[np.float64]
    average_gaps: NDArray[np.float64]
    after: MatrixState


def run(
    matrix: Matrix,
    rule: Rule,
    until: int,
    looks: Sequence[int] = (),
    state: MatrixState | None = None,
) -> Trace:
    """Do many steps in float64.

    Args:
        matrix: the payoffs.
        rule: the rule to sum regrets.
        until: number of the last step.
        looks: steps to record, ascending, those from ``state`` to ``until``.
        state: the start; by default all sums at 1.
    """
    here = (state or initial_state(matrix)).as_floats()
    payoffs = np.array([[float(x) for x in row] for row in matrix])
    at = np.array([t for t in looks if here.iteration < t <= until], np.int64)
    sums = np.array(here.sums[0]), np.array(here.sums[1])
    totals = np.array(here.totals[0]), np.array(here.totals[1])
    shape = len(at), sum(payoffs.shape)
    played, averages = np.zeros(shape), np.zeros(shape)
    _matrix.run(
        payoffs, rule.least_added, rule.least_sum, rule.weight, here.iteration, until,
        sums[0], sums[1], totals[0], totals[1], at, played, averages,
    )  # fmt: skip
    rows = len(payoffs)
    halves = [(table[:, :rows], table[:, rows:]) for table in (played, averages)]
    gaps = [
        (b @ payoffs.T).max(axis=1, initial=-np.inf) - (a @ payoffs).min(axis=1, initial=np.inf)
        for a, b in halves
    ]
    after = MatrixState(
        max(until, here.iteration),
        (tuple(sums[0].tolist()), tuple(sums[1].tolist())),
        (tuple(totals[0].tolist()), tuple(totals[1].tolist())),
    )
    return Trace(at, halves[0], halves[1], gaps[0], gaps[1], after)


def at_least(x: Number, least: float) -> Number:
    """Return the number itself, but at least the bound, in the number's type."""
    return x if x > least else type(x)(least)


def dot(x: Sequence[Number], y: Sequence[Number]) -> Number:
    """Return the sum of products, in the numbers' type."""
    return sum((p * q for p, q in zip(x, y, strict=True)), type(x[0])(0))
