"""A database of hands that were played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pokergui.store import Store
from tests.clock import ManualClock
from tests.pokergui.history_parts import GAMES, Opened
from tests.pokergui.store.random_hands import play_into


@pytest.fixture
def store(tmp_path: Path, clock: ManualClock) -> Iterator[Store]:
    made = Store.open(tmp_path / "hands.db")
    yield made
    made.close()


@pytest.fixture
def opened(store: Store) -> Opened:
    """The page over forty hands of all games, not yet shown."""
    play_into(store, 40, seed=3, games=GAMES)
    return Opened(store.path)
