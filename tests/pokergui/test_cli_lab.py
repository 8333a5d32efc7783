"""The command group ``lab``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pokergui.cli_runner import Cli


def test_matrix_prints_the_lecture_s_fractions(cli: Cli) -> None:
    found = cli.json("lab", "matrix")
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
    status, out, _ = cli.run("lab", "matrix")
    assert status == 0
    assert "equilibrium (unique): A (1/5, 7/15, 1/3), B (1/3, 7/15, 1/5), value 2/15" in out
    assert "13721/8649" in out


def test_matrix_takes_other_payoffs_names_and_rules(cli: Cli) -> None:
    args = ("--payoffs", "1, 2; 3, 4; 5, 1/3", "--names", "x,y,z;l,r", "--rule", "rm+")
    found = cli.json("lab", "matrix", *args, "--steps", "1")
    assert found["names"] == [["x", "y", "z"], ["l", "r"]]
    assert (found["rule"], len(found["steps"])) == ("rm+", 1)
    assert found["steps"][0]["a"]["added"] == ["-19/18", "17/18", "1/9"]
    assert cli.json("lab", "matrix", "--payoffs", "1 2")["names"] == [["1"], ["1", "2"]]


def test_matrix_prints_the_last_of_many_steps(cli: Cli) -> None:
    found = cli.json("lab", "matrix", "--steps", "100000")
    *first, last = found["steps"]
    assert [one["iteration"] for one in first] == list(range(1, 21))
    assert (last["iteration"], last["gap"]) == (100_000, None)
    assert last["gap_float"] == pytest.approx(0.0062, abs=5e-5)
    assert last["average_gap_float"] == pytest.approx(0.0045, abs=5e-5)


def test_a_large_matrix_has_no_listed_equilibrium(cli: Cli) -> None:
    row = " ".join("1" * 9)
    args = ("lab", "matrix", "--payoffs", ";".join([row] * 9))
    assert cli.json(*args)["equilibrium"] is None
    assert "too large" in cli.run(*args)[1]


def test_kuhn_prints_the_lecture_s_tables(cli: Cli) -> None:
    found = cli.json("lab", "kuhn")
    assert (found["game"], found["updates"]) == ("kuhn", "simultaneous")
    (only,) = found["iterations"]
    assert (only["value"], only["nash_conv"]) == ("-1/18", "13/72")
    assert only["nash_conv_float"] == 13 / 72
    assert len(only["infosets"]) == 12
    (queen,) = (row for row in only["infosets"] if (row["line"], row["cards"]) == ("cr", "Q"))
    assert (queen["others"], queen["posterior"]) == (["K", "J"], ["3/4", "1/4"])
    assert (queen["actions"], queen["values"], queen["weight"]) == (["f", "c"], ["-1", "-1"], "2/9")
    assert queen["cum_regret"] == ["0", "0"]
    assert queen["average_strategy"] == ["1/2", "1/2"]
    status, out, _ = cli.run("lab", "kuhn")
    assert status == 0
    assert "regret sum" in out and "average" in out
    assert "-1/36" in out and "K 3/5, Q 2/5" in out


@pytest.mark.parametrize(
    ("order", "last"), [("--simultaneous", "89099/294624"), ("--alternating", "65/336")]
)
def test_kuhn_goes_on_from_the_uniform_profile(cli: Cli, order: str, last: str) -> None:
    found = cli.json("lab", "kuhn", "--profile", "uniform", "--steps", "6", order)
    assert [one["iteration"] for one in found["iterations"]] == [1, 2, 3, 4, 5, 6]
    assert found["iterations"][-1]["average_nash_conv"] == last


def test_kuhn_prints_the_last_of_many_iterations(cli: Cli) -> None:
    found = cli.json("lab", "kuhn", "--steps", "100")
    assert [one["iteration"] for one in found["iterations"]] == [*range(1, 21), 100]
    assert found["iterations"][-1]["average_nash_conv_float"] < 0.06


def test_kuhn_starts_from_a_file(cli: Cli, tmp_path: Path) -> None:
    status, out, _ = cli.run("strategy", "kuhn", "random", "--all", "--json")
    assert status == 0
    file = tmp_path / "random.json"
    file.write_text(out, "utf-8")
    found = cli.json("lab", "kuhn", "--profile", str(file))
    assert found["iterations"][0]["nash_conv"] == "11/12"


def test_files_that_are_no_profile_are_refused(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    for text in (b"", b"{", b"[" * 100_000, b"\xff", b'{"infosets": []}', b" " * 1_000_001):
        file.write_bytes(text)
        cli.refused("lab", "kuhn", "--profile", str(file))


def test_schedule_shows_what_is_walked_and_which_claims_are_met(cli: Cli) -> None:
    found = cli.json("lab", "schedule", "kuhn", "explicit:1,all")
    assert (found["game"], found["schedule"]) == ("kuhn", "explicit:1,all")
    rows = [
        (d["to_act"], d["own_before"], d["both_before"], d["picks"], d["probability"], d["count"])
        for d in found["decisions"]
    ]
    # The second player never decides twice: it has two decisions, but on different lines.
    assert rows == [(0, 0, 0, 1, "1/2", 1), (0, 1, 2, 2, "1", 1), (1, 0, 1, 1, "1/2", 2)]
    assert found["decisions"][0]["probability_float"] == 0.5
    claims = {c["claim"]: (c["literal"], c["everywhere"]) for c in found["claims"]}
    assert list(claims) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert claims[2] == claims[1]
    assert found["claims_left_out"][0] == "10 and 20 are about product recommendations"
    assert claims[1] == (True, True)
    assert claims[6] == claims[8] == (False, False)
    status, out, _ = cli.run("lab", "schedule", "leduc", "depth:0.4,both")
    assert status == 0
    assert "k/N" in out and "everywhere" in out
    assert "11 to 19 repeat 1 to 9 for a storage medium" in out


def test_schedule_takes_limit_holdem(cli: Cli) -> None:
    found = cli.json("lab", "schedule", "holdem-limit", "street:0.4,0.6,0.8,1")
    assert sum(d["count"] for d in found["decisions"]) == 8 + 70 + 630 + 5670


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("nothing",),
        ("matrix", "--payoffs", "1 2; 3"),
        ("matrix", "--payoffs", ""),
        ("matrix", "--payoffs", "1 x"),
        ("matrix", "--payoffs", ";".join(["1"] * 51)),
        ("matrix", "--payoffs", " ".join(["1"] * 51)),
        ("matrix", "--names", "a,b"),
        ("matrix", "--rule", "magic"),
        ("matrix", "--steps", "0"),
        ("kuhn", "--steps", "0"),
        ("kuhn", "--profile", "magic"),
        ("kuhn", "--profile", "missing.json"),
        ("kuhn", "--profile", "/"),
        ("kuhn", "--together"),
        ("schedule", "leduc"),
        ("schedule", "leduc", "depth"),
        ("schedule", "leduc", "constant:0"),
        ("schedule", "nothing", "constant:1"),
        ("schedule", "holdem-nolimit", "constant:1"),
        ("schedule", "holdem-nolimit-3", "constant:1"),
    ],
)
def test_mistakes_get_one_line_and_status_2(cli: Cli, args: tuple[str, ...]) -> None:
    cli.refused("lab", *args)


def test_evaluation_prints_what_each_estimator_says(cli: Cli) -> None:
    args = ("lab", "evaluation", "kuhn", "--behaviour", "lecture", "--rival", "lecture")
    found = cli.json(*args, "--target", "uniform")
    assert (found["player"], found["truth_fraction"]) == (0, "-1/4")
    means = {name: one["mean_fraction"] for name, one in found["estimators"].items()}
    assert means == {"basic": "-5/72", "gea": "-1/4", "pi": "-1/4", "pi+gea": "-1/4"}
    same = cli.json(*args, "--target", "lecture")["estimators"]["aivat"]
    assert (same["mean_fraction"], same["bias"]) == ("-1/18", 0.0)
    assert same["sd"] == pytest.approx(0.0951, abs=5e-5)


def test_evaluation_shows_no_spread_that_hands_cannot_show(cli: Cli) -> None:
    """Its variance by the rows of ``cfr``, which go down to 6e-32, is 9.0e31."""
    args = ("lab", "evaluation", "leduc", "--behaviour", "cfr", "--target", "raise")
    found = cli.json(*args, "--rival", "call")["estimators"]
    assert found["basic"]["sd"] is None and 0.1 < found["basic"]["unsupported"] < 0.2
    assert found["pi+gea"]["sd"] < 40.0 and found["pi+gea"]["unsupported"] == 0.0


def test_evaluation_takes_engines_and_either_position(cli: Cli) -> None:
    args = ("--behaviour", "cfr", "--target", "call", "--rival", "random", "--player", "1")
    found = cli.json("lab", "evaluation", "kuhn", *args)
    assert found["estimators"]["pi+gea"]["bias"] == 0.0
    status, out, _ = cli.run("lab", "evaluation", "kuhn", *args)
    assert status == 0
    assert "private information and game-ending actions" in out


def test_evaluation_counts_hands_by_a_value(cli: Cli) -> None:
    args = ("lab", "evaluation", "kuhn", "--behaviour", "lecture", "--rival", "lecture")
    plain, divat = (
        cli.json(*args, "--target", "lecture", "--value", value) for value in ("chips", "divat")
    )
    assert (plain["value"], divat["value"]) == ("chips", "divat")
    for name in ("basic", "gea", "pi", "pi+gea"):
        one = divat["estimators"][name]
        assert (one["mean_fraction"], one["bias"]) == ("-1/18", 0.0)
        assert one["sd"] < plain["estimators"][name]["sd"]
    words = cli.run(*args, "--target", "lecture", "--value", "divat")[1]
    assert "bet-call DIVAT" in words


def test_evaluation_refuses_profiles_of_other_games(cli: Cli) -> None:
    args = ("--behaviour", "lecture", "--target", "cfr", "--rival", "cfr")
    status, _, err = cli.run("lab", "evaluation", "leduc", *args)
    assert status == 2
    assert "does not belong to Leduc" in err
