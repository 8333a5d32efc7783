"""Mind-reading in the real program on a screen: hands, the belief, the sheet, a reset undone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pokergui.store import OpponentReader
from tests.pokergui.desktop import START_S, Desktop, Program, log_text, settings
from tests.pokergui.mind_guest import HANDS


@pytest.mark.parametrize(
    "opponent", ["opponent-model", pytest.param("call", marks=pytest.mark.long)]
)
def test_a_mind_is_read_and_what_was_learned_is_looked_at(tmp_path: Path, opponent: str) -> None:
    home = tmp_path / "home"
    settings(home, game="leduc", opponents={"leduc": opponent}, auto_next=False)
    desktop = Desktop(tmp_path)
    try:
        screen = {"DISPLAY": desktop.display, "QT_QPA_PLATFORM": "xcb"}
        with Program(home, "tests.pokergui.mind_guest", **screen) as program:
            out, err = program.process.communicate(timeout=START_S)
            assert (program.process.returncode, err) == (0, "")
    finally:
        desktop.close()
    assert log_text(home) == ""
    told = [json.loads(line) for line in out.splitlines()]
    hands = [entry for entry in told if "hand" in entry]
    assert [entry["hand"] for entry in hands] == list(range(1, HANDS + 1))
    for entry in hands:
        assert entry["visible"] and entry["own"].endswith("%")
        assert entry["total"].endswith(" of 2.58") and entry["leaks"]
    sheet = {entry["what"]: entry for entry in told if "what" in entry}
    assert all(entry["visible"] for entry in sheet.values())
    assert sheet["learned"]["figures"][0] == str(HANDS) and sheet["learned"]["rows"]
    assert sheet["reset"]["rows"] == []
    assert sheet["taken back"]["rows"] == sheet["learned"]["rows"]
    assert sheet["table"]["problem"] == ""
    kept = OpponentReader(home / "hands.db").list()
    assert [(row.name, row.hands, row.sound) for row in kept] == [("you", HANDS, True)]
