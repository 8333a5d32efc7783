"""The ranges of the players still in as curves of equity."""

from __future__ import annotations

from functools import lru_cache

from pokergui.formatting.players import live_sides, player_names, short_names, side_order
from pokergui.language import tr_study as tr
from pokergui.ranges.reading import Reading
from pokergui.viewmodel.chart import SERIES, Line

_STEPS = 201
_SPOKEN = (0.1, 0.5, 0.9)
_NAMED = 3
"""Most curves that are labelled with full names."""


@lru_cache(maxsize=4)
def equity_lines(reading: Reading | None) -> tuple[Line, ...]:
    """Return the equity distributions of the players still in; empty if unknown."""
    if reading is None or reading.worth is None:
        return ()
    game, worth, live = reading.place.game, reading.worth, live_sides(reading.place.betting)
    names, order = (short_names if len(live) > _NAMED else player_names)(game), side_order(game)
    lines, shares = [], tuple(i / (_STEPS - 1) for i in range(_STEPS))
    for seat in live:
        equities = worth.distribution(seat, _STEPS)
        if not len(equities):
            return ()
        ten, half, ninety = (f"{100 * equities[round(s * (_STEPS - 1))]:.0f}%" for s in _SPOKEN)
        words = tr("10th percentile {ten}, median {half}, 90th percentile {ninety}")
        spoken = words.format(ten=ten, half=half, ninety=ninety)
        y = tuple(equities.tolist())
        colour = SERIES[order.index(seat)]
        lines.append(Line(names[seat], colour, shares, y, spoken=spoken))
    return tuple(lines)
