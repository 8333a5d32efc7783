"""One line over many boards in the real program: written, run, grouped and opened by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pokergui.desktop import visited

BOARDS = ["8h8d7h", "AhTd7c", "KsQs2d", "QhJdTc"]


@pytest.mark.long
def test_many_boards_are_looked_at_and_one_is_opened(tmp_path: Path) -> None:
    told = {entry["stage"]: entry for entry in visited(tmp_path, "tests.pokergui.report_visitor")}
    assert "before the flop" in told["preflop"]["why"] and not told["preflop"]["run"]
    assert "AhT" in told["wrong"]["why"] and not told["wrong"]["run"]
    assert sorted(told["done"]["boards"]) == BOARDS
    assert told["suits"]["rows"] == ["Rainbow", "Two-tone"]
    assert told["board"]["board"] in BOARDS and not told["board"]["room"]
    assert told["board"]["crumbs"][-1] == "Big blind to act"
    assert told["again"]["boards"] == BOARDS
