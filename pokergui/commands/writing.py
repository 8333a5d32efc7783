"""The hand database, open for writing in a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pokergui.cli import fail
from pokergui.commands.common import num_hands
from pokergui.store import Store, examine


@contextmanager
def written(path: Path) -> Iterator[Store]:
    """Open a database for writing, and say on stderr that its file was taken away or is damaged.

    Raises:
        StoreError: if it cannot be opened, or not all can be written.
    """
    store = Store.open(path)
    store.tell = fail
    try:
        yield store
    finally:
        store.close()
    warn_of_damage(path)


def warn_of_damage(path: Path) -> None:
    """Say on stderr that a database is damaged as a whole, and how much of it is sound."""
    if (found := examine(path)) is not None:
        sound = f"{found.hands:,} of {num_hands(found.written)} are sound"
        fail(f"{path} is damaged: {sound}; 'pokergui hands salvage' saves what is")
