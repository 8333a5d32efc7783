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
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pokergui.presenters.jobs import Runner

_PLAIN = (
    "pokergui.warm",
    "pokergui.store",
    "ai.trained",
    "ai.cfr.claims",
    "ai.cfr.profiles",
    "ai.spot.agent",
    "ai.spot.kept",
    "pokergui.presenters.advice",
    "pokergui.presenters.explain",
    "pokergui.presenters.history_notices",
    "pokergui.presenters.history_texts",
    "pokergui.presenters.lab_kuhn_scene",
    "pokergui.presenters.lab_matrix_scene",
    "pokergui.presenters.lab_schedule_scene",
    "pokergui.presenters.learned_scene",
    "pokergui.presenters.mind_model",
    "pokergui.presenters.mind_scene",
    "pokergui.presenters.play_session",
    "pokergui.presenters.results",
    "pokergui.presenters.spot_notices",
    "pokergui.presenters.spot_reader",
    "pokergui.presenters.spot_work",
    "pokergui.presenters.study_notices",
    "pokergui.presenters.study_scene",
    "pokergui.presenters.study_sheet",
    "pokergui.presenters.train_keeper",
    "pokergui.presenters.train_kinds",
    "pokergui.presenters.train_notices",
    "pokergui.presenters.training",
    "pokergui.presenters.watch_notices",
    "pokergui.presenters.watch_table",
)
"""Modules that derive nothing from Qt, nor does what they import; the heavy ones among those that
the presenters need."""
_PRESENTERS = (
    "pokergui.presenters.history_replay",
    "pokergui.presenters.history_files",
    "pokergui.presenters.history",
    "pokergui.presenters.lab_kuhn",
    "pokergui.presenters.lab_matrix",
    "pokergui.presenters.lab_schedule",
    "pokergui.presenters.advisor",
    "pokergui.presenters.mind",
    "pokergui.presenters.learned",
    "pokergui.presenters.play",
    "pokergui.presenters.spot_session",
    "pokergui.presenters.spot_study",
    "pokergui.presenters.study",
    "pokergui.presenters.train_run",
    "pokergui.presenters.train",
    "pokergui.presenters.trained",
    "pokergui.presenters.watch_run",
    "pokergui.presenters.watch",
)


def import_plain() -> None:
    """Import what is heavy and derives nothing from Qt, on whatever thread."""
    for name in _PLAIN:
        import_module(name)


def presenters() -> Iterator[None]:
    """Import the presenters, one a turn; for ``in_turns``."""
    for name in _PRESENTERS:
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
