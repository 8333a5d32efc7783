"""All kinds of runs, and the names of runs and their results."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ai.trained import MAX_NAME
from ai.training.checkpoint import CheckpointHeader
from ai.training.recipe import Recipe
from engine.game import Game
from pokergui.language import tr_train as tr
from pokergui.language.joins import phrases
from pokergui.pages.train.scenes.blueprint import Blueprints
from pokergui.pages.train.scenes.formatting import short_number
from pokergui.pages.train.scenes.networks import DeepCfr, Ppo
from pokergui.pages.train.scenes.nfsp import Networks
from pokergui.pages.train.scenes.run_kind import Kind
from pokergui.pages.train.scenes.solver import Solvers

KINDS: list[Kind[Any]] = [Ppo(), DeepCfr(), Networks(), Blueprints(), Solvers()]
"""The last one reports the error of a file that none of them reads."""
_DIGEST = 8


def kind_of(recipe: Recipe) -> Kind[Any]:
    """Return the kind of run that a recipe makes."""
    return next(kind for kind in KINDS if isinstance(recipe, kind.runs.recipes))


def kinds_for(game: Game) -> tuple[Kind[Any], ...]:
    """Return the kinds that can learn a game, those that solve it first."""
    return tuple(kind for kind in reversed(KINDS) if kind.methods(game))


def kind_by(game: Game, method: str) -> Kind[Any]:
    """Return the kind that offers a method, or the first that can learn the game."""
    kinds = kinds_for(game)
    offers = (kind for kind in kinds if any(one.key == method for one in kind.methods(game)))
    return next(offers, kinds[0])


def read_run(path: Path) -> CheckpointHeader[Any]:
    """Return what a checkpoint contains about its run of any kind.

    Raises:
        StrategyFileError: if it is damaged, hostile, or of another version.
    """
    return next(kept for kept in (kind.read(path) for kind in KINDS) if kept is not None)


def names_of(recipes: Sequence[Recipe]) -> list[str]:
    """Return a name for each run in order; seed or number distinguishes equal methods."""
    methods = [kind_of(recipe).method(recipe) for recipe in recipes]
    seeds: dict[tuple[Game, str], set[int]] = {}
    for recipe, method in zip(recipes, methods, strict=True):
        seeds.setdefault((recipe.game, method), set()).add(recipe.seed)
    names = []
    counts: Counter[tuple[Game, str]] = Counter()
    for recipe, method in zip(recipes, methods, strict=True):
        name = method
        if len(seeds[recipe.game, method]) > 1:
            name = tr("{method}, seed {seed}").format(method=method, seed=recipe.seed)
        counts[recipe.game, name] += 1
        number = counts[recipe.game, name]
        names.append(f"{name} #{number}" if number > 1 else name)
    return names


def engine_title(recipe: Recipe, iterations: int) -> str:
    """Return the title of a trained engine: "PDCFR+, 20,000 iterations"."""
    kind = kind_of(recipe)
    return phrases((kind.method(recipe), kind.units().counted(iterations)))[:100]


def engine_name(recipe: Recipe, iterations: int) -> str:
    """Return the name of a trained engine, such as ``leduc-pdcfr+-20k``.

    Equal recipes give equal strategies after equal iterations, so runs may share a name.
    """
    parts = [recipe.game.name, *kind_of(recipe).name_parts(recipe, iterations)]
    if recipe.seed:
        parts.append(f"s{recipe.seed}")
    parts.append(short_number(iterations))
    plain = re.sub(r"[^A-Za-z0-9+.@_-]+", "_", "-".join(part for part in parts if part))
    if len(plain) > MAX_NAME:
        digest = hashlib.sha256(plain.encode()).hexdigest()[:_DIGEST]
        plain = f"{plain[: MAX_NAME - _DIGEST - 1]}-{digest}"
    return plain
