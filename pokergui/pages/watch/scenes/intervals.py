"""Rows of the figures beside a match: intervals on one zero line, and statistics."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from engine.running import Interval, RunningResult
from pokergui.formatting.result import Unit
from pokergui.formatting.statistics import stat_cells
from pokergui.formatting.words import chips
from pokergui.language import tr_watch as tr
from pokergui.pages.watch.viewmodel.watch import SIDES, IntervalRow, StatRow


def reach_of(intervals: Sequence[Interval]) -> float:
    """Return the distance of the farthest end of some intervals from 0; 0 if there are no ends."""
    ends = (abs(one.mean) + one.half_width for one in intervals)
    return max((end for end in ends if isfinite(end)), default=0.0)


def interval_row(
    name: str,
    interval: Interval,
    units: int,
    unit: Unit,
    reach: float,
    sides: tuple[str, str],
    *,
    chosen: bool = False,
    due: bool = False,
) -> IntervalRow:
    """Build the row of one estimate with its reading.

    Args:
        name: name of the estimate.
        interval: the estimate.
        units: number of hands or deals that it comes from.
        unit: unit of results.
        reach: ``reach_of`` of all rows of the table.
        sides: readings of an interval below 0 and of one above it.
        chosen: True if the verdict is based on it.
        due: True if a verdict is allowed already.
    """
    if not units:
        return IntervalRow(name, chosen=chosen)
    mean, half = interval.mean, interval.half_width
    if not isfinite(half):
        return IntervalRow(name, unit.text(mean), units=chips(units), chosen=chosen)
    low, high = mean - half, mean + half
    even = interval.includes_zero
    if even:
        reading = tr("exactly 0") if mean == half == 0 else tr("includes 0")
    else:
        reading = sides[mean > 0] if due else tr("excludes 0")
    scale = 1.0 / reach if reach else 0.0
    return IntervalRow(
        name,
        unit.text(mean),
        tr("{low} to {high}").format(low=unit.text(low), high=unit.text(high)),
        low * scale,
        mean * scale,
        high * scale,
        chips(units),
        reading,
        leads=due and not even,
        chosen=chosen,
    )


def stat_rows(result: RunningResult, names: Sequence[str]) -> tuple[StatRow, ...]:
    """Return the statistics of each engine."""
    return tuple(
        StatRow(name, side, stat_cells(stats))
        for name, side, stats in zip(names, SIDES, result.stats, strict=False)
    )
