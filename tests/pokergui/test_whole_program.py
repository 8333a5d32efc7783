"""The whole of small games in the real program on a screen: the sheet, its list, Kuhn's family."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pokergui.desktop import visited


@pytest.mark.long
def test_small_games_are_studied_whole_by_keys(tmp_path: Path) -> None:
    told = {entry["action"]: entry for entry in visited(tmp_path, "tests.pokergui.whole_visitor")}
    kuhn = told["sheet of kuhn"]
    assert kuhn["sets"] == 12 and "−1/18 = −0.0556" in kuhn["value"]
    member = told["the member"]
    assert member["engine"] == "Equilibrium, α = 1/6"
    assert member["figures"] == {"Exploitability": "0", "First player wins": "−55.6"}
    assert member["shares"] == pytest.approx([5 / 6, 1 / 6])
    leduc = told["sheet of leduc"]
    assert leduc["sets"] == 288 and leduc["figures"]["First player wins"] == "−85.6"
    assert told["a cell by keys"]["view"] == "cost"
    assert "Counterfactual value" in told["a cell by keys"]["card"]
    assert told["by regret"]["order"] == "regrets"
    assert told["a decision"]["crumbs"][-1].endswith("to act")
