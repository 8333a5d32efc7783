"""The Train page's chart and the table of milestones under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log
from pathlib import Path
from typing import Any, Literal, Protocol

from ai.training.recipe import Recipe
from ai.training.run import Bounds, CurvePoint
from pokergui.formatting.numbers import short_count, took
from pokergui.formatting.words import NOTHING, UNKNOWN, phrase
from pokergui.language import tr_train as tr
from pokergui.language.joins import clauses, labelled
from pokergui.pages.train.scenes.measure import EXPLOITABILITY, TIMES, EffortColumns, RunMeasure
from pokergui.pages.train.scenes.options import PRECISION, short_game
from pokergui.pages.train.scenes.run_kind import Kind, Learning
from pokergui.pages.train.scenes.stop import RunPace
from pokergui.pages.train.viewmodel import MilestoneRow, MilestonesScene, RunRow, TrainChartScene
from pokergui.pages.train.work import KeptEngine, TrainWork
from pokergui.units import unit_of
from pokergui.viewmodel.chart import SERIES, Axis, Chart, Form, Guide, Line
from pokergui.viewmodel.controls import RunPhase


class ShownRun(Protocol):
    """A run that is active, waiting or finished.

    Attributes:
        series: its colour while it is on the chart; −1 otherwise.
        row: its line of the list, and what that was made from; None before that.
    """

    key: str
    recipe: Recipe
    kind: Kind[Any]
    measure: RunMeasure
    bounds: Bounds
    path: Path
    series: int
    pace: RunPace
    phase: RunPhase
    work: TrainWork
    engine: KeptEngine | None
    row: tuple[tuple[object, ...], RunRow] | None

    @property
    def active(self) -> bool: ...

    @property
    def halting(self) -> Literal["pause", "stop", ""]: ...

    @property
    def curve(self) -> Sequence[CurvePoint]: ...

    @property
    def learning(self) -> Sequence[Learning]: ...

    @property
    def iteration(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def checkpoint_age(self) -> float | None: ...

    @property
    def engine_current(self) -> bool: ...


MOST_POINTS = 300
_SHORTEST_S = 1e-5
_SHORTEST_SHARE = 1e-4
"""Measurements earlier than this part of the longest run share the left end of the axis."""
_MOST_HEADS, _APART = 5, 1.3
_FAR = 1_000


def chart_scene(
    runs: Sequence[ShownRun],
    names: Mapping[str, str],
    front: ShownRun | None,
    axis: str,
    chosen: RunMeasure = EXPLOITABILITY,
) -> TrainChartScene:
    """Build the curves of the shown runs that are measured like the selected one."""
    measure, shown = _shown(runs, front, chosen)
    labels = measure.labels()
    about = front if front is not None else shown[0] if shown else None
    several = len({run.recipe.game for run in shown}) > 1
    start = earliest(shown)
    curves = tuple(
        _curve(run, names[run.key], axis, start, front=run is front, named=several) for run in shown
    )
    target = measure.target(about.recipe.game) if shown and about is not None else None
    chart = Chart(
        labels.title,
        effort_axis(shown, axis),
        Axis(
            measure.unit(about.recipe.game) if about is not None else tr("antes per hand"),
            log=not measure.linear,
            form="count" if measure.linear else "figure",
        ),
        curves,
        (Guide(target[0], "unc", target[1]),) if target is not None else (),
        newest(curves, now_words(front, axis) if front is not None and front.series >= 0 else ""),
        words=clauses(labelled(curve.name, curve.end) for curve in curves),
    )
    return TrainChartScene(
        chart,
        axis,
        tr("The curve of a run appears here: {what}.").format(what=labels.told),
        about.kind.units().caption if about is not None else "",
        about.kind.units().touches if about is not None else "",
    )


def effort_axis(shown: Sequence[ShownRun], axis: str) -> Axis:
    title = axis_titles(shown)[axis]
    form: Form = "figure" if axis == "seconds" else "count"
    return Axis(title, log=True, form=form, said=f"{{}} {title}")


def newest(curves: Sequence[Line], words: str) -> tuple[Guide, ...]:
    live = [curve for curve in curves if curve.dot == "open"]
    live.sort(key=lambda curve: curve.style != "front")
    return tuple(Guide(curve.x[-1], curve.colour, words) for curve in live[:1])


def _shown(
    runs: Sequence[ShownRun], front: ShownRun | None, chosen: RunMeasure = EXPLOITABILITY
) -> tuple[RunMeasure, Sequence[ShownRun]]:
    """Return the measure, and the runs on the chart: two measures cannot share an axis."""
    on_chart = [run for run in runs if run.series >= 0 and run.curve]
    first = front if front is not None else on_chart[0] if on_chart else None
    measure = first.measure if first is not None else chosen
    return measure, [run for run in on_chart if run.measure.family == measure.family]


def _counted(shown: Sequence[ShownRun]) -> list[str]:
    """Return the units counted along the axis; runs may be of several kinds."""
    return list(dict.fromkeys(run.kind.units().caption for run in shown))


def axis_titles(shown: Sequence[ShownRun]) -> dict[str, str]:
    touched = list(dict.fromkeys(run.kind.units().touches for run in shown))
    return {
        "iterations": tr(" or ").join(map(phrase, _counted(shown))) or tr("iterations"),
        "nodes": tr(" or ").join(map(phrase, touched)) or tr("node touches"),
        "seconds": tr("seconds of run time"),
    }


def _table_names(shown: Sequence[ShownRun], names: Mapping[str, str]) -> list[str]:
    """Return the names of the rows; they name the game, too, if there are several."""
    games = {run.recipe.game for run in shown}
    if len(games) < 2:
        return [names[run.key] for run in shown]
    words = tr("{name}, {game}")
    return [words.format(name=names[run.key], game=short_game(run.recipe.game)) for run in shown]


def milestones_scene(
    runs: Sequence[ShownRun], names: Mapping[str, str], front: ShownRun | None
) -> MilestonesScene:
    """Build the table of the shown runs' figures after decades of iterations and at the newest."""
    measure, shown = _shown(runs, front)
    about = front if front is not None else shown[0] if shown else None
    if about is None:
        return MilestonesScene(tr("Exploitability, mA/hand, after"), (), tr("Nodes to 1 mA"))
    game = about.recipe.game
    # Iterations of two kinds cannot be compared; seconds can.
    columns = measure.columns if len(_counted(shown)) < 2 else TIMES
    heads = _heads(columns, shown, front)
    rows = tuple(
        MilestoneRow(
            run.key,
            run.series,
            name,
            tuple(_cell(run, columns, head) for head in heads),
            measure.last(run.recipe.game, run.curve, columns),
            front=run is front,
        )
        for run, name in zip(shown, _table_names(shown, names), strict=True)
    )
    return MilestonesScene(
        measure.labels().table.format(unit=unit_of(game)),
        tuple(columns.head(head) for head in heads),
        measure.last_head(game, columns),
        rows,
    )


