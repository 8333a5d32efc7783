"""Colours of the runs on the chart."""

from __future__ import annotations

from pokergui.theme import look


def series_colour(series: int) -> str:
    """Colour of a series in the theme in force; grey for a run that is not on the chart."""
    t = look.tokens()
    return t.series[series % len(t.series)] if series >= 0 else t.t3
