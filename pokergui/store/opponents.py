"""Stored opponent models: one row per opponent and family of games.

A row is replaced at every save, so it is outside the hash chain, with its own checksum. A damaged
one is refused by name, and all others stay valid.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from ai.opponent.record import ModelState, state_bytes, state_of_bytes
from engine.errors import StrategyFileError
from pokergui.localtime import now
from pokergui.store._chain import COLUMNS_OF, seal_rows, sealed
from pokergui.store._connect import transaction
from pokergui.store._reading import StoreReading
from pokergui.store.errors import NoDatabaseError, StoreError, damaged
from pokergui.store.imports import MOST_NAME, cleaned_name
from pokergui.store.salvage import learned_problem
from pokergui.store.writer import Store

PERSONS_MODEL = "you"
"""The name of the model of the user."""
_COLUMNS = ", ".join((*COLUMNS_OF["opponents"], "checksum"))
_NAMED, _OF_FAMILY = "name = CAST(? AS TEXT)", "family = CAST(? AS TEXT)"


@dataclass(frozen=True)
class KeptOpponent:
    """A stored model's row, without the model itself.

    Attributes:
        family: key of the games' situations, the same for all depths.
        sound: whether all this is as it was written; the knowledge is checked when it is loaded.
    """

    name: str
    family: str
    hands: int
    updated: str
    sound: bool


class OpponentReader:
    """Thread-safe reader of opponent models; every call reopens the database."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def list(self) -> tuple[KeptOpponent, ...]:
        """Return all opponents, by name and family; none if nothing was ever saved.

        Raises:
            StoreError: if the database cannot be read.
        """
        rows = sealed(self._rows, "opponents", "ORDER BY name, family")
        return tuple(
            KeptOpponent(name, family, hands, updated, sound)
            for (name, family, hands, updated, _), sound in rows
        )

    def load(self, name: str, family: str) -> ModelState | None:
        """Return an opponent's model state; None if there is none.

        Raises:
            StoreError: if it is damaged, or the database cannot be read.
        """
        sql = f"SELECT {_COLUMNS}, data FROM opponents WHERE {_NAMED} AND {_OF_FAMILY}"
        states = self._rows(sql, [_raw(name), _raw(family)])
        if not states:
            return None
        *values, own, data = states[0]
        problem = learned_problem(values, own, data)
        if problem:
            raise StoreError(
                "{problem}; 'pokergui opponents reset' removes this model only", problem=problem
            )
        return state_of_bytes(data)

    def _rows(self, sql: str, parameters: Sequence[object]) -> Sequence[Any]:
        try:
            with closing(StoreReading(self.path)) as reading:
                rows = reading.rows(sql, parameters)
                if parameters and reading.damage and not rows:
                    raise damaged(self.path, reading.damage)
                return rows
        except NoDatabaseError:
            return []


class OpponentStore(OpponentReader):
    """Reader and writer of opponent models, through the single writer."""

    def __init__(self, store: Store) -> None:
        super().__init__(store.path)
        self._store = store

    def save(self, name: str, family: str, hands: int, state: ModelState) -> Future[None]:
        return self.save_all([(name, family, hands, state)])

    def save_all(self, models: Sequence[tuple[str, str, int, ModelState]]) -> Future[None]:
        """Replace opponents' models in one transaction.

        The arrays may change as soon as this returns.

        Returns:
            A future, done once all is safe; with a StoreError in it, the old knowledge is still
            kept.

        Raises:
            StoreError: if a name is invalid, or a state too large.
        """
        rows, blobs = [], []
        for name, family, hands, state in models:
            if not name or name != cleaned_name(name):
                raise StoreError("an opponent's name has 1 to {most} characters", most=MOST_NAME)
            try:
                data = state_bytes(state)
            except StrategyFileError as error:
                raise StoreError("{error}", error=error) from None
            rows.append((name, family, hands, now(), hashlib.sha256(data).hexdigest()))
            blobs.append(data)

        def write(db: Database) -> None:
            with transaction(db):
                seal_rows(db, "opponents", rows, blobs)

        return self._store.submit(write)

    def reset(self, name: str, family: str | None = None) -> Future[int]:
        """Forget the knowledge about an opponent, damaged or not.

        Returns:
            The number of rows removed.
        """

        def forget(db: Database) -> int:
            sql, parameters = f"DELETE FROM opponents WHERE {_NAMED}", [_raw(name)]
            if family is not None:
                sql, parameters = f"{sql} AND {_OF_FAMILY}", [*parameters, _raw(family)]
            with transaction(db):
                return int(db.execute(sql, parameters).rowcount)

        return self._store.submit(forget)


def _raw(text: str) -> bytes:
    """Return a text as the bytes in the database, even where damage left no valid UTF-8."""
    return text.encode("utf-8", "surrogateescape")
