"""Two engines in the real program: beside each other, their difference, and what it costs."""

from __future__ import annotations

import json
from pathlib import Path

from tests.pokergui.desktop import START_S, Desktop, Program, log_text


def test_two_engines_are_compared_by_keys(tmp_path: Path) -> None:
    desktop = Desktop(tmp_path)
    try:
        screen = {"DISPLAY": desktop.display, "QT_QPA_PLATFORM": "xcb"}
        with Program(tmp_path / "home", "tests.pokergui.compare_visitor", **screen) as program:
            out, err = program.process.communicate(timeout=START_S)
            assert (program.process.returncode, err) == (0, "")
    finally:
        desktop.close()
    assert log_text(tmp_path / "home") == ""
    told = {entry["stage"]: entry for entry in map(json.loads, out.splitlines())}
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
