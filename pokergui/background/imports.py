"""Imports what the pages need after the first paint, each module on the thread where it may be.

Classes of Qt are made on the GUI thread only: those that modules derive, and Qt's own, which
PySide6 makes when they are used for the first time. On Python below 3.12 PySide6 keeps its classes
in a hash map, and the event loop looks into it without Python's lock whenever an object made by
Python gets an event. A class made meanwhile on another thread may move the map under that look, and
the process dies by SIGSEGV. So workers import what derives nothing from Qt, which takes the longest
by far, and the GUI thread imports the rest in short turns between its events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import chain
from pkgutil import walk_packages
from types import ModuleType
from typing import TYPE_CHECKING

from pokergui import pages

if TYPE_CHECKING:
    from pokergui.background.jobs import Runner

_WITHOUT_QT = ("scenes", "work")
"""Folders of a page that know nothing of Qt."""


def _modules(package: ModuleType) -> Iterator[str]:
    """Names of all modules of a package."""
    found = walk_packages(package.__path__, f"{package.__name__}.")
    return (module.name for module in found if not module.ispkg)


def _parts(*names: str) -> Iterator[str]:
    """Names of the modules in the folders of that name, whatever the page."""
    return (name for name in _modules(pages) if name.split(".")[-2] in names)


def import_plain() -> None:
    """Import what is heavy and derives nothing from Qt, on whatever thread.

    Scenes and work need nearly all of the engines and the store; a presenter that imports one
    of them itself finds the rest imported too.
    """
    # Here, off the GUI thread and after the first paint: numba alone takes 0.25 s to import.
    import ai
    from engine import records  # as above
    from pokergui import ranges, store  # as above

    for name in chain(_parts(*_WITHOUT_QT), *map(_modules, (ai, records, ranges, store))):
        import_module(name)


def presenters() -> Iterator[None]:
    """Import the presenters, one a turn; for ``in_turns``."""
    for name in _parts("presenters"):
        import_module(name)
        yield


def in_turns(runner: Runner, steps: Iterator[None], done: Callable[[], None]) -> None:
    """Go through ``steps`` on the GUI thread, with its events in between, then call ``done``.

    Nothing more is done once the runner was shut down.
    """

    def turn() -> None:
        try:
            next(steps)
        except StopIteration:
            done()
        else:
            runner.post(turn)

    runner.post(turn)
