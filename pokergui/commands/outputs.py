"""Where commands that learn keep their runs and strategies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ai.checkpoint import AnyRecipe
from ai.registry import FILE
from ai.run import Run
from ai.tensors import check_place, generation_before
from ai.trained import TRAINED, trained_path
from engine.errors import PokerError, StrategyFileError
from pokergui.commands.common import Decorator, check_writable
from pokergui.files import ready_folder
from pokergui.paths import strategies_dir


def run_time(run: Run[Any], rate: float, things: str) -> str:
    """How far a run is and its one clock: "2,000 deals in 17 s of run time (118/s)"."""
    return f"{run.trainer.iteration:,} {things} in {run.seconds:,.1f} s of run time ({rate:,.0f}/s)"


def looked_at(run: Run[Any], things: str) -> str:
    """Which place of a run its newest look is of, where it went on from there."""
    last = run.last
    if last.iteration == run.trainer.iteration:
        return ""
    return f", measured after {last.iteration:,} {things}, {last.seconds:,.1f} s"


checkpoint_option: Decorator = click.option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    help="Keep the run in this file each minute, and go on from it if it exists.",
)
out_option: Decorator = click.option(
    "--out",
    metavar="FILE",
    help="Keep the average strategy; as trained:NAME it joins the engines.",
)


def strategy_file(out: str | None, checkpoint: Path | None) -> Path | None:
    """Where a strategy is kept, once it is sure that it and the run can be written.

    The folder of trained engines is made if need be.

    Args:
        out: a path, also as ``file:PATH``, ``trained:NAME``, or None for nowhere.
        checkpoint: where the run is kept; None for nowhere.

    Raises:
        PokerError: if the name is not proper, a file cannot be written, or both are the same.
    """
    file = None
    if out is not None and out.startswith(TRAINED):
        file = trained_path(strategies_dir(), out.removeprefix(TRAINED))
        ready_folder(file.parent)
    elif out is not None:
        file = Path(out.removeprefix(FILE))
    if file and checkpoint and file.resolve() == checkpoint.resolve():
        raise PokerError(f"{file}: --out would overwrite the --checkpoint: give another file")
    for kept in filter(None, (checkpoint, file)):
        check_place(kept)
    check_writable(checkpoint, file)
    return file


@contextmanager
def taking_up(checkpoint: Path) -> Iterator[None]:
    """Name what a checkpoint that cannot be read took the place of, if that is still there."""
    try:
        yield
    except StrategyFileError as error:
        before = generation_before(checkpoint)
        if not before.is_file():
            raise
        raise StrategyFileError(f"{error}; {before} is what was there before it") from error


def check_same(path: Path, found: AnyRecipe, asked: AnyRecipe) -> None:
    """Refuse to go on with another run than was asked for.

    Args:
        path: the checkpoint.
        found: what it is of.
        asked: what it should be of.

    Raises:
        PokerError: saying what it is, and what is other there.
    """
    if found != asked:
        theirs, ours = found.parameters, asked.parameters
        other = [
            f"{name} {_told(theirs.get(name))} in place of {_told(ours.get(name))}"
            for name in {**theirs, **ours}
            if theirs.get(name) != ours.get(name)
        ]
        words = ", ".join((found.game.name, found.algorithm, *other))
        raise PokerError(f"{path}: holds another run: {words}")


def _told(value: object) -> str:
    """A setting, hashes cut short."""
    return "none" if value in (None, "") else str(value)[:40]
