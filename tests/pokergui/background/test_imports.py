from __future__ import annotations

import subprocess
import sys

import pytest

from pokergui.background import imports
from pokergui.background.jobs import SyncRunner
from tests.pokergui.desktop import ROOT

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


@pytest.mark.parametrize(
    ("work", "told"),
    [
        ("work = import_plain", ""),
        ("def work():\n    import pokergui.pages.play.presenters.play", "PlayPresenter"),
    ],
)
def test_what_workers_import_derives_nothing_from_qt(work: str, told: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAIN, work],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert told in done.stdout if told else done.stdout == "[]\n"


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
