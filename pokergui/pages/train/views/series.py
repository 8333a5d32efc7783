"""Colours of the runs on the chart."""

from __future__ import annotations

from pokergui.theme import look


def series_colour(series: int) -> str:
    """Return the colour of a series in the current theme; grey for a run not on the chart."""
    t = look.tokens()
    return t.series[series % len(t.series)] if series >= 0 else t.t3
