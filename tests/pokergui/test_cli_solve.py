"""Commands about solved games, against values known exactly."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.cfr.best_response import exploitability
from ai.strategy import load_strategy
from engine.game import get_game
from tests.pokergui.cli_runner import Cli


@pytest.mark.parametrize("algorithm", ["cfr+", "pdcfr+"])
def test_kuhn_is_solved_to_its_known_value(cli: Cli, algorithm: str) -> None:
    result = cli.json("solve", "kuhn", "--algorithm", algorithm, "--iterations", "2000")
    assert (result["game"], result["algorithm"], result["iterations"]) == ("kuhn", algorithm, 2000)
    assert result["value"] == pytest.approx(-1 / 18, abs=1e-4)
    assert result["value_mbb"] == pytest.approx(1000 * result["value"])
    assert result["exploitability"] < 1e-3
    assert result["file"] is None
    iterations, seconds, last = result["curve"][-1]
    assert (iterations, last) == (2000, result["exploitability"])
    assert 0 < seconds <= result["seconds"]
    assert result["iterations_per_second"] == pytest.approx(2000 / result["seconds"])


def test_leduc_stops_at_the_exploitability_asked_for(cli: Cli) -> None:
    result = cli.json("solve", "leduc", "--algorithm", "cfr+", "--exploitability", "1e-3")
    assert result["exploitability"] <= 1e-3
    assert 400 < result["iterations"] < 500
    assert result["value"] == pytest.approx(-0.085606424078, abs=1e-3)


def test_a_time_bounds_the_work(cli: Cli) -> None:
    result = cli.json("solve", "leduc", "--algorithm", "pdcfr+", "--seconds", "0.2")
    assert 0.1 < result["seconds"] < 2.0


def test_a_solution_is_kept_as_a_strategy_file(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "kuhn.safetensors"
    args = ("solve", "kuhn", "--algorithm", "cfr+", "--iterations", "500", "--out", str(out))
    result = cli.json(*args)
    assert result["file"] == str(out)
    table, info = load_strategy(out, get_game("kuhn"))
    assert (info.algorithm, info.iterations) == ("cfr+", 500)
    assert exploitability(table) == pytest.approx(result["exploitability"], abs=1e-12)
    assert info.measured["exploitability"] == result["exploitability"]


@pytest.mark.parametrize(
    ("game", "value", "bound"), [("kuhn", -1 / 18, 1e-12), ("leduc", -0.085606424078, 1e-9)]
)
def test_the_engine_cfr_is_the_equilibrium(cli: Cli, game: str, value: float, bound: float) -> None:
    result = cli.json("exploitability", game, "cfr")
    assert result["value"] == pytest.approx(value, abs=1e-9)
    assert -1e-15 <= result["exploitability"] <= bound


@pytest.mark.parametrize(
    ("engine", "best_response"),
    [("random", [2.0875, 2.659722222222]), ("call", [1.466666666667, 1.466666666667])],
)
def test_exploitability_in_leduc_is_exact(
    cli: Cli, engine: str, best_response: list[float]
) -> None:
    result = cli.json("exploitability", "leduc", engine)
    assert result["method"] == "exact"
    assert result["best_response"] == pytest.approx(best_response, abs=1e-9)
    assert result["exploitability"] == pytest.approx(sum(best_response) / 2, abs=1e-9)
    assert result["exploitability_mbb"] == pytest.approx(1000 * result["exploitability"])


@pytest.mark.parametrize(
    "args",
    [
        ("solve", "kuhn"),
        ("solve", "kuhn", "--algorithm", "cfr+"),
        ("solve", "kuhn", "--algorithm", "cfr+", "--iterations", "2", "--out", "/dev/null/x"),
        ("solve", "kuhn", "--algorithm", "magic", "--iterations", "2"),
        ("solve", "kuhn", "--algorithm", "cfr+", "--iterations", "-1"),
        ("solve", "kuhn", "--algorithm", "cfr+", "--exploitability", "nan"),
        ("solve", "holdem-limit", "--algorithm", "cfr+", "--iterations", "2"),
        ("solve", "holdem-nolimit-3", "--algorithm", "cfr+", "--iterations", "2"),
        ("exploitability", "leduc", "nobody"),
    ],
)
def test_mistakes_get_one_line_and_status_2(cli: Cli, args: tuple[str, ...]) -> None:
    cli.refused(*args)


def test_three_players_are_solved_as_far_as_cfr_comes(cli: Cli) -> None:
    """NashConv after 1,000 iterations of CFR is OpenSpiel's."""
    args = ("solve", "kuhn-3", "--algorithm", "cfr", "--iterations", "1000")
    result = cli.json(*args)
    assert result["nash_conv"] == pytest.approx(0.003922335434, abs=2e-10)
    assert result["nash_conv_mbb"] == pytest.approx(1000 * result["nash_conv"])
    assert result["exploitability"] == pytest.approx(result["nash_conv"] / 3)
    assert "with 3 players CFR promises no equilibrium" in cli.run(*args)[1]
    assert "no equilibrium" not in cli.run("solve", "kuhn", *args[2:])[1]
    sampled = ("solve", "kuhn-3", "--algorithm", "es-mccfr", "--iterations", "9")
    assert "needs two" in cli.refused(*sampled)


