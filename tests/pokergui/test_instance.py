from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import PokerError
from pokergui import instance
from pokergui.instance import LOCK_NAME, InstanceError, InstanceLock

ROOT = Path(__file__).resolve().parents[2]
HOLD = """
import sys
from pathlib import Path
from pokergui.instance import InstanceLock
lock = InstanceLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.scorecard("D3")
def test_second_instance_is_told(tmp_path):
    first = InstanceLock(tmp_path)
    with pytest.raises(InstanceError, match="already open with the folder"):
        InstanceLock(tmp_path)
    first.release()
    InstanceLock(tmp_path).release()


def test_killed_instance_leaves_no_lock(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(InstanceError, match="already open"):
            InstanceLock(tmp_path)
        other.kill()
    InstanceLock(tmp_path).release()


@pytest.mark.scorecard("D3")
def test_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(PokerError, match="cannot be written"):
        InstanceLock(tmp_path / "file")


@pytest.mark.scorecard("D3")
def test_lock_that_cannot_be_written(tmp_path):
    (tmp_path / LOCK_NAME).mkdir()
    with pytest.raises(PokerError, match=f"{LOCK_NAME} cannot be written"):
        InstanceLock(tmp_path)


def test_folder_without_locks(tmp_path, monkeypatch):
    def refuse(handle: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(instance, "lock", refuse)
    with pytest.raises(PokerError, match="cannot be locked: No locks available"):
        InstanceLock(tmp_path)
