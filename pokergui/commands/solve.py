"""``pokergui solve``: the equilibrium of a small game, by any member of the CFR family."""

from __future__ import annotations

from pathlib import Path

import click

from ai.agents.entry import with_depth
from ai.cfr.algorithms import ALGORITHMS, get_algorithm
from ai.cfr.run import CfrRecipe, CfrRun
from ai.files.strategy import save_strategy
from ai.training.run import Bounds
from engine import timing
from engine.game import get_game
from pokergui.commands.common import define, exit_if_stopped, in_mbb, long_work, report
from pokergui.commands.outputs import (
    check_reached,
    checkpoint_option,
    exploitability_option,
    files_record,
    out_option,
    seconds_option,
    strategy_file,
    taken_up,
    train,
)
from pokergui.language import tr_commands as tr


def _compile(recipe: CfrRecipe) -> float:
    """Return the seconds until the first iteration and evaluation are done."""
    start = timing.seconds()
    first = recipe.build()
    first.step(1)
    first.value()
    return timing.seconds() - start


@define(
    click.argument("game"),
    click.option(
        "--algorithm",
        required=True,
        metavar="A",
        help=", ".join(algorithm.name for algorithm in ALGORITHMS) + ".",
    ),
    click.option("--iterations", type=click.IntRange(1), help="Stop after this many."),
    exploitability_option,
    seconds_option,
    click.option(
        "--simultaneous", is_flag=True, help="Update all players simultaneously, from one profile."
    ),
    click.option(
        "--schedule",
        default="",
        metavar="K/N",
        help="How many of the traverser's actions robust-mccfr samples: constant:K,"
        " depth:P0[,C][,both], street:P,..., explicit:K,...; K may be 'all'.",
    ),
    click.option(
        "--weights", type=click.Choice(["linear", "plain"]), help="Weights of sampled iterations."
    ),
    click.option(
        "--baselines", is_flag=True, help="Reduce variance by baselines: running means of values."
    ),
    click.option("--seed", type=click.IntRange(0), default=0, help="Seed of sampled algorithms."),
    checkpoint_option,
    out_option,
)
def command(
    game: str,
    algorithm: str,
    iterations: int | None,
    exploitability: float | None,
    seconds: float | None,
    simultaneous: bool,
    schedule: str,
    weights: str | None,
    baselines: bool,
    seed: int,
    checkpoint: Path | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Solve a small game until the first bound is met; exploitability is of the average, exact.

    With three players, in kuhn-3 and leduc-3, CFR need not converge to an equilibrium. NashConv,
    the sum of what each player could gain by deviating alone, shows how near the average is;
    exploitability is a third of it.

    Seconds and iterations of a resumed run count from its original start.
    """
    rules, kind = get_game(game), get_algorithm(algorithm)
    bounds = Bounds(iterations, exploitability, seconds)
    recipe = CfrRecipe(
        rules,
        algorithm,
        simultaneous=simultaneous,
        horizon=(iterations or 0) if kind.plans else 0,
        picks=schedule,
        weights=weights or "",
        baselines=baselines,
        seed=seed,
    )
    file = strategy_file(out, checkpoint)
    with long_work(tr("solving")) as control:
        compile_seconds = _compile(recipe)
        training = taken_up(checkpoint, recipe, CfrRun.load) or CfrRun(recipe)
        rate = train(training, bounds, control, checkpoint)
        value = training.trainer.value()
        if file:
            save_strategy(file, training.trainer.average(), training.info())
    last = training.last
    if not control.cancelled:
        check_reached(bounds, last.exploitability)
    result = {
        "game": rules.name,
        "algorithm": algorithm,
        "parameters": recipe.parameters,
        "iterations": last.iteration,
        "seconds": training.seconds,
        "iterations_per_second": rate,
        "nodes": last.nodes,
        "compile_seconds": compile_seconds,
        **in_mbb(rules, "exploitability", last.exploitability),
        **in_mbb(rules, "nash_conv", last.exploitability * rules.num_players),
        **in_mbb(rules, "value", value),
        "curve": [list(point[:3]) for point in training.curve],
        **files_record(checkpoint, file),
    }
    report(result, as_json, _lines(training, rate, value))
    exit_if_stopped(control)


def _lines(run: CfrRun, rate: float, value: float) -> list[str]:
    game, last = run.recipe.game, run.last
    lines = [
        tr(
            "{game}, {algorithm}: {count:,} iterations in {seconds:.3f} s of run time"
            " ({rate:,.0f}/s)"
        ).format(
            game=with_depth(game),
            algorithm=run.recipe.algorithm,
            count=last.iteration,
            seconds=run.seconds,
            rate=rate,
        ),
        tr("exploitability {exploitability:.3e} chips per hand").format(
            exploitability=last.exploitability
        ),
        tr("value {value:+.12f} chips per hand for position 0").format(value=value),
    ]
    if not game.is_heads_up:
        words = tr(
            "NashConv {nash_conv:.3e} chips per hand; with {players} players CFR does not "
            "guarantee an equilibrium"
        )
        nash_conv = last.exploitability * game.num_players
        lines.append(words.format(nash_conv=nash_conv, players=game.num_players))
    return lines
