"""A page that is opened before its modules are loaded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.pokergui.desktop import START_S, Program, log_text

BEFORE = {"action": "shown", "ready": False, "study": False}
AFTER = [
    {"action": "begun", "ready": True, "study": True},
    {"action": "watch", "begun": True},
]


@pytest.mark.parametrize("fails", [False, True])
def test_a_page_opened_at_once_begins_as_soon_as_it_can(tmp_path: Path, fails: bool) -> None:
    told = {"FAILS": "1"} if fails else {}
    visitor = "tests.pokergui.early_visitor"
    with Program(tmp_path, visitor, QT_QPA_PLATFORM="offscreen", **told) as program:
        out, err = program.process.communicate(timeout=START_S)
        assert (program.process.returncode, err) == (0, "")
    failed = {
        "action": "failed",
        "title": "Only Play works: the other pages could not be loaded",
        "text": "no such page",
    }
    found = [json.loads(line) for line in out.splitlines()]
    assert found == [BEFORE, *[failed] * fails, *AFTER]
    assert ("the other pages could not be loaded" in log_text(tmp_path)) == fails
