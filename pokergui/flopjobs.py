"""The flops of a set, solved one after another or on the workers of a cluster."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from ai.reports.boardsets import WeightedBoard
from ai.reports.flop_set import FlopSet, file_of, solve_flop, unsolved
from engine.errors import CancelledError, StrategyFileError
from engine.jobs import JobControl
from engine.named_file import read_named
from pokergui.files import write_bytes
from pokergui.workers import Workers, workers

_LOOK_S = 0.2


def solved_elsewhere(flops: FlopSet, control: JobControl | None = None) -> bytes:
    """Return the file of the only flop of a set.

    Raises:
        CancelledError: if stopped.
    """
    (board,) = flops.boards
    with TemporaryDirectory() as place:
        folder = Path(place)
        if not solve_flop(flops, board, folder, control, workers=1):
            raise CancelledError("stopped")
        path = file_of(folder, board)
        return read_named(path, path.stat().st_size, StrategyFileError)


def solve_set(
    flops: FlopSet,
    folder: Path,
    control: JobControl,
    scheduler: str | None = None,
    threads: int = 2,
) -> None:
    """Solve all flops of a set that have no file yet.

    Args:
        control: to report progress and to stop, which keeps the finished flops and a checkpoint.
        scheduler: address of the cluster; None solves here.
        threads: for each flop, if solved here.

    Raises:
        PokerError: if a flop cannot be solved, or its file cannot be written.
    """
    left = unsolved(folder, flops)
    if scheduler is not None:
        with workers(scheduler) as many:
            _share_out(flops, left, folder, many, control)
        return
    silent = control.silent()
    for done, board in enumerate(left):
        control.progress(done / len(left))
        if not solve_flop(flops, board, folder, silent, threads):
            return
    control.progress(1.0)


def _share_out(
    flops: FlopSet,
    left: list[WeightedBoard],
    folder: Path,
    many: Workers,
    control: JobControl,
) -> None:
    todo, count = left[::-1], len(left)
    flying: dict[Future[bytes], WeightedBoard] = {}
    try:
        while (todo or flying) and not control.cancelled:
            while todo and len(flying) < many.slots():
                board = todo.pop()
                alone = replace(flops, boards=(board,))
                flying[many.submit(solved_elsewhere, alone, control.silent())] = board
            wait(flying, _LOOK_S, FIRST_COMPLETED)
            for future in [future for future in flying if future.done()]:
                write_bytes(file_of(folder, flying.pop(future)), many.outcome(future))
            control.progress(1.0 - (len(todo) + len(flying)) / count)
    finally:
        for future in flying:
            future.cancel()
