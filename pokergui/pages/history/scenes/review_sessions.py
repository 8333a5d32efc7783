"""Error rates by session as a chart, and the level of an error rate."""

from __future__ import annotations

import math
from pathlib import Path

from ai.review.levels import LEVELS, Standing, cut_offs
from engine.game import Game
from pokergui.formatting.choices import engine_title
from pokergui.formatting.dates import short_day
from pokergui.formatting.reviewed import level_title
from pokergui.formatting.words import chips, hands_text, phrase
from pokergui.language import tr_history as tr
from pokergui.language.joins import full_sentences
from pokergui.localtime import LOCAL
from pokergui.pages.history.viewmodel.review import ReviewFigure
from pokergui.reviews.figures import ReviewFigures
from pokergui.reviews.sessions import GAP_MINUTES, Session
from pokergui.units import per_decision, unit_of
from pokergui.viewmodel.chart import Axis, Chart, Guide, Line

_MOST_TICKS = 6


def level_text(place: Standing) -> str:
    """Return the level of an error rate, or the range of levels that its interval spans."""
    first, last = level_title(place.levels[0]), level_title(place.levels[-1])
    if first == last:
        return first
    return tr("{first} to {last}").format(first=first, last=phrase(last))


def level_figure(place: Standing, game: Game, home: Path) -> ReviewFigure:
    """Return the level as a figure of the room."""
    name = engine_title(place.partner, home, game)
    tip = tr(
        "A level covers sparring partners of this game with about the same error rate. "
        "{name} is the closest."
    ).format(name=name)
    if len(place.levels) > 1:
        spans = tr("The 95% interval spans {count} levels: it is too early to say which.")
        tip = full_sentences((spans.format(count=len(place.levels)), tip))
    note = tr("similar to {name}").format(name=name)
    return ReviewFigure(tr("Level"), level_text(place), "", note, tip)


def sessions_chart(figures: ReviewFigures, game: Game, place: Standing | None) -> Chart:
    """Return error rates by session with their intervals, oldest first, beside that of all."""
    shown = [one for one in figures.sessions if math.isfinite(one.totals.error.half_width)]
    y = Axis(per_decision(game))
    if len(shown) < 2:
        words = tr("A trend needs two sessions with two or more hands each.")
        return Chart(y=y, empty=words, words=words)
    rates = [one.totals.error for one in shown]
    every = figures.totals.error
    guides = [Guide(every.mean, "acc", tr("all hands"))]
    if place is not None:
        begins = zip(cut_offs(game), LEVELS[1:], strict=True)
        guides += [Guide(at, "t3", level_title(level)) for at, level in begins]
    line = Line(
        tr("Error rate by session"),
        "ser_a",
        tuple(float(number) for number in range(1, len(shown) + 1)),
        tuple(rate.mean for rate in rates),
        tuple(max(0.0, rate.mean - rate.half_width) for rate in rates),
        tuple(rate.mean + rate.half_width for rate in rates),
        dot="full",
        spoken=tr("From {first} {unit} in the oldest session to {last} in the newest").format(
            unit=unit_of(game), first=f"{rates[0].mean:,.0f}", last=f"{rates[-1].mean:,.0f}"
        ),
    )
    ticks = tuple((float(at + 1), _day(shown[at])) for at in _spread(len(shown)))
    x = Axis(tr("session"), form="count", said=tr("in session {}"), ticks=ticks)
    return Chart("", x, y, (line,), tuple(guides), note=tr("shaded: 95% interval"))


def sessions_foot(figures: ReviewFigures) -> tuple[str, str]:
    """Return the number of sessions, and the gap that ends one."""
    count = len(figures.sessions)
    hands = hands_text(sum(one.totals.hands for one in figures.sessions))
    words = tr.plural("1 session, {hands}", "{count} sessions, {hands}", count)
    gap = tr("a gap of more than {minutes} minutes starts a new one").format(minutes=GAP_MINUTES)
    return words.format(count=chips(count), hands=hands), gap


def _spread(count: int) -> list[int]:
    """Return a few evenly spaced indices, first and last included."""
    steps = min(_MOST_TICKS, count) - 1
    return sorted({round(step * (count - 1) / steps) for step in range(steps + 1)})


def _day(one: Session) -> str:
    return short_day(one.start.astimezone(LOCAL))
