from __future__ import annotations

import gc
import threading
import weakref

from pokergui.background import garbage
from pokergui.background.garbage import GarbageGuard


class Node:
    def __init__(self) -> None:
        self.me = self


def test_collects_on_the_gui_thread_only(qtbot, monkeypatch):
    monkeypatch.setattr(garbage, "INTERVAL_MS", 10)
    threads = set()

    def watch(phase: str, info: dict[str, int]) -> None:
        threads.add(threading.current_thread())

    guard = GarbageGuard()
    gc.callbacks.append(watch)
    try:
        assert not gc.isenabled()
        seen = weakref.ref(Node())

        def allocate() -> None:
            keep = [[] for _ in range(50_000)]
            assert keep

        worker = threading.Thread(target=allocate)
        worker.start()
        worker.join()
        assert threads == set()
        keep = [[] for _ in range(2000)]
        assert seen() is not None
        qtbot.waitUntil(lambda: seen() is None)
        assert keep
        assert threads == {threading.main_thread()}
        guard.settle()
        assert gc.get_freeze_count() > 0
    finally:
        gc.callbacks.remove(watch)
        gc.unfreeze()
        guard.stop()
        given_back = gc.isenabled()
        gc.disable()  # as all tests find it
    assert given_back
