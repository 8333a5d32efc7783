"""``pokergui train``: networks trained by self-play or on sampled traversals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ai.agents.entry import with_depth
from ai.networks.learners import LEARNERS, METHODS, MethodFamily, NfspRecipe, NfspRun, learner_of
from ai.networks.nfsp.parameters import NfspParameters
from ai.networks.nfsp.shipped import find_shipped
from ai.networks.parameters import parse_hidden
from ai.networks.recipe import NetworkRecipe
from ai.networks.record import Trained, load_network, networks_hash
from ai.networks.run import EXACT, NetworkRun, check_bounds
from ai.registry import FILE, find_engine
from ai.solver.memory import free_bytes, size_text
from ai.training.run import Bounds
from engine import timing
from engine.errors import EngineError, PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.named_file import path_after
from engine.wording import either
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
    check_reached,
    checkpoint_option,
    exploitability_option,
    files_record,
    looked_at,
    out_option,
    run_time,
    seconds_option,
    strategy_file,
    taken_up,
    train,
)
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir

_KINDS: dict[type, click.ParamType[Any]] = {int: click.INT, float: Number(), tuple: click.STRING}


def _settings_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add one option for each setting; one that is not given is None."""
    abouts: dict[str, str] = {}
    for learner in LEARNERS:
        abouts |= learner.parameters.abouts()
    for name, words in reversed(abouts.items()):
        values = {
            learner.methods[0]: learner.settings[name]
            for learner in LEARNERS
            if name in learner.settings
        }
        shown = {method: _value_text(value) for method, value in values.items()}
        first, kind = next(iter(shown.values())), type(next(iter(values.values())))
        others = "".join(f"; {method}: {text}" for method, text in shown.items() if text != first)
        option = click.option(
            f"--{name.replace('_', '-')}",
            name,
            type=_KINDS[kind],
            metavar="N" if kind is int else "X" if kind is float else "N,N",
            help=f"{words}  [default: {first}{others}]",
        )
        function = option(function)
    return function


def _value_text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else f"{value:,}"


def _started(name: str | None, game: Game) -> Trained | None:
    """Return the starting networks, of a file or of a listed engine.

    Raises:
        PokerError: if there are none, or they are for another game.
    """
    if name is None:
        return None
    home, path = strategies_dir(), path_after(FILE, name)
    if not name.startswith(FILE) and not path.exists():
        shipped, engine = find_shipped(name, game), find_engine(name, home, game)
        if shipped is not None:
            path = shipped[0]
        elif engine is not None and engine.path is not None:
            path = engine.path
        else:
            raise EngineError(
                "'{name}' is neither a file of networks nor an engine of networks for {game}",
                name=name[:60],
                game=with_depth(game),
            )
    return load_network(path, game, home)


def _recipe(
    learner: MethodFamily,
    game: Game,
    method: str,
    given: dict[str, Any],
    menu: str,
    seed: int,
    start: Trained | None,
) -> NetworkRecipe[Any]:
    """Return the recipe; layers and bets default to those of the starting networks."""
    settings = {name: value for name, value in given.items() if value is not None}
    idle = [
        f"--{name.replace('_', '-')}"
        for name in settings
        if name not in learner.settings or not learner.parameters.applies(name, method)
    ]
    if idle:
        raise EngineError("'{method}' does not use {idle}", method=method, idle=", ".join(idle))
    if "hidden" in settings:
        settings["hidden"] = parse_hidden(settings["hidden"])
    if start is None:
        learning = learner.parameters(method=method, **settings)
        return learner.recipe(game, learning, menu, seed)
    settings.setdefault("hidden", start.networks.averages[0].sizes[1:-1])
    return NfspRecipe(
        game,
        NfspParameters(method=method, **settings),
        menu or start.info.menu,
        seed,
        networks_hash(start.networks),
    )


def _check_memory(learner: MethodFamily, recipe: NetworkRecipe[Any]) -> None:
    """Refuse a recipe that would not fit into memory, before it is built.

    Raises:
        PokerError: naming the memory needed and the memory available.
    """
    size, free = recipe.num_bytes, free_bytes()
    if free is not None and size > free:
        smaller = either([f"--{name.replace('_', '-')}" for name in learner.memories])
        raise PokerError(
            "this run takes {size} of memory, but only {free} is free: use a smaller {smaller}",
            size=size_text(size),
            free=size_text(free),
            smaller=smaller,
        )


def _strength(run: NetworkRun[Any, Any]) -> dict[str, Any]:
    """Return the newest evaluation by name; exploitability is None if it is not known."""
    game, last = run.recipe.game, run.last
    found = in_mbb(game, "exploitability", last.exploitability)
    if run.measure == EXACT:
        return found | in_mbb(game, "nash_conv", last.exploitability * game.num_players)
    return {
        **dict.fromkeys(found),
        **in_mbb(game, run.measure, last.exploitability),
        **in_mbb(game, "ci95", last.ci95),
    }


