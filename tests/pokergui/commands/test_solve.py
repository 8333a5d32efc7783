"""``solve``: its options, bounds, checkpoints and files."""

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
def test_every_algorithm_can_be_asked_for(cli: Cli, algorithm: str) -> None:
    result = cli.json(f"solve kuhn --algorithm {algorithm} --iterations 2000")
    assert (result["algorithm"], result["file"]) == (algorithm, None)
    assert result["value_mbb"] == pytest.approx(1000 * result["value"])
    assert result["curve"][-1][::2] == [2000, result["exploitability"]]
    assert result["exploitability"] < 0.2 and result["nodes"] > 2000


def test_an_exploitability_asked_for_ends_it(cli: Cli) -> None:
    result = cli.json("solve leduc --algorithm cfr+ --exploitability 1e-3")
    assert result["exploitability"] <= 1e-3 and 400 < result["iterations"] < 500


def test_a_solution_is_kept_as_a_strategy_file(cli: Cli, home: Path) -> None:
    result = cli.json("solve kuhn --algorithm cfr+ --iterations 500 --out kuhn.safetensors")
    table, info = load_strategy(home / "kuhn.safetensors", get_game("kuhn"))
    assert (info.algorithm, info.iterations) == ("cfr+", 500)
    assert exploitability(table) == pytest.approx(result["exploitability"], abs=1e-12)


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
