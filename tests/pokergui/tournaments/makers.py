import hashlib
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from functools import partial

from engine.game import get_game
from engine.jobs import JobControl
from engine.match_chunk import joined
from pokergui.paths import strategies_dir
from pokergui.store import HandReader, Store, TournamentJournal, begin_tournament
from pokergui.store.matches import tally_text
from pokergui.tournaments.run import TournamentRun, plan_of, read_progress
from pokergui.workers import threads


class Shuffled(ThreadPoolExecutor):
    """Runs waiting jobs in random order on one thread."""

    def __init__(self, rng):
        super().__init__(1)
        self._rng, self._jobs = rng, []

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        self._jobs.append((future, partial(fn, *args, **kwargs)))
        super().submit(self._run_any)
        return future

    def _run_any(self):
        future, work = self._jobs.pop(self._rng.randrange(len(self._jobs)))
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)


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
    with closing(Store.open(path)) as store:
        go_on(store, new(store, engines, **plan))
    return bits(path)
