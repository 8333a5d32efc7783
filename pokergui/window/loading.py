"""Loading on a worker, before and after the first hand."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.jobs import JobControl
from pokergui.paths import database_path, strategies_dir
from pokergui.window.imports import import_all, import_for_play

if TYPE_CHECKING:
    from pokergui.background.jobs import WorkPace
    from pokergui.store import OpenHands, Store

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Loaded:
    """The loaded objects."""

    store: Store
    last: int
    saved: int
    unfinished: OpenHands


def load(control: JobControl, game: str) -> Loaded:
    """Import what Play needs and open the database."""
    import_for_play()
    from pokergui.formatting.choices import PlayChoice  # off the GUI thread, after the first paint
    from pokergui.moving import tidy_up  # as above
    from pokergui.store import HandReader, Store  # as above

    control.check()
    if freed := tidy_up():
        log.info("%d bytes of unfinished files removed", freed)
    PlayChoice(game).valid(strategies_dir())  # listing its engines for the first time takes a while
    store = Store.open(database_path())
    try:
        with HandReader(database_path()) as reader:
            return Loaded(store, reader.last(), reader.count(), reader.open_hands())
    except BaseException:
        store.close()
        raise


def load_others(control: JobControl, pace: WorkPace) -> None:
    """Import what the other pages need."""
    import_all(control, pace)
    from ai.registry import engines  # off the GUI thread and after the first paint
    from engine.game import built_in_games  # as above

    for game in built_in_games():  # the first listing of files and small trees takes a while
        control.check()
        engines(game, strategies_dir())
        pace.rest()
