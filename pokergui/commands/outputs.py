"""Where commands that learn keep their runs and strategies."""

from __future__ import annotations

from pathlib import Path

import click

from ai.checkpoint import AnyRecipe
from ai.trained import TRAINED, trained_path
from engine.errors import PokerError
from pokergui.commands.common import Decorator
from pokergui.files import ready_folder
from pokergui.paths import strategies_dir

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


def strategy_file(out: str | None) -> Path | None:
    """Where a strategy is kept; the folder of trained engines is made if need be.

    Args:
        out: a path, ``trained:NAME``, or None for nowhere.

    Raises:
        EngineError: if the name is not proper.
    """
    if out is None:
        return None
    if not out.startswith(TRAINED):
        return Path(out)
    file = trained_path(strategies_dir(), out.removeprefix(TRAINED))
    ready_folder(file.parent)
    return file


def check_same(path: Path, found: AnyRecipe, asked: AnyRecipe) -> None:
    """Refuse to go on with another run than was asked for.

    Args:
        path: the checkpoint.
        found: what it is of.
        asked: what it should be of.

    Raises:
        PokerError: saying what it is.
    """
    if found != asked:
        told = ", ".join(f"{name} {value}" for name, value in found.parameters.items() if value)
        words = f"{found.game.name}, {found.algorithm}, {told or 'plain'}"
        raise PokerError(f"{path}: holds another run: {words}")
