"""The running result of a match and its verdict, which names a leader only if a rule allows it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from ai.agents.entry import AIVAT, DUPLICATE
from ai.evaluation.match_estimates import ALL_IN, RAW, Reading
from engine.game import Game
from engine.running_result import Interval, RunningResult
from engine.stopping import ALPHA, LEAST_UNITS, ConfidenceSequence, Sprt
from pokergui.formatting.numbers import ResultUnit
from pokergui.formatting.statistics import stat_cells, stat_heads
from pokergui.formatting.words import MINUS, chips, listed, percent, signed
from pokergui.language import tr_watch as tr
from pokergui.language.joins import clauses, full_sentences, phrases
from pokergui.matches import Counting
from pokergui.pages.watch.viewmodel import SIDES, IntervalRow, StandingScene, StatRow
from pokergui.viewmodel.chart import SERIES, Axis, Chart, Line

_BOUND = math.log((1.0 - ALPHA) / ALPHA)


def verdict_words(
    counting: Counting, unit: ResultUnit, names: tuple[str, ...], hands: int
) -> tuple[str, str]:
    """Return the leader, or that there is none yet, and the note after it.

    A fixed length is decided at its end, the others as soon as their rule decides.
    """
    chosen, rule = counting.chosen, counting.rule
    mean, half = chosen.interval.mean, chosen.interval.half_width
    if not chosen.units:
        double = counting.result.duplicate
        return tr("No pair of hands is complete yet") if double else tr("No hand is over yet"), ""
    if not isfinite(half):
        return tr("Too few hands for an interval"), ""
    by = _by(chosen.method)
    if isinstance(rule, Sprt):
        return _tested(counting, rule, unit, names[0], by)
    if isinstance(rule, ConfidenceSequence):
        return _watched(counting, rule, unit, names, by)
    if mean == half == 0:
        note = tr("{by}: every pair came to 0.") if counting.result.duplicate else tr("{by}.")
        return tr("Exactly even"), note.format(by=by)
    if counting.result.hands < hands:
        words = tr("{name} so far: {figures}")
        note = tr("{by}; no leader is declared before {hands} hands, the length you set.")
        figures = _figures(mean, half, unit)
        return words.format(name=names[0], figures=figures), note.format(by=by, hands=chips(hands))
    if chosen.interval.includes_zero:
        words = tr("Nobody leads: {figures}").format(figures=_figures(mean, half, unit))
        return words, tr("{by}; the interval includes 0.").format(by=by)
    return _leads(mean, half, unit, names), _needed(counting.readings[0], chosen, by)


def _by(method: str) -> str:
    words = {
        RAW: tr("by raw chips"),
        DUPLICATE: tr("by duplicate pairs"),
        ALL_IN: tr("by all-in EV"),
        AIVAT: tr("by AIVAT"),
    }
    return words[method]


def _figures(mean: float, half: float, unit: ResultUnit) -> str:
    words = tr("{mean} ± {half} {unit}")
    return words.format(mean=unit.text(mean), half=unit.half(half), unit=unit.name)


def _leads(mean: float, half: float, unit: ResultUnit, names: tuple[str, ...]) -> str:
    lead = unit.half(abs(mean))
    words = tr("{name} leads by {lead} ± {half} {unit}")
    name = names[0] if mean > 0 else names[1]
    return words.format(name=name, lead=lead, half=unit.half(half), unit=unit.name)


def _needed(raw: Reading, chosen: Reading, by: str) -> str:
    """Name the method, and the hands that raw chips would need."""
    note = tr("{by}.").format(by=by)
    there = chosen.method != RAW and raw.interval.mean and isfinite(raw.interval.half_width)
    if not there or not raw.interval.includes_zero:
        return note
    needed = _rounded(raw.hands * (raw.interval.half_width / chosen.interval.mean) ** 2)
    more = tr("Raw chips would need about {hands} hands.").format(hands=chips(needed))
    return full_sentences((note, more))


def _rounded(value: float) -> int:
    """Round to two leading digits."""
    power: int = 10 ** max(0, len(str(int(value))) - 2)
    return round(value / power) * power


def _watched(
    counting: Counting, rule: ConfidenceSequence, unit: ResultUnit, names: tuple[str, ...], by: str
) -> tuple[str, str]:
    interval = rule.interval(counting.chosen.look)
    if counting.decided:
        note = tr("{by}, valid at any time: the band excluded 0 at hand {hand}.")
        words = _leads(interval.mean, interval.half_width, unit, names)
        return words, note.format(by=by, hand=chips(counting.decided_at))
    if not isfinite(interval.half_width):
        least = tr("{by}; the band begins after {count} pairs of hands.")
        if not counting.result.duplicate:
            least = tr("{by}; the band begins after {count} hands.")
        return tr("Too few hands for a verdict"), least.format(by=by, count=chips(LEAST_UNITS))
    words = tr("Nobody leads yet: {figures}")
    figures = _figures(interval.mean, interval.half_width, unit)
    note = tr("{by}; the band, valid at any time, includes 0.")
    return words.format(figures=figures), note.format(by=by)


def _tested(
    counting: Counting, rule: Sprt, unit: ResultUnit, name: str, by: str
) -> tuple[str, str]:
    null, alternative = unit.text(rule.null), unit.text(rule.alternative)
    if counting.decided:
        accepted, other = null, alternative
        if counting.decided == "alternative":
            accepted, other = alternative, null
        words = tr("{name}: the test accepts {accepted} {unit}, not {other}")
        note = tr("{by}, at hand {hand}; the error probability is at most {share}.")
        said = words.format(name=name, accepted=accepted, unit=unit.name, other=other)
        hand = chips(counting.decided_at)
        return said, note.format(by=by, hand=hand, share=f"{ALPHA:.0%}")
    words = tr("{name}: no decision yet between {null} and {alternative} {unit}")
    ratio = rule.log_ratio(counting.chosen.look)
    note = tr("{by}; the log-likelihood ratio is {ratio} and decides at ±{bound}.")
    said = words.format(name=name, null=null, alternative=alternative, unit=unit.name)
    return said, note.format(by=by, ratio=f"{ratio:+.1f}".replace("-", "−"), bound=f"{_BOUND:.1f}")


def reach_of(intervals: Sequence[Interval]) -> float:
    """Return the distance of the farthest end of some intervals from 0; 0 if there are no ends."""
    ends = (abs(one.mean) + one.half_width for one in intervals)
    return max((end for end in ends if isfinite(end)), default=0.0)


def interval_row(
    name: str,
    interval: Interval,
    units: int,
    unit: ResultUnit,
    reach: float,
    sides: tuple[str, str],
    *,
    chosen: bool = False,
    due: bool = False,
) -> IntervalRow:
    """Build the row of one estimate with its reading.

    Args:
        reach: ``reach_of`` of all rows of the table.
        sides: readings of an interval below 0 and of one above it.
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
    return tuple(
        StatRow(name, side, stat_cells(stats))
        for name, side, stats in zip(names, SIDES, result.stats, strict=False)
    )


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
    unit = ResultUnit.of(result.game)
    if before is not None:
        return replace(before, chart=_chart(counting, unit, names, before.verdict))
    intervals = [counting.of_engine(player).interval for player in range(len(names))]
    reach, units, due = reach_of(intervals), result.tally.units, result.hands >= hands
    sides = tr("below 0"), tr("above 0")
    rows = tuple(
        replace(interval_row(name, interval, units, unit, reach, sides, due=due), mark=side)
        for name, interval, side in zip(names, intervals, SIDES, strict=False)
    )
    verdict, note = _verdict_of_many(counting, intervals, names, hands)
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


