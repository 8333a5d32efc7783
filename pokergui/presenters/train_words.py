"""How the Train page says exploitability, counts, times, memory, and what a run is called."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from math import floor, log10

from ai.cfr.sampling import WEIGHTS
from ai.recipe import Recipe
from ai.trained import MAX_NAME
from ai.training import Bounds
from engine.game import Game
from pokergui.presenters.words import chips, game_words, tr

ENDLESS = 10**15
"""Iterations of a run that goes on until it is stopped: more than any computer does."""
PRECISION = 1e-16
"""Floor of what is drawn, in antes or big blinds; double numbers end near it."""
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_DIGEST = 8


def unit_of(game: Game) -> str:
    """Thousandths of the ante, or of the big blind."""
    return tr("mA") if game.ante else tr("mbb")


def whole_unit_of(game: Game) -> str:
    """What the chart's axis counts."""
    return tr("antes per hand") if game.ante else tr("big blinds per hand")


def short_game(game: Game) -> str:
    """A game's name where there is little room: "Leduc"."""
    return game_words(game).removesuffix(tr(" hold’em")).removesuffix(tr(" poker"))


def thousandths(value: float) -> str:
    """A number of mA or mbb with two or three digits that count: 725, 0.043, 5.1·10⁻⁵."""
    if value <= 0.0:
        return "0"
    if value < 1e-3:
        power = floor(log10(value))
        lead = f"{value / 10.0**power:.1f}"
        if lead == "10.0":
            lead, power = "1.0", power + 1
        return f"{lead}·10{str(power).translate(_SUPERSCRIPTS)}"
    if value < 0.1:
        return f"{value:.{1 - floor(log10(value))}f}"
    digits = 3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:,.{digits}f}"


def exploitability(game: Game, value: float) -> str:
    """Of a number of chips per hand: "0.043 mA"."""
    return f"{thousandths(1000 * value / game.big_blind)} {unit_of(game)}"


def aim(game: Game, value: float) -> str:
    """An exploitability to reach, in chips per hand, as it would be typed: "0.01 mA"."""
    figure = 1000 * value / game.big_blind
    if 0.0 < figure < 1e-3:
        power = floor(log10(figure) + 1e-9)
        lead = f"{figure / 10.0**power:.3g}"
        words = f"10{str(power).translate(_SUPERSCRIPTS)}"
        words = words if lead == "1" else f"{lead}·{words}"
    else:
        words = f"{figure:,.6g}"
    return f"{words} {unit_of(game)}"


def short_count(count: float) -> str:
    """A large number in short: 7.3 M."""
    for size, letter in ((1e12, "T"), (1e9, "G"), (1e6, "M")):
        if count >= size:
            return f"{count / size:,.1f} {letter}"
    return chips(round(count))


def memory(size: int) -> str:
    """A number of bytes: 54 KB."""
    for unit, letters in ((1e9, "GB"), (1e6, "MB")):
        if size >= unit:
            return f"{size / unit:,.1f} {letters}"
    return f"{size / 1e3:,.0f} KB"


def rate(per_second: float) -> str:
    """Iterations a second."""
    return short_count(per_second) if per_second >= 10 else f"{per_second:.1f}"


