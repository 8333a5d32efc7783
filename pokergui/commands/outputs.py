"""Output files of training commands: checkpoints and strategies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from ai.agents.entry import TRAINED
from ai.files.arrays import check_place, generation_before
from ai.registry import FILE
from ai.trained import trained_path
from ai.training.recipe import Recipe
from ai.training.run import Bounds, Run
from engine.errors import PokerError, StrategyFileError
from engine.jobs import JobControl
from engine.named_file import path_after
from engine.wording import Wording
from pokergui.commands.common import Decorator, Number, check_writable, path_option
from pokergui.files import ready_folder
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir


class _OfRecipe(Protocol):
    recipe: Any


RunT = TypeVar("RunT", bound=_OfRecipe)
LONGEST = 45.0
"""Time limit in seconds if a target is the only bound: it may be out of reach."""
seconds_option: Decorator = click.option(
    "--seconds", type=Number(0, min_open=True), help="Stop after this time."
)
exploitability_option: Decorator = click.option(
    "--exploitability",
    type=Number(0),
    help="Stop at this exploitability, in chips per hand; without another bound, after"
    f" {LONGEST:g} s at the latest.",
)


def run_time(run: Run[Any], rate: float, things: str) -> str:
    """Return a run's progress in run time: "2,000 deals in 17 s of run time (118/s)".

    Args:
        things: what it counts, in words: "deals".
    """
    return tr("{count:,} {things} in {seconds:,.1f} s of run time ({rate:,.0f}/s)").format(
        count=run.trainer.iteration, things=things, seconds=run.seconds, rate=rate
    )


def looked_at(run: Run[Any], things: str) -> str:
    """Return the point of a run's newest evaluation, if the run continued after it."""
    last = run.last
    if last.iteration == run.trainer.iteration:
        return ""
    return tr(", measured after {count:,} {things}, {seconds:,.1f} s").format(
        count=last.iteration, things=things, seconds=last.seconds
    )


checkpoint_option: Decorator = path_option(
    "--checkpoint", help="Checkpoint file, written every minute; resumed if it exists."
)
out_option: Decorator = click.option(
    "--out", metavar="FILE", help="Save the average strategy; trained:NAME adds it to the engines."
)


def strategy_file(out: str | None, checkpoint: Path | None) -> Path | None:
    """Return the file of a strategy, once it is certain that it and the run can be written.

    The folder of trained engines is made if needed.

    Args:
        out: a path, also as ``file:PATH``, ``trained:NAME``, or None for no file.
        checkpoint: the file of the run; None for no file.

    Raises:
        PokerError: if the name is invalid, a file cannot be written, or both are the same.
    """
    file = None
    if out is not None and out.startswith(TRAINED):
        file = trained_path(strategies_dir(), out.removeprefix(TRAINED))
        ready_folder(file.parent)
    elif out is not None:
        file = path_after(FILE, out)
    if file and checkpoint and file.resolve() == checkpoint.resolve():
        raise PokerError(
            "{file}: --out would overwrite the --checkpoint: give another file", file=file
        )
    for kept in filter(None, (checkpoint, file)):
        check_place(kept)
    check_writable(checkpoint, file)
    return file


def taken_up(path: Path | None, asked: Recipe, load: Callable[[Path], RunT]) -> RunT | None:
    """Return the run of a checkpoint; None if there is none yet.

    Args:
        path: the file of the run; None for no file.

    Raises:
        StrategyFileError: if it cannot be read, naming the file that it replaced, if that still
            exists.
        PokerError: if it is another run, naming that run and the differences.
    """
    if path is None or not path.exists():
        return None
    try:
        run = load(path)
    except StrategyFileError as error:
        before = generation_before(path)
        if not before.is_file():
            raise
        raise StrategyFileError(
            "{error}; {before} is the previous file", error=error, before=before
        ) from error
    found: Recipe = run.recipe
    if found != asked:
        theirs, ours = found.parameters, asked.parameters
        other = [
            str(
                Wording(
                    "{name} {found} instead of {wanted}",
                    name=name,
                    found=_setting_text(theirs.get(name)),
                    wanted=_setting_text(ours.get(name)),
                )
            )
            for name in {**theirs, **ours}
            if theirs.get(name) != ours.get(name)
        ]
        words = ", ".join((found.game.name, found.algorithm, *other))
        raise PokerError("{path}: holds another run: {words}", path=path, words=words)
    return run


def train(run: Run[Any], bounds: Bounds, control: JobControl, path: Path | None) -> float:
    """Continue a run to its first bound, a target alone for ``LONGEST`` s; return iterations/s."""
    begun, spent = run.trainer.iteration, run.seconds
    if bounds.iterations is None and bounds.seconds is None:
        bounds = replace(bounds, seconds=spent + LONGEST)
    run.run(bounds, control, path=path)
    rate: float = (run.trainer.iteration - begun) / max(run.seconds - spent, 1e-9)
    return rate


def check_reached(bounds: Bounds, exploitability: float) -> None:
    """Report on stderr that a run ended before the exploitability asked."""
    goal = bounds.exploitability
    if goal is not None and exploitability > goal:
        aim = tr("an exploitability of {exploitability:g}").format(exploitability=goal)
        not_reached(aim, bounded=(bounds.iterations, bounds.seconds) != (None, None))


def files_record(checkpoint: Path | None, file: Path | None) -> dict[str, Any]:
    return {"checkpoint": checkpoint and str(checkpoint), "file": file and str(file)}


def not_reached(what: str, *, bounded: bool) -> None:
    """Report on stderr that a run ended before its target; ``bounded`` if by a given bound."""
    if bounded:
        words = tr("{aim} was not reached").format(aim=what)
    else:
        words = tr("{aim} was not reached; give --seconds for more time").format(aim=what)
    click.echo(words, err=True)


def _setting_text(value: object) -> str:
    return str(Wording("none")) if value in (None, "") else str(value)[:40]
