"""What is prepared on a worker before the first hand."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.jobs import JobControl
from pokergui.background.imports import import_plain
from pokergui.paths import database_path, strategies_dir

if TYPE_CHECKING:
    from pokergui.store import OpenHands, Store

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Loaded:
    """What is ready.

    Attributes:
        store: the hand database.
        last: number of the last finished hand.
        saved: finished hands in it.
        unfinished: hands in progress.
    """

    store: Store
    last: int
    saved: int
    unfinished: OpenHands


def load(control: JobControl) -> Loaded:
    """Import what is heavy and open the database."""
    import_plain()
    from ai.registry import engines  # off the GUI thread and after the first paint
    from engine.game import built_in_games  # as above
    from pokergui.store import HandReader, Store  # as above
    from pokergui.tidy import tidy_up  # as above

    control.check()
    if freed := tidy_up():
        log.info("%d bytes of unfinished files removed", freed)
    for game in built_in_games():  # a first look at many files, and at small trees, takes a while
        engines(game, strategies_dir())
    store = Store.open(database_path())
    try:
        with HandReader(database_path()) as reader:
            return Loaded(store, reader.last(), reader.count(), reader.open_hands())
    except BaseException:
        store.close()
        raise