def clock(seconds: float) -> str:
    """A time that is left: 0:11, 12:05, 3 h 12 min, 4 days."""
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d}"
    if whole < 48 * 3600:
        hours, minutes = whole // 3600, whole % 3600 // 60
        return tr("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    days = seconds / 86400
    return tr("{days} days").format(days=chips(round(days))) if days < 1000 else tr("years")


def took(seconds: float) -> str:
    """A time that was spent: 0.2 s, 17 s, 4 min, 3 h 12 min."""
    if seconds < 0.095:
        return tr("{seconds} s").format(seconds=f"{seconds:.2f}")
    if seconds < 9.95:
        return tr("{seconds} s").format(seconds=f"{seconds:.1f}")
    if seconds < 119.5:
        return tr("{seconds} s").format(seconds=round(seconds))
    if seconds < 3570:
        return tr("{minutes} min").format(minutes=round(seconds / 60))
    return clock(seconds)


def ago(seconds: float) -> str:
    """How long something lies back: "8 s ago"."""
    if seconds < 100:
        return tr("{seconds} s ago").format(seconds=round(seconds))
    return tr("{minutes} min ago").format(minutes=round(seconds / 60))


def iterations_text(count: int) -> str:
    """How many iterations: "1 iteration", "20,000 iterations"."""
    return tr("1 iteration") if count == 1 else tr("{n} iterations").format(n=chips(count))


def duration_text(seconds: float) -> str:
    """A bound in time as it is chosen: "90 s", "10 min", "1 h"."""
    for unit, words in ((3600, tr("{n} h")), (60, tr("{n} min"))):
        if seconds >= unit and seconds % unit == 0:
            return words.format(n=chips(round(seconds / unit)))
    return tr("{n} s").format(n=f"{seconds:,.6g}")


def bounds_text(bounds: Bounds, game: Game) -> str:
    """When a run ends: "20,000 iterations", "0.01 mA/hand or 10 min"."""
    parts = []
    if bounds.iterations is not None:
        endless = bounds.iterations >= ENDLESS
        parts.append(tr("until stopped") if endless else iterations_text(bounds.iterations))
    if bounds.exploitability is not None:
        figure = aim(game, bounds.exploitability)
        parts.append(tr("{figure}/hand").format(figure=figure))
    if bounds.seconds is not None:
        parts.append(duration_text(bounds.seconds))
    return tr(" or ").join(parts)


def method_name(recipe: Recipe) -> str:
    """A method with what was chosen beside it: "CFR, simultaneous", "Robust k=1"."""
    parts = [recipe.kind.title]
    if recipe.simultaneous:
        parts.append(tr("simultaneous"))
    if recipe.picks:
        parts[0] = f"{parts[0].removesuffix(tr(' sampling'))} {_picks_name(recipe.picks)}"
    if recipe.weights not in ("", WEIGHTS[0]):
        parts.append(tr("{kind} weights").format(kind=recipe.weights))
    if recipe.baselines:
        parts.append(tr("baselines"))
    return ", ".join(parts)


def _picks_name(picks: str) -> str:
    """A schedule as the sources write it, where there is little room: "k=1", "depth:0.4"."""
    form, _, rest = picks.partition(":")
    if form != "constant":
        return picks
    return f"k={'N' if rest == 'all' else rest}"


def names_of(recipes: Sequence[Recipe]) -> list[str]:
    """A name for each run, in their order, told apart by seed or number where methods agree."""
    methods = [method_name(recipe) for recipe in recipes]
    seeds: dict[tuple[Game, str], set[int]] = {}
    for recipe, method in zip(recipes, methods, strict=True):
        seeds.setdefault((recipe.game, method), set()).add(recipe.seed)
    found = []
    counts: Counter[tuple[Game, str]] = Counter()
    for recipe, method in zip(recipes, methods, strict=True):
        name = method
        if len(seeds[recipe.game, method]) > 1:
            name = tr("{method}, seed {seed}").format(method=method, seed=recipe.seed)
        counts[recipe.game, name] += 1
        number = counts[recipe.game, name]
        found.append(f"{name} #{number}" if number > 1 else name)
    return found


def engine_title(recipe: Recipe, iterations: int) -> str:
    """What a trained engine is called: "PDCFR+, 20,000 iterations"."""
    return f"{method_name(recipe)}, {iterations_text(iterations)}"[:100]


def engine_name(recipe: Recipe, iterations: int) -> str:
    """The name of a trained engine, such as ``leduc-pdcfr+-20k``.

    The same recipe gives the same strategy after as many iterations, so that nothing is lost where
    two runs have one name.
    """
    parts = [recipe.game.name, recipe.algorithm]
    if recipe.simultaneous:
        parts.append("sim")
    if recipe.horizon not in (0, iterations):
        parts.append(f"h{_short_name(recipe.horizon)}")
    parts += [recipe.picks, "baselines" if recipe.baselines else ""]
    if recipe.weights not in ("", WEIGHTS[0]):
        parts.append(recipe.weights)
    if recipe.seed:
        parts.append(f"s{recipe.seed}")
    parts.append(_short_name(iterations))
    plain = re.sub(r"[^A-Za-z0-9+.@_-]+", "_", "-".join(part for part in parts if part))
    if len(plain) > MAX_NAME:
        digest = hashlib.sha256(plain.encode()).hexdigest()[:_DIGEST]
        plain = f"{plain[: MAX_NAME - _DIGEST - 1]}-{digest}"
    return plain


def _short_name(count: int) -> str:
    for unit, letter in ((10**6, "m"), (10**3, "k")):
        if count >= unit and count % unit == 0:
            return f"{count // unit}{letter}"
    return str(count)
