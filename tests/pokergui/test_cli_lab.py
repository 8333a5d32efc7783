"""The command group ``lab``."""

from __future__ import annotations

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
    ],
)
def test_mistakes_get_one_line_and_status_2(cli: Cli, args: tuple[str, ...]) -> None:
    cli.refused("lab", *args)
