"""The losses and memories of networks on the Train page: chart and figures."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, log10

from ai.training.run import CurvePoint
from pokergui.formatting.figures import memory
from pokergui.formatting.words import UNKNOWN
from pokergui.language import tr_train as tr
from pokergui.language.joins import clauses, labelled
from pokergui.pages.train.scenes.chart import (
    along,
    earliest,
    effort_axis,
    newest,
    now_words,
    thinned,
)
from pokergui.pages.train.scenes.run_kind import Learning
from pokergui.pages.train.scenes.shown_run import ShownRun
from pokergui.pages.train.viewmodel.train import FigureCell, FigureLine, TrainChartScene
from pokergui.viewmodel.chart import SERIES, Axis, Chart, Line


def losses_scene(run: ShownRun, name: str, axis: str) -> TrainChartScene:
    """Build the chart of both losses of a run against the work done.

    Args:
        run: a run of a kind that learns with networks.
        name: its name.
        axis: one of the chart's axes.
    """
    values, policy = run.kind.lost()
    losses: tuple[tuple[str, Callable[[Learning], float]], ...] = (
        (values, lambda look: look.values),
        (policy, lambda look: look.policy),
    )
    curves = []
    for series, (words, loss_of) in enumerate(losses):
        points = [look.point._replace(exploitability=loss_of(look)) for look in run.learning]
        learned = [point for point in points if point.exploitability > 0.0]
        if learned:
            curves.append(_curve(run, series, words, thinned(learned), axis))
    chart = Chart(
        tr("Losses of {name}").format(name=name),
        effort_axis((run,), axis),
        Axis(tr("loss"), log=True),
        tuple(curves),
        moments=newest(curves, now_words(run, axis)),
        words=clauses(labelled(curve.name, curve.end) for curve in curves),
    )
    return TrainChartScene(
        chart,
        axis,
        tr("Both losses appear here. Networks learn once enough hands have been played."),
        run.kind.units().caption,
        run.kind.units().touches,
    )


def learning_cells(run: ShownRun) -> tuple[FigureCell, FigureCell]:
    """Return both losses at the latest measurement, and how full both memories are."""
    looks, size = run.learning, run.work.num_bytes
    values, policy = tr("values"), tr("policy")
    losses = (looks[-1].values, looks[-1].policy) if looks else (0.0, 0.0)
    fills = (looks[-1].values_fill, looks[-1].policy_fill) if looks else (None, None)
    return (
        FigureCell(
            tr("Losses"),
            "",
            lines=tuple(
                FigureLine(name, loss_text(loss))
                for name, loss in zip((values, policy), losses, strict=True)
            ),
        ),
        FigureCell(
            tr("Memory"),
            "",
            rest=memory(size) if size else "",
            lines=tuple(
                FigureLine(name, _percent(fill), fill or 0.0)
                for name, fill in zip((values, policy), fills, strict=True)
            ),
        ),
    )


def loss_text(loss: float) -> str:
    """Write a loss with two or three significant digits, "0.482", "0.0021"; "…" for none."""
    if loss <= 0.0:
        return UNKNOWN
    if loss >= 0.1:
        return f"{loss:.3f}"
    digits = 1 - floor(log10(loss))
    return f"{loss:.{digits}f}" if digits <= 6 else f"{loss:.1e}"


def _percent(share: float | None) -> str:
    """Write a share, with one more digit while it is small."""
    if share is None:
        return UNKNOWN
    return f"{100 * share:.{1 if 0 < share < 0.0995 else 0}f}%"


def _curve(run: ShownRun, series: int, name: str, points: list[CurvePoint], axis: str) -> Line:
    start = earliest((run,))
    return Line(
        name,
        SERIES[series],
        tuple(along(point, axis, start) for point in points),
        tuple(point.exploitability for point in points),
        end=loss_text(points[-1].exploitability),
        style="plain" if series else "front",
        dot="open" if run.active else "full",
    )
