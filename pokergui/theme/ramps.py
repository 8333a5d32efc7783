"""Colour ramps of heatmap cells, and the text colour readable on them."""

from __future__ import annotations

from functools import cache

from pokergui.theme.actions import INK
from pokergui.theme.tokens import Tokens, contrast, interpolate, mix

STEPS = 64
"""Number of colours of a ramp; more than the eye can distinguish."""
_READABLE = 4.5
_PAPER, _BLACK = "#FFFFFF", "#000000"


@cache
def amounts(t: Tokens, colour: str = "") -> tuple[str, ...]:
    """Return a sequential ramp towards a colour or the accent, monotonic in lightness."""
    dark = t.name == "dark"
    if colour:
        low = mix(colour, 0.22, t.cell) if dark else mix(colour, 0.36, t.bg2)
        return _through((0.0, low), (1.0, colour))
    if dark:
        low, high = mix(t.acc, 0.2, t.cell), mix(t.t1, 0.85, t.acc)
        return _through((0.0, low), (0.42, t.accf), (0.72, t.acc), (1.0, high))
    low, high = mix(t.acc, 0.2, t.bg2), mix(t.acc, 0.4, t.t1)
    return _through((0.0, low), (0.7, t.acc), (1.0, high))


@cache
def changes(t: Tokens) -> tuple[str, ...]:
    """Return a diverging ramp in two hues, safe for colour-blind viewers."""
    none = mix(t.t1, 0.12, t.cell)
    return _through((0.0, t.ser_b), (0.5, none), (1.0, t.ser_a))


def _through(*stops: tuple[float, str]) -> tuple[str, ...]:
    """Return colours interpolated in CIE Lab between stops at 0 to 1."""
    colours = []
    for step in range(STEPS):
        at = step / (STEPS - 1)
        right = next(i for i, (place, _) in enumerate(stops) if i and place >= at)
        (start, first), (end, last) = stops[right - 1], stops[right]
        colours.append(interpolate(first, last, (at - start) / (end - start)))
    return tuple(colours)


@cache
def ink_on(colour: str) -> str:
    """Return ink or white, whichever has more contrast; black if neither has enough."""
    best = max((INK, _PAPER), key=lambda ink: contrast(ink, colour))
    return best if contrast(best, colour) >= _READABLE else _BLACK