@define(
    click.argument("game"),
    click.option("--method", required=True, metavar="M", help=", ".join(METHODS) + "."),
    click.option(
        "--episodes", type=click.IntRange(1), help="Stop after this many hands (nfsp variants)."
    ),
    click.option(
        "--iterations", type=click.IntRange(1), help="Stop after this many (deep-cfr, sd-cfr, ppo)."
    ),
    seconds_option,
    exploitability_option,
    seed_option,
    click.option(
        "--from",
        "source",
        metavar="FILE|ENGINE",
        help="Start from these networks (nfsp variants); memories are refilled first.",
    ),
    click.option(
        "--menu", default="", metavar="TEXT", help="Bets of no-limit games, as for blueprints."
    ),
    checkpoint_option,
    out_option,
    _settings_options,
)
def command(
    game: str,
    method: str,
    episodes: int | None,
    iterations: int | None,
    seconds: float | None,
    exploitability: float | None,
    seed: int,
    source: str | None,
    menu: str,
    checkpoint: Path | None,
    out: str | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Train networks by self-play or on sampled traversals until the first bound is met.

    nfsp, nfsp-per and nfsp-plt are neural fictitious self-play; deep-cfr and sd-cfr learn regrets
    (sd-cfr in small games of two players alone); ppo follows policy gradients.

    Exploitability is exact in small two-player games; heads-up hold'em has the winnings of a local
    best response (lbr) in its place, larger tables the winnings from random players (random).
    Limits of a resumed run count from its original start. Ctrl-C ends training and keeps the
    result.
    """
    rules, learner = get_game(game), learner_of(method)
    count = _count(learner, method, {"episodes": episodes, "iterations": iterations})
    if (count, seconds, exploitability) == (None, None, None):
        raise EngineError(
            "give --{counted}, --seconds or --exploitability", counted=learner.counted
        )
    bounds = Bounds(count, exploitability, seconds)
    check_bounds(rules, bounds)
    if source is not None and learner.run is not NfspRun:
        raise EngineError("'{method}' always starts from scratch: leave out --from", method=method)
    start = _started(source, rules)
    recipe = _recipe(learner, rules, method, settings, menu, seed, start)
    _check_memory(learner, recipe)
    file = strategy_file(out, checkpoint)
    with long_work(tr("training")) as control:
        begin = timing.seconds()
        home = strategies_dir()
        run: NetworkRun[Any, Any] | None = taken_up(
            checkpoint, recipe, lambda path: learner.run.load(path, home, control)
        )
        if run is None:
            run = _fresh(learner, recipe, home, control, start)
        ready = timing.seconds()
        run.trainer.step(0)
        compile_seconds = timing.seconds() - ready
        rate = train(run, bounds, control, checkpoint)
        if file:
            run.keep(
                file, f"{learner.titles[method]}, {run.trainer.learned_from:,} {learner.counted}"
            )
    done = run.trainer.iteration  # if stopped, it is past its newest evaluation
    if not control.cancelled:
        check_reached(bounds, run.exploitability)
    exact = run.measure == EXACT
    result = {
        "game": rules.name,
        "method": method,
        "parameters": recipe.parameters,
        learner.counted: done,
        "seconds": run.seconds,
        f"{learner.counted}_per_second": rate,
        learner.touched: run.trainer.nodes,
        "compile_seconds": compile_seconds,
        "build_seconds": ready - begin,
        "measure": run.measure,
        **_strength(run),
        "curve": [list(point[:3] if exact else (*point[:3], point.ci95)) for point in run.curve],
        "nodes_at_looks": [point.nodes for point in run.curve],
        "losses": [list(row) for row in run.losses],
        "memory_mb": run.trainer.num_bytes / 1e6,
        **files_record(checkpoint, file),
    }
    report(result, as_json, _lines(run, learner, method, rate))
    exit_if_stopped(control)


def _lines(run: NetworkRun[Any, Any], learner: MethodFamily, method: str, rate: float) -> list[str]:
    counted = {"episodes": tr("episodes"), "iterations": tr("iterations")}[learner.counted]
    lines = [
        tr("{game}, {method}: {run_time}").format(
            game=with_depth(run.recipe.game), method=method, run_time=run_time(run, rate, counted)
        ),
        _words(run) + looked_at(run, counted),
    ]
    if isinstance(run, NfspRun) and not run.trainer.updates()[1]:
        lines.append(
            tr("the averages have learned nothing yet: their memories are still being filled")
        )
    return lines


def _count(learner: MethodFamily, method: str, given: dict[str, int | None]) -> int | None:
    """Return the name of a method's bound on iterations.

    Raises:
        EngineError: if another was given.
    """
    for name, value in given.items():
        if value is not None and name != learner.counted:
            raise EngineError(
                "'{method}' counts {counted}: give --{counted}",
                method=method,
                counted=learner.counted,
            )
    return given[learner.counted]


def _fresh(
    learner: MethodFamily,
    recipe: NetworkRecipe[Any],
    home: Path,
    control: JobControl,
    start: Trained | None,
) -> NetworkRun[Any, Any]:
    if isinstance(recipe, NfspRecipe):
        return NfspRun(recipe, home, control, start)
    return learner.run(recipe, home, control)


def _words(run: NetworkRun[Any, Any]) -> str:
    """Return the newest evaluation in words."""
    last = run.last
    if run.measure == EXACT:
        players = run.recipe.game.num_players
        words = tr("exploitability {exploitability:.4f} chips per hand")
        if players > 2:
            words = tr(
                "exploitability {exploitability:.4f} chips per hand (NashConv {nash_conv:.4f})"
            )
        return words.format(
            exploitability=last.exploitability, nash_conv=last.exploitability * players
        )
    unit = 1000.0 / run.recipe.game.big_blind
    words = tr("wins {mean:,.0f} ± {half:,.0f} mbb per hand from random")
    if run.measure == "lbr":
        words = tr("LBR {mean:,.0f} ± {half:,.0f} mbb per hand")
    return words.format(mean=last.exploitability * unit, half=last.ci95 * unit)
