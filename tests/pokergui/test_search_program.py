"""The tree of a search in the real program: grown, stopped, resumed and opened by keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pokergui.desktop import visited


@pytest.mark.long
def test_a_search_is_stopped_gone_on_with_and_opened(tmp_path: Path) -> None:
    told = {entry["stage"]: entry for entry in visited(tmp_path, "tests.pokergui.search_visitor")}
    assert "Second player to act" in told["searched"]["source"]
    assert 500 <= sum(told["searched"]["rows"]) <= 2800
    stopped, ended = told["stopped"], told["ended"]
    assert 2800 < stopped["done"] < ended["done"] == 3_000_000
    assert sum(stopped["rows"]) == stopped["done"] and sum(ended["rows"]) == ended["done"]
    assert all(more >= few for few, more in zip(stopped["rows"], ended["rows"], strict=True))
    assert told["opened"]["node"] and not told["opened"]["room"]
    assert len(told["opened"]["crumbs"]) > 3
