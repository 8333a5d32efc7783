"""The running result of a match as the page shows it."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from ai.agents.entry import AIVAT, DUPLICATE
from ai.evaluation.match_estimates import ALL_IN, RAW, Reading
from engine.game import Game
from engine.stopping import ConfidenceSequence
from pokergui.formatting.result import Unit
from pokergui.formatting.statistics import stat_heads
from pokergui.formatting.words import MINUS, percent
from pokergui.language import tr_watch as tr
from pokergui.pages.watch.scenes.intervals import interval_row, reach_of, stat_rows
from pokergui.pages.watch.scenes.standing_of_many import standing_of_many
from pokergui.pages.watch.scenes.verdict import verdict_words
from pokergui.pages.watch.viewmodel.watch import StandingScene
from pokergui.pages.watch.work.counting import Counting
from pokergui.viewmodel.chart import Axis, Chart, Line

Floats = NDArray[np.float64]
POINTS = 200
"""Maximum number of points of the curve; more would cost the engines time and show nothing."""


def standing_scene(
    counting: Counting, names: tuple[str, ...], hands: int, before: StandingScene | None = None
) -> StandingScene:
    """Build the result of a match so far.

    Args:
        counting: the hands so far.
        names: the engines' titles, in the match's order.
        hands: planned number of hands.
        before: the result shown before, if only the curve needs to be new.
    """
    result, readings = counting.result, counting.readings
    if not result.game.is_heads_up:
        return standing_of_many(counting, names, hands, before)
    unit, last = Unit.of(result.game), readings[-1]
    if before is not None:
        return replace(before, chart=_chart(counting, unit, names[0], before.verdict))
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
        chart=_chart(counting, unit, names[0], verdict),
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


def _chart(counting: Counting, unit: Unit, name: str, words: str) -> Chart:
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
    return Chart(
        tr("Cumulative result, {name}").format(name=name),
        Axis(tr("hands"), form="count", said=tr("{} hands")),
        Axis(unit.chart, form="signed"),
        tuple(lines),
        note=tr("shaded: 95% band"),
        words=words,
    )


def _short(method: str) -> str:
    """Return a counting method's title in the legend."""
    return {RAW: tr("Raw"), DUPLICATE: tr("Duplicate")}.get(method) or method_title(method)


def _line(name: str, hands: Floats, middle: Floats, half: Floats, line: Line) -> Line:
    """Build a line of the chart with its band."""
    y, low, high = (tuple(values.tolist()) for values in (middle, middle - half, middle + half))
    return replace(line, name=name, x=tuple(hands.tolist()), y=y, low=low, high=high)
