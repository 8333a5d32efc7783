"""``solve``: every algorithm, its options, bounds, checkpoints and files."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

import pytest

from ai.cfr.algorithms import ALGORITHMS
from ai.cfr.best_response import exploitability
from ai.strategy import load_strategy
from ai.table_runs import Training
from engine import timing
from engine.game import get_game
from pokergui.commands import solve
from tests.pokergui.cli_runner import Cli

pytestmark = pytest.mark.slow
CFR = "solve kuhn --algorithm cfr"


@pytest.mark.parametrize("algorithm", [algorithm.name for algorithm in ALGORITHMS])
def test_every_algorithm_comes_near_the_value_of_kuhn(cli: Cli, algorithm: str) -> None:
    result = cli.json(f"solve kuhn --algorithm {algorithm} --iterations 20000")
    assert (result["algorithm"], result["file"]) == (algorithm, None)
    assert result["exploitability"] < 0.04
    assert result["value"] == pytest.approx(-1 / 18, abs=0.02)
    assert result["value_mbb"] == pytest.approx(1000 * result["value"])
    assert result["curve"][-1][::2] == [20000, result["exploitability"]]
    assert result["nodes"] > 20000


def test_leduc_stops_at_the_exploitability_asked_for(cli: Cli) -> None:
    result = cli.json("solve leduc --algorithm cfr+ --exploitability 1e-3")
    assert result["exploitability"] <= 1e-3 and 400 < result["iterations"] < 500
    assert result["value"] == pytest.approx(-0.085606424078, abs=1e-3)


def test_options_reach_the_algorithm(cli: Cli) -> None:
    """The first two are those of the lecture, see ``lab kuhn``."""
    six = f"{CFR} --iterations 6"
    assert 2 * cli.json(six)["exploitability"] == pytest.approx(65 / 336)
    simultaneous = cli.json(f"{six} --simultaneous")["exploitability"]
    assert 2 * simultaneous == pytest.approx(89099 / 294624)
    planned = cli.json("solve kuhn --algorithm hs-pcfr+ --iterations 300")
    assert planned["parameters"] == {"simultaneous": False, "horizon": 300}
    assert planned["exploitability"] < 1e-14


@pytest.mark.parametrize("schedule", ["constant:1", "depth:0.4,both", "street:0.5,1", "explicit:1"])
def test_schedules_of_robust_sampling(cli: Cli, schedule: str) -> None:
    words = f"solve leduc --algorithm robust-mccfr --schedule {schedule} --iterations 3000"
    first, second = (cli.json(f"{words} --seed 5 --weights plain --baselines") for _ in range(2))
    assert first["parameters"] == {
        "weights": "plain",
        "baselines": True,
        "seed": 5,
        "picks": schedule,
    }
    assert first["exploitability"] == second["exploitability"]


def test_three_players_are_solved_as_far_as_cfr_comes(cli: Cli) -> None:
    """NashConv after 1,000 iterations of CFR is OpenSpiel's."""
    words = "solve kuhn-3 --algorithm cfr --iterations 1000"
    result = cli.json(words)
    assert result["nash_conv"] == pytest.approx(0.003922335434, abs=2e-10)
    assert result["nash_conv_mbb"] == pytest.approx(1000 * result["nash_conv"])
    assert result["exploitability"] == pytest.approx(result["nash_conv"] / 3)
    assert "with 3 players CFR promises no equilibrium" in cli.text(words)
    assert "no equilibrium" not in cli.text(f"{CFR} --iterations 9")


def test_a_solution_is_kept_as_a_strategy_file(cli: Cli, home: Path) -> None:
    result = cli.json("solve kuhn --algorithm cfr+ --iterations 500 --out kuhn.safetensors")
    table, info = load_strategy(home / "kuhn.safetensors", get_game("kuhn"))
    assert (info.algorithm, info.iterations) == ("cfr+", 500)
    assert exploitability(table) == pytest.approx(result["exploitability"], abs=1e-12)
    assert info.measured["exploitability"] == result["exploitability"]


def test_a_run_goes_on_from_its_checkpoint(cli: Cli, home: Path) -> None:
    once = "solve leduc --algorithm es-mccfr --iterations"
    cli.json(f"{once} 1000 --checkpoint run.safetensors")
    resumed = cli.json(f"{once} 2500 --checkpoint run.safetensors")
    assert resumed["exploitability"] == cli.json(f"{once} 2500")["exploitability"]
    assert resumed["curve"][0][0] == 1
    refused = cli.refused(f"{once} 3000 --checkpoint run.safetensors --seed 1")
    assert "holds another run: leduc, es-mccfr, seed 0 in place of 1" in refused
    assert Training.load(home / "run.safetensors").trainer.iteration == 2500


@pytest.mark.parametrize("option", ["--checkpoint", "--out"])
def test_no_file_takes_the_place_of_a_pipe_or_a_folder(cli: Cli, home: Path, option: str) -> None:
    os.mkfifo(home / "pipe")
    (home / "folder").mkdir()
    for place in ("pipe", "folder"):
        words = f"{CFR} --iterations 2 {option} {place}"
        assert "not a regular file" in cli.refused(words)
    assert (home / "pipe").is_fifo() and len([*home.iterdir()]) == 2


def test_time_ends_what_cannot_be_reached(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()
    monkeypatch.setattr(timing, "seconds", lambda: next(ticks) * 0.01)
    words = "solve kuhn --algorithm pdcfr+ --exploitability 1e-300 --seconds 0.5"
    result = cli.json(words, err="an exploitability of 1e-300 was not reached\n")
    assert 0.5 <= result["seconds"] < 1.0
    monkeypatch.setattr(solve, "LONGEST", 0.5)
    words = f"{CFR} --exploitability 1e-300 --checkpoint run.safetensors"
    told = "an exploitability of 1e-300 was not reached; give --seconds for more time\n"
    first = cli.json(words, err=told)["seconds"]
    assert 0.5 <= first < 1.0
    assert cli.json(words, err=told)["seconds"] >= first + 0.5  # as long again
