"""Matches on the Watch page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pokergui.background.runner import TaskRunner
from pokergui.pages.watch.scenes.choices import WatchChoice
from tests.pokergui.watched import Watched
from tests.sync_runner import SyncRunner


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Callable[..., Watched]]:
    """Makes a page with a match chosen, on this thread unless a runner is given."""
    made: list[Watched] = []

    def make(
        game: str = "leduc",
        engines: tuple[str, ...] = ("raise", "call"),
        hands: int = 40,
        *,
        duplicate: bool = True,
        runner: Any = None,
    ) -> Watched:
        choice = WatchChoice(game, engines, hands, duplicate)
        made.append(Watched(tmp_path, choice, runner or SyncRunner()))
        return made[-1]

    yield make
    for one in made:
        one.presenter.stop()
        if isinstance(one.runner, TaskRunner):
            assert one.runner.shutdown(60.0)
        one.store.close()
