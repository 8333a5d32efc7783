"""The folder of runs: its content, names of new runs, and removal."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai.files.arrays import SUFFIX
from ai.trained import trained_path
from ai.training.checkpoint import CheckpointHeader
from ai.training.recipe import Recipe
from engine.errors import PokerError
from engine.jobs import JobControl
from pokergui.language.joins import labelled
from pokergui.pages.train.scenes.kinds import engine_name, read_run
from pokergui.pages.train.work.run import KeptEngine


@dataclass(frozen=True)
class Found:
    """A checkpoint of the folder.

    Attributes:
        key: its file's name without suffix.
        kept: its content.
        engine: the strategy of its last measurement, if on the engine lists.
    """

    key: str
    kept: CheckpointHeader[Any]
    engine: KeptEngine | None


@dataclass(frozen=True)
class Folder:
    """The runs of the folder, newest first, and the errors of other files."""

    runs: tuple[Found, ...] = ()
    problems: tuple[str, ...] = ()


def look_into(folder: Path, home: Path, control: JobControl) -> Folder:
    """Read the record and the curve of every checkpoint of the folder.

    Args:
        folder: folder of runs.
        home: folder of strategies.
        control: to stop.

    Raises:
        CancelledError: if stopped.
    """
    runs, problems = [], []
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"), reverse=True)
    except OSError as error:
        return Folder(problems=(labelled(str(folder), error.strerror or ""),))
    for path in paths:
        control.check()
        if path.name.startswith("."):
            continue
        try:
            kept = read_run(path)
        except PokerError as error:
            problems.append(str(error))
            continue
        if kept.curve:
            runs.append(Found(path.stem, kept, kept_engine(kept.recipe, _last(kept), home)))
    return Folder(tuple(runs), tuple(problems))


def kept_engine(recipe: Recipe, iteration: int, home: Path) -> KeptEngine | None:
    """Return the strategy of a run after some iterations, if it is on the engine lists."""
    name = engine_name(recipe, iteration)
    return KeptEngine(name, iteration) if trained_path(home, name).exists() else None


def new_key(recipe: Recipe, folder: Path, taken: Collection[str]) -> str:
    """Return a name for a new run, neither taken nor a file's; names sort by time."""
    game = "".join(letter if letter.isalnum() else "-" for letter in recipe.game.name)
    base = f"{time.strftime('%Y%m%d-%H%M%S')}-{game[:40]}-{recipe.algorithm}"
    key, number = base, 1
    while key in taken or run_path(folder, key).exists():
        number += 1
        key = f"{base}-{number}"
    return key


def run_path(folder: Path, key: str) -> Path:
    """Return the path of a run's checkpoint."""
    return folder / f"{key}{SUFFIX}"


def _last(kept: CheckpointHeader[Any]) -> int:
    return kept.curve[-1].iteration
