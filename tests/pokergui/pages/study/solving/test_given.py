"""Losses of a rival's hands: shown, moved along with the point, and equal to the command's."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ai.profile.profile import parse_profile
from ai.spot.exploit import Exploit
from ai.spot.run import SpotRun
from pokergui.pages.study.solving.scenes.given import given_scene
from pokergui.pages.study.solving.viewmodel.given import GivenScene
from tests.pokergui.cli_runner import Cli
from tests.pokergui.commands.test_spots import spot
from tests.pokergui.pages.study.solving.test_exploit import find, panel, studied, value
from tests.pokergui.pages.study.solving.test_spot import Studied

__all__ = ["spot", "studied"]


def number(words: str) -> float:
    return float(words.replace("−", "-").replace(",", ""))


def shown(studied: Studied) -> GivenScene:
    scene = studied.scene.given
    assert scene is not None
    return scene


def test_the_figures_are_those_of_the_command(cli: Cli, spot: str, qtbot: QtBot) -> None:
    """The same hands, in the same order, with the same figures up to rounding."""
    args = ("exploit", spot, "--rival", "ip", "--frequencies", "fold 60", "--trust", "0.5")
    told = cli.json(*args)
    run = SpotRun.load(Path(spot))
    exploit = Exploit(run.trainer, 1, parse_profile("fold 60"))
    point = exploit.point(0.5)
    scene = given_scene(exploit, point, exploit.given_away(point))
    combos = {row.title: row for rows in scene.combos for row in rows}
    assert len(combos) == len(told["hands"]) > 10
    for hand in told["hands"]:
        row = combos[f"{hand['hand'][:2]} {hand['hand'][2:]}"]
        assert number(row.given) == pytest.approx(hand["given_away"], abs=0.051)
        alone = hand["ev_solution"] - hand["ev_profile"]
        assert number(row.alone) == pytest.approx(alone, abs=0.051)
    by_class: dict[str, tuple[float, float]] = {}
    for hand in told["hands"]:
        (high, one), (low, other) = hand["hand"][:2], hand["hand"][2:]
        name = high + low + ("" if high == low else "s" if one == other else "o")
        weight, lost = by_class.get(name, (0.0, 0.0))
        lost += hand["weight"] * hand["given_away"]
        by_class[name] = weight + hand["weight"], lost
    assert sorted(row.title for row in scene.rows) == sorted(by_class)
    for row in scene.rows:
        weight, lost = by_class[row.title]
        assert number(row.given) == pytest.approx(lost / weight, abs=0.051)
        assert scene.grid.cells[row.key].label == row.title
    costs = [by_class[row.title][1] for row in scene.rows]
    assert costs == sorted(costs, reverse=True)
    words = cli.run(*args)[1].partition("given away at trust 0.5")[2].splitlines()
    printed = [line.split()[0] for line in words[2:] if line.split()]
    assert printed[-1] == "all" and len(printed) > 4
    assert printed[:-1] == [row.title for row in scene.rows][: len(printed) - 1]


def test_cells_lie_on_a_scale_round_zero(cli: Cli, spot: str, qtbot: QtBot) -> None:
    run = SpotRun.load(Path(spot))
    exploit = Exploit(run.trainer, 1, parse_profile("fold 60"))
    point = exploit.point(1.0)
    scene = given_scene(exploit, point, exploit.given_away(point))
    scale = scene.grid.scale
    assert scale is not None and scale.kind == "change" and scale.middle == "0"
    placed = [cell for cell in scene.grid.cells if cell.value is not None]
    assert max(abs(cell.value or 0.0) for cell in placed) == pytest.approx(1.0)
    for cell in placed:
        assert cell.height > 0.0 and ((cell.value or 0.0) < 0.0) == cell.figure.startswith("−")
        assert "given away" in cell.spoken
    half = next(cell for cell in placed if cell.label == "A5s")
    assert half.height == pytest.approx(0.5)  # weighed so in the range
    empty = next(cell for cell in scene.grid.cells if cell.label == "72o")
    assert empty.height == 0.0 and "never here" in empty.spoken


def test_it_follows_the_point(studied: Studied) -> None:
    studied.do(studied.spot.exploit.show_given, True)
    assert panel(studied).given is None  # there is no point yet
    find(studied)
    studied.do(studied.spot.exploit.show_given, True)
    bold = shown(studied)
    assert "Trust 100%" in bold.note and f"{value(studied, 'Gain'):+.1f}" in bold.note
    studied.do(studied.spot.exploit.choose, 0)
    safe = shown(studied)
    assert "Trust 0%" in safe.note and safe.grid != bold.grid
    studied.do(studied.spot.exploit.show_given, False)
    assert studied.scene.given is None and studied.versus is not None


def test_it_is_saved_as_a_table(studied: Studied, tmp_path: Path) -> None:
    """One row for each combo, with the figures in full; their mean is the gain."""
    find(studied)
    studied.do(studied.spot.exploit.show_given, True)
    path = tmp_path / "given.csv"
    studied.do(studied.presenter.export.write_table, "given", str(path))
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == sum(map(len, shown(studied).combos)) > 10
    assert {row["board"] for row in rows} == {"QsJh2h8c5d"}
    assert sum(float(row["share"]) for row in rows) == pytest.approx(1.0)
    mean = sum(float(row["share"]) * float(row["given away"]) for row in rows)
    assert mean == pytest.approx(value(studied, "Gain"), abs=0.06)
    studied.do(studied.spot.exploit.show_given, False)
    studied.do(studied.presenter.export.write_table, "given", str(tmp_path / "none.csv"))
    assert not (tmp_path / "none.csv").exists()


def test_it_ends_with_what_it_is_about(studied: Studied) -> None:
    for leave in (
        lambda: studied.do(studied.spot.exploit.edit, "fold 55"),
        lambda: studied.do(studied.presenter.walk.go, studied.presenter.walk.place.follow("c")),
        lambda: studied.do(studied.spot.exploit.open, False),
    ):
        find(studied)
        studied.do(studied.spot.exploit.show_given, True)
        assert shown(studied).rows
        leave()
        assert studied.scene.given is None
        studied.do(studied.spot.exploit.open, True)
        assert studied.scene.given is None
