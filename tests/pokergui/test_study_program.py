"""The Study page of the real program on a screen: clicks, keys, answers in time, a clean end."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.combos import combo_cards
from engine.ranges import parse_range
from tests.pokergui.desktop import visited

TABLE_MS, EQUITY_MS = 300.0, 3000.0
"""Three times the bounds of bench study: the machine may be busy."""


def test_ranges_are_read_by_clicks_and_keys(tmp_path: Path) -> None:
    told = {entry["action"]: entry for entry in visited(tmp_path, "tests.pokergui.study_visitor")}
    assert told["F3"]["crumbs"] == ["Preflop", "Button to act"]
    assert told["call"]["crumbs"][1:4] == [
        "Button raises to 300",
        "Big blind raises to 900",
        "Button calls",
    ]
    assert told["call"]["note"].startswith("Ranges that reach the flop")
    for action in ("random flop", "check"):
        assert sum(told[action]["totals"].values()) == pytest.approx(1.0)
    assert told["narrowed"]["chip"].endswith(" combos: show the whole range")
    assert not told["narrowed"]["open"]
    assert told["copied"]["told"].endswith(" copied")
    copied = parse_range(told["copied"]["text"])
    assert copied.any() and ((combo_cards()[copied > 0] & 3) == 3).any(axis=1).all()
    assert told["made"]["totals"] != told["all hands"]["totals"] == told["random flop"]["totals"]
    assert sum(told["made"]["totals"].values()) == pytest.approx(1.0)
    assert told["check"]["crumbs"][-2:] == ["Big blind checks", "Button to act"]
    assert told["check"]["side"] == ["Button"] and told["other side"]["side"] == ["Big blind"]
    counted = [float(share.removesuffix("%")) for share in told["other side"]["equity"]]
    assert sum(counted) == pytest.approx(100.0, abs=0.11)
    assert told["other side"]["curve"] == ["Button", "Big blind"]
    assert told["curve"]["read"].startswith("at 55% of the range, Button ")
    assert all(ev.endswith(" bb") for ev in told["other side"]["ev"])
    assert all(ev.endswith(" antes") for ev in told["leduc back"]["ev"])
    assert told["back"]["crumbs"][-1] == "Big blind to act"
    shown = {name: (told[name]["view"], told[name]["scale"]) for name in ("with EV", "EV", "full")}
    assert shown == {
        "with EV": (["strategy-ev", "reach"], ""),
        "EV": (["ev", "reach"], "EV, bb"),
        "full": (["action", "full"], "Check, %"),
    }
    assert told["with EV"]["figures"] == told["EV"]["figures"] > 40  # of the hands that come here
    assert told["action"]["view"] == ["action", "reach"]
    assert told["leduc"]["view"] == ["action", "full"]  # the view is kept everywhere
    assert told["leduc"]["grid"] == [3, 1] and told["leduc"]["engine"] == "Exact equilibrium"
    assert told["leduc call"]["grid"] == [3, 3]
    assert told["leduc back"]["crumbs"] == told["leduc call"]["crumbs"]
    assert told["leduc typed"]["crumbs"][-2:] == ["Second player bets 4", "First player to act"]
    assert told["leduc typed back"]["crumbs"][-1] == "Second player to act"
    for form, least in (("png", 20_000), ("svg", 10_000), ("csv", 1_000)):
        saved = told[f"saved {form}"]
        assert saved["size"] > least
        assert saved["suggested"][0].endswith(f"/leduc-cfr-rc-cr.{form}")
    assert told["whole game"]["note"] == "288 information sets, suits merged"
    assert told["from play"]["crumbs"][0] == "Preflop" and told["from play"]["marked"] >= 0
    equity = [told[action]["ms"] for action in ("raise again", "random flop", "check")]
    table = [told[action]["ms"] for action in ("leduc call", "leduc check", "leduc back")]
    # The machine may do other things as well.
    assert min(equity) <= EQUITY_MS and min(table) <= TABLE_MS
