"""The hand database of ``pokergui match --db``."""

from __future__ import annotations

from pathlib import Path

from engine.match_chunk import MatchChunk
from pokergui.cli import fail
from pokergui.commands.database import warn_of_damage
from pokergui.commands.match.options import MatchOptions
from pokergui.language import tr_commands as tr
from pokergui.matches import MatchWriter
from pokergui.store import Store, StoreError


class StoredRun:
    """A match in a hand database; an error there does not stop the match."""

    def __init__(self, asked: MatchOptions, path: Path) -> None:
        self._path = path
        self._store = Store.open(path)
        self._store.tell = fail
        self._problem: Exception | None = None
        self._end: StoreError | None = None
        ticket = self._store.begin_match(
            asked.rules,
            engines=asked.engines,
            players=asked.engines,
            seed=asked.seed,
            duplicate=asked.duplicate,
            hands=asked.wanted,
            mode="match",
            rake=asked.rake,
        )
        self._writer = MatchWriter(self._store, ticket)

    def keep(self, chunk: MatchChunk) -> None:
        """Pass the next hands on to the database."""
        try:
            self._writer.keep(chunk)
        except StoreError as error:
            self._problem = self._problem or error

    def close(self) -> None:
        """Write the hands that are waiting."""
        try:
            self._writer.finish().result()
        except StoreError as error:
            self._problem = error
        else:
            self._writer.problem()
            self._problem = self._writer.trouble or self._problem
        try:
            self._store.close()
        except StoreError as error:
            self._end = error
        else:
            warn_of_damage(self._path)

    @property
    def saved(self) -> int:
        return self._writer.saved

    def problem(self, hands: int) -> str:
        """Return, in one sentence, why hands of the match are missing in the database; or empty."""
        if self.saved == hands:
            return "" if self._end is None else str(self._end)
        return tr("only the first {saved:,} of {hands:,} hands are stored: {problem}").format(
            saved=self.saved, hands=hands, problem=self._problem
        )
