import threading

import pytest

from pokergui.pages.train.work.turns import SLICE_S, Turns

pytestmark = pytest.mark.slow


def started(count, work):
    threads = [threading.Thread(target=work, args=(place,)) for place in range(count)]
    for thread in threads:
        thread.start()
    return threads


def test_no_more_runs_than_allowed_compute_and_all_advance(clock):
    turns, lock, busy, most = Turns(2), threading.Lock(), 0, 0
    steps = [0] * 6

    def run(place):
        nonlocal busy, most
        turns.take()
        for _ in range(25):
            with lock:
                busy += 1
                most = max(most, busy)
                clock.advance(SLICE_S / 5)
            steps[place] += 1
            with lock:
                busy -= 1
            turns.pass_on()
        turns.give()

    for thread in started(6, run):
        thread.join(120)
    assert steps == [25] * 6
    assert most <= 2


def test_the_longest_waiting_run_is_next(clock):
    turns, order = Turns(1), []
    turns.take()

    def run(place):
        turns.take()
        order.append(place)
        turns.give()

    threads = []
    for place in range(4):
        threads += started(1, lambda _, place=place: run(place))
        while turns.waiting <= place:
            threading.Event().wait(0.001)
    turns.pass_on()
    assert order == []  # the turn has just begun
    clock.advance(SLICE_S)
    turns.pass_on()
    for thread in threads:
        thread.join(120)
    assert order == [0, 1, 2, 3]
    turns.give()
