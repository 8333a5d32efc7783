"""Commands that solve: every algorithm, its options, checkpoints."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from ai.cfr.algorithms import ALGORITHMS
from ai.table_runs import Training
from pokergui.commands import solve
from tests.pokergui.cli_runner import Cli


@pytest.mark.parametrize("algorithm", [algorithm.name for algorithm in ALGORITHMS])
def test_every_algorithm_comes_near_the_value_of_kuhn(cli: Cli, algorithm: str) -> None:
    result = cli.json("solve", "kuhn", "--algorithm", algorithm, "--iterations", "20000")
    assert result["algorithm"] == algorithm
    assert result["exploitability"] < 0.04
    assert result["value"] == pytest.approx(-1 / 18, abs=0.02)
    assert result["nodes"] > 20000


def test_updates_may_be_simultaneous(cli: Cli) -> None:
    def run(*options: str) -> float:
        args = ("solve", "kuhn", "--algorithm", "cfr", "--iterations", "6", *options)
        return float(cli.json(*args)["exploitability"])

    assert 2 * run() == pytest.approx(65 / 336)
    assert 2 * run("--simultaneous") == pytest.approx(89099 / 294624)


def test_the_plan_of_hs_is_the_number_of_iterations(cli: Cli) -> None:
    result = cli.json("solve", "kuhn", "--algorithm", "hs-pcfr+", "--iterations", "300")
    assert result["parameters"] == {"simultaneous": False, "horizon": 300}
    assert result["exploitability"] < 1e-14


@pytest.mark.parametrize("schedule", ["constant:1", "depth:0.4,both", "street:0.5,1", "explicit:1"])
def test_schedules_of_robust_sampling(cli: Cli, schedule: str) -> None:
    args = ("solve", "leduc", "--algorithm", "robust-mccfr", "--schedule", schedule)
    options = ("--iterations", "3000", "--seed", "5", "--weights", "plain", "--baselines")
    first, second = cli.json(*args, *options), cli.json(*args, *options)
    assert first["parameters"] == {
        "weights": "plain",
        "baselines": True,
        "seed": 5,
        "picks": schedule,
    }
    assert first["exploitability"] == second["exploitability"]


def test_a_run_goes_on_from_its_checkpoint(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "run.safetensors"
    args = ("solve", "leduc", "--algorithm", "es-mccfr", "--checkpoint", str(path))
    cli.json(*args, "--iterations", "1000")
    assert Training.load(path).trainer.iteration == 1000
    resumed = cli.json(*args, "--iterations", "2500")
    whole = cli.json("solve", "leduc", "--algorithm", "es-mccfr", "--iterations", "2500")
    assert resumed["exploitability"] == whole["exploitability"]
    assert resumed["curve"][0][0] == 1
    refused = cli.refused(*args, "--iterations", "3000", "--seed", "1")
    assert "holds another run: leduc, es-mccfr, seed 0 in place of 1" in refused
    assert Training.load(path).trainer.iteration == 2500


@pytest.mark.parametrize(
    "args",
    [
        ("solve", "kuhn", "--algorithm", "cfr", "--iterations", "2", "--schedule", "constant:1"),
        ("solve", "kuhn", "--algorithm", "cfr", "--iterations", "2", "--seed", "1"),
        ("solve", "kuhn", "--algorithm", "os-mccfr", "--iterations", "2", "--simultaneous"),
        ("solve", "kuhn", "--algorithm", "robust-mccfr", "--iterations", "2", "--schedule", "k"),
        ("solve", "kuhn", "--algorithm", "cfr", "--iterations", "2", "--checkpoint", "/dev/null/x"),
        ("solve", "kuhn", "--algorithm", "cfr", "--iterations", "2", "--checkpoint", __file__),
        ("solve", "holdem-limit", "--algorithm", "es-mccfr", "--iterations", "2"),
    ],
)
def test_mistakes_get_one_line_and_change_nothing(cli: Cli, args: tuple[str, ...]) -> None:
    assert cli.refused(*args)
    assert Path(__file__).read_text("utf-8").startswith('"""Commands that solve')


@pytest.mark.parametrize("option", ["--checkpoint", "--out"])
def test_no_file_takes_the_place_of_a_pipe_or_a_device(
    cli: Cli, tmp_path: Path, option: str
) -> None:
    pipe, folder = tmp_path / "pipe", tmp_path / "folder"
    os.mkfifo(pipe)
    folder.mkdir()
    for place in (pipe, folder):
        args = ("solve", "kuhn", "--algorithm", "cfr", "--iterations", "2")
        assert "not a regular file" in cli.refused(*args, option, str(place))
    assert pipe.is_fifo()
    assert sorted(tmp_path.iterdir()) == [folder, pipe]


def test_an_exploitability_out_of_reach_ends_by_time(cli: Cli) -> None:
    bounds = ("--exploitability", "1e-300", "--seconds", "0.3")
    status, out, told = cli.run("solve", "kuhn", "--algorithm", "pdcfr+", *bounds, "--json")
    assert (status, told) == (0, "an exploitability of 1e-300 was not reached\n")
    result = json.loads(out)
    assert result["exploitability"] < 1e-12
    assert result["seconds"] < 5


def test_an_exploitability_alone_ends_by_time_too(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve, "LONGEST", 0.2)
    path = tmp_path / "run.safetensors"
    args = ("solve", "kuhn", "--algorithm", "cfr", "--exploitability", "1e-300")
    _, _, told = cli.run(*args, "--checkpoint", str(path))
    assert told.endswith("was not reached; give --seconds for more time\n")
    first = Training.load(path).seconds
    assert 0.2 <= first < 5
    cli.run(*args, "--checkpoint", str(path))
    assert Training.load(path).seconds >= first + 0.2  # as long again
