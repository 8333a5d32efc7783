"""An engine of one's own in the running program: added, tested, played against, removed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests import tiny_engine
from tests.pokergui.desktop import START_S, Desktop, Program, hands, log_text, settings


def running(program: Path) -> list[str]:
    """The processes that run a program."""
    found = []
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = line.read_bytes().decode(errors="replace").split("\0")
        except OSError:  # it has ended meanwhile
            continue
        if str(program) in words and "tests.pokergui.engine_guest" not in words:
            found.append(" ".join(words))
    return found


@pytest.mark.long
def test_an_engine_is_added_tested_played_and_removed(tmp_path: Path) -> None:
    home, engine = tmp_path / "home", tmp_path / "tiny.py"
    shutil.copyfile(tiny_engine.__file__, engine)
    settings(home, auto_next=False)
    desktop = Desktop(tmp_path)
    try:
        screen = {"DISPLAY": desktop.display, "QT_QPA_PLATFORM": "xcb"}
        guest = "tests.pokergui.engine_guest"
        with Program(home, guest, str(engine), **screen) as program:
            out, err = program.process.communicate(timeout=START_S)
            assert (program.process.returncode, err) == (0, "")
    finally:
        desktop.close()
    assert log_text(home) == ""
    told = {entry.pop("step"): entry for entry in map(json.loads, out.splitlines())}
    assert told["added"] == {"offered": True}
    assert told["tested"] == {"rows": 6}
    assert told["played"] == {"saved": 1}
    assert told["removed"]["front"] != "Tiny"
    (hand,) = hands(home)
    assert hand["players"] == ["Tiny", "You"]
    assert running(engine) == []