def test_three_players_are_judged_by_nash_conv(cli: Cli) -> None:
    """All players' values and best responses when all play at random equal OpenSpiel's."""
    result = cli.json("exploitability", "kuhn-3", "random")
    assert result["values"] == pytest.approx([0.234375, -0.046875, -0.1875], abs=1e-9)
    assert result["value"] == result["values"][0]
    assert result["nash_conv"] == pytest.approx(2.0625, abs=1e-9)
    gains = sum(result["best_response"]) - sum(result["values"])
    assert result["nash_conv"] == pytest.approx(gains, abs=1e-9)
    assert result["exploitability"] == pytest.approx(0.6875, abs=1e-9)
    text = cli.run("exploitability", "kuhn-3", "random")[1]
    assert "NashConv 2.0625: the sum of what each player could gain by deviating alone" in text


def test_the_engine_cfr_of_three_players_plays_an_average(cli: Cli) -> None:
    result = cli.json("strategy", "kuhn-3", "cfr", "--all")
    assert sum(result["values"]) == pytest.approx(0.0, abs=1e-12)
    assert result["nash_conv"] == pytest.approx(3 * result["exploitability"])
    assert all(one["equilibrium"] is None for one in result["infosets"])  # none is known
    assert len(result["infosets"]) == 48
    assert 0.0 <= result["exploitability"] <= 1e-12
    assert max(infoset["cost"] for infoset in result["infosets"]) < 1e-11
    answer = cli.json("strategy", "kuhn-3", "cfr", "--line", "cr")
    assert (answer["to_act"], answer["note"]) == (2, "average of CFR")
    assert sorted(answer["reach"]) == ["0", "1", "2"]
    assert answer["ev_from"] == ["exact"] * 3 and sorted(answer["ev_others"]) == ["0", "1"]
    args = ("match", "kuhn-3", "cfr", "random", "random", "--hands", "30000", "--duplicate")
    played = cli.json(*args)
    assert played["mean_mbb"] > 3 * played["ci95_mbb"] > 0
    assert len(played["per_seat"]) == 3


def test_networks_of_three_players_are_judged_exactly(cli: Cli) -> None:
    args = ("train", "kuhn-3", "--method", "nfsp", "--episodes", "2000")
    result = cli.json(*args)
    assert result["measure"] == "exact"
    assert result["nash_conv"] == pytest.approx(3 * result["exploitability"])
    assert f"(NashConv {result['nash_conv']:.4f})" in cli.run(*args)[1]


def test_what_is_for_two_says_so(cli: Cli) -> None:
    assert "kuhn and leduc only" in cli.refused("compare", "kuhn-3", "cfr", "random", "--all")
