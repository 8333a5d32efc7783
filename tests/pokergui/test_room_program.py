"""A river of one's own in the real program: written by keys alone, solved, saved, removed."""

from __future__ import annotations

from pathlib import Path

from tests.pokergui.desktop import visited


def test_a_river_is_written_solved_saved_and_removed(tmp_path: Path) -> None:
    told = {entry["stage"]: entry for entry in visited(tmp_path, "tests.pokergui.room_visitor")}
    assert told["form"]["notes"][0] == "River" and "combos" in told["form"]["notes"][1]
    assert "Decisions 60, Actions 176" in told["form"]["takes"]
    assert told["solved"]["room"] is False and told["solved"]["state"].startswith("Solved")
    assert told["saved"]["title"] == "River, pot 100, 950 behind" and told["saved"]["shown"]
    assert told["saved"]["board"] == "Qs Jh 2h 8c 5d"
    assert told["saved"]["state"].endswith("% of the pot")
    assert told["removed"] == {"stage": "removed", "files": 0, "solution": False}
