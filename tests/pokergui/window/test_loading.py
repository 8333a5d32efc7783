import subprocess
import sys
from pathlib import Path

import pytest

from ai import registry
from ai.cfr.vector import layout_of
from ai.small_games import deals
from engine.errors import CancelledError
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.background.jobs import WorkPace
from pokergui.window import imports
from pokergui.window.imports import load, load_others
from tests.sync_runner import SyncRunner


def test_engines_of_the_first_game_are_preloaded():
    deals.deals_of.cache_clear()
    layout_of.cache_clear()
    load(JobControl(), "holdem-nolimit").store.close()
    assert layout_of.cache_info().currsize == 0  # hold'em does not wait for small games
    load(JobControl(), "kuhn").store.close()
    listed = deals.deals_of.cache_info().misses
    registry.engines(get_game("kuhn"))
    assert deals.deals_of.cache_info().misses == listed > 0


def test_closing_the_window_does_not_wait_for_imports(monkeypatch):
    name = "pokergui.pages.lab.scenes.matrix"
    monkeypatch.delitem(sys.modules, name, raising=False)
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        load_others(control, WorkPace())
    assert name not in sys.modules


ROOT = Path(__file__).resolve().parents[3]
PLAIN = """
import logging, threading
import pokergui.app
from PySide6.QtCore import QObject
from engine.jobs import JobControl
from pokergui.window.imports import import_all
from pokergui.background.jobs import WorkPace
from tests.pokergui.makers import log_foreign_classes

found = []
logging.getLogger("pokergui").addHandler(logging.Handler())
logging.getLogger("pokergui").handlers[0].emit = lambda record: found.append(record.getMessage())
log_foreign_classes()
pace = WorkPace()
pace.hurry()

def derive():
    class Foreign(QObject):
        pass

for work in (lambda: import_all(JobControl(), pace), derive):
    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    print(len(found))
"""


@pytest.mark.ci
@pytest.mark.slow
def test_worker_imports_do_not_depend_on_qt():
    done = subprocess.run([sys.executable, "-c", PLAIN], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.split() == [b"0", b"1"]


@pytest.mark.parametrize("error", [None, ImportError("broken")])
def test_loading_steps_yield_to_the_event_loop(error):
    runner, seen = SyncRunner(), []

    def steps():
        for step in range(2):
            seen.append(step)
            runner.post(lambda: seen.append("event"))
            yield
        if error is not None:
            raise error

    imports.in_turns(runner, steps(), lambda: seen.append("done"), seen.append)
    assert seen == []
    runner.run_all()
    assert seen == [0, "event", 1, "event", error or "done"]
