"""The Train page of the real program: a race on a screen by keys, its results, closing."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ai.nfsp.parameters import Parameters
from ai.nfsp.run import read_kept as read_kept_networks
from ai.table_runs import Training, read_kept
from ai.trained_engines import list_trained
from engine.game import get_game
from tests.pokergui.desktop import CLOSE_S, START_S, Desktop, Program, log_text, settings


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    made = Desktop(tmp_path_factory.mktemp("desktop"))
    yield made
    made.close()


def visit(
    desktop: Desktop, home: Path, task: str, number: int = 0, seconds: float = START_S
) -> list[dict[str, Any]]:
    """Let somebody train; return the reports. The program ends well and in time."""
    changes = {"DISPLAY": desktop.display, "QT_QPA_PLATFORM": "xcb"}
    if not home.joinpath("settings.json").exists():
        settings(home)
    with Program(home, "tests.pokergui.train_visitor", task, str(number), **changes) as program:
        out, err = program.process.communicate(timeout=seconds)
        ended = time.time()
    assert (program.process.returncode, err) == (0, ""), (task, number)
    assert log_text(home) == "", (task, number)
    told = [json.loads(line) for line in out.splitlines()]
    assert ended - told[-1]["closing"] <= CLOSE_S, (task, number)
    return told


def checkpoints(home: Path) -> list[Path]:
    return sorted((home / "training").glob("*.safetensors"))


@pytest.mark.long
def test_four_methods_race_and_the_result_is_played_against(
    desktop: Desktop, tmp_path: Path
) -> None:
    race, pause, saved, play, end, _ = visit(desktop, tmp_path, "race")
    assert race["curves"] == ["PDCFR+", "DCFR", "CFR+", "CFR"]
    assert race["states"] == ["running"] * 4
    assert pause["rested"]
    assert saved["resumed"]
    assert saved["notices"][0].startswith("PDCFR+, ")
    assert saved["notices"][0].endswith(" is on the engine lists")
    assert any(name.startswith("PDCFR+, ") for name in play["seats"])
    assert "“PDCFR+, " in end["foot"]
    assert end["states"] == ["stopped", "running", "running", "running"]
    assert len(list_trained(tmp_path / "strategies")) == 2  # saved, and stopped later
    paths = checkpoints(tmp_path)
    assert len(paths) == 4
    for path in paths:
        kept = read_kept(path)
        assert kept.curve[-1].exploitability <= 1e-3
        assert Training.load(path).trainer.exploitability() == kept.curve[-1].exploitability

    found, resumed, removed, _ = visit(desktop, tmp_path, "again")
    assert found["states"] == ["stopped", "paused", "paused", "paused"]
    assert found["notices"] == []
    assert resumed["went_on"]
    assert resumed["states"] == ["stopped", "stopped", "paused", "paused"]
    assert removed["states"] == ["stopped", "paused", "paused"]
    assert len(checkpoints(tmp_path)) == 3


def test_networks_learn_are_looked_at_and_played_against(desktop: Desktop, tmp_path: Path) -> None:
    # Kernels of networks are compiled before the first hand.
    sheet, shown, losses, pause, play, end, _ = visit(desktop, tmp_path, "learn", 200, 2 * START_S)
    assert sheet["button"] == "Parameters (1)…"
    assert shown["captions"][1:5] == ["Exploitability", "Episodes", "Speed", "Run time"]
    assert shown["captions"][5] == "Losses"
    assert all(0 < share <= 1 for share in shown["fills"])
    assert shown["views"] == ["Exploitability", "Losses"]
    assert losses["losses"] == ["Action values", "Average policy"]
    assert pause["rested"]
    assert play["notices"][0].startswith("NFSP-PLT, 64 hidden units, ")
    assert play["notices"][0].endswith(" is on the engine lists")
    assert any(name.startswith("NFSP-PLT, 64 hidden units") for name in play["seats"])
    assert "“NFSP-PLT, 64 hidden units" in end["foot"]
    trained = list_trained(tmp_path / "strategies")
    assert [engine.fits(get_game("leduc")) for engine in trained] == [True, True]
    (path,) = checkpoints(tmp_path)
    kept = read_kept_networks(path)
    assert kept.recipe.learning == Parameters("nfsp-plt", hidden=(64,))
    assert min(point.exploitability for point in kept.curve) <= 2.0


@pytest.mark.parametrize("moment", [pytest.param(0, marks=pytest.mark.long), 1_500])
def test_closing_at_any_moment_keeps_the_runs(
    desktop: Desktop, tmp_path: Path, moment: int
) -> None:
    visit(desktop, tmp_path, "close", moment)
    for path in checkpoints(tmp_path):
        assert Training.load(path).trainer.iteration >= 1


@pytest.mark.long
def test_twenty_closes_at_random_moments(desktop: Desktop, tmp_path: Path) -> None:
    rng = random.Random()
    for count in range(20):
        home = tmp_path / str(count)
        visit(desktop, home, "close", rng.randrange(4_000))
        assert len(checkpoints(home)) == 3


@pytest.mark.long
def test_six_runs_leave_the_window_free(desktop: Desktop, tmp_path: Path) -> None:
    for attempt in range(3):  # the machine may do other things as well
        busy, _ = visit(desktop, tmp_path / str(attempt), "busy", 4_000)
        # The figure is 50 ms; a busy machine may be several times slower.
        if busy["beat"] <= 150.0 and busy["updates"] >= 2.0:
            break
    else:
        pytest.fail(f"{busy}")
