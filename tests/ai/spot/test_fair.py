"""A lock that prefers waiting threads."""

from __future__ import annotations

from threading import Event, Thread

from ai.spot.fair import FairLock


def test_who_has_it_may_take_it_again() -> None:
    lock, entered = FairLock(), Event()

    def enter() -> None:
        with lock:
            entered.set()

    with lock:
        with lock:
            pass
        thread = Thread(target=enter)
        thread.start()
        assert not entered.wait(0.05)
    assert entered.wait(60)
    thread.join()


def test_who_takes_it_again_and_again_keeps_nobody_out() -> None:
    lock, waits, done = FairLock(), Event(), Event()
    turns = 0

    def enter() -> None:
        waits.set()
        with lock:
            done.set()

    with lock:
        thread = Thread(target=enter)
        thread.start()
        waits.wait(60)
        while not lock._door.locked():  # the thread is about to
            pass
    while not done.is_set():
        with lock:
            turns += 1
    thread.join()
    assert turns <= 1
