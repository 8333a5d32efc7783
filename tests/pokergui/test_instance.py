"""One instance of the program for each folder."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.errors import PokerError
from pokergui import instance
from pokergui.instance import LOCK_NAME, InstanceError, InstanceLock
from tests.pokergui.desktop import ROOT

pytestmark = pytest.mark.scorecard("D3")
HOLD = """
import sys
from pathlib import Path
from pokergui.instance import InstanceLock
lock = InstanceLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_instance_is_told_and_a_killed_one_leaves_no_lock(tmp_path):
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(InstanceError, match="already open with the folder"):
            InstanceLock(tmp_path)
        other.kill()
    lock = InstanceLock(tmp_path)
    with pytest.raises(InstanceError, match="already open"):
        InstanceLock(tmp_path)
    lock.release()
    InstanceLock(tmp_path).release()


def test_a_place_that_cannot_be_written_or_locked(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder" / LOCK_NAME).mkdir(parents=True)
    for name in ("file", "folder"):
        with pytest.raises(PokerError, match="cannot be written"):
            InstanceLock(tmp_path / name)

    def refuse(handle):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(instance, "lock", refuse)
    with pytest.raises(PokerError, match="cannot be locked: No locks available"):
        InstanceLock(tmp_path)
