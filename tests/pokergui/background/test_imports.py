from __future__ import annotations

import subprocess
import sys

import pytest

from pokergui.background import imports
from tests.pokergui.desktop import ROOT
from tests.sync_runner import SyncRunner

PLAIN = """
import logging, sys, threading
import pokergui.app
from pokergui.background.imports import import_plain
from tests.pokergui.makers import log_foreign_classes

found = []
logging.getLogger("pokergui").addHandler(logging.Handler())
logging.getLogger("pokergui").handlers[0].emit = lambda record: found.append(record.getMessage())
log_foreign_classes()
exec(sys.argv[1])
worker = threading.Thread(target=work)
worker.start()
worker.join()
print(found)
"""

LATE = """
import sys
import pokergui.app
from pokergui.background.imports import import_plain, presenters

if sys.argv[1:] != ["without"]:
    import_plain()
before = set(sys.modules)
for _ in presenters():
    pass
plain = ("ai.", "engine.", "numba.", "numpy.", "pokerkit.", "pokergui.store.", "pokergui.ranges.")
heavy = sorted(name for name in set(sys.modules) - before if name.startswith(plain))
heavy += [name for name in set(sys.modules) - before if ".scenes." in name or ".work." in name]
print(len(heavy), heavy[:9])
"""


def printed(*arguments: str) -> str:
    """What Python prints."""
    command = [sys.executable, "-c", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=True
    ).stdout


@pytest.mark.parametrize(
    ("work", "told"),
    [
        ("work = import_plain", ""),
        ("def work():\n    import pokergui.pages.play.presenters.play", "PlayPresenter"),
    ],
)
def test_what_workers_import_derives_nothing_from_qt(work: str, told: str) -> None:
    found = printed(PLAIN, work)
    assert told in found if told else found == "[]\n"


def test_presenters_bring_in_nothing_more_of_engines_and_store() -> None:
    assert printed(LATE) == "0 []\n"
    assert int(printed(LATE, "without").split()[0]) > 100


def test_steps_are_taken_one_a_turn_with_others_in_between() -> None:
    runner, seen = SyncRunner(), []

    def steps():
        for step in range(3):
            seen.append(step)
            runner.post(lambda: seen.append("event"))
            yield

    imports.in_turns(runner, steps(), lambda: seen.append("done"))
    assert seen == []
    runner.run_all()
    assert seen == [0, "event", 1, "event", 2, "event", "done"]
