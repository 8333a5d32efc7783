"""The result of a match of three and more: a curve and an interval for each engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

from ai.agents.entry import AIVAT
from engine.running_result import Interval
from pokergui.formatting.result import Unit
from pokergui.formatting.statistics import stat_heads
from pokergui.formatting.words import chips, listed, signed
from pokergui.language import tr_watch as tr
from pokergui.language.joins import clauses, phrases
from pokergui.pages.watch.scenes.intervals import interval_row, reach_of, stat_rows
from pokergui.pages.watch.viewmodel.watch import SIDES, StandingScene
from pokergui.pages.watch.work.counting import Counting
from pokergui.viewmodel.chart import SERIES, Axis, Chart, Line

_POINTS = 120
"""Maximum number of points of a curve; there are up to six curves."""
_LEAST = 2
"""Minimum number of hands or deals for a curve."""


def standing_of_many(
    counting: Counting, names: Sequence[str], hands: int, before: StandingScene | None = None
) -> StandingScene:
    """Build the result of a match so far, from the arguments of ``standing_scene``.

    The interval of each engine is that of its result over hands, or over deals that were played
    from every seating.
    """
    result = counting.result
    unit = Unit.of(result.game)
    if before is not None:
        return replace(before, chart=_chart(counting, unit, names, before.verdict))
    intervals = [counting.of_engine(player).interval for player in range(len(names))]
    reach, units, due = reach_of(intervals), result.tally.units, result.hands >= hands
    sides = tr("below 0"), tr("above 0")
    rows = tuple(
        replace(interval_row(name, interval, units, unit, reach, sides, due=due), mark=side)
        for name, interval, side in zip(names, intervals, SIDES, strict=False)
    )
    verdict, note = _verdict(counting, intervals, names, hands)
    return StandingScene(
        chart=_chart(counting, unit, names, verdict),
        unit=unit.name,
        difference=tr("Around 0"),
        methods=rows,
        seats=(),
        verdict=verdict,
        verdict_note=note,
        stat_names=stat_heads(),
        stats=stat_rows(result, names),
        heading=tr("Engine"),
        units=tr("Deals") if result.duplicate else tr("Hands"),
    )


def _verdict(
    counting: Counting, intervals: Sequence[Interval], names: Sequence[str], hands: int
) -> tuple[str, str]:
    """Return who wins and who loses once the chosen length is played, and the note after it."""
    result = counting.result
    if not result.tally.units:
        waiting = tr("No deal is complete yet") if result.duplicate else tr("No hand is over yet")
        return waiting, ""
    if not isfinite(intervals[0].half_width):
        return tr("Too few hands for an interval"), ""
    by = tr("each deal from every seating") if result.duplicate else tr("raw chips")
    if counting.chosen.method == AIVAT:
        by = tr("AIVAT")
    note = tr("By {method}; each engine with its own 95% interval.").format(method=by)
    if result.hands < hands:
        words = tr("{count} hands so far").format(count=chips(result.hands))
        later = tr("winners are named after {hands} hands, the length you set.")
        return words, clauses((by, later.format(hands=chips(hands))))
    above = [n for n, one in zip(names, intervals, strict=True) if one.mean > one.half_width]
    below = [n for n, one in zip(names, intervals, strict=True) if -one.mean > one.half_width]
    wins = tr.plural("{names} wins", "{names} win", len(above))
    loses = tr.plural("{names} loses", "{names} lose", len(below))
    told = [does.format(names=listed(who)) for who, does in ((above, wins), (below, loses)) if who]
    return (phrases(told) or tr("Every interval includes 0")), note


def _chart(counting: Counting, unit: Unit, names: Sequence[str], words: str) -> Chart:
    lines = []
    played = counting.result.tally.units >= _LEAST
    for player, (name, colour) in enumerate(zip(names if played else (), SERIES, strict=False)):
        hands, middle, _ = counting.points(_POINTS, player)
        y = tuple(middle.tolist())
        end = f"{signed(y[-1], 0)} {unit.chart}"
        lines.append(Line(name, colour, tuple(hands.tolist()), y, end=end, dot="full"))
    return Chart(
        tr("Cumulative result of each engine"),
        Axis(tr("hands"), form="count", said=tr("{} hands")),
        Axis(unit.chart, form="signed"),
        tuple(lines),
        words=words,
    )
