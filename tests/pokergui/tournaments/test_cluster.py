import os
import subprocess
import sys
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from pokergui.store import Store
from pokergui.workers import workers
from tests.pokergui.tournaments.makers import bits, go_on, new, played

ROOT = Path(__file__).resolve().parents[3]
PLAN = {"game": "leduc", "hands": 3000, "seed": 4}
ENGINES = ("random", "call", "passive")
SCHEDULER = "from distributed.cli.dask_scheduler import main; main()"
WORKER = "from distributed.cli.dask_worker import main; main()"
TIMES = {"hands_per_second", "seconds", "compile_seconds", "stored", "db"}
pytestmark = pytest.mark.usefixtures("home")
NOWHERE = "tcp://127.0.0.1:9"


def test_unsupported_remote_jobs_give_one_line_and_store_nothing(cli, home, monkeypatch):
    match = ("match", "kuhn", "cfr", "call", "--scheduler", NOWHERE)
    monkeypatch.setitem(sys.modules, "distributed", None)
    tournament = ("tournament", "kuhn", "cfr", "call", "--scheduler", NOWHERE)
    assert "install the extra" in cli.refused(*tournament)
    assert not cli.json("tournament", "--list")["tournaments"]
    db = home / "none.db"
    assert "install the extra" in cli.refused(*match, "--db", str(db))
    assert not db.exists()


@contextmanager
def program(code, *args):
    path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    env = {**os.environ, "PYTHONPATH": path, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s"}
    quiet = {"stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    command = [sys.executable, "-c", code, *args]
    with subprocess.Popen(command, cwd=ROOT, env=env, **quiet) as started:
        try:
            yield started
        finally:
            started.kill()


@contextmanager
def cluster(folder, count):
    from distributed import Client

    said = folder / "scheduler.json"
    where = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    worker = ("--scheduler-file", str(said), "--nthreads", "1", "--no-dashboard", "--no-nanny")
    with ExitStack() as stack:
        stack.enter_context(program(SCHEDULER, *where, "--scheduler-file", str(said)))
        folders = [str(folder / f"worker-{number}") for number in range(count)]
        started = (program(WORKER, *worker, "--local-directory", own) for own in folders)
        processes = [stack.enter_context(one) for one in started]
        with Client(scheduler_file=str(said), set_as_default=False) as client:
            client.wait_for_workers(count, timeout=60)
            address = client.scheduler.address
        yield address, processes


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_remote_workers_match_bit_for_bit_despite_a_lost_one(tmp_path):
    once = played(tmp_path / "once.db", ENGINES, **PLAN)
    path, lost = tmp_path / "cluster.db", []
    with cluster(tmp_path, 2) as (address, processes), closing(Store.open(path)) as store:
        number = new(store, ENGINES, **PLAN)

        def lose(progress):
            if not lost and progress.hands:
                lost.append(progress.hands)
                processes[0].kill()

        with workers(address) as many:
            assert many.remote
            done = go_on(store, number, many, show=lose)
    assert lost and done.finished
    assert bits(path) == once


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_commands_give_the_same_result_with_workers(cli, tmp_path):
    match = ("match", "leduc", "cfr", "random", "--hands", "600", "--duplicate", "--seed", "3")
    here, there, db = (str(tmp_path / name) for name in ("here.log", "there.log", "there.db"))
    once = cli.json(*match, "--aivat", "A", "--acpc", here)
    evaluate = ("evaluate", here, "--hero", "random", "--behaviour", "random", "--target", "call")
    told = cli.json(*evaluate)
    with cluster(tmp_path, 2) as (address, _):
        elsewhere = ("--scheduler", address)
        found = cli.json(*match, "--acpc", there, "--db", db, "--aivat", "A", *elsewhere)
        assert "no engine" in cli.refused(*match[:2], "cfr", "nobody", *elsewhere)
        assert cli.json(*evaluate, *elsewhere) == told
    assert found["stored"] == 1200
    assert {key: found[key] for key in found.keys() - TIMES} == {
        key: once[key] for key in once.keys() - TIMES
    }
    assert Path(there).read_bytes() == Path(here).read_bytes()
