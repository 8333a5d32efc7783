"""``pokergui blueprint``: a strategy for hold'em, trained on buckets of hands."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click

from ai.agents.entry import with_depth
from ai.blueprint.blueprint import Blueprint
from ai.blueprint.recipe import ALGORITHM, BlueprintRecipe
from ai.blueprint.record import save_blueprint
from ai.blueprint.run import BlueprintRun
from ai.blueprint.solver import MAX_WORKERS, WEIGHTS
from ai.lbr.training_curve import LBR, RANDOM
from ai.multiway.blueprint import MultiwayBlueprint
from ai.training.run import Bounds
from engine import timing
from engine.errors import CancelledError
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.commands.common import (
    Number,
    define,
    exit_if_stopped,
    in_mbb,
    long_work,
    report,
    seed_option,
)
from pokergui.commands.outputs import (
    checkpoint_option,
    files_record,
    looked_at,
    out_option,
    run_time,
    strategy_file,
    taken_up,
    train,
)
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir

_MINUTES = 30.0
_MEASURES = {
    LBR: lambda: tr("LBR {mean:,.0f} ± {half_width:,.0f} mbb per hand{measured}"),
    RANDOM: lambda: tr("won from random {mean:,.0f} ± {half_width:,.0f} mbb per hand{measured}"),
}


def _learned(run: BlueprintRun, control: JobControl) -> Blueprint | MultiwayBlueprint:
    """Return the average, with values unless stopped while they are computed."""
    try:
        return run.blueprint(with_values=True, control=control)
    except CancelledError:
        return run.blueprint()


@define(
    click.argument("game"),
    click.option(
        "--minutes",
        type=Number(0, min_open=True),
        default=_MINUTES,
        show_default=True,
        help="Training time; a resumed run counts from its original start.",
    ),
    click.option(
        "--buckets",
        default="",
        metavar="F,T,R",
        help="Buckets of hands on flop, turn and river, or one number for all. CxN: N "
        "buckets in each of C classes of boards, as in '1000,30x32,60x16', the default.",
    ),
    click.option(
        "--menu",
        default="",
        metavar="TEXT",
        help="Bets in percent of the pot by street (;) and raise (/), as in "
        "'50,100,a/100,a;33,75,a/100,a', or 'all'; a (all-in) belongs in every list.",
    ),
    click.option("--workers", type=click.IntRange(1, MAX_WORKERS), default=1, show_default=True),
    click.option(
        "--schedule",
        default="",
        metavar="K/N",
        help="How many of the traverser's actions are sampled, as in solve.",
    ),
    click.option("--weights", type=click.Choice(WEIGHTS), default=WEIGHTS[0], show_default=True),
    seed_option,
    checkpoint_option,
    out_option,
)
def command(
    game: str,
    minutes: float,
    buckets: str,
    menu: str,
    workers: int,
    schedule: str,
    weights: str,
    seed: int,
    checkpoint: Path | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Train a blueprint for hold'em; LBR is what a local best response wins against it.

    Three and more players need equal stacks and no limit; what such a blueprint wins from random
    players is measured instead.

    Board tables are built first and cached, which takes a minute or two once. Ctrl-C ends the
    training and keeps the result; during the computation of values after it, it skips them.
    """
    rules = get_game(game)
    recipe = BlueprintRecipe(rules, menu, buckets, schedule, weights, seed, workers)
    file = strategy_file(out, checkpoint)
    with long_work(tr("training")) as control:
        begin = timing.seconds()
        home = strategies_dir()
        kept = taken_up(checkpoint, recipe, lambda path: BlueprintRun.load(path, home, control))
        run = kept or BlueprintRun(recipe, home, control)
        ready = timing.seconds()
        run.trainer.step(0)
        compile_seconds = timing.seconds() - ready
        rate = train(run, Bounds(seconds=60.0 * minutes), control, checkpoint)
        last, deals = run.last, run.trainer.iteration  # if stopped, it is past its evaluation
    with long_work(tr("values")) as valuing:
        value = None
        with suppress(CancelledError):
            value = run.value(valuing.silent())
        if file:
            title = f"Blueprint, {deals:,} deals"
            learned = _learned(run, valuing)
            save_blueprint(file, replace(learned, info=replace(learned.info, title=title)))
    result = {
        "game": rules.name,
        "algorithm": ALGORITHM,
        "parameters": recipe.parameters,
        "iterations": deals,
        "seconds": run.seconds,
        "iterations_per_second": rate,
        "nodes": run.trainer.nodes,
        "compile_seconds": compile_seconds,
        "build_seconds": ready - begin,
        **in_mbb(rules, run.measure, last.exploitability),
        **in_mbb(rules, "ci95", last.ci95),
        **({"value": None, "value_mbb": None} if value is None else in_mbb(rules, "value", value)),
        "curve": [[point[0], point[1], point[2], point.ci95] for point in run.curve],
        "memory_mb": recipe.num_bytes / 1e6,
        **files_record(checkpoint, file),
    }
    report(result, as_json, _lines(run, rate, None if valuing.cancelled else value))
    exit_if_stopped(control)
    exit_if_stopped(valuing)


def _lines(run: BlueprintRun, rate: float, value: float | None) -> list[str]:
    """Return the progress and strength in words; the value is left out if it was stopped."""
    game, last = run.recipe.game, run.last
    unit = 1000.0 / game.big_blind
    lines = [
        tr("{game}, blueprint: {progress}").format(
            game=with_depth(game), progress=run_time(run, rate, tr("deals"))
        ),
        _MEASURES[run.measure]().format(
            mean=last.exploitability * unit,
            half_width=last.ci95 * unit,
            measured=looked_at(run, tr("deals")),
        ),
    ]
    if not game.is_heads_up:
        return lines
    if value is None:
        lines.append(tr("stopped: values are left out"))
    else:
        words = tr("value {value:+,.0f} mbb per hand for position 0")
        lines.append(words.format(value=value * unit))
    return lines
