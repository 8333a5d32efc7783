"""The real program while an engine in a process of its own hangs."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest

from ai.process.added import keep_added
from ai.process.log import log_path
from ai.process.program import Added
from tests.ai.process.bad import PROGRAM, gone
from tests.pokergui.desktop import (
    CLOSE_S,
    PROMISED_CLOSE_S,
    Program,
    log_text,
    settings,
    wait_for,
)


def close_while_it_hangs(home: Path) -> float:
    """Seconds from a logout, in the middle of an answer that does not come, to the end."""
    mark = str(home / "mark")
    command = shlex.join((sys.executable, "-S", str(PROGRAM), "hangs at once", mark))
    keep_added(home / "strategies", Added("Bad", command, 600.0))
    settings(home, game="leduc", opponents={"leduc": "added:Bad"})
    log = log_path(home / "strategies", "added:Bad")
    assert log is not None
    with Program(home, QT_QPA_PLATFORM="offscreen") as program:
        wait_for(lambda: log.exists() and "> go" in log.read_text(), "the engine's turn")
        begin = time.monotonic()
        program.process.send_signal(signal.SIGTERM)
        status, err = program.ended(CLOSE_S)
        took = time.monotonic() - begin
    assert (status, err) == (0, "")
    gone(mark)
    assert log_text(home) == ""
    return took


@pytest.mark.long
@pytest.mark.scorecard("U3")
def test_the_window_closes_while_an_engine_hangs(
    tmp_path: Path, release: bool, record_property: Callable[[str, object], None]
) -> None:
    closes = 15 if release else 5
    took = [close_while_it_hangs(tmp_path / str(number)) for number in range(closes)]
    assert median(took) <= PROMISED_CLOSE_S, took
    text = f"{closes} closes while an engine hangs: median {median(took):.1f} s"
    record_property("measured", f"{text}, longest {max(took):.1f} s")
