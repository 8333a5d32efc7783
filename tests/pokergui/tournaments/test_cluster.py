"""Tournaments on dask.distributed: a scheduler and workers of their own on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from pokergui.store import Store
from pokergui.workers import WorkersError, workers
from tests.pokergui.tournaments.makers import bits, go_on, new, played

ROOT = Path(__file__).resolve().parents[3]
PLAN = {"game": "leduc", "hands": 3000, "seed": 4}
ENGINES = ("random", "call", "passive")
SCHEDULER = "from distributed.cli.dask_scheduler import main; main()"
WORKER = "from distributed.cli.dask_worker import main; main()"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return tmp_path


def test_without_the_extra_and_without_a_scheduler_it_is_one_line(cli, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    args = ("tournament", "kuhn", "cfr", "call", "--scheduler", "tcp://127.0.0.1:9")
    assert "install the extra" in cli.refused(*args)
    assert not cli.json("tournament", "--list")["tournaments"]


@contextmanager
def program(code: str, *args: str) -> Iterator[subprocess.Popen[bytes]]:
    """One of dask's own programs, which ends with the block."""
    path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    with subprocess.Popen(
        [sys.executable, "-c", code, *args],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s"},
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    ) as started:
        try:
            yield started
        finally:
            started.kill()


@contextmanager
def cluster(folder: Path, count: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and workers: its address, and their processes."""
    from distributed import Client

    said = folder / "scheduler.json"
    where = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    worker = ("--scheduler-file", str(said), "--nthreads", "1", "--no-dashboard", "--no-nanny")
    with ExitStack() as stack:
        stack.enter_context(program(SCHEDULER, *where, "--scheduler-file", str(said)))
        processes = [
            stack.enter_context(
                program(WORKER, *worker, "--local-directory", str(folder / f"worker-{number}"))
            )
            for number in range(count)
        ]
        with Client(scheduler_file=str(said), set_as_default=False) as client:
            client.wait_for_workers(count, timeout=60)
            address = client.scheduler.address
        yield address, processes


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_workers_elsewhere_come_to_the_same_bits_though_one_is_lost(tmp_path):
    once = played(tmp_path / "once.db", ENGINES, **PLAN)
    path = tmp_path / "cluster.db"
    with cluster(tmp_path, 2) as (address, processes), closing(Store.open(path)) as store:
        number = new(store, ENGINES, **PLAN)
        lost = []

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
def test_workers_ask_what_hands_say(cli, tmp_path):
    log = str(tmp_path / "match.log")
    cli.json("match", "leduc", "call", "random", "--hands", "300", "--acpc", log)
    args = ("evaluate", log, "--hero", "random", "--behaviour", "random", "--target", "call")
    once = cli.json(*args)
    with cluster(tmp_path, 2) as (address, _):
        assert cli.json(*args, "--scheduler", address) == once


TIMES = {"hands_per_second", "seconds", "compile_seconds", "stored", "db"}


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_a_match_is_played_by_a_worker_to_the_same_result(cli, tmp_path):
    match = ("match", "leduc", "cfr", "random", "--hands", "600", "--duplicate", "--seed", "3")
    log, db = tmp_path / "there.log", tmp_path / "there.db"
    once = cli.json(*match, "--aivat", "A", "--acpc", str(tmp_path / "here.log"))
    with cluster(tmp_path, 1) as (address, _):
        files = ("--acpc", str(log), "--db", str(db), "--aivat", "A")
        found = cli.json(*match, *files, "--scheduler", address)
        assert "no engine" in cli.refused(*match[:2], "cfr", "nobody", "--scheduler", address)
    assert found["stored"] == 1200
    assert {key: found[key] for key in found.keys() - TIMES} == {
        key: once[key] for key in once.keys() - TIMES
    }
    assert log.read_bytes() == (tmp_path / "here.log").read_bytes()


def test_what_a_match_elsewhere_cannot_do_is_one_line(cli, home, monkeypatch):
    args = ("match", "kuhn", "cfr", "call", "--scheduler", "tcp://127.0.0.1:9")
    assert "do not go together" in cli.refused(*args, "--stop", "sequence")
    monkeypatch.setitem(sys.modules, "distributed", None)
    db = home / "none.db"
    assert "install the extra" in cli.refused(*args, "--db", str(db))
    assert not db.exists()  # what could not be played is not stored


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_does_not_answer_is_named():
    where = r"no scheduler answers at tcp://127\.0\.0\.1:9"
    with pytest.raises(WorkersError, match=where), workers("tcp://127.0.0.1:9"):
        raise AssertionError
