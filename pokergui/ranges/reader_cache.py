"""LRU cache of engines queried for ranges, invalidated when their files change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ai.agents.entry import Engine
from ai.reading.reach import RangeReader
from ai.registry import find_engine
from engine.agent import Agent
from engine.game import Game
from engine.jobs import ProgressListener
from pokergui.background.jobs import Failed, Runner, Work

_MOST = 4


class Readers:
    """LRU cache of engines; one with a replaced file is dropped, one with a deleted file stays.

    Args:
        home: the folder of strategies.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        self._kept: dict[tuple[str, Game], tuple[RangeReader, Engine | None]] = {}
        self._rows: dict[tuple[str, Game], Engine | None] = {}

    def latest(self, name: str, game: Game) -> RangeReader | None:
        """Return the engine as it was built; its file may have changed since."""
        kept = self._kept.pop((name, game), None)
        if kept is None:
            return None
        self._kept[name, game] = kept  # to the end: the least recently used one is evicted first
        return kept[0]

    def replaced(self, name: str, game: Game) -> bool:
        """Return whether the file of an engine has changed since the engine was built."""
        kept, row = self._kept.get((name, game)), find_engine(name, self._home)
        # The list returns the same row as long as the file is the same.
        return kept is not None and row is not None and row is not kept[1]

    def get(self, name: str, game: Game) -> RangeReader | None:
        """Return the engine of the present file; None if it must be built, and ``put`` then."""
        if self.replaced(name, game):
            self.drop(name, game)
        reader = self.latest(name, game)
        if reader is not None and reader.forfeited:
            self.drop(name, game)
            reader = None
        if reader is None:  # the row before building: a change meanwhile is noticed later
            self._rows[name, game] = find_engine(name, self._home)
        return reader

    def build(
        self,
        runner: Runner,
        channel: str,
        make: Work[Agent],
        key: tuple[str, Game],
        ready: Callable[[RangeReader | None], None],
        failed: Failed,
        progress: ProgressListener | None = None,
    ) -> None:
        """Build an engine in the background, and keep it.

        Args:
            runner: background work.
            channel: name of its job.
            make: builds it.
            key: its name, and the game.
            ready: gets its reader; None if it answers for no range.
            failed: gets the error.
            progress: gets fraction and text.
        """

        def built(agent: Agent) -> None:
            reader = RangeReader(agent) if agent.has_ranges else None
            if reader is not None:
                self.put(*key, reader)
            ready(reader)

        runner.start(make, built, failed=failed, progress=progress, channel=channel)

    def put(self, name: str, game: Game, reader: RangeReader) -> None:
        """Keep an engine that was built."""
        while len(self._kept) >= _MOST:
            del self._kept[next(iter(self._kept))]
        self._kept[name, game] = (reader, self._rows.pop((name, game), None))

    def drop(self, name: str, game: Game) -> None:
        """Forget an engine that failed."""
        self._kept.pop((name, game), None)
