"""Databases that commands write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pokergui.cli import fail
from pokergui.formatting.words import hands_text
from pokergui.language import tr_commands as tr
from pokergui.store import Store, examine


@contextmanager
def written(path: Path) -> Iterator[Store]:
    """Open a database for writing, and report on stderr that its file is gone or damaged.

    Raises:
        StoreError: if it cannot be opened, or not everything can be written.
    """
    store = Store.open(path)
    store.tell = fail
    try:
        yield store
    finally:
        store.close()
    warn_of_damage(path)


def warn_of_damage(path: Path) -> None:
    """Report on stderr that a database is damaged as a whole, and how much of it is sound."""
    if (damage := examine(path)) is not None:
        words = tr(
            "{path} is damaged: {sound:,} of {hands} are intact; 'pokergui hands salvage' saves "
            "the intact part"
        )
        fail(words.format(path=path, sound=damage.hands, hands=hands_text(damage.written)))
