"""A Play presenter on this thread, and the contents of its page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pokergui.formatting.choices import PlayChoice
from pokergui.store import OpponentStore, Store
from tests.pokergui.pages.play.tables import Played


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Any]:
    """Return a function that sits the person down; stacks are clockwise from the person."""
    made: list[Played] = []

    def make(game: str, *engines: str, depth: float = 100, stacks: tuple[int, ...] = ()) -> Played:
        choice = PlayChoice(game, depth).against(*engines or ("call",))
        choice = choice.with_stacks(stacks) if stacks else choice
        made.append(Played(tmp_path, choice))
        return made[-1]

    yield make
    for one in made:
        one.quit()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that keeps Leduc's equilibrium, so that it is computed once."""
    return tmp_path_factory.mktemp("strategies")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path / "hands.db")) as made:
        yield made


@pytest.fixture
def writer(store: Store) -> OpponentStore:
    return OpponentStore(store)
