"""Overhead of dispatching jobs to the workers of dask.distributed.

1,000 jobs that sleep 0.1 s run on two workers of one thread on this machine, fed as by tournaments:
seconds, 50 of which are sleep. Without the extra ``cluster`` it prints nothing.
"""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any

from bench import figure
from pokergui.workers import Workers, workers

_JOBS, _SECONDS, _WORKERS = 1_000, 0.1, 2


def _run(crew: Workers, jobs: int) -> float:
    flying: set[Future[None]] = set()
    began = time.perf_counter()
    while jobs or flying:
        while jobs and len(flying) < crew.slots():
            flying.add(crew.executor.submit(time.sleep, _SECONDS))
            jobs -= 1
        done, flying = wait(flying, return_when=FIRST_COMPLETED)
        for future in done:
            crew.outcome(future)
    return time.perf_counter() - began


def figures() -> dict[str, dict[str, Any]]:
    """Seconds of all jobs, and the overhead."""
    try:
        from distributed import LocalCluster  # an optional extra
    except ImportError:
        return {}
    with (
        LocalCluster(n_workers=_WORKERS, threads_per_worker=1, dashboard_address=None) as local,
        workers(local.scheduler_address) as crew,
    ):
        _run(crew, 20)
        seconds = _run(crew, _JOBS)
    ideal = _JOBS * _SECONDS / _WORKERS
    overhead = f"{100 * (seconds / ideal - 1):.1f}%"
    return {"cluster-jobs": figure(seconds, "s", ideal=ideal, jobs=_JOBS, overhead=overhead)}
