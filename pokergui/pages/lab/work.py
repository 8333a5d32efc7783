"""The Lab page's matrix games and the computations on them, without Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from ai.cfr.matrix import (
    ROCK_PAPER_SCISSORS,
    RULES,
    Matrix,
    MatrixStep,
    Rule,
    Vector,
    as_matrix,
    parse_matrix,
    parse_number,
    run,
    step,
    steps,
)
from ai.lab.matrix_equilibrium import Equilibrium, equilibrium
from pokergui.language import tr_lab as tr

LAST = 10_000
"""The last step that the page shows."""
_EXACT = 12
"""Number of first steps kept as exact fractions; later ones are too long to show."""
_EVERY = 200
_SPARSE = 250
LECTURE, TEXTBOOK = RULES[0], RULES[1]

Strategies = tuple[tuple[float, ...], tuple[float, ...]]


OWN = "own"
"""Key of payoffs that the user has edited."""


@dataclass(frozen=True)
class MatrixGame:
    """A matrix with names, and payoffs to A."""

    key: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    payoffs: Matrix

    def edited(self, row: int, column: int, text: str) -> MatrixGame:
        """Return the game with one payoff changed.

        Raises:
            GameError: if the text is not a number.
        """
        rows = [list(line) for line in self.payoffs]
        rows[row][column] = parse_number(text)
        return replace(self, key=OWN, payoffs=as_matrix(rows))


def matrix_games() -> tuple[MatrixGame, ...]:
    throws = (tr("Rock"), tr("Paper"), tr("Scissors"))
    sides = (tr("Heads"), tr("Tails"))
    return (
        MatrixGame("rps3", throws, throws, ROCK_PAPER_SCISSORS),
        MatrixGame("rps", throws, throws, parse_matrix("0 -1 1; 1 0 -1; -1 1 0")),
        MatrixGame("pennies", sides, sides, parse_matrix("1 -1; -1 1")),
        MatrixGame("exit", (*sides, tr("Neither")), sides, parse_matrix("3 -1; -2 1; 1/4 1/4")),
        MatrixGame(
            "steps",
            (tr("Attack"), tr("Wait")),
            (tr("Left"), tr("Middle"), tr("Right"), tr("Hide")),
            parse_matrix("2 3 1 5; 4 1 6 0"),
        ),
    )


@dataclass(frozen=True)
class RuleRun:
    """One rule's run of ten thousand steps.

    Attributes:
        first: its first steps in fractions.
        looks: numbers of the recorded steps, ascending.
        gap: what best responses win from the last step's strategies.
    """

    rule: Rule
    first: tuple[MatrixStep, ...]
    looks: tuple[int, ...]
    played: tuple[Strategies, ...]
    gap: float
    average_gap: float


@dataclass(frozen=True)
class MatrixRun:
    """A matrix game with both runs and its equilibria."""

    game: MatrixGame
    solution: Equilibrium | None
    rules: Mapping[str, RuleRun]

    def step_at(self, name: str, iteration: int) -> MatrixStep:
        """Return a step of a rule, counted from 1."""
        ruled, matrix = self.rules[name], self.game.payoffs
        if iteration <= len(ruled.first):
            return ruled.first[iteration - 1]
        start = ruled.first[-1].after
        return step(matrix, ruled.rule, run(matrix, ruled.rule, iteration - 1, state=start).after)


def compute(game: MatrixGame) -> MatrixRun:
    rules = {rule.name: _rule_run(game, rule) for rule in (LECTURE, TEXTBOOK)}
    return MatrixRun(game, equilibrium(game.payoffs), rules)


def _rule_run(game: MatrixGame, rule: Rule) -> RuleRun:
    matrix = game.payoffs
    first = tuple(islice(steps(matrix, rule), _EXACT))
    sparse = np.unique(np.geomspace(_EVERY, LAST, _SPARSE).round().astype(int)).tolist()
    looks = [*range(1, _EVERY), *sparse]
    trace = run(matrix, rule, LAST, looks, first[-1].after)
    early: list[Strategies] = [
        (_floats(one.players[0].strategy), _floats(one.players[1].strategy)) for one in first
    ]
    late = [
        (tuple(a), tuple(b))
        for a, b in zip(trace.played[0].tolist(), trace.played[1].tolist(), strict=True)
    ]
    return RuleRun(
        rule=rule,
        first=first,
        looks=tuple(looks),
        played=(*early, *late),
        gap=float(trace.gaps[-1]),
        average_gap=float(trace.average_gaps[-1]),
    )


def _floats(vector: Vector) -> tuple[float, ...]:
    return tuple(map(float, vector))
