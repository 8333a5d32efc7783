"""Where commands that learn keep a strategy."""

from __future__ import annotations

from pathlib import Path

from ai.trained import TRAINED, trained_path
from pokergui.files import ready_folder
from pokergui.paths import strategies_dir


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
