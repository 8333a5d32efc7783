"""From the running result of a match to what the page shows of it."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite, sqrt
from typing import Literal

from engine.game import Game
from engine.running import Interval, RunningResult
from pokergui.formatting.result import Unit
from pokergui.formatting.statistics import stat_cells, stat_heads
from pokergui.formatting.words import MINUS, chips, tr
from pokergui.pages.watch.viewmodel.watch import IntervalRow, StandingScene, StatRow
from pokergui.viewmodel.chart import Axis, Chart, Line

_MARKS: tuple[Literal["a", "b"], ...] = ("a", "b")
POINTS = 200
"""Most points of the curve; more would cost the engines time and show nothing."""


def raw_interval(result: RunningResult) -> Interval:
    """Player 0's mean per hand where each hand counts alone, in thousandths of the big blind."""
    tally = result.tally
    total, squares = int(tally.chips_in[0].sum()), float(tally.squares_in[0].sum())
    return Interval.of_sums(tally.hands, total, squares, 1000.0 / result.game.big_blind)


def standing_scene(
    result: RunningResult, names: tuple[str, str], before: StandingScene | None = None
) -> StandingScene:
    """What a match shows so far.

    Args:
        result: the hands so far.
        names: the engines' titles, in the match's order.
        before: what was shown before, where only the curve needs to be new.
    """
    unit, hands = Unit.of(result.game), result.hands
    raw = raw_interval(result)
    if before is not None:
        return replace(before, chart=_chart(result, raw, unit, names[0], before.verdict))
    methods = [(tr("Raw chips"), raw, hands)]
    if result.duplicate:
        methods.append((tr("Duplicate pairs"), result.interval(), result.tally.units))
    played = result.tally.hands_in[0]
    seats = [
        (_seat_name(result.game, position), result.interval(position), int(played[position]))
        for position in range(result.game.num_players)
    ]
    reach = max(
        (
            abs(end)
            for _, interval, _ in (*methods, *seats)
            for end in (interval.mean - interval.half_width, interval.mean + interval.half_width)
            if isfinite(end)
        ),
        default=0.0,
    )
    last = len(methods) - 1
    rows = [_row(*method, unit, reach, names, chosen=i == last) for i, method in enumerate(methods)]
    verdict, note = _verdict(methods[last], raw, hands, unit, names, duplicate=result.duplicate)
    return StandingScene(
        chart=_chart(result, raw, unit, names[0], verdict),
        unit=unit.name,
        difference=f"{names[0]} {MINUS} {names[1]}",
        methods=tuple(rows),
        seats=tuple(_row(*seat, unit, reach, names) for seat in seats),
        verdict=verdict,
        verdict_note=note,
        stat_names=stat_heads(),
        stats=stat_rows(result, names),
    )


def stat_rows(result: RunningResult, names: tuple[str, str]) -> tuple[StatRow, ...]:
    """What each engine did."""
    return tuple(StatRow(names[i], _MARKS[i], stat_cells(result.stats[i])) for i in range(2))


def _seat_name(game: Game, position: int) -> str:
    if game.ante:
        return tr("acting first") if position == game.first_player[0] else tr("acting second")
    return tr("as dealer") if position == game.dealer else tr("as big blind")


def _row(
    name: str,
    interval: Interval,
    units: int,
    unit: Unit,
    reach: float,
    names: tuple[str, str],
    *,
    chosen: bool = False,
) -> IntervalRow:
    if not units:
        return IntervalRow(name, chosen=chosen)
    mean, half = interval.mean, interval.half_width
    if not isfinite(half):
        return IntervalRow(name, unit.text(mean), units=chips(units), chosen=chosen)
    low, high = mean - half, mean + half
    ahead = names[0] if mean > 0 else names[1]
    even = interval.includes_zero
    exact = tr("exactly 0") if mean == half == 0 else tr("includes 0")
    scale = 1.0 / reach if reach else 0.0
    return IntervalRow(
        name,
        unit.text(mean),
        tr("{low} to {high}").format(low=unit.text(low), high=unit.text(high)),
        low * scale,
        mean * scale,
        high * scale,
        chips(units),
        exact if even else tr("{name} ahead").format(name=ahead),
        leads=not even,
        chosen=chosen,
    )


def _verdict(
    method: tuple[str, Interval, int],
    raw: Interval,
    hands: int,
    unit: Unit,
    names: tuple[str, str],
    *,
    duplicate: bool,
) -> tuple[str, str]:
    """A leader is named only where the interval leaves out zero."""
    _, interval, units = method
    mean, half = interval.mean, interval.half_width
    if not units:
        words = tr("No pair of hands is complete yet") if duplicate else tr("No hand is over yet")
        return words, ""
    if not isfinite(half):
        return tr("Too few hands for an interval"), ""
    by = tr("by duplicate pairs") if duplicate else tr("by raw chips")
    figures = tr("{mean} ± {half} {unit}")
    if mean == half == 0:
        return tr("They are exactly even"), tr("{by}: every pair came to 0.").format(by=by)
    if interval.includes_zero:
        text = figures.format(mean=unit.text(mean), half=unit.half(half), unit=unit.name)
        words = tr("Nobody leads yet: {figures}").format(figures=text)
        return words, tr("{by}; the interval includes 0.").format(by=by)
    lead = f"{abs(mean) * unit.scale:,.{unit.digits}f}"
    text = figures.format(mean=lead, half=unit.half(half), unit=unit.name)
    words = tr("{name} leads by {figures}").format(
        name=names[0] if mean > 0 else names[1], figures=text
    )
    note = tr("{by}.").format(by=by)
    if duplicate and raw.mean and isfinite(raw.half_width) and raw.includes_zero:
        needed = _rounded(hands * (raw.half_width / mean) ** 2)
        more = tr("Raw chips would need about {hands} hands.").format(hands=chips(needed))
        note = f"{note} {more}"
    return words, note


def _rounded(value: float) -> int:
    """Two leading digits."""
    power: int = 10 ** max(0, len(str(int(value))) - 2)
    return round(value / power) * power


def _chart(result: RunningResult, raw: Interval, unit: Unit, name: str, words: str) -> Chart:
    hands, middle, lower, upper = result.series(POINTS)
    own = result.duplicate
    scale = unit.chart_scale
    x, y = tuple(hands.tolist()), tuple((middle * scale).tolist())
    curve = Line(
        tr("Duplicate") if own else tr("Raw"),
        "ser_a" if own else "raw",
        x,
        y,
        tuple((lower * scale).tolist()),
        tuple((upper * scale).tolist()),
        style="plain" if own else "quiet",
        dot="full",
    )
    lines = [curve]
    if own and isfinite(raw.half_width):
        half = raw.half_width / 1000.0 * sqrt(result.hands) * hands**0.5
        low, high = (tuple(((middle + end) * scale).tolist()) for end in (-half, half))
        lines.append(Line(tr("Raw"), "raw", x, y, low, high, style="band"))
    return Chart(
        tr("Cumulative result, {name}").format(name=name),
        Axis(tr("hands"), form="count", said=tr("{} hands")),
        Axis(unit.chart, form="signed"),
        tuple(lines),
        note=tr("shaded: 95% band"),
        words=words,
    )
