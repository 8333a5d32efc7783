"""Tournaments: cost of writing, bytes per hand, results, cross table, responsiveness.

``journal``: a Leduc tournament of one pair, ``cfr`` against itself, with its blocks written,
against the same blocks discarded, one thread each, alternating, the best of several runs; ``lost``
is the fraction of the rate that writing costs, in wall time, the median over pairs of runs; writing
is another thread, so on a busy machine that figure is unreliable. ``playing_us`` and ``writing_us``
are processor time per hand. It also has the bytes per hand in the file and the time of all figures
over them. ``paint`` is the cross table of twelve engines. ``beat``: gaps of a 5 ms timer on the GUI
thread during a tournament at full speed.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QImage

from bench import best_seconds, figure
from bench._beat import Beat
from bench._program import spread
from bench._window import gui_thread
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.background.runner import TaskRunner
from pokergui.pages.watch.tournament.presenters import TournamentPresenter
from pokergui.pages.watch.tournament.viewmodel import (
    CrossCell,
    CrossScene,
    TournamentScene,
)
from pokergui.pages.watch.tournament.views import CrossTable, TournamentRoom
from pokergui.pages.watch.wiring import connect_tournaments
from pokergui.store import HandReader, Store, TournamentJournal, begin_tournament
from pokergui.tournaments.blocks import job_of, play_block
from pokergui.tournaments.plan import Plan
from pokergui.tournaments.results import cross_table, standing
from pokergui.tournaments.run import TournamentRun, plan_of, read_progress
from pokergui.workers import threads

_HANDS, _RUNS, _SECONDS = 10_000_000, 7, 3.0
_LEDUC = get_game("leduc")
_ROOM = {"game": "leduc", "engines": "cfr, nfsp, passive, call", "hands": "1000000"}


def _plan(folder: Path) -> Plan:
    return plan_of(_LEDUC, ("cfr", "cfr"), folder, hands=_HANDS, seed=1)


def _written(folder: Path, run: int) -> tuple[float, float, float, float]:
    """Seconds of all hands, written, by two clocks; bytes of each; seconds of all figures."""
    path = folder / f"{run}.db"
    with closing(Store.open(path)) as store:
        found = begin_tournament(store, _LEDUC, _plan(folder)).result()
        with HandReader(path) as reader:
            before = read_progress(reader, found.number)
        empty = path.stat().st_size
        began, busy = time.perf_counter(), time.process_time()
        with threads(1) as one:
            journal = TournamentJournal(store, found)
            TournamentRun(journal, before, folder, one, lambda progress: None).play(JobControl())
        seconds = time.perf_counter() - began
    busy = time.process_time() - busy
    began = time.perf_counter()
    with HandReader(path) as reader:
        progress = read_progress(reader, found.number)
    cross_table(progress.tournament, progress.results)
    standing(progress.tournament, progress.results)
    figures = time.perf_counter() - began
    return seconds, busy, (path.stat().st_size - empty) / progress.hands, figures


def _dropped(folder: Path) -> tuple[float, float]:
    """Seconds of the same blocks, played one after another and discarded, by two clocks."""
    with closing(Store.open(folder / "plan.db")) as store:
        found = begin_tournament(store, _LEDUC, _plan(folder)).result()
    began, busy, first = time.perf_counter(), time.process_time(), 0
    while first < _HANDS:
        job = job_of(found, (0, 1), first, folder)
        chunk = play_block(job).chunk
        assert chunk is not None, "nobody fails"
        first += chunk.hands
    return time.perf_counter() - began, time.process_time() - busy


def _painted() -> dict[str, Any]:
    table = CrossTable()
    table.resize(1200, 900)
    names = tuple(f"Engine {number}" for number in range(12))
    cell = CrossCell("+1,234", "−1,034 to +1,434", "± 400", even=False, share=0.4, playing=True)
    cells = tuple(tuple(None if a == b else cell for b in range(12)) for a in range(12))
    table.set_scene(CrossScene(names, cells))
    table.show()
    image = QImage(table.size(), QImage.Format.Format_ARGB32_Premultiplied)

    seconds = best_seconds(lambda: table.render(image), 20, time.process_time)
    table.close()
    return figure(1000 * seconds, "ms")


def _beaten(folder: Path) -> dict[str, Any]:
    runner, room = TaskRunner(), TournamentRoom()
    with closing(Store.open(folder / "room.db")) as store:
        presenter = TournamentPresenter(runner, store, folder, _ROOM)
        connect_tournaments(presenter, room)
        room.resize(1272, 848)
        room.show()
        shown: list[TournamentScene] = []
        presenter.scene.connect(shown.append)
        loop, look = QEventLoop(), QTimer()
        presenter.form.connect(lambda form: loop.quit())
        loop.exec()
        presenter.begin()
        look.timeout.connect(lambda: loop.quit() if shown[-1].progress.share else None)
        look.start(50)  # build engines, compile kernels
        loop.exec()
        look.stop()
        beat, before = Beat(), shown[-1].progress.share or 0.0
        beat.start()
        QTimer.singleShot(round(1000 * _SECONDS), loop.quit)
        loop.exec()
        beat.stop()
        played = (shown[-1].progress.share or 0.0) - before
        presenter.stop()
        runner.shutdown()
    room.close()
    gaps = spread(beat.gaps)
    return figure(gaps["p99"], "ms", largest=gaps["largest"], played=f"{played:.3%}")


@gui_thread()
def figures() -> dict[str, dict[str, Any]]:
    """Return the amounts written and shown, and their cost."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _dropped(folder)  # builds and compiles
        turns = [(_dropped(folder), _written(folder, run)) for run in range(_RUNS)]
        lost = median(1.0 - dropped[0] / written[0] for dropped, written in turns)
        bare, playing = (min(clock) for clock in zip(*(one for one, _ in turns), strict=True))
        seconds, busy, size, reading = (
            min(part) for part in zip(*(one for _, one in turns), strict=True)
        )
        return {
            "tournament-journal": figure(
                _HANDS / seconds,
                "hands/s",
                dropped=round(_HANDS / bare),
                lost=f"{100 * lost:.1f}%",
                playing_us=round(1e6 * playing / _HANDS, 3),
                writing_us=round(1e6 * (busy - playing) / _HANDS, 3),
                bytes_a_hand=round(size, 2),
                mb=round(size * _HANDS / 1e6, 1),
                figures_ms=round(1000 * reading, 1),
            ),
            "tournament-paint": _painted(),
            "tournament-beat": _beaten(folder),
        }
