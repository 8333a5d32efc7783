"""``pokergui solve``: the equilibrium of a small game."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import click

from ai.cfr.deals import deals_of
from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solution, Solver, solve
from ai.strategy import StrategyInfo, save_strategy
from engine.errors import PokerError
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.commands.common import (
    check_writable,
    define,
    exit_if_stopped,
    in_mbb,
    long_work,
    report,
)


def _listener(control: JobControl, iterations: int | None, seconds: float | None) -> Any:
    """Tells the bar how near the bounds are; an exploitability to reach says nothing of time."""

    def listen(iteration: int, now: float, exploitability: float) -> None:
        by_count = iteration / iterations if iterations else 0.0
        by_time = now / seconds if seconds else 0.0
        control.progress(min(1.0, max(by_count, by_time)))

    return listen


def _info(solution: Solution, simultaneous: bool) -> StrategyInfo:
    solver = solution.solver
    return StrategyInfo(
        game=solver.game,
        algorithm=solver.schedule.name,
        abstraction="ranks" if deals_of(solver.game, merge_suits=True).merged else "none",
        parameters={"simultaneous": simultaneous},
        iterations=solver.iteration,
        measured={"method": "exact", "exploitability": solution.exploitability},
    )


@define(
    click.argument("game"),
    click.option("--algorithm", required=True, metavar="A", help="cfr+ or pdcfr+."),
    click.option("--iterations", type=click.IntRange(1), help="Stop after so many."),
    click.option(
        "--exploitability", type=click.FloatRange(0), help="Stop at it, in chips per hand."
    ),
    click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Stop after so long."),
    click.option("--simultaneous", is_flag=True, help="Update both players from one profile."),
    click.option("--out", type=click.Path(path_type=Path), help="Keep the average strategy."),
)
def command(
    game: str,
    algorithm: str,
    iterations: int | None,
    exploitability: float | None,
    seconds: float | None,
    simultaneous: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Solve kuhn or leduc until the first bound is met; exploitability is of the average, exact."""
    rules, schedule = get_game(game), get_schedule(algorithm)
    if iterations is None and exploitability is None and seconds is None:
        raise PokerError("give --iterations, --exploitability or --seconds")
    if not all(math.isfinite(bound) for bound in (exploitability, seconds) if bound is not None):
        raise PokerError("bounds are finite numbers")
    check_writable(out)
    with long_work("solving") as control:
        start = time.perf_counter()
        first = Solver(rules, schedule, simultaneous)
        first.step(1)
        first.value()
        compile_seconds = time.perf_counter() - start
        solution = solve(
            Solver(rules, schedule, simultaneous),
            iterations,
            exploitability,
            seconds,
            control,
            _listener(control, iterations, seconds),
        )
    done, value = solution.solver.iteration, solution.solver.value()
    rate = done / solution.seconds
    if out:
        save_strategy(out, solution.solver.average(), _info(solution, simultaneous))
    result = {
        "game": rules.name,
        "algorithm": schedule.name,
        "iterations": done,
        "seconds": solution.seconds,
        "iterations_per_second": rate,
        "compile_seconds": compile_seconds,
        **in_mbb(rules, "exploitability", solution.exploitability),
        **in_mbb(rules, "value", value),
        "curve": [list(point) for point in solution.curve],
        "file": out and str(out),
    }
    lines = [
        f"{rules.title}, {schedule.name}: {done:,} iterations in {solution.seconds:.3f} s"
        f" ({rate:,.0f}/s)",
        f"exploitability {solution.exploitability:.3e} chips per hand",
        f"value {value:+.12f} chips per hand for position 0",
    ]
    report(result, as_json, lines)
    exit_if_stopped(control)
