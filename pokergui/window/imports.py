"""Deferred imports after the first paint, each module on the thread that allows it.

Classes of Qt are made on the GUI thread only: those that modules derive, and Qt's own, which
PySide6 makes when they are used for the first time. On Python below 3.12 PySide6 keeps its classes
in a hash map, and the event loop reads it without the GIL whenever an object made by Python gets an
event. A class created concurrently on another thread may rehash the map during that read, and the
process dies by SIGSEGV. So workers import what derives nothing from Qt, which takes the longest by
far, and the GUI thread imports the rest in short turns between its events.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from pkgutil import walk_packages
from types import ModuleType
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from engine.jobs import JobControl
from pokergui import pages
from pokergui.paths import database_path, strategies_dir

if TYPE_CHECKING:
    from engine.jobs import JobControl
    from pokergui.background.jobs import Runner, WorkPace
    from pokergui.store import OpenHands, Store

_PLAY = "pokergui.pages.play"
_WITHOUT_QT = ("scenes", "viewmodel", "work")
"""Parts of a page without Qt."""


def _modules(package: ModuleType) -> Iterator[str]:
    modules = walk_packages(package.__path__, f"{package.__name__}.")
    return (module.name for module in modules if not module.ispkg)


def _parts(*names: str) -> Iterator[str]:
    return (name for name in _modules(pages) if not set(names).isdisjoint(name.split(".")))


def _of_play(name: str) -> bool:
    return name.startswith(_PLAY)


def import_for_play() -> None:
    # Here, off the GUI thread and after the first paint: numba alone takes 0.25 s to import.
    from ai.registry import engines  # as above
    from pokergui import ranges, store  # as above

    own = filter(_of_play, _parts(*_WITHOUT_QT))
    for name in chain(own, ("pokergui.warm",), *map(_modules, (ranges, store))):
        import_module(name)
    engines()  # imports every engine's package


def import_all(control: JobControl, pace: WorkPace) -> None:
    """Import heavy modules without Qt classes, on any thread.

    Scenes and work need nearly all of the engines and the store; a presenter that imports one of
    them itself also finds the rest imported.
    """
    import ai  # off the GUI thread and after the first paint
    from engine import records  # as above
    from pokergui import ranges, store, tournaments  # as above

    packages = (ai, records, ranges, store, tournaments)
    for name in chain(_parts(*_WITHOUT_QT), *map(_modules, packages)):
        if name not in sys.modules:
            control.check()
            import_module(name)
            pace.rest()


def presenters_of_play() -> Iterator[None]:
    yield from _imported(filter(_of_play, _parts("presenters")))


def other_pages() -> Iterator[None]:
    """Import the views and presenters of all pages, one a turn; for ``in_turns``.

    Modules that others need come first, so that no turn takes long: widgets, then views, then
    pages.
    """
    from pokergui import widgets  # after the first paint

    inner_first = sorted(_parts("views", "presenters"), key=lambda name: -name.count("."))
    yield from _imported(chain(_modules(widgets), inner_first))


def _imported(names: Iterable[str]) -> Iterator[None]:
    for name in names:
        if name not in sys.modules:
            import_module(name)
            yield


def in_turns(
    runner: Runner,
    steps: Iterator[None],
    done: Callable[[], None],
    failed: Callable[[Exception], None],
    pace: WorkPace | None = None,
) -> None:
    """Go through ``steps`` on the GUI thread, with its events in between, then call ``done``.

    Nothing more is done once the runner was shut down.

    Args:
        failed: called with an exception of a step; then no more are taken.
        pace: of the turns; None if the user waits.
    """

    def turn() -> None:
        try:
            next(steps)
        except StopIteration:
            done()
        except Exception as error:  # whatever an import raises
            failed(error)
        else:
            if pace is None:
                runner.post(turn)
            else:
                QTimer.singleShot(pace.rest_ms, lambda: runner.post(turn))

    runner.post(turn)


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
