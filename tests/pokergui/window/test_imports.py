import subprocess
import sys
from pathlib import Path

import pytest

from pokergui.window import imports
from tests.sync_runner import SyncRunner

ROOT = Path(__file__).resolve().parents[3]
PLAIN = """
import logging, threading
import pokergui.app
from PySide6.QtCore import QObject
from engine.jobs import JobControl
from pokergui.window.imports import import_all
from pokergui.background.pace import Pace
from tests.pokergui.makers import log_foreign_classes

found = []
logging.getLogger("pokergui").addHandler(logging.Handler())
logging.getLogger("pokergui").handlers[0].emit = lambda record: found.append(record.getMessage())
log_foreign_classes()
pace = Pace()
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


@pytest.mark.slow
def test_what_workers_import_derives_nothing_from_qt():
    done = subprocess.run([sys.executable, "-c", PLAIN], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.split() == [b"0", b"1"]


@pytest.mark.parametrize("error", [None, ImportError("broken")])
def test_steps_are_taken_one_a_turn_with_others_in_between(error):
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
