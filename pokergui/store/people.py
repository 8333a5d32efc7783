"""Whose the imported hands are: names, learned and forgotten by the one writer."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

from sqlite_utils import Database

from pokergui.store import _index
from pokergui.store._connect import transaction
from pokergui.store._people import People
from pokergui.store.writer import Store


def known_people(store: Store) -> Future[People]:
    """The names that are remembered."""
    return store.submit(People.read)


def learn_people(store: Store, heroes: Sequence[str], strangers: Sequence[str] = ()) -> Future[int]:
    """Remember names that are the person's own in imported hands, and names that are not.

    Returns:
        In how many hands the person may be somebody else than before.
    """

    def learn(db: Database) -> int:
        with transaction(db):
            return _index.learn(db, heroes, strangers)

    return store.submit(learn)


def forget_people(store: Store) -> Future[int]:
    """Forget these names; hands whose file or importer names the person keep it."""

    def forget(db: Database) -> int:
        with transaction(db):
            return _index.forget(db)

    return store.submit(forget)
