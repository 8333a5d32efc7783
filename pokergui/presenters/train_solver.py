"""Runs that solve small games, as the Train page has them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ai.cfr.sampling import WEIGHTS
from ai.checkpoint import Kept
from ai.recipe import Recipe
from ai.run import Run
from ai.trained import keep_trained
from ai.training import Training, read_kept
from engine.jobs import JobControl
from pokergui.presenters.train_kind import Kind
from pokergui.presenters.train_measure import EXPLOITABILITY
from pokergui.presenters.train_words import iterations_text, schedule_name, short_number
from pokergui.presenters.words import tr


class Solvers(Kind[Recipe]):
    """The CFR family on games whose exploitability is computed exactly."""

    recipe = Recipe
    measure = EXPLOITABILITY

    def method(self, recipe: Recipe) -> str:
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

    def key(self, recipe: Recipe) -> str:
        """The method in a file's name."""
        return recipe.algorithm

    def name_parts(self, recipe: Recipe, iterations: int) -> list[str]:
        """What an engine's name has between game and number of iterations; "" is left out."""
        parts = [recipe.algorithm, "sim" if recipe.simultaneous else ""]
        if recipe.horizon not in (0, iterations):
            parts.append(f"h{short_number(recipe.horizon)}")
        parts += [recipe.picks, "baselines" if recipe.baselines else ""]
        parts.append(recipe.weights if recipe.weights not in ("", WEIGHTS[0]) else "")
        return parts

    def counted(self, iterations: int) -> str:
        """How much was done: "20,000 iterations"."""
        return iterations_text(iterations)

    def count_caption(self) -> str:
        """Over the number of iterations."""
        return tr("Iterations")

    def build(self, recipe: Recipe, home: Path, control: JobControl) -> Run[Any]:
        """A fresh run."""
        return Training(recipe)

    def load(self, path: Path, home: Path, control: JobControl) -> Run[Any]:
        """A run as its checkpoint has it."""
        return Training.load(path)

    def read(self, path: Path) -> Kept[Recipe] | None:
        """What a checkpoint says of its run."""
        return read_kept(path)

    def keep(self, home: Path, name: str, title: str, run: Run[Any], control: JobControl) -> None:
        """Put what a run has learned on the engine lists."""
        training = cast(Training, run)
        keep_trained(home, name, training.trainer.average(), replace(training.info(), title=title))
