"""Runs on the Train page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pokergui.background.runner import TaskRunner
from tests.pokergui.train_parts import Trained


@pytest.fixture
def train(tmp_path: Path) -> Iterator[Callable[..., Trained]]:
    """Makes a page over a folder; the next one finds what the one before left."""
    made: list[Trained] = []

    def make(runner: Any = None, remembered: dict[str, str] | None = None) -> Trained:
        made.append(Trained(tmp_path, runner, remembered))
        return made[-1]

    yield make
    for one in made:
        one.presenter.stop()
        if isinstance(one.runner, TaskRunner):
            assert one.runner.shutdown(60.0)


@pytest.fixture
def page(train: Callable[..., Trained]) -> Trained:
    return train()
