"""The whole of small games in the real program on a screen: the sheet, its list, Kuhn's family."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.pokergui.desktop import START_S, Desktop, Program, log_text


def test_small_games_are_studied_whole_by_keys(tmp_path: Path) -> None:
    desktop = Desktop(tmp_path)
    try:
        screen = {"DISPLAY": desktop.display, "QT_QPA_PLATFORM": "xcb"}
        with Program(tmp_path / "home", "tests.pokergui.whole_visitor", **screen) as program:
            out, err = program.process.communicate(timeout=START_S)
            assert (program.process.returncode, err) == (0, "")
    finally:
        desktop.close()
    assert log_text(tmp_path / "home") == ""
    told = {entry["action"]: entry for entry in map(json.loads, out.splitlines())}
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
