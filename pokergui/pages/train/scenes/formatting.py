"""Text of the Train page: games, sampling schedules and bounds of runs."""

from __future__ import annotations

from collections.abc import Callable

from ai.cfr.robust_sampling import ALL, parse_picks
from ai.training.run import Bounds
from engine.game import Game
from pokergui.formatting.numbers import aim, duration_text
from pokergui.formatting.words import chips, game_words
from pokergui.language import tr_train as tr
from pokergui.language.joins import phrases

ENDLESS = 10**15
PRECISION = 1e-16
"""Smallest value drawn, in antes or big blinds, near the limit of double precision."""


def short_game(game: Game) -> str:
    """Return a game's short name: "Leduc", "No-limit 100 bb"."""
    name = game_words(game).removesuffix(tr(" hold’em")).removesuffix(tr(" poker"))
    if not game.has_stacks:
        return name
    depth = f"{min(game.stacks) / game.big_blind:g}"
    return tr("{game} {depth} bb").format(game=name, depth=depth)


def iterations_text(count: int) -> str:
    return tr.plural("1 iteration", "{n} iterations", count).format(n=chips(count))


def deals_text(count: int) -> str:
    return tr.plural("1 deal", "{n} deals", count).format(n=chips(count))


def episodes_text(count: int) -> str:
    return tr.plural("1 episode", "{n} episodes", count).format(n=chips(count))


def bounds_text(bounds: Bounds, game: Game, counted: Callable[[int], str] = iterations_text) -> str:
    """Write the bounds of a run: "20,000 iterations", "0.01 mA/hand or 10 min"."""
    parts = []
    if bounds.iterations is not None:
        endless = bounds.iterations >= ENDLESS
        parts.append(tr("until stopped") if endless else counted(bounds.iterations))
    if bounds.exploitability is not None:
        figure = aim(game, bounds.exploitability)
        parts.append(tr("{figure}/hand").format(figure=figure))
    if bounds.seconds is not None:
        parts.append(duration_text(bounds.seconds))
    return tr(" or ").join(parts)


def schedule_name(picks: str) -> str:
    """Write a short sampling schedule: "1 of N", "1, then all", "from 40%"."""
    schedule = parse_picks(picks)
    if schedule.form == "depth":
        start, exponent = schedule.numbers
        words = [tr("from {share}").format(share=f"{100 * start:g}%")]
        if exponent != 1.0:
            words.append(tr("exponent {number}").format(number=f"{exponent:g}"))
        if schedule.both:
            words.append(tr("both players"))
        return phrases(words)
    if schedule.form == "street":
        shares = [f"{100 * share:g}%" for share in schedule.numbers]
        return tr("{shares} by street").format(shares=tr(", then ").join(shares))
    counts = [tr("all") if number == ALL else f"{number:g}" for number in schedule.numbers]
    if schedule.form == "constant":
        return tr("all N") if counts == [tr("all")] else tr("{k} of N").format(k=counts[0])
    return tr(", then ").join(counts)


def short_number(count: int) -> str:
    """Write a number for a file's name: 20k, 3m, 12345."""
    for unit, letter in ((10**6, "m"), (10**3, "k")):
        if count >= unit and count % unit == 0:
            return f"{count // unit}{letter}"
    return str(count)
