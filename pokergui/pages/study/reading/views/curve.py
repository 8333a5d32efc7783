"""The equity distributions of both sides as a chart."""

from __future__ import annotations

from pokergui.language import tr_study as tr
from pokergui.viewmodel.chart import Axis, Chart, Dot, Line

PLOT = 128
"""Height of the plot in pixels."""


def equity_chart(
    lines: tuple[Line, ...], dots: tuple[Dot, ...] = (), *, whole: bool = False
) -> Chart:
    """Return the chart of distributions; empty while they are unknown.

    Args:
        lines: of both sides.
        dots: the places of the current cell.
        whole: whether only the grid is narrowed; the heading then says so.
    """
    plain = tr("Equity distribution")
    shares = tuple((part / 4, f"{25 * part}%") for part in range(5))
    return Chart(
        tr("Equity distribution, whole range") if whole else plain,
        Axis(form="percent", said=tr("at {} of the range"), ends=(0.0, 1.0), ticks=shares),
        Axis(form="percent", ends=(0.0, 1.0), ticks=((0.0, "0"), (0.5, "50"), (1.0, "100"))),
        lines,
        dots=dots,
        empty="…",
    )
