"""``lab``: the lecture's numbers as fractions, and what a schedule walks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pokergui.cli_runner import Cli

pytestmark = pytest.mark.slow
EVALUATION = "lab evaluation kuhn --behaviour lecture --rival lecture --target"


def test_matrix_prints_the_lecture_s_fractions(cli: Cli) -> None:
    found = cli.json("lab matrix")
    assert found["payoffs"] == [["0", "-1", "3"], ["1", "0", "-1"], ["-1", "1", "0"]]
    assert found["names"] == [["rock", "paper", "scissors"]] * 2
    solution = found["equilibrium"]
    assert (solution["value"], solution["unique"]) == ("2/15", True)
    assert (solution["a"], solution["b"]) == ([["1/5", "7/15", "1/3"]], [["1/3", "7/15", "1/5"]])
    first, second = found["steps"]
    assert first["a"]["added"] == ["4/9", "0", "0"]
    assert second["a"]["strategy"] == ["13/31", "9/31", "9/31"]
    assert second["a"]["strategy_float"] == [13 / 31, 9 / 31, 9 / 31]
    assert second["b"]["sums_after"] == ["12605/8649", "13721/8649", "1"]
    assert (second["a"]["value"], second["b"]["value"]) == ("226/961", "-226/961")
    out = cli.text("lab matrix")
    assert "equilibrium (unique): A (1/5, 7/15, 1/3), B (1/3, 7/15, 1/5), value 2/15" in out
    assert "13721/8649" in out


def test_matrix_takes_other_payoffs_names_and_rules(cli: Cli) -> None:
    words = "lab matrix --payoffs '1, 2; 3, 4; 5, 1/3' --names 'x,y,z;l,r' --rule rm+ --steps 1"
    found = cli.json(words)
    assert found["names"] == [["x", "y", "z"], ["l", "r"]]
    assert (found["rule"], len(found["steps"])) == ("rm+", 1)
    assert found["steps"][0]["a"]["added"] == ["-19/18", "17/18", "1/9"]
    assert cli.json("lab matrix --payoffs '1 2'")["names"] == [["1"], ["1", "2"]]
    large = f"lab matrix --payoffs '{';'.join([' '.join('1' * 9)] * 9)}'"
    assert cli.json(large)["equilibrium"] is None and "too large" in cli.text(large)


def test_the_last_of_many_steps_is_printed(cli: Cli) -> None:
    *first, last = cli.json("lab matrix --steps 100000")["steps"]
    assert [one["iteration"] for one in first] == list(range(1, 21))
    assert (last["iteration"], last["gap"]) == (100_000, None)
    assert last["gap_float"] == pytest.approx(0.0062, abs=5e-5)
    assert last["average_gap_float"] == pytest.approx(0.0045, abs=5e-5)
    found = cli.json("lab kuhn --steps 100")["iterations"]
    assert [one["iteration"] for one in found] == [*range(1, 21), 100]
    assert found[-1]["average_nash_conv_float"] < 0.06


def test_kuhn_prints_the_lecture_s_tables(cli: Cli) -> None:
    found = cli.json("lab kuhn")
    assert (found["game"], found["updates"]) == ("kuhn", "simultaneous")
    (only,) = found["iterations"]
    assert (only["value"], only["nash_conv"]) == ("-1/18", "13/72")
    assert only["nash_conv_float"] == 13 / 72 and len(only["infosets"]) == 12
    (queen,) = (row for row in only["infosets"] if (row["line"], row["cards"]) == ("cr", "Q"))
    assert (queen["others"], queen["posterior"]) == (["K", "J"], ["3/4", "1/4"])
    assert (queen["actions"], queen["values"], queen["weight"]) == (["f", "c"], ["-1", "-1"], "2/9")
    assert queen["cum_regret"] == ["0", "0"] and queen["average_strategy"] == ["1/2", "1/2"]
    out = cli.text("lab kuhn")
    assert "-1/36" in out and "K 3/5, Q 2/5" in out


@pytest.mark.parametrize(
    ("order", "last"), [("--simultaneous", "89099/294624"), ("--alternating", "65/336")]
)
def test_kuhn_goes_on_from_the_uniform_profile(cli: Cli, order: str, last: str) -> None:
    found = cli.json(f"lab kuhn --profile uniform --steps 6 {order}")
    assert found["iterations"][-1]["average_nash_conv"] == last


def test_kuhn_starts_from_a_file(cli: Cli, home: Path) -> None:
    file = home / "profile.json"
    file.write_text(cli.text("strategy kuhn random --all --json"), "utf-8")
    found = cli.json("lab kuhn --profile profile.json")
    assert found["iterations"][0]["nash_conv"] == "11/12"
    for text in (b"", b"{", b"[" * 100_000, b"\xff", b'{"infosets": []}', b" " * 1_000_001):
        file.write_bytes(text)
        cli.refused("lab kuhn --profile profile.json")


def test_schedule_shows_what_is_walked_and_which_claims_are_met(cli: Cli) -> None:
    found = cli.json("lab schedule kuhn explicit:1,all")
    keys = ("to_act", "own_before", "both_before", "picks", "probability", "count")
    # The second player never decides twice: it has two decisions, but on different lines.
    assert [tuple(row[key] for key in keys) for row in found["decisions"]] == [
        (0, 0, 0, 1, "1/2", 1),
        (0, 1, 2, 2, "1", 1),
        (1, 0, 1, 1, "1/2", 2),
    ]
    claims = {c["claim"]: (c["literal"], c["everywhere"]) for c in found["claims"]}
    assert list(claims) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert claims[1] == claims[2] == (True, True) and claims[6] == claims[8] == (False, False)
    limit = cli.json("lab schedule holdem-limit street:0.4,0.6,0.8,1")
    assert sum(d["count"] for d in limit["decisions"]) == 8 + 70 + 630 + 5670


def test_evaluation_prints_what_each_estimator_says(cli: Cli) -> None:
    found = cli.json(f"{EVALUATION} uniform")
    assert (found["player"], found["truth_fraction"]) == (0, "-1/4")
    means = {name: one["mean_fraction"] for name, one in found["estimators"].items()}
    assert means == {"basic": "-5/72", "gea": "-1/4", "pi": "-1/4", "pi+gea": "-1/4"}
    plain, divat = (
        cli.json(f"{EVALUATION} lecture --value {value}")["estimators"]
        for value in ("chips", "divat")
    )
    assert (plain["aivat"]["mean_fraction"], plain["aivat"]["bias"]) == ("-1/18", 0.0)
    assert plain["aivat"]["sd"] == pytest.approx(0.0951, abs=5e-5)
    for name in ("basic", "gea", "pi", "pi+gea"):
        assert (divat[name]["mean_fraction"], divat[name]["bias"]) == ("-1/18", 0.0)
        assert divat[name]["sd"] < plain[name]["sd"]


def test_evaluation_takes_engines_and_either_position(cli: Cli) -> None:
    words = "lab evaluation kuhn --behaviour cfr --target call --rival random --player 1"
    assert cli.json(words)["estimators"]["pi+gea"]["bias"] == 0.0
    # No spread that hands cannot show: its variance by rows down to 6e-32 is 9.0e31.
    words = "lab evaluation leduc --behaviour cfr --target raise --rival call"
    found = cli.json(words)["estimators"]
    assert found["basic"]["sd"] is None and 0.1 < found["basic"]["unsupported"] < 0.2
    assert found["pi+gea"]["sd"] < 40.0 and found["pi+gea"]["unsupported"] == 0.0
