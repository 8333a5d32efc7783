"""The equity distribution of both sides as a chart: how good which part of a range is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from pokergui.viewmodel.chart import Axis, Chart, Dot, Line

PLOT = 128
"""Height of the plot in pixels."""


def _tr(words: str) -> str:
    return QCoreApplication.translate("EquityCurve", words)


def equity_chart(
    lines: tuple[Line, ...], dots: tuple[Dot, ...] = (), *, whole: bool = False
) -> Chart:
    """The chart of distributions; none while they are not known.

    Args:
        lines: of both sides.
        dots: where the cell at hand lies.
        whole: the grid is narrowed, these are not: the heading says so.
    """
    plain = _tr("Equity distribution")
    shares = tuple((part / 4, f"{25 * part}%") for part in range(5))
    return Chart(
        _tr("Equity distribution, whole range") if whole else plain,
        Axis(form="percent", said=_tr("at {} of the range"), ends=(0.0, 1.0), ticks=shares),
        Axis(form="percent", ends=(0.0, 1.0), ticks=((0.0, "0"), (0.5, "50"), (1.0, "100"))),
        lines,
        dots=dots,
        empty="…",
    )
