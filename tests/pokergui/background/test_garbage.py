import gc
import logging
import threading
import weakref

from PySide6.QtCore import qDebug, qWarning

from pokergui.background.process import GarbageGuard, leave_qt_messages, take_qt_messages
from tests.pokergui.timers import let_pass


class Node:
    def __init__(self):
        self.me = self


def test_collects_on_the_gui_thread_only(qapp):
    threads = set()

    def watch(phase, info):
        threads.add(threading.current_thread())

    def allocate():
        return [[] for _ in range(50_000)]

    guard = GarbageGuard()
    gc.callbacks.append(watch)
    try:
        assert not gc.isenabled()
        seen = weakref.ref(Node())
        worker = threading.Thread(target=allocate)
        worker.start()
        worker.join()
        keep = allocate()
        assert keep and seen() is not None and threads == set()
        let_pass(guard, 1000)
        assert seen() is None and threads == {threading.main_thread()}
        guard.settle()
        assert gc.get_freeze_count() > 0
    finally:
        gc.callbacks.remove(watch)
        gc.unfreeze()
        guard.stop()
        given_back = gc.isenabled()
        gc.disable()  # as every test finds it
    assert given_back


def test_messages_reach_the_log():
    seen = []
    take_qt_messages(lambda level, text: seen.append((level, text)))
    qWarning("no such font")
    qDebug("painted")
    leave_qt_messages()
    assert seen == [(logging.WARNING, "no such font"), (logging.DEBUG, "painted")]
