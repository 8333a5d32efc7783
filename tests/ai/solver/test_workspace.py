from threading import Thread

from ai.solver.workspace import FairLock


def test_the_holder_may_take_the_lock_again_and_the_first_waiter_gets_it_next():
    lock, order = FairLock(), []

    def enter():
        with lock:
            order.append("waiting")

    thread = Thread(target=enter)
    with lock:
        with lock:
            thread.start()
            while not lock.awaited:
                pass
        order.append("first")
    with lock:  # at once, before a woken thread runs
        order.append("again")
    thread.join()
    assert order == ["first", "waiting", "again"]
