"""Study's grids and sheet show the figures of ``strategy``, which equal OpenSpiel's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ai.reach import RangeReader
from ai.registry import build
from engine.combos import parse_combo
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.shown import parse_shown
from pokergui.links import StudyLink
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.pages.study.whole.scenes.sheet import SheetChoice, sheet_scene
from pokergui.paths import spots_dir, strategies_dir
from pokergui.ranges.sheet import read_sheet
from pokergui.viewmodel.grid import CellDetail, GridScene
from tests.naive.grid import holdem_cells
from tests.pokergui.cli_runner import Cli
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow


class Window:
    """A Study presenter that has opened a place."""

    def __init__(self, game: str, engine: str, line: str, board: str = "") -> None:
        rules, runner = get_game(game), SyncRunner()
        choice = StudyChoice(rules, engine, strategies_dir())
        self.presenter = StudyPresenter(runner, strategies_dir(), spots_dir(), choice)
        self._scenes: list[StudyScene] = []
        self._details: list[CellDetail] = []
        self.presenter.scene.connect(self._scenes.append)
        self.presenter.detail.connect(self._details.append)
        cards = parse_shown(rules, board)
        self.presenter.open_link(StudyLink(rules, parse_line(rules, line), cards, None, engine))
        runner.run_all()

    @property
    def scene(self) -> StudyScene:
        return self._scenes[-1]

    def side(self, seat: int) -> GridScene:
        self.presenter.walk.choose_side(str(seat))
        assert self.scene.grid is not None
        return self.scene.grid

    def detail(self, cell: int) -> CellDetail:
        self.presenter.walk.hover_cell(cell)
        return self._details[-1]


def by_combo(rows: dict[str, Any], width: int) -> list[Any]:
    """Rows of the command by combo number, zeros for those it leaves out."""
    found: list[Any] = [[0.0] * width if width else 0.0 for _ in range(1326)]
    for name, row in rows.items():
        found[parse_combo(name)] = row
    return found


@pytest.mark.parametrize(
    ("line", "board"),
    [
        ("r300r900c/c", "Kh8d3c"),
        ("r200r900c/c", "Kh8d3c"),  # a raise that the engine never considers
        ("r300c/r700", "Qs7s2h"),  # a call that it never makes
    ],
)
def test_the_grid_of_equity_equals_the_command(
    cli: Cli, qtbot: QtBot, line: str, board: str
) -> None:
    words = f"strategy holdem-nolimit@100 equity --line {line} --board {board}"
    told = cli.json(words)
    window = Window("holdem-nolimit@100", "equity", line, board)
    seat, cards = told["to_act"], parse_shown(get_game("holdem-nolimit"), board)
    reach = {s: by_combo(told["reach"][str(s)], 0) for s in (0, 1)}
    assert all(any(weights) for weights in reach.values()) == (told["ends"] == [])
    assert bool(window.scene.warning) == bool(told["misses"] or told["ends"])
    rows = by_combo(told["combos"], len(told["actions"]))
    for side in (1 - seat, seat):
        if not any(reach[side]):
            continue
        expected = holdem_cells(cards, reach[side], rows)
        for cell, (label, height, shares) in zip(window.side(side).cells, expected, strict=True):
            assert (cell.label, cell.possible) == (label, height is not None)
            if height is not None:
                assert cell.height == pytest.approx(height, abs=1e-12)
                assert side != seat or cell.shares == pytest.approx(shares, abs=1e-12)
    window.side(seat)
    totals = {t.action.key: t.share for t in window.scene.totals}
    assert totals == pytest.approx(told["total"], abs=1e-12)
    for row in window.detail(1).rows:
        if row.shares:
            name = "".join(card.name for card in row.cards)
            assert list(row.shares) == pytest.approx(told["combos"][name], abs=1e-12)


def test_the_grid_of_leduc_equals_the_command(cli: Cli, qtbot: QtBot) -> None:
    grid = Window("leduc", "cfr", "rc/r", "Kh").side(1)
    told = {board: cli.json(f"strategy leduc cfr --line rc/r --board {board}h") for board in "KQJ"}
    for cell in grid.cells:
        held, board = cell.ranks
        hand = held + ("s" if held == board else "h")
        assert cell.shares == pytest.approx(told[board]["combos"][hand], abs=1e-12)
        assert cell.height == pytest.approx(told[board]["reach"]["1"][hand], abs=1e-12)


@pytest.mark.parametrize(("game", "engine"), [("kuhn", "bluffer"), ("leduc", "bluffer")])
def test_the_sheet_equals_the_command(cli: Cli, game: str, engine: str) -> None:
    rules = get_game(game)
    reader = RangeReader(build(engine, rules, strategies_dir()))
    read = read_sheet(reader, rules, strategies_dir(), JobControl())
    told = cli.json(f"strategy {game} {engine} --all")
    assert read.whole.exploitability == told["exploitability"]
    listed = {(e["line"], e["board"], e["cards"]): e for e in told["infosets"]}
    for one, entry in zip(read.sets, told["infosets"], strict=True):
        here = one.figures
        for name in ("line", "board", "cards", "to_act", "reach", "cf_reach", "value", "cost"):
            assert getattr(here, name) == entry[name], name
        keys = [head.key for head in one.heads]
        beside = read.whole.equilibrium[here.key]
        for name, row in {
            "probabilities": here.probabilities,
            "values": here.values,
            "regrets": here.regrets,
            "equilibrium": beside,
        }.items():
            assert dict(zip(keys, row, strict=True)) == entry[name], name
    cells = 0
    for part in sheet_scene(read, SheetChoice(), {}, None).parts:
        for cell in part.grid.cells:
            held, board = (*cell.ranks, "")[:2]
            entry = listed[part.key.removeprefix("line:"), board, held]
            shares = dict(zip([a.key for a in part.grid.actions], cell.shares, strict=True))
            assert shares == pytest.approx(entry["probabilities"], abs=1e-12)
            assert cell.height == pytest.approx(np.mean(entry["reach"]), abs=1e-12)
            cells += 1
    assert cells == len(listed)
