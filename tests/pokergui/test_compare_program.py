"""Two engines in the real program: side by side, their difference, and its cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pokergui.desktop import visited


@pytest.mark.long
def test_two_engines_are_compared_by_keys(tmp_path: Path) -> None:
    told = {entry["stage"]: entry for entry in visited(tmp_path, "tests.pokergui.compare_visitor")}
    assert told["both"]["names"] == ["Random walker", "Exact equilibrium"]
    assert told["both"]["captions"] == told["both"]["names"]
    assert ["50% v. " in change for change in told["both"]["changes"]] == [True, True]
    assert told["difference"]["scale"] == "amount" and len(told["difference"]["figures"]) == 3
    assert told["list"]["unit"] == "mA/hand" and told["list"]["focus"]
    assert told["list"]["rows"] > 50 and told["list"]["costs"][0] == 1.0
    assert told["row"]["pinned"] == told["row"]["wanted"]
    assert told["row"]["crumbs"][-1].endswith("to act")
    assert len(told["players"]["captions"]) == 2
    assert told["alone"] == {"stage": "alone", "which": False}
