"""``pokergui solve-spot`` with three ranges: a river for three players."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ai.betting.sizes import SpotError
from ai.files.arrays import check_place
from ai.solver.memory import free_bytes, refusal
from ai.solver.record import KeptSpot
from ai.solver.solver import DEFAULT_ALGORITHM, Size
from ai.three_way.run import DEFAULT_TARGET, ThreeWayRun, compile_kernels, three_way_spot
from ai.three_way.solver import ThreeWaySolver, estimate
from ai.three_way.spot import RANGES, ThreeWaySpot
from ai.training.run import Bounds
from engine import timing
from engine.cards import card_names
from engine.combos import combo_name
from engine.errors import PokerError
from pokergui.commands.common import check_writable, exit_if_stopped, long_work, picked, report
from pokergui.commands.outputs import LONGEST, not_reached
from pokergui.commands.spots import (
    node_figures,
    node_lines,
    place_of,
    seats,
    shown_unit,
    spot_figures,
    spot_lines,
)
from pokergui.formatting.words import chips
from pokergui.language import tr_commands as tr

_OPTIONAL = ("big_blind", "all_in_below", "all_in_above", "max_raises", "merge", "rake", "rake_cap")


class Limits(NamedTuple):
    """When to stop: a target in percent of the pot, iterations, seconds; None where not given."""

    target: float | None
    iterations: int | None
    seconds: float | None

    @property
    def given(self) -> bool:
        return any(limit is not None for limit in self)

    def bounds(self, run: ThreeWayRun) -> Bounds:
        """Return the bounds: a target alone is given up after a time, and is the default."""
        target, seconds = self.target, self.seconds
        if self.iterations is None and seconds is None:
            target = DEFAULT_TARGET if target is None else target
            seconds = run.seconds + LONGEST
        amount = None if target is None else target / 100.0 * run.spot.pot
        return Bounds(self.iterations, amount, seconds)


def spot_of(given: dict[str, Any], middle: str) -> ThreeWaySpot:
    """Return the spot that options describe.

    Raises:
        PokerError: naming the option that is wrong.
    """
    ranges = dict(zip(RANGES, (given["ranges"][0], middle, given["ranges"][1]), strict=True))
    try:
        spot = ThreeWaySpot.parse(
            given["board"],
            **ranges,
            **{name: given[name] for name in ("pot", "stack", "bets", "raises")},
            **{name: given[name] or "" for name in _OPTIONAL},
        )
        _ = spot.tree
    except SpotError as error:
        option = f"--ranges {error.field.upper()}" if error.field in RANGES else f"--{error.field}"
        if not error.field:
            raise
        raise PokerError("{option}: {error}", option=option, error=error) from None
    return spot


def solve_three_way(
    source: ThreeWaySpot | KeptSpot,
    algorithm: str | None,
    limits: Limits,
    out: Path | None,
    line: str | None,
    as_json: bool,
) -> None:
    """Solve a spot, or show and continue that of a file, and print its figures.

    Raises:
        PokerError: if it is too large, a file cannot be written, or there is no such line.
    """
    spot = source if isinstance(source, ThreeWaySpot) else three_way_spot(source)
    bounded = isinstance(source, ThreeWaySpot) or limits.given
    path = out if isinstance(source, ThreeWaySpot) else source.path
    place = None if line is None else place_of(spot, line, None)
    if path is not None and bounded:
        check_place(path)
        check_writable(path)
    size = estimate(spot)
    _check_memory(size)
    if path is not None and path.exists():
        run = ThreeWayRun.load(path)
        asked = algorithm or (run.algorithm if path is not out else DEFAULT_ALGORITHM)
        if run.spot.record() != spot.record() or run.algorithm != asked:
            raise PokerError("{file}: holds another spot", file=path)
    else:
        run = ThreeWayRun(spot, algorithm or DEFAULT_ALGORITHM)
    with long_work(tr("solving")) as control:
        start = timing.seconds()
        compile_kernels()
        compile_seconds = timing.seconds() - start
        begun, spent = run.trainer.iteration, run.seconds
        if bounded:
            run.target = DEFAULT_TARGET if limits.target is None else limits.target
            run.run(limits.bounds(run), control, path=path)
        figures = _figures(run.trainer)
        node = place and node_figures(run.trainer, place)
    rate = (run.trainer.iteration - begun) / max(run.seconds - spent, 1e-9)
    if bounded and limits.target is not None and run.percent > limits.target:
        aim = tr("{percent:g}% of the pot").format(percent=limits.target)
        if not control.cancelled:
            not_reached(aim, bounded=limits._replace(target=None).given)
    percent = 100.0 / spot.pot
    result = {
        "spot": spot.record(),
        "algorithm": run.algorithm,
        "iterations": run.last.iteration,
        "seconds": run.seconds,
        "iterations_per_second": rate,
        "compile_seconds": compile_seconds,
        "nash_conv": run.exploitability / spot.unit,
        "nash_conv_percent": run.percent,
        **figures,
        "tree": picked(size, "decision_nodes", "action_edges"),
        "infosets": size.infosets,
        "memory_mb": run.trainer.num_bytes / 1e6,
        "curve": [
            [point.iteration, point.seconds, percent * point.exploitability] for point in run.curve
        ],
        "node": node,
        "file": path and str(path),
    }
    unit = shown_unit(spot)
    gains = zip(seats(len(figures["gains"])), figures["gains"], strict=True)
    lines = [
        tr("River {board} for three players, pot {pot}, {stack} behind").format(
            board=card_names(spot.board),
            pot=chips(spot.pot, spot.unit),
            stack=spot.stack_text,
        ),
        tr("{algorithm}: {count:,} iterations in {seconds:.3f} s ({speed}/s)").format(
            algorithm=run.algorithm,
            count=run.last.iteration,
            seconds=run.seconds,
            speed=f"{rate:,.0f}" if rate >= 10 else f"{rate:.2f}",
        ),
        tr("NashConv {percent:.4f}% of the pot: the sum of what best responses gain").format(
            percent=run.percent
        ),
        ", ".join(
            tr("{seat} {percent:.4f}%").format(seat=seat, percent=percent * spot.unit * gain)
            for seat, gain in gains
        ),
        *spot_lines(figures, unit),
        *(node_lines(node, unit) if node else ()),
    ]
    report(result, as_json, lines)
    exit_if_stopped(control)


def _check_memory(size: Size) -> None:
    too_large = refusal(size.num_bytes, False, free_bytes())
    if too_large:
        raise PokerError(
            "{decisions:,} decisions and {actions:,} actions: {too_large}",
            decisions=size.decision_nodes,
            actions=size.action_edges,
            too_large=too_large,
        )


def _figures(solver: ThreeWaySolver) -> dict[str, Any]:
    """Return the figures of a whole spot; ``strategy`` is that of each hand at its start."""
    spot = solver.spot
    best, played = solver.best_responses()
    figures = spot_figures(solver)
    actions, rows = solver.answer((), spot.board)
    keys = [spot.key(action) for action in actions]
    return {
        **figures,
        "values": figures["ev"],
        "gains": ((best - played) / spot.unit).tolist(),
        "strategy": {
            combo_name(combo): dict(zip(keys, rows[combo].tolist(), strict=True))
            for combo in np.flatnonzero(spot.ranges[0]).tolist()[::-1]
        },
    }
