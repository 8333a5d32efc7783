"""A chart as data: axes, lines with their bands, guides, dots and text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Form = Literal["count", "figure", "signed", "percent"]
"""Forms of a figure: "6,400"; "0.0431"; "+182"; "55%"."""


SERIES = tuple(f"ser_{mark}" for mark in "abcdefghij")


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a chart.

    Attributes:
        unit: written at the axis, and after a figure that is read off.
        log: whether it is logarithmic; figures that are not positive are then left out.
        said: words of a reading's place, with the figure in braces: "at {} of the range".
        ends: the least and the greatest figure shown; None takes round ones around all lines.
        ticks: figures and text of the ticks; empty takes round ones.
        names: said instead of the figures 0, 1, 2, ...; empty for none.
    """

    unit: str = ""
    log: bool = False
    form: Form = "figure"
    said: str = "{}"
    ends: tuple[float, float] | None = None
    ticks: tuple[tuple[float, str], ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A curve, a band, or a curve with its band.

    Attributes:
        colour: name of a colour token: "ser_a".
        x, y: its points, ``x`` ascending.
        low, high: ends of the band at each point; empty without one.
        end: written under the name at the curve's end, which is then left out of the legend: "0.043
            mA".
        style: "front" is painted last and stronger; "quiet" thinner, its band with dashed edges;
            "band" has no curve.
        dot: at the curve's end: "full", "open" while it grows, or "" for none.
    """

    name: str
    colour: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    end: str = ""
    style: Literal["plain", "front", "quiet", "band"] = "plain"
    dot: Literal["", "full", "open"] = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """A dashed line across the chart."""

    at: float
    colour: str
    words: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A place that is marked with a ring."""

    x: float
    y: float
    colour: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The contents of a chart.

    Attributes:
        note: in the legend, without a colour: "shaded: 95% band".
        words: all of it in a sentence; empty uses those of the lines.
    """

    title: str = ""
    x: Axis = Axis()
    y: Axis = Axis()
    lines: tuple[Line, ...] = ()
    levels: tuple[Guide, ...] = ()
    moments: tuple[Guide, ...] = ()
    dots: tuple[Dot, ...] = ()
    note: str = ""
    empty: str = ""
    words: str = ""
