"""Locks in the real program: painted over the grid, solved again, compared, kept and opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pokergui.desktop import visited


@pytest.mark.long
def test_hands_are_locked_by_painting_and_what_changes_is_read(tmp_path: Path) -> None:
    told = {entry["stage"]: entry for entry in visited(tmp_path, "tests.pokergui.lock_visitor")}
    assert told["solved"]["comparable"] is False
    assert told["brushes"]["keys"][0] == "c" and told["brushes"]["keys"][-1] == "free"
    assert told["painted"]["locked"] == [1.0, 1.0, 0.0]
    assert told["painted"]["shares"] == [1.0, 1.0]
    assert told["painted"]["unsolved"] and told["painted"]["words"] == "1 decision locked"
    assert told["again"] == {"stage": "again", "unsolved": False, "value": 2}
    assert told["compared"]["before"] < 1.0 and told["compared"]["after"] == pytest.approx(1.0)
    assert all(" to " in change for change in told["compared"]["changes"])
    assert told["closed"]["title"] != "River"
    assert told["opened"]["words"] == "1 decision locked"
