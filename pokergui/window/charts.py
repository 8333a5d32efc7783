"""Charts are made once somebody looks at their page: what draws them takes long to import."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from pokergui.background.imports import in_turns
from pokergui.widgets.chart.classes import make_classes

if TYPE_CHECKING:
    from pokergui.background.jobs import Runner
    from pokergui.widgets.page import KeyedPage
    from pokergui.window.window import MainWindow


def charts_when_shown(runner: Runner, window: MainWindow) -> None:
    """Give each page its chart after it came to the front for the first time.

    Call it once numba is imported: both import colorama, and Python 3.11 fails where two threads
    import parts of one package at once.
    """
    watch, train = window.watch, window.train
    _when_shown(runner, watch, "pokergui.pages.watch.views.chart", watch.add_chart)
    _when_shown(runner, train, "pokergui.pages.train.views.chart", train.add_chart)


def _when_shown(
    runner: Runner, page: KeyedPage, module: str, add_chart: Callable[[], None]
) -> None:
    def steps() -> Iterator[None]:
        yield from make_classes()
        yield
        import_module(module)  # not with the program: pyqtgraph takes 0.1 s

    def start() -> None:
        in_turns(runner, steps(), add_chart)

    def shown(on: bool) -> None:
        page.shown.disconnect(shown)
        start()

    if page.isVisible():
        start()
    else:
        page.shown.connect(shown)
