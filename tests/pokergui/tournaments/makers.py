import hashlib
import threading
from concurrent.futures import Executor, Future
from contextlib import closing
from functools import partial
from queue import PriorityQueue

from engine.game import get_game
from engine.jobs import JobControl
from engine.match_chunk import joined
from pokergui.paths import strategies_dir
from pokergui.store import HandReader, Store, TournamentJournal, begin_tournament
from pokergui.store.matches import tally_text
from pokergui.tournaments.run import TournamentRun, plan_of, read_progress
from pokergui.workers import threads


class Shuffled(Executor):
    """Runs jobs in random order on one thread."""

    def __init__(self, rng):
        self._rng, self._waiting = rng, PriorityQueue()
        self._thread = threading.Thread(target=self._work)
        self._thread.start()

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        self._waiting.put((self._rng.random(), id(future), future, partial(fn, *args, **kwargs)))
        return future

    def _work(self):
        while (job := self._waiting.get())[2] is not None:
            *_, future, work = job
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except BaseException as error:
                    future.set_exception(error)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._waiting.put((1.0, 0, None, None))  # after all others
        self._thread.join()


def new(store, engines, game="kuhn", **plan):
    rules = get_game(game)
    made = plan_of(rules, engines, strategies_dir(), **{"hands": 2000, "seed": 5, **plan})
    return begin_tournament(store, rules, made).result().number


def go_on(
    store, number, workers=None, control=None, finishing=lambda: False, show=lambda progress: None
):
    before = progress_of(store.path, number)
    journal = TournamentJournal(store, before.tournament)
    with threads(2) as two:
        run = TournamentRun(journal, before, strategies_dir(), workers or two, show)
        run.play(control or JobControl(), finishing)
    return run.progress


def progress_of(path, number=1):
    with HandReader(path) as reader:
        return read_progress(reader, number)


def bits(path, number=1):
    found, told = progress_of(path, number), {}
    with HandReader(path) as reader:
        matches = {match.number: match for match in reader.matches()}
        for table, result in found.results.items():
            state, digest = found.tournament.state(table), ""
            if state.match:
                chunk = joined(list(reader.match_hands(matches[state.match])))
                parts = [chunk.payoffs.tobytes(), chunk.dealt.tobytes(), chunk.positions.tobytes()]
                lines = repr([chunk.lines[line] for line in chunk.line_of]).encode()
                digest = hashlib.sha256(b"".join((*parts, lines))).hexdigest()
            sums = (result.hands, tally_text(result.tally))
            told[table] = (*sums, digest, state.loser, state.reason)
    return told


def played(path, engines, **plan):
    """A whole tournament in a new database, bit for bit."""
    with closing(Store.open(path)) as store:
        go_on(store, new(store, engines, **plan))
    return bits(path)
