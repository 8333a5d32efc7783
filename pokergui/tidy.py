"""Clean-up after a killed process at the next start."""

from __future__ import annotations

from ai.files.atomic import remove_leftovers
from pokergui.moving import finish_move
from pokergui.paths import own_folders


def tidy_up() -> int:
    """Finish a move of the data folder and remove leftover temporary files.

    The caller has the lock of the data folder.

    Returns:
        The number of bytes of the files removed.
    """
    finish_move()
    return sum(remove_leftovers(folder) for folder in own_folders())
