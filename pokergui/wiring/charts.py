"""Charts are made once somebody looks at their page: what draws them takes long to import."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from engine.jobs import JobControl

if TYPE_CHECKING:
    from pokergui.presenters.jobs import Runner
    from pokergui.views.page import KeyedPage
    from pokergui.views.window import MainWindow


def charts_when_shown(runner: Runner, window: MainWindow) -> None:
    """Give each page its chart after it came to the front for the first time.

    Call it once numba is imported: both import colorama, and Python 3.11 fails where two threads
    import parts of one package at once.
    """
    watch, train = window.watch, window.train
    _when_shown(runner, watch, "pokergui.views.watch.chart", watch.add_chart)
    _when_shown(runner, train, "pokergui.views.train.chart", train.add_chart)


def _when_shown(
    runner: Runner, page: KeyedPage, module: str, add_chart: Callable[[], None]
) -> None:
    def work(control: JobControl) -> None:
        control.check()
        import_module(module)  # off the GUI thread: pyqtgraph takes up to a second

    def done(nothing: None) -> None:
        add_chart()

    def shown(on: bool) -> None:
        page.shown.disconnect(shown)
        runner.start(work, done)

    if page.isVisible():
        runner.start(work, done)
    else:
        page.shown.connect(shown)
