"""Tournaments for tests: made, played, and compared bit for bit."""

from __future__ import annotations

import hashlib
import random
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import closing
from pathlib import Path
from typing import Any

from engine.game import get_game
from engine.jobs import JobControl
from engine.match_chunk import joined
from pokergui.paths import strategies_dir
from pokergui.store import HandReader, Store, TournamentJournal, begin_tournament
from pokergui.store.matches import tally_text
from pokergui.tournaments.run import Progress, TournamentRun, plan_of, read_progress
from pokergui.workers import Workers, threads


class Shuffled(Executor):
    """One thread that does the jobs in a random order."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._changed = threading.Condition()
        self._over = False
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with self._changed:
            self._waiting.append((future, lambda: fn(*args, **kwargs)))
            self._changed.notify()
        return future

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._over)
                if not self._waiting:
                    return
                future, work = self._waiting.pop(self._rng.randrange(len(self._waiting)))
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except BaseException as error:
                    future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._changed:
            self._over = True
            self._changed.notify()
        self._thread.join()


def new(store: Store, engines: Sequence[str], game: str = "kuhn", **plan: Any) -> int:
    """Create a tournament without hands; return its number."""
    rules = get_game(game)
    made = plan_of(rules, engines, strategies_dir(), **{"hands": 2000, "seed": 5, **plan})
    return begin_tournament(store, rules, made).result().number


def go_on(
    store: Store,
    number: int,
    workers: Workers | None = None,
    control: JobControl | None = None,
    finishing: Callable[[], bool] = lambda: False,
    show: Callable[[Progress], None] = lambda progress: None,
) -> Progress:
    """Play on until nothing is left or somebody stops it."""
    before = progress_of(store.path, number)
    journal = TournamentJournal(store, before.tournament)
    with threads(2) as two:
        run = TournamentRun(journal, before, strategies_dir(), workers or two, show)
        run.play(control or JobControl(), finishing)
    return run.progress


def progress_of(path: Path, number: int = 1) -> Progress:
    """Return the progress on disk."""
    with HandReader(path) as reader:
        return read_progress(reader, number)


def bits(path: Path, number: int = 1) -> dict[tuple[int, ...], tuple[Any, ...]]:
    """All that was played of each table, and the sums beside it."""
    found = progress_of(path, number)
    told: dict[tuple[int, ...], tuple[Any, ...]] = {}
    with HandReader(path) as reader:
        matches = {match.number: match for match in reader.matches()}
        for table, result in found.results.items():
            state = found.tournament.state(table)
            digest = ""
            if state.match:
                chunk = joined(list(reader.match_hands(matches[state.match])))
                parts = [chunk.payoffs.tobytes(), chunk.dealt.tobytes(), chunk.positions.tobytes()]
                lines = repr([chunk.lines[line] for line in chunk.line_of]).encode()
                digest = hashlib.sha256(b"".join((*parts, lines))).hexdigest()
            told[table] = (
                result.hands,
                tally_text(result.tally),
                digest,
                state.loser,
                state.reason,
            )
    return told


def played(path: Path, engines: Sequence[str], **plan: Any) -> dict[tuple[int, ...], Any]:
    """A whole tournament in a new database, bit for bit."""
    with closing(Store.open(path)) as store:
        go_on(store, new(store, engines, **plan))
    return bits(path)
