import random
import subprocess
import sys
import threading
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from ai.agents.baselines import RaiseAgent
from engine.jobs import JobControl
from engine.player import CALL
from pokergui.store import (
    HandReader,
    Store,
    StoreError,
    TournamentJournal,
    ask_to_stop,
    mend,
    verify,
)
from pokergui.store.matches import tally_text
from pokergui.tournaments import blocks
from pokergui.workers import Workers, WorkersError, threads
from tests import tiny_engine
from tests.pokergui.store.damage import change, limit_pages
from tests.pokergui.tournaments.makers import Shuffled, bits, go_on, new, played, progress_of

ROOT = Path(__file__).resolve().parents[3]
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]
ENGINES = ("cfr", "random", "call")
VICTIM = """
import sys
from pathlib import Path
from pokergui.store import Store
from tests.pokergui.tournaments.makers import go_on
store = Store.open(Path(sys.argv[1]))
print("open", flush=True)
go_on(store, 1, show=lambda progress: print(progress.hands, flush=True))
store.close()
"""


@pytest.fixture(scope="module")
def once(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("once")
        patch.setenv("POKERGUI_HOME", str(folder))
        yield played(folder / "once.db", ENGINES)


def losers(done):
    return [done.tournament.states[pair].loser for pair in ((0, 1), (0, 2), (1, 2))]


def test_results_are_the_same_on_any_executor_in_any_order(store, path, once):
    assert [told[0] for told in once.values()] == [2000] * 3
    with Shuffled(random.Random(3)) as executor:
        done = go_on(store, new(store, ENGINES), Workers(executor, lambda: 7))
    assert done.finished and bits(path) == once
    assert verify(path).problems == ()
    go_on(store, new(store, ENGINES, seed=6))
    digests = [{told[2] for told in one.values()} for one in (once, bits(path, 2))]
    assert digests[0].isdisjoint(digests[1])


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "engines"),
    [
        ("leduc", ("random", "call", "raise", "passive")),
        ("leduc-3", ("random", *ENGINES[::2], "raise")),
    ],
)
def test_tournaments_survive_being_killed(tmp_path, path, release, game, engines):
    plan, rng = {"game": game, "hands": 4000, "seed": 2}, random.Random(1)
    once, seen = played(tmp_path / "once.db", engines, **plan), 0
    for _ in range(300 if release else 20):
        if not seen:
            path.unlink(missing_ok=True)
            with closing(Store.open(path)) as store:
                new(store, engines, **plan)
        command = [sys.executable, "-c", VICTIM, str(path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as player:
            for _ in range(rng.randrange(1, 9)):  # lines: it is open, and each block shown
                player.stdout.readline()
            player.kill()
        done = progress_of(path)
        assert done.hands >= seen, "finished hands were lost"
        seen = 0 if done.finished else done.hands
        assert not done.finished or bits(path) == once
    with closing(Store.open(path)) as store:
        assert go_on(store, 1).finished
    assert bits(path) == once
    assert verify(path).problems == ()


def test_tournament_stops_at_once_or_after_its_blocks_and_resumes(tmp_path, store, path):
    hands = 6400  # 96 blocks, of which at most 19 are played and not yet shown
    number, control = new(store, ENGINES, hands=hands), JobControl()
    done = go_on(store, number, control=control, show=lambda progress: control.cancel())
    assert 0 < done.hands < 3 * hands
    ask_to_stop(store, number).result()
    assert progress_of(path).tournament.stop
    shown = []
    after = go_on(store, number, finishing=lambda: bool(shown), show=shown.append)
    assert done.hands < after.hands < 3 * hands
    assert shown[-1].hands == after.hands == progress_of(path).hands
    assert go_on(store, number).finished
    assert bits(path) == played(tmp_path / "once.db", ENGINES, hands=hands)


def test_hands_played_before_a_worker_failure_are_kept(store, path, clock):
    """The clock is frozen, so nothing is written before they fail."""
    outcomes = []

    class Dying(Workers):
        def outcome(self, future):
            outcomes.append(super().outcome(future))
            if len(outcomes) > 4:
                raise WorkersError("a worker failed")
            return outcomes[-1]

    with threads(1) as one:
        go_on(store, new(store, ("call", "random"), hands=400))  # builds and compiles
        with pytest.raises(WorkersError):
            go_on(store, new(store, ("call", "random")), Dying(one.executor, lambda: 1))
    assert progress_of(path, 2).hands == 4 * 200


def test_raising_engine_loses_its_pairings_and_the_rest_continue(store, path, monkeypatch):
    decisions = count()

    def act(agent, view, rng, control=None):
        if next(decisions) >= 300:
            raise ZeroDivisionError("no mood")
        return CALL

    monkeypatch.setattr(RaiseAgent, "table", lambda agent: None)
    monkeypatch.setattr(RaiseAgent, "act", act)
    with threads(1) as one:
        done = go_on(store, new(store, ("call", "raise", "random")), one)
    assert done.finished and verify(path).problems == ()
    assert losers(done) == [1, -1, 1]
    state = done.tournament.states[0, 1]
    assert "ZeroDivisionError: no mood" in state.reason
    hands = {pair: result.hands for pair, result in done.results.items()}
    assert hands[0, 2] == 2000 and 0 < hands[0, 1] < 2000
    with HandReader(path) as reader:
        (match,) = [one for one in reader.matches() if one.number == state.match]
        assert sum(chunk.hands for chunk in reader.match_hands(match)) == hands[0, 1]


@pytest.mark.parametrize("mode", ["late", "gone"])
def test_failing_program_loses_with_a_reason(tmp_path, store, path, mode):
    program = tmp_path / "engine.py"
    program.write_bytes(Path(tiny_engine.__file__).read_bytes())
    word = f"process:{sys.executable} -S {program} {mode}"
    number = new(store, ("call", word, "random"), hands=400, clock=0.1)
    if mode == "gone":
        program.unlink()
    done = go_on(store, number)
    assert done.finished and verify(path).problems == ()
    assert losers(done) == [1, -1, 1] and done.tournament.states[0, 1].reason


def test_full_disk_stops_the_tournament_and_loses_nothing_written(store, path, once):
    number, shown = new(store, ENGINES), []

    def fill(progress):
        if not shown:
            limit_pages(store, 1)
        shown.append(progress)

    with pytest.raises(StoreError, match=r"tournament 1 stopped: .* is full"):
        go_on(store, number, show=fill)
    assert progress_of(path).hands >= shown[-1].hands > 0
    limit_pages(store, 1_000_000)
    assert go_on(store, number).finished
    assert bits(path) == once


def test_pending_blocks_are_written_atomically(tmp_path, store, path):
    found = progress_of(path, new(store, ("random", "call"), hands=800)).tournament
    jobs = [blocks.job_of(found, (0, 1), first, tmp_path) for first in (0, 200, 400)]
    first, second, third = (blocks.play_block(job).chunk for job in jobs)
    journal = TournamentJournal(store, found)

    def written(*parts):
        busy = threading.Event()
        store.submit(lambda db: busy.wait(60))
        writes = [journal.write((0, 1), place, chunk, -1, "") for place, chunk in parts]
        busy.set()
        return writes

    for write in written((0, first), (400, third)):
        with pytest.raises(StoreError, match="played by another program"):
            write.result()
    assert progress_of(path).hands == 0
    writes = written((0, first), (200, second), (400, third))
    assert writes[0].result()[1].hands == 200
    assert progress_of(path).hands == 600
    assert [write.result()[1].hands for write in writes] == [200, 400, 600]
    assert verify(path).problems == ()


def test_two_processes_running_one_tournament_do_not_mix(store, path):
    number = new(store, ENGINES)
    with pytest.raises(StoreError, match="being played by another program"):
        go_on(store, number, show=lambda progress: go_on(store, number))
    assert verify(path).problems == ()


def test_salvaged_tournament_resumes_to_the_same_result(path, once):
    control, shown = JobControl(), []

    def show(progress):
        shown.append(progress)
        if len(shown) == 9:
            control.cancel()

    with closing(Store.open(path)) as store:
        number = new(store, ENGINES)
        go_on(store, number, control=control, show=show)
    change(path, "UPDATE match_blocks SET digest = 'x' WHERE number IN (4, 8)")
    assert not verify(path).sound
    assert mend(path).found.matches == 3
    assert verify(path).problems == ()
    with closing(Store.open(path)) as store:
        done = go_on(store, number)
    assert done.finished
    told = {pair: (one.hands, tally_text(one.tally)) for pair, one in done.results.items()}
    assert told == {pair: one[:2] for pair, one in once.items()}
