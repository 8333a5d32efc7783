"""``pokergui lab``: regret matching and CFR, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import click

from ai.cfr.matrix import (
    Columns,
    Matrix,
    MatrixStep,
    Rule,
    get_rule,
    parse_matrix,
    run,
    step,
    steps,
)
from ai.lab.matrix_equilibrium import Equilibrium, equilibrium
from engine.errors import GameError
from pokergui.cli import NamingGroup
from pokergui.commands.common import define, long_work, report, table
from pokergui.commands.lab import evaluation, kuhn, schedule
from pokergui.commands.lab.fractions import SHOWN, both, short
from pokergui.language import tr_commands as tr

_COLUMNS = ("sums", "strategy", "values", "regrets", "added", "sums_after", "average")


@click.group("lab", cls=NamingGroup)
def command() -> None:
    """Step through regret matching and CFR in exact fractions."""


def _names(text: str, matrix: Matrix) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the rows and of the columns."""
    rows, columns = len(matrix), len(matrix[0])
    of_a, _, of_b = text.partition(";")
    parts = [tuple(word.strip() for word in part.split(",")) for part in (of_a, of_b or of_a)]
    if [len(part) for part in parts] != [rows, columns]:
        raise GameError(
            "--names needs {rows} names for the rows and {columns} for the columns, as in"
            " rock,paper;heads,tails",
            rows=rows,
            columns=columns,
        )
    return parts[0], parts[1]


def _all_steps(matrix: Matrix, rule: Rule, count: int) -> list[MatrixStep]:
    """Return the first steps and the last."""
    taken = list(islice(steps(matrix, rule), min(count, SHOWN)))
    if count > SHOWN:
        with long_work(tr("running")):
            before = run(matrix, rule, count - 1, state=taken[-1].after).after
        taken.append(step(matrix, rule, before))
    return taken


def _rule_title(rule: Rule) -> str:
    return {
        "lecture": tr("Lecture: add gains only"),
        "textbook": tr("Textbook: add all regrets"),
        "rm+": tr("RM+: add all regrets, never below 0"),
    }[rule.name]


def _step_json(done: MatrixStep) -> dict[str, Any]:
    def columns(player: Columns) -> dict[str, Any]:
        parts = [both(name, getattr(player, name)) for name in ("value", *_COLUMNS)]
        return {key: value for part in parts for key, value in part.items()}

    return {
        "iteration": done.iteration,
        **both("gap", done.gap),
        **both("average_gap", done.average_gap),
        "a": columns(done.players[0]),
        "b": columns(done.players[1]),
    }


def _step_lines(done: MatrixStep, names: Sequence[Sequence[str]]) -> list[str]:
    heads = (
        *(tr("sum before"), tr("strategy"), tr("value"), tr("regret")),
        *(tr("added"), tr("sum after"), tr("average")),
    )
    first = tr("step {iteration}: A wins u = {value}, B wins -u").format(
        iteration=done.iteration, value=short(done.players[0].value)
    )
    lines = ["", first]
    for player, own, who in zip(done.players, names, "AB", strict=True):
        columns = [[short(x) for x in getattr(player, name)] for name in _COLUMNS]
        lines += table(list(zip(own, *columns, strict=True)), (who, *heads))
    lines.append(
        tr(
            "best responses win {gap} from these strategies, {average_gap} from the averages"
        ).format(gap=short(done.gap), average_gap=short(done.average_gap))
    )
    return lines


def _solution_lines(solution: Equilibrium | None) -> list[str]:
    if solution is None:
        return [tr("equilibrium: the matrix is too large to list it exactly")]
    words = tr("equilibrium (one of several): A {a}, B {b}, value {value}")
    if solution.unique:
        words = tr("equilibrium (unique): A {a}, B {b}, value {value}")
    a, b = ("(" + ", ".join(map(str, part[0])) + ")" for part in (solution.a, solution.b))
    return [words.format(a=a, b=b, value=solution.value)]


@define(
    click.option(
        "--payoffs",
        default="0 -1 3; 1 0 -1; -1 1 0",
        show_default=True,
        help="To A, row by row; numbers or fractions.",
    ),
    click.option("--names", help="Of A's rows; those of B's columns after a ; where they differ."),
    click.option("--rule", default="lecture", show_default=True, help="lecture, textbook or rm+."),
    click.option("--steps", "count", type=click.IntRange(1, 1_000_000), default=2),
    name="matrix",
    into=command,
)
def _matrix(payoffs: str, names: str | None, rule: str, count: int, as_json: bool) -> None:
    """Run regret matching on a matrix game; the columns of the first 20 steps and of the last."""
    matrix, chosen = parse_matrix(payoffs), get_rule(rule)
    rows, columns = len(matrix), len(matrix[0])
    if names is None:
        names = "rock,paper,scissors" if rows == columns == 3 else ""
        numbers = [",".join(str(i + 1) for i in range(size)) for size in (rows, columns)]
        names = names or ";".join(numbers)
    named = _names(names, matrix)
    solution = equilibrium(matrix)
    done = _all_steps(matrix, chosen, count)
    result = {
        **both("payoffs", matrix),
        "names": named,
        "rule": chosen.name,
        "equilibrium": solution
        and {
            **both("value", solution.value),
            **both("a", solution.a),
            **both("b", solution.b),
            "unique": solution.unique,
        },
        "steps": [_step_json(one) for one in done],
    }
    lines = [
        _rule_title(chosen),
        *table(
            [(name, *map(short, row)) for name, row in zip(named[0], matrix, strict=True)],
            ("A \\ B", *named[1]),
        ),
        *_solution_lines(solution),
        *(line for one in done for line in _step_lines(one, named)),
    ]
    report(result, as_json, lines)


command.add_command(kuhn.command)
command.add_command(schedule.command)
command.add_command(evaluation.command)
