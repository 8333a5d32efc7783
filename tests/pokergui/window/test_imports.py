from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pokergui.window import imports
from tests.sync_runner import SyncRunner

ROOT = Path(__file__).resolve().parents[3]
PLAIN = """
import logging, sys, threading
import pokergui.app
from engine.jobs import JobControl
from pokergui.window.imports import import_all, import_for_play
from pokergui.background.pace import Pace
from tests.pokergui.makers import log_foreign_classes

found = []
logging.getLogger("pokergui").addHandler(logging.Handler())
logging.getLogger("pokergui").handlers[0].emit = lambda record: found.append(record.getMessage())
log_foreign_classes()
pace = Pace()
pace.hurry()
exec(sys.argv[1])
worker = threading.Thread(target=work)
worker.start()
worker.join()
print(found)
"""

LATE = """
import sys
import pokergui.app
from engine.jobs import JobControl
from pokergui.window import imports
from pokergui.background.pace import Pace

if sys.argv[1] == "import_all":
    pace = Pace()
    pace.hurry()
    imports.import_all(JobControl(), pace)
elif sys.argv[1] != "nothing":
    getattr(imports, sys.argv[1])()
before = set(sys.modules)
for _ in getattr(imports, sys.argv[2])():
    pass
plain = ("ai.", "engine.", "numba.", "numpy.", "pokerkit.", "pokergui.store.", "pokergui.ranges.")
heavy = sorted(name for name in set(sys.modules) - before if name.startswith(plain))
heavy += [name for name in set(sys.modules) - before if ".scenes." in name or ".work." in name]
print(len(heavy), heavy[:9])
"""


def printed(*arguments: str) -> str:
    """Return what Python prints."""
    command = [sys.executable, "-c", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=True
    ).stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("work", "told"),
    [
        ("work = lambda: import_all(JobControl(), pace)", ""),
        ("def work():\n    import pokergui.pages.play.presenters.play", "PlayPresenter"),
    ],
)
def test_what_workers_import_derives_nothing_from_qt(work, told):
    found = printed(PLAIN, work)
    assert told in found if told else found == "[]\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "late"), [("import_for_play", "presenters_of_play"), ("import_all", "other_pages")]
)
def test_presenters_bring_in_nothing_more_of_engines_and_store(before, late):
    assert printed(LATE, before, late) == "0 []\n"


@pytest.mark.slow
def test_without_them_presenters_bring_in_much():
    assert int(printed(LATE, "nothing", "presenters_of_play").split()[0]) > 100


def test_steps_are_taken_one_a_turn_with_others_in_between():
    runner, seen = SyncRunner(), []

    def steps():
        for step in range(3):
            seen.append(step)
            runner.post(lambda: seen.append("event"))
            yield

    imports.in_turns(runner, steps(), lambda: seen.append("done"), seen.append)
    assert seen == []
    runner.run_all()
    assert seen == [0, "event", 1, "event", 2, "event", "done"]


def test_a_step_that_fails_is_told_and_ends_them():
    runner, seen = SyncRunner(), []
    error = ImportError("broken")

    def steps():
        yield
        raise error

    imports.in_turns(runner, steps(), lambda: seen.append("done"), seen.append)
    runner.run_all()
    assert seen == [error]
