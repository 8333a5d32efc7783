"""The real program while an engine in a process of its own hangs."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from pathlib import Path

import pytest

from ai.process.added import keep_added
from ai.process.log import log_path
from ai.process.program import Added
from tests.ai.process.bad import PROGRAM, gone
from tests.pokergui.desktop import CLOSE_S, Program, log_text, settings, wait_for


@pytest.mark.long
@pytest.mark.scorecard("U3")
def test_the_window_closes_while_an_engine_hangs(tmp_path: Path) -> None:
    mark = str(tmp_path / "mark")
    command = shlex.join((sys.executable, "-S", str(PROGRAM), "hangs at once", mark))
    keep_added(tmp_path / "strategies", Added("Bad", command, 600.0))
    settings(tmp_path, game="leduc", opponents={"leduc": "added:Bad"})
    log = log_path(tmp_path / "strategies", "added:Bad")
    assert log is not None
    with Program(tmp_path, QT_QPA_PLATFORM="offscreen") as program:
        wait_for(lambda: log.exists() and "> go" in log.read_text(), "the engine's turn")
        begin = time.monotonic()
        program.process.send_signal(signal.SIGTERM)
        status, err = program.ended(CLOSE_S)
        assert (status, err) == (0, "")
        print(f"closed in {time.monotonic() - begin:.2f} s")
    gone(mark)
    assert log_text(tmp_path) == ""
