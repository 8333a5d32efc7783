"""The Train page's chart and the table of milestones under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, log10

from ai.run import Point
from pokergui.presenters.figures import (
    exploitability,
    short_count,
    thousandths,
    took,
    unit_of,
    whole_unit_of,
)
from pokergui.presenters.train_run import TrainRun
from pokergui.presenters.train_words import PRECISION, short_game
from pokergui.presenters.words import chips, tr
from pokergui.viewmodel import (
    CurveScene,
    MilestoneRow,
    MilestonesScene,
    TrainChartScene,
)

AXES = ("iterations", "nodes", "seconds")
MOST_POINTS = 300
TARGET = 1e-3
"""Antes or big blinds a hand below which a game counts as practically solved."""
_SHORTEST_S = 1e-5
_MOST_HEADS, _APART = 5, 1.3
_NONE = "…"


def chart_scene(
    runs: Sequence[TrainRun], names: Mapping[str, str], front: TrainRun | None, axis: str
) -> TrainChartScene:
    """The curves of the runs that are shown.

    Args:
        runs: in their order.
        names: of runs by key.
        front: the run in front.
        axis: one of ``AXES``.
    """
    shown = [run for run in runs if run.series >= 0 and run.curve]
    about = front if front is not None else shown[0] if shown else None
    several = len({run.recipe.game for run in shown}) > 1
    curves = tuple(
        _curve(run, names[run.key], axis, front=run is front, named=several) for run in shown
    )
    titles = {
        "iterations": tr("iterations"),
        "nodes": tr("node touches"),
        "seconds": tr("seconds"),
    }
    target = None
    if shown and about is not None:
        words = tr("{aim}/hand: practically solved")
        target = (TARGET, words.format(aim=f"1 {unit_of(about.recipe.game)}"))
    return TrainChartScene(
        tr("Exploitability of the average strategy"),
        whole_unit_of(about.recipe.game) if about is not None else tr("antes per hand"),
        axis,
        titles[axis],
        curves,
        target,
        _now(front, axis) if front is not None and front.series >= 0 else "",
        tr("The curve of a run appears here: how much a perfect opponent would still win from it."),
        "; ".join(
            tr("{name}: {figure}").format(name=curve.name, figure=curve.value) for curve in curves
        ),
    )


def _table_names(shown: Sequence[TrainRun], names: Mapping[str, str]) -> list[str]:
    """Names of the rows; they name the game, too, where there are several."""
    games = {run.recipe.game for run in shown}
    if len(games) < 2:
        return [names[run.key] for run in shown]
    words = tr("{name}, {game}")
    return [words.format(name=names[run.key], game=short_game(run.recipe.game)) for run in shown]


def milestones_scene(
    runs: Sequence[TrainRun], names: Mapping[str, str], front: TrainRun | None
) -> MilestonesScene:
    """Exploitability of the shown runs after decades of iterations, and at the front's newest."""
    shown = [run for run in runs if run.series >= 0 and run.curve]
    about = front if front is not None else shown[0] if shown else None
    unit = unit_of(about.recipe.game) if about is not None else tr("mA")
    heads = _heads(shown, front)
    rows = tuple(
        MilestoneRow(
            run.key,
            run.series,
            name,
            tuple(_cell(run, head) for head in heads),
            _nodes_to_target(run),
            front=run is front,
        )
        for run, name in zip(shown, _table_names(shown, names), strict=True)
    )
    return MilestonesScene(
        tr("Exploitability, {unit}/hand, after").format(unit=unit),
        tuple(chips(head) for head in heads),
        tr("Nodes to {aim}").format(aim=f"1 {unit}"),
        rows,
    )


def thinned(curve: Sequence[Point]) -> list[Point]:
    """At most ``MOST_POINTS`` of a curve, evenly by the logarithm of iterations, its ends kept."""
    points = list(curve)
    if len(points) <= MOST_POINTS:
        return points
    steps = (MOST_POINTS - 2) / max(1e-9, log(points[-1].iteration / points[0].iteration))
    kept: dict[int, Point] = {}
    for point in points:
        kept[int(log(point.iteration / points[0].iteration) * steps)] = point
    return list({id(point): point for point in (points[0], *kept.values())}.values())


def _curve(run: TrainRun, name: str, axis: str, *, front: bool, named: bool) -> CurveScene:
    """One curve; where there are several games, what stands under its name says which."""
    points, game = thinned(run.curve), run.recipe.game
    value = exploitability(game, points[-1].exploitability)
    return CurveScene(
        run.key,
        run.series,
        name,
        tr("{value}, {game}").format(value=value, game=short_game(game)) if named else value,
        tuple(_place(point, axis) for point in points),
        tuple(max(PRECISION, point.exploitability / game.big_blind) for point in points),
        live=run.active,
        front=front,
    )


def _place(point: Point, axis: str) -> float:
    if axis == "seconds":
        return max(_SHORTEST_S, point.seconds)
    return float(point.nodes if axis == "nodes" else point.iteration)


def _now(run: TrainRun, axis: str) -> str:
    """Words at the live curve's line."""
    if not run.active or not run.curve:
        return ""
    point = run.curve[-1]
    if axis == "seconds":
        return tr("now, {time}").format(time=took(point.seconds))
    if axis == "nodes":
        return tr("now, {count} nodes").format(count=short_count(point.nodes))
    return tr("now, iteration {count}").format(count=chips(point.iteration))


def _heads(shown: Sequence[TrainRun], front: TrainRun | None) -> list[int]:
    """Decades that some run has reached, and where the run in front is."""
    most = max((run.curve[-1].iteration for run in shown), default=0)
    if not most:
        return []
    decades = [10**power for power in range(1, int(log10(most) + 1e-9) + 1)]
    now = front.curve[-1].iteration if front is not None and front in shown else most
    apart = [ten for ten in decades if max(now, ten) >= _APART * min(now, ten)]
    return sorted({*apart[-_MOST_HEADS + 1 :], now})


def _cell(run: TrainRun, iteration: int) -> str:
    found = _at(run.curve, iteration)
    if found is None:
        return _NONE
    return thousandths(1000 * found / run.recipe.game.big_blind)


def _at(curve: Sequence[Point], iteration: int) -> float | None:
    """Exploitability after so many iterations, between two looks on the line of the chart."""
    before = next((p for p in reversed(curve) if p.iteration <= iteration), None)
    after = next((p for p in curve if p.iteration >= iteration), None)
    if before is None or after is None:
        return None
    if before.iteration == after.iteration:
        return before.exploitability
    share = log(iteration / before.iteration) / log(after.iteration / before.iteration)
    low, high = (max(PRECISION, p.exploitability) for p in (before, after))
    return exp(log(low) * (1 - share) + log(high) * share)


def _nodes_to_target(run: TrainRun) -> str:
    aim = TARGET * run.recipe.game.big_blind
    point = next((p for p in run.curve if p.exploitability <= aim), None)
    return short_count(point.nodes) if point is not None else tr("not reached")
