"""The Lab page of the real program on a screen: keys, an edit, Kuhn, a schedule drawn."""

from __future__ import annotations

from pathlib import Path

from tests.pokergui.desktop import visited

BEAT_MS = 20.0
STEP_MS = 1000.0
"""Some twenty times the duration of a step: the machine may be busy."""


def test_the_lecture_is_gone_through_by_keys(tmp_path: Path) -> None:
    told = {entry["action"]: entry for entry in visited(tmp_path, "tests.pokergui.lab_visitor")}
    assert all(entry["visible"] for entry in told.values())
    assert told["F5"]["title"] == "Iteration 1"
    assert told["next"]["first"] == ["Rock", [["13/9"], ["13/31"], ["16/31"], ["+270/961"]]]
    assert told["textbook"]["first"][1][:2] == [["13/9"], ["13/27"]]
    assert told["end"]["title"] == "Iteration 10,000"
    assert told["edit"]["title"] == "Iteration 1"
    assert told["edit"]["figures"][:2] == ["0", "0"]  # with a 1 everything is even
    assert told["kuhn"]["figures"] == ["\u22121/18", "13/72", "13/72"]
    assert told["kuhn 6"]["figures"][2] == "89099/294624"
    assert told["kuhn end"]["title"] == "Iteration 1,000"
    assert told["kuhn back"]["title"] == "Iteration 999"
    assert told["on policy"]["means"] == ["\u22121/18"] * 5
    assert told["missing"]["means"] == ["\u22125/72", *["\u22121/4"] * 3]
    assert told["draw"]["running"] and not told["stop"]["running"]
    basic, *others = told["stop"]["drawn"]
    assert basic.endswith("not supported") and all("\u00b1" in text for text in others)
    drawn, more = told["schedule"], told["more"]
    assert (drawn["text"], more["text"]) == ("explicit:1,all", "explicit:2,all")
    assert (drawn["picks"][0], more["picks"][0]) == ([1, 2], [2, 2])
    assert (drawn["met"], more["met"]) == ([1, 2, 3, 4, 5, 8, 9], [])
    assert more["exploitability"][1:] == drawn["exploitability"][1:]
    # No beat of the window was long missed while schedules were measured.
    gaps = sorted(drawn["gaps"] + more["gaps"])
    assert gaps[len(gaps) // 2] < BEAT_MS
    assert told["train"]["words"] == ["Leduc hold\u2019em", "Robust sampling", "explicit:2,all"]
    assert min(told[name]["ms"] for name in ("next", "textbook", "end", "kuhn 2")) < STEP_MS
