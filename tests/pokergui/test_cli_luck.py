"""``match --aivat``."""

from __future__ import annotations

from pokergui.commands.match.luck import AT_ONCE
from tests import tiny_engine
from tests.pokergui.cli_runner import Cli

KUHN_3 = ("match", "kuhn-3", "cfr", "random", "call", "--hands", "100")
KUHN = ("match", "kuhn", "cfr", "random", "--duplicate", "--hands", "300")


def test_luck_is_taken_out(cli: Cli) -> None:
    found = cli.json(*KUHN, "--aivat", "both")
    luck = found["aivat"]
    assert luck["known"] == "both"
    assert luck["value"]["name"] == "played-out"
    assert len(luck["value"]["hash"]) == 16
    raw, duplicate, aivat = luck["methods"]
    assert [one["method"] for one in luck["methods"]] == ["raw", "duplicate", "aivat"]
    assert (raw["hands"], raw["units"], aivat["units"]) == (600, 600, 300)
    assert abs(duplicate["mean_mbb"] - found["mean_mbb"]) < 1e-9
    assert abs(duplicate["ci95_mbb"] - found["ci95_mbb"]) < 1e-9
    assert aivat["sd_cut"] > 0.99
    for key in ("mean_mbb", "ci95_mbb", "sd_mbb"):
        assert luck[key] == aivat[key]
    assert (luck["raw_sd_mbb"], luck["value_hash"]) == (raw["sd_mbb"], luck["value"]["hash"])
    assert abs(aivat["mean_mbb"] - raw["mean_mbb"]) < 2 * raw["ci95_mbb"]
    again = cli.json(*KUHN, "--aivat", "both")
    assert again["aivat"] == luck
    status, out, _ = cli.run(*KUHN, "--aivat", "A")
    assert status == 0
    assert "luck taken out" in out and "A known, value played-out" in out


def test_a_rule_looks_at_what_is_left_without_luck(cli: Cli) -> None:
    stops = [
        cli.json(*KUHN[:-1], "3000", "--stop", "sequence", *args)["stop"]
        for args in ((), ("--aivat", "A"))
    ]
    assert [stop["method"] for stop in stops] == ["duplicate", "aivat"]
    widths = [stop["interval_mbb"][1] - stop["interval_mbb"][0] for stop in stops]
    assert widths[1] < widths[0]
    assert all(stop["stopped_at"] % AT_ONCE == 0 for stop in stops)  # whatever the machine's speed
    out = cli.run(*KUHN, "--stop", "sequence", "--aivat", "A")[1]
    assert "watched by AIVAT" in out


def test_who_cannot_be_known_is_named(cli: Cli) -> None:
    args = ("match", "kuhn", "opponent-model", "cfr", "--hands", "10", "--aivat", "A")
    assert "learns while it plays" in cli.refused(*args)
    assert "is for two engines" in cli.refused(*KUHN_3, "--aivat", "both")
    assert "has engines A to C" in cli.refused(*KUHN_3, "--aivat", "D")


def test_three_at_holdem_have_a_result_each(cli: Cli) -> None:
    three = ("match", "holdem-nolimit-3", "call", "call", "call", "--hands", "10", "--aivat", "A")
    luck = cli.json(*three)["aivat"]
    assert (luck["value"]["name"], len(luck["engines"])) == ("shared-pot", 3)


def test_of_three_each_engine_has_its_own_result(cli: Cli) -> None:
    found = cli.json(*KUHN_3, "--aivat", "all", "--duplicate")
    luck = found["aivat"]
    assert (luck["known"], luck["value"]["name"]) == ("all", "played-out")
    assert [one["engine"] for one in luck["engines"]] == ["cfr", "random", "call"]
    assert luck["engines"][0]["mean_mbb"] == luck["mean_mbb"]
    assert all(one["raw_sd_mbb"] > 1000.0 and one["sd_mbb"] < 1e-3 for one in luck["engines"])
    assert abs(sum(one["mean_mbb"] for one in luck["engines"])) < 0.01
    out = cli.run(*KUHN_3, "--aivat", "A")[1]
    assert "luck taken out" in out and "A known, value played-out" in out


def test_an_engine_of_ones_own_is_known_by_its_ranges(cli: Cli) -> None:
    own = f"process:{tiny_engine.command('ranges')}"
    args = ("match", "kuhn", own, "random", "--duplicate", "--hands", "60", "--aivat", "both")
    found = cli.json(*args)
    assert found["aivat"]["sd_mbb"] < 1e-3 and not found["failures"]
    exact = cli.json("match", "kuhn", "call", "random", "--hands", "60", "--aivat", "both")
    assert abs(found["aivat"]["mean_mbb"] - exact["aivat"]["mean_mbb"]) < 1e-3
    assert "is known by its ranges: its actions were drawn from them" in cli.run(*args)[1]
    assert "so play the match on this machine" in cli.refused(*args, "--scheduler", "tcp://[::1]:1")
    args = ("match", "kuhn", f"process:{tiny_engine.command()}", "call", "--aivat", "A")
    assert "can only act" in cli.refused(*args)
