"""Ordered parallel map over worker processes of this machine."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TypeVar

from engine.errors import PokerError

_T = TypeVar("_T")
_R = TypeVar("_R")
_AHEAD = 2
"""Batches waiting besides those being worked on."""
_MOST_PROCESSES = 4


def in_order(
    work: Callable[[_T], _R], things: Iterable[_T], shared: bool, at_once: int = 256
) -> Iterator[tuple[_T, _R]]:
    """Apply a function to each item; yield each with its result, in order.

    Args:
        work: a function of a module that raises no error.
        things: the items; they and the results can be pickled.
        shared: whether other processes do the work; if one is lost, this one continues alone.

    Raises:
        PokerError: any that ``things`` raises, after the results of all items before it.
    """
    if not shared:
        for thing in things:
            yield thing, work(thing)
        return
    processes = min(os.cpu_count() or 1, _MOST_PROCESSES)
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _follow_parent)
    waiting: deque[tuple[list[_T], Future[list[_R]] | None]] = deque()
    trouble: PokerError | None = None
    try:
        try:
            for batch in _batches(things, at_once):
                waiting.append((batch, _submit(pool, work, batch)))
                if len(waiting) > processes + _AHEAD:
                    yield from _outcome(work, *waiting.popleft())
        except PokerError as error:
            trouble = error
        while waiting:
            yield from _outcome(work, *waiting.popleft())
        if trouble is not None:
            raise trouble
    finally:
        pool.shutdown(cancel_futures=True)


def _batches(things: Iterable[_T], size: int) -> Iterator[list[_T]]:
    """Yield all items in batches; those before an error come before it."""
    batch: list[_T] = []
    try:
        for thing in things:
            batch.append(thing)
            if len(batch) == size:
                yield batch
                batch = []
    except PokerError:
        yield batch
        raise
    yield batch


def _submit(
    pool: ProcessPoolExecutor, work: Callable[[_T], _R], batch: list[_T]
) -> Future[list[_R]] | None:
    try:
        return pool.submit(_work_on, work, batch)
    except BrokenProcessPool:
        return None


def _outcome(
    work: Callable[[_T], _R], batch: list[_T], future: Future[list[_R]] | None
) -> Iterator[tuple[_T, _R]]:
    try:
        results = _work_on(work, batch) if future is None else future.result()
    except BrokenProcessPool:
        results = _work_on(work, batch)
    yield from zip(batch, results, strict=True)


def _work_on(work: Callable[[_T], _R], batch: list[_T]) -> list[_R]:
    return [work(thing) for thing in batch]


def _follow_parent() -> None:
    """Exit with the parent process; only the parent handles Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def end() -> None:
        parent.join()
        os._exit(0)

    Thread(target=end, daemon=True).start()
