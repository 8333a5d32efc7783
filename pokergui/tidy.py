"""What a program that was killed left behind is put right at the next start."""

from __future__ import annotations

from ai.replacing import remove_leftovers
from pokergui.moving import finish_move
from pokergui.paths import own_folders


def tidy_up() -> int:
    """End a move of the data folder, and remove what is left of files that were being written.

    The caller has the lock of the data folder.

    Returns:
        How many bytes of files were removed.
    """
    finish_move()
    return sum(remove_leftovers(folder) for folder in own_folders())
