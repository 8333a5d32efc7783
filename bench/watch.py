"""Cost of watching a fast match, without a display.

For each match: hands per second with the page, and the fraction of the rate without it that is
lost; states shown per second; gaps between beats of a 5 ms timer on the GUI thread (99%, ms); ms
from the stop to its repaint. Both rates are measured in the same run, the best of three.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, QTimer

from bench import figure
from bench._beat import Beat
from bench._program import spread
from bench._window import gui_thread
from engine.jobs import JobControl
from pokergui.background.jobs import Halt
from pokergui.background.runner import TaskRunner
from pokergui.pages.watch.presenters.watch import WatchPresenter
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.pages.watch.views.page import WatchPage
from pokergui.pages.watch.wiring import connect_watch
from pokergui.pages.watch.work import begin_stored, prepare
from pokergui.store import Store

_MATCHES = {
    "equity-call": WatchChoice("holdem-nolimit@100", ("equity", "call"), 10_000_000),
    "leduc-cfr-random": WatchChoice("leduc", ("cfr", "random"), 100_000_000),
    "leduc-cfr-cfr": WatchChoice("leduc", ("cfr", "cfr"), 100_000_000),
    "cfr-cfr-aivat": WatchChoice("holdem-nolimit@100", ("cfr", "cfr"), 10_000_000, luck="both"),
}
_SECONDS, _RUNS, _POLL_MS = 1.0, 3, 4


@dataclass(frozen=True)
class _Seen:
    """One stretch of a fast match on the page."""

    rate: float
    shown: float
    beat: float
    stop: float


class _Moment(Halt):
    """Stops by itself."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._end = time.perf_counter() + seconds

    @property
    def cancelled(self) -> bool:
        return time.perf_counter() >= self._end


def _alone(choice: WatchChoice, folder: Path, store: Store) -> float:
    """Hands per second of the match, counted and stored, unwatched."""
    writer = begin_stored(store, choice, 1)
    match = prepare(choice, folder, JobControl())(1, writer.keep)
    began = time.perf_counter()
    match.run(None, _Moment(_SECONDS), lambda: None)
    seconds = time.perf_counter() - began
    writer.finish().result()
    return match.hands / seconds


def _wait(reached: Callable[[], bool]) -> None:
    loop, tick = QEventLoop(), QTimer()
    tick.timeout.connect(lambda: loop.quit() if reached() else None)
    tick.start(_POLL_MS)
    loop.exec()


def _stretch(presenter: WatchPresenter) -> None:
    """Play a second of a match, or the rest of it."""
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * _SECONDS), loop.quit)
    presenter.run.ended.connect(loop.quit)
    if presenter.run.phase == "fast":
        loop.exec()
    presenter.run.ended.disconnect(loop.quit)


def _watched(choice: WatchChoice, folder: Path, store: Store) -> _Seen:
    runner, page = TaskRunner(), WatchPage()
    presenter = WatchPresenter(runner, store, folder, choice)
    connect_watch(presenter, page)
    shown = 0

    def count(standing: object) -> None:
        nonlocal shown
        shown += 1

    presenter.stage.standing.connect(count)
    page.resize(1272, 848)
    page.show()
    presenter.start()
    presenter.run.choose_speed("fast")
    presenter.press_main()
    _wait(lambda: presenter.run.phase == "fast" and shown > 2)
    began, before, hands = time.perf_counter(), shown, presenter.run.hands
    _stretch(presenter)
    seconds = time.perf_counter() - began
    rate, seen = (presenter.run.hands - hands) / seconds, (shown - before) / seconds
    # Separately: two hundred beats per second slow the engines down, too.
    beat = Beat()
    beat.start()
    _stretch(presenter)
    beat.stop()
    began = time.perf_counter()
    presenter.end()
    _wait(lambda: presenter.run.phase == "finished")
    stop = time.perf_counter() - began
    presenter.stop()
    runner.shutdown()
    page.close()
    return _Seen(rate, seen, spread(beat.gaps)["p99"], 1000 * stop)


@gui_thread()
def figures() -> dict[str, dict[str, Any]]:
    """Hands per second of four watched matches."""
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = Store.open(folder / "hands.db")
        for title, choice in _MATCHES.items():
            alone = max(_alone(choice, folder, store) for _ in range(_RUNS))
            runs = [_watched(choice, folder, store) for _ in range(_RUNS)]
            best = max(runs, key=lambda run: run.rate)
            found[f"watch-{title}"] = figure(
                best.rate,
                "hands/s",
                lost=f"{100 * (1 - best.rate / alone):.0f}%",
                shown=f"{best.shown:.0f}/s",
                beat=min(run.beat for run in runs),
                stop=round(min(run.stop for run in runs)),
            )
        store.close()
    return found
