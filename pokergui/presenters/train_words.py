"""What a run and its result are called on the Train page, and when a run ends."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence

from ai.cfr.picks import ALL, parse_picks
from ai.cfr.sampling import WEIGHTS
from ai.recipe import Recipe
from ai.run import Bounds
from ai.trained import MAX_NAME
from engine.game import Game
from pokergui.presenters.figures import aim, duration_text
from pokergui.presenters.words import chips, game_words, tr

ENDLESS = 10**15
"""Iterations of a run that goes on until it is stopped: more than any computer does."""
PRECISION = 1e-16
"""Floor of what is drawn, in antes or big blinds; double numbers end near it."""
_DIGEST = 8


def short_game(game: Game) -> str:
    """A game's name where there is little room: "Leduc"."""
    return game_words(game).removesuffix(tr(" hold’em")).removesuffix(tr(" poker"))


def iterations_text(count: int) -> str:
    """How many iterations: "1 iteration", "20,000 iterations"."""
    return tr("1 iteration") if count == 1 else tr("{n} iterations").format(n=chips(count))


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
    """A method with what was chosen beside it: "CFR, simultaneous", "Robust (1 of N)"."""
    parts = [recipe.kind.title]
    if recipe.simultaneous:
        parts.append(tr("simultaneous"))
    if recipe.picks:
        parts[0] = f"{parts[0].removesuffix(tr(' sampling'))} ({schedule_name(recipe.picks)})"
    if recipe.weights not in ("", WEIGHTS[0]):
        parts.append(tr("{kind} weights").format(kind=recipe.weights))
    if recipe.baselines:
        parts.append(tr("baselines"))
    return ", ".join(parts)


def schedule_name(picks: str) -> str:
    """A sampling schedule where there is little room: "1 of N", "1, then all", "from 40%"."""
    schedule = parse_picks(picks)
    if schedule.form == "depth":
        start, exponent = schedule.numbers
        words = [tr("from {share}").format(share=f"{100 * start:g}%")]
        if exponent != 1.0:
            words.append(tr("exponent {number}").format(number=f"{exponent:g}"))
        if schedule.both:
            words.append(tr("both players"))
        return ", ".join(words)
    if schedule.form == "street":
        shares = [f"{100 * share:g}%" for share in schedule.numbers]
        return tr("{shares} by street").format(shares=tr(", then ").join(shares))
    counts = [tr("all") if number == ALL else f"{number:g}" for number in schedule.numbers]
    if schedule.form == "constant":
        return tr("all N") if counts == [tr("all")] else tr("{k} of N").format(k=counts[0])
    return tr(", then ").join(counts)


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