def thinned(curve: Sequence[CurvePoint]) -> list[CurvePoint]:
    """Return at most ``MOST_POINTS`` of a curve, evenly by log iterations, with both ends."""
    points = list(curve)
    if len(points) <= MOST_POINTS:
        return points
    steps = (MOST_POINTS - 2) / max(1e-9, log(points[-1].iteration / points[0].iteration))
    kept: dict[int, CurvePoint] = {}
    for point in points:
        kept[int(log(point.iteration / points[0].iteration) * steps)] = point
    return list({id(point): point for point in (points[0], *kept.values())}.values())


def _curve(run: ShownRun, name: str, axis: str, start: float, *, front: bool, named: bool) -> Line:
    """Build one curve; with several games the note below its name includes its game."""
    points, game, measure = thinned(_learned(run)), run.recipe.game, run.measure
    value = measure.words(game, points[-1])
    y = [measure.level(game, point) for point in points]
    spreads = [measure.spread(game, point) for point in points]
    sure = [pair for pair in zip(y, spreads, strict=True) if None not in spreads]
    return Line(
        name,
        SERIES[run.series % len(SERIES)],
        tuple(along(point, axis, start) for point in points),
        tuple(y),
        tuple(level - (half or 0.0) for level, half in sure),
        tuple(level + (half or 0.0) for level, half in sure),
        tr("{value}, {game}").format(value=value, game=short_game(game)) if named else value,
        "front" if front else "plain",
        "open" if run.active else "full",
    )


def _learned(run: ShownRun) -> Sequence[CurvePoint]:
    """Return the curve from where learning began; earlier measurements would fill the axis."""
    curve = run.curve
    if run.kind.learns and not run.measure.linear:
        first = curve[0].exploitability
        moved = (i for i, point in enumerate(curve) if point.exploitability != first)
        return curve[max(0, next(moved, 1) - 1) :]
    far = len(curve) > 2 and curve[1].iteration > _FAR * curve[0].iteration
    return curve[1:] if far and run.measure.linear else curve


def earliest(shown: Sequence[ShownRun]) -> float:
    longest = max((run.curve[-1].seconds for run in shown), default=0.0)
    return max(_SHORTEST_S, _SHORTEST_SHARE * longest)


def along(point: CurvePoint, axis: str, start: float) -> float:
    """Return the place of a measurement along an axis; that of seconds begins at ``start``."""
    if axis == "seconds":
        return max(start, point.seconds)
    return float(point.nodes if axis == "nodes" else point.iteration)


def now_words(run: ShownRun, axis: str) -> str:
    """Return the label of the line through the latest measurement of the live curve."""
    if not run.active or not run.curve:
        return ""
    point = run.curve[-1]
    if axis == "seconds":
        return tr("latest: {time}").format(time=took(point.seconds))
    if axis == "nodes":
        return tr("latest: {count}").format(
            count=run.kind.units().touched.format(count=short_count(point.nodes))
        )
    return tr("latest: {count}").format(count=run.kind.units().counted(point.iteration))


def _heads(
    columns: EffortColumns, shown: Sequence[ShownRun], front: ShownRun | None
) -> list[float]:
    """Return round efforts that some run has reached, and that of the selected run."""
    most = max((columns.effort(run.curve[-1]) for run in shown), default=0.0)
    if not most:
        return []
    now = columns.effort(front.curve[-1]) if front is not None and front in shown else most
    apart = [e for e in columns.milestones(most) if max(now, e) >= _APART * min(now, e)]
    return sorted({*apart[-_MOST_HEADS + 1 :], now})


def _cell(run: ShownRun, columns: EffortColumns, effort: float) -> str:
    value = _at(run, columns, effort)
    if value is None:
        return NOTHING if run.phase == "done" else UNKNOWN
    return run.measure.cell(run.recipe.game, value)


def _at(run: ShownRun, columns: EffortColumns, effort: float) -> float | None:
    """Return the figure after some effort, interpolated between measurements as on the chart."""
    looks = [(columns.effort(point), point.exploitability) for point in _learned(run)]
    before = next((look for look in reversed(looks) if look[0] <= effort), None)
    after = next((look for look in looks if look[0] >= effort), None)
    if before is None or after is None:
        return None
    if before[0] == after[0]:
        return before[1]
    share = log(effort / before[0]) / log(after[0] / before[0])
    if run.measure.linear:
        return before[1] * (1 - share) + after[1] * share
    low, high = (max(PRECISION, look[1]) for look in (before, after))
    return exp(log(low) * (1 - share) + log(high) * share)
