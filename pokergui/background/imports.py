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
from pkgutil import walk_packages
from typing import TYPE_CHECKING

from pokergui import pages

if TYPE_CHECKING:
    from pokergui.background.jobs import Runner

_WITHOUT_QT = ("scenes", "work")
"""Folders of a page that know nothing of Qt."""


def _modules(*parts: str) -> Iterator[str]:
    """Names of all modules in the folders of that name, whatever the page."""
    for found in walk_packages(pages.__path__, f"{pages.__name__}."):
        if not found.ispkg and found.name.split(".")[-2] in parts:
            yield found.name


def import_plain() -> None:
    """Import what is heavy and derives nothing from Qt, on whatever thread."""
    for name in _modules(*_WITHOUT_QT):
        import_module(name)


def presenters() -> Iterator[None]:
    """Import the presenters, one a turn; for ``in_turns``."""
    for name in _modules("presenters"):
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
