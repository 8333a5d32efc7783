"""What the Train page shows of how networks learn: losses on the chart, losses and memories."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, log10
from typing import TYPE_CHECKING

from ai.run import Point
from pokergui.formatting.figures import memory
from pokergui.formatting.words import tr
from pokergui.pages.train.scenes.chart import along, axis_titles, earliest, now_words, thinned
from pokergui.pages.train.scenes.kind import Learning
from pokergui.pages.train.viewmodel.train import CurveScene, FigureCell, FigureLine, TrainChartScene

if TYPE_CHECKING:
    from pokergui.pages.train.presenters.run import TrainRun

_UNKNOWN = "…"


def losses_scene(run: TrainRun, name: str, axis: str) -> TrainChartScene:
    """Both losses of a run against what was done.

    Args:
        run: of a kind whose runs learn by networks.
        name: what it is called.
        axis: one of the chart's axes.
    """
    losses: tuple[tuple[str, Callable[[Learning], float]], ...] = (
        (tr("Action values"), lambda look: look.values),
        (tr("Average policy"), lambda look: look.policy),
    )
    curves = []
    for series, (words, loss_of) in enumerate(losses):
        points = [look.point._replace(exploitability=loss_of(look)) for look in run.learning]
        learned = [point for point in points if point.exploitability > 0.0]
        if learned:
            curves.append(_curve(run, series, words, thinned(learned), axis))
    return TrainChartScene(
        tr("Losses of {name}").format(name=name),
        tr("loss"),
        axis,
        axis_titles((run,))[axis],
        tuple(curves),
        now=now_words(run, axis) if curves else "",
        empty=tr("Both losses appear here. Networks learn once enough was played to draw from."),
        words="; ".join(
            tr("{name}: {figure}").format(name=curve.name, figure=curve.value) for curve in curves
        ),
        counted=run.kind.count_caption(),
        touched=run.kind.touch_caption(),
    )


def learning_cells(run: TrainRun) -> tuple[FigureCell, FigureCell]:
    """Both losses at the newest look, and how full both memories are."""
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
    """A loss with two or three digits that count, "0.482", "0.0021"; an ellipsis without one."""
    if loss <= 0.0:
        return _UNKNOWN
    if loss >= 0.1:
        return f"{loss:.3f}"
    digits = 1 - floor(log10(loss))
    return f"{loss:.{digits}f}" if digits <= 6 else f"{loss:.1e}"


def _percent(share: float | None) -> str:
    """A share, with a digit more while it is small."""
    if share is None:
        return _UNKNOWN
    return f"{100 * share:.{1 if 0 < share < 0.0995 else 0}f}%"


def _curve(run: TrainRun, series: int, name: str, points: list[Point], axis: str) -> CurveScene:
    start = earliest((run,))
    return CurveScene(
        run.key,
        series,
        name,
        loss_text(points[-1].exploitability),
        tuple(along(point, axis, start) for point in points),
        tuple(point.exploitability for point in points),
        live=run.active,
        front=series == 0,
    )