def _verdict_of_many(
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
        later = tr("no winner is declared before {hands} hands, the length you set.")
        return words, clauses((by, later.format(hands=chips(hands))))
    above = [n for n, one in zip(names, intervals, strict=True) if one.mean > one.half_width]
    below = [n for n, one in zip(names, intervals, strict=True) if -one.mean > one.half_width]
    wins = tr.plural("{names} wins", "{names} win", len(above))
    loses = tr.plural("{names} loses", "{names} lose", len(below))
    told = [does.format(names=listed(who)) for who, does in ((above, wins), (below, loses)) if who]
    return (phrases(told) or tr("Every interval includes 0")), note


def _chart(counting: Counting, unit: ResultUnit, names: Sequence[str], words: str) -> Chart:
    lines = []
    played = counting.result.tally.units >= _LEAST
    for player, (name, colour) in enumerate(zip(names if played else (), SERIES, strict=False)):
        hands, middle, _ = counting.points(_POINTS, player)
        y = tuple(middle.tolist())
        end = f"{signed(y[-1], 0)} {unit.chart}"
        lines.append(Line(name, colour, tuple(hands.tolist()), y, end=end, dot="full"))
    return _course(tr("Cumulative result of each engine"), unit, lines, words)


def _course(
    title: str, unit: ResultUnit, lines: Sequence[Line], words: str, note: str = ""
) -> Chart:
    hands = Axis(tr("hands"), form="count", said=tr("{} hands"))
    axis = Axis(unit.chart, form="signed")
    return Chart(title, hands, axis, tuple(lines), note=note, words=words)


Floats = NDArray[np.float64]
POINTS = 200
"""Maximum number of points of the curve; more would cost the engines time and show nothing."""


def standing_scene(
    counting: Counting, names: tuple[str, ...], hands: int, before: StandingScene | None = None
) -> StandingScene:
    """Build the result of a match so far.

    Args:
        before: the result shown before, if only the curve needs to be new.
    """
    result, readings = counting.result, counting.readings
    if not result.game.is_heads_up:
        return standing_of_many(counting, names, hands, before)
    unit, last = ResultUnit.of(result.game), readings[-1]
    if before is not None:
        return replace(before, chart=_chart_of_two(counting, unit, names[0], before.verdict))
    played = result.tally.hands_in[0]
    seats = [
        (_seat_name(result.game, position), result.interval(position), int(played[position]))
        for position in range(result.game.num_players)
    ]
    reach = reach_of([one.interval for one in readings] + [seat[1] for seat in seats])
    due = counting.rule is None and result.hands >= hands
    watched = isinstance(counting.rule, ConfidenceSequence) and bool(counting.decided)
    ahead = (tr("{name} ahead").format(name=names[1]), tr("{name} ahead").format(name=names[0]))
    rows = []
    for one in readings:
        row = interval_row(
            *(method_title(one.method), one.interval, one.units, unit, reach, ahead),
            chosen=one is last,
            due=due or (one is last and watched),
        )
        rows.append(replace(row, cut=_cut(one, readings[0])))
    verdict, note = verdict_words(counting, unit, names, hands)
    return StandingScene(
        chart=_chart_of_two(counting, unit, names[0], verdict),
        unit=unit.name,
        difference=f"{names[0]} {MINUS} {names[1]}",
        methods=tuple(rows),
        seats=tuple(interval_row(*seat, unit, reach, ahead, due=due) for seat in seats),
        verdict=verdict,
        verdict_note=note,
        stat_names=stat_heads(),
        stats=stat_rows(result, names),
        heading=tr("Method"),
        units=tr("Hands"),
    )


def method_title(method: str) -> str:
    """Return the title of a counting method in the header of its row."""
    titles = {
        RAW: tr("Raw chips"),
        DUPLICATE: tr("Duplicate pairs"),
        ALL_IN: tr("All-in EV"),
        AIVAT: tr("AIVAT"),
    }
    return titles[method]


def _cut(one: Reading, raw: Reading) -> str:
    """Write how much narrower a method is than raw chips; empty for raw chips."""
    known = one is not raw and isfinite(one.sd) and 0.0 < raw.sd < np.inf
    return percent(max(0.0, one.cut(raw))) if known else ""


def _seat_name(game: Game, position: int) -> str:
    if game.ante:
        return tr("acting first") if position == game.first_player[0] else tr("acting second")
    return tr("as dealer") if position == game.dealer else tr("as big blind")


def _chart_of_two(counting: Counting, unit: ResultUnit, name: str, words: str) -> Chart:
    chosen, result = counting.chosen, counting.result
    hands, middle, half = counting.points(POINTS)
    plain = chosen.method == RAW
    quiet, own = Line("", "raw", (), (), style="quiet"), Line("", "ser_a", (), ())
    first = replace(quiet if plain else own, dot="full")
    lines = [_line(_short(chosen.method), hands, middle, half, first)]
    watched = counting.band(hands)
    known = np.isfinite(watched)
    if known.any():
        ends = (hands[known], middle[known], watched[known])
        dashed = replace(own, style="band")
        lines.append(_line(tr("Sequence"), *ends, dashed))
    raw = counting.readings[0]
    if not plain and isfinite(raw.sd):
        if chosen.method == DUPLICATE:
            quiet = replace(quiet, style="band")
        else:
            hands, middle, _, _ = result.series(POINTS)
        wide = 1.96 * raw.sd * np.sqrt(hands) / 1000.0
        lines.append(_line(tr("Raw"), hands, middle, wide, quiet))
    title = tr("Cumulative result, {name}").format(name=name)
    return _course(title, unit, lines, words, tr("shaded: 95% band"))


def _short(method: str) -> str:
    return {RAW: tr("Raw"), DUPLICATE: tr("Duplicate")}.get(method) or method_title(method)


def _line(name: str, hands: Floats, middle: Floats, half: Floats, line: Line) -> Line:
    y, low, high = (tuple(values.tolist()) for values in (middle, middle - half, middle + half))
    return replace(line, name=name, x=tuple(hands.tolist()), y=y, low=low, high=high)
