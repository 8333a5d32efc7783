"""A river of one's own in the real program: written by keys alone, solved, saved, removed."""

from __future__ import annotations

import json
from pathlib import Path

from tests.pokergui.desktop import START_S, Desktop, Program, log_text


def test_a_river_is_written_solved_saved_and_removed(tmp_path: Path) -> None:
    desktop = Desktop(tmp_path)
    try:
        screen = {"DISPLAY": desktop.display, "QT_QPA_PLATFORM": "xcb"}
        with Program(tmp_path / "home", "tests.pokergui.room_visitor", **screen) as program:
            out, err = program.process.communicate(timeout=START_S)
            assert (program.process.returncode, err) == (0, "")
    finally:
        desktop.close()
    assert log_text(tmp_path / "home") == ""
    told = {entry["stage"]: entry for entry in map(json.loads, out.splitlines())}
    assert told["form"]["notes"][0] == "River" and "hands" in told["form"]["notes"][1]
    assert "Decisions 60, Actions 176" in told["form"]["takes"]
    assert told["solved"]["room"] is False and told["solved"]["state"].startswith("Solved")
    assert told["saved"]["title"] == "River, pot 100, 950 behind" and told["saved"]["shown"]
    assert told["saved"]["board"] == "Qs Jh 2h 8c 5d"
    assert told["saved"]["state"].endswith("% of the pot")
    assert told["removed"] == {"stage": "removed", "files": 0, "solution": False}
