import numpy as np
import pytest

from ai.reading.reach import RangeReader
from ai.registry import build
from engine.combos import parse_combo
from engine.game import get_game
from engine.jobs import JobControl
from engine.shown import parse_shown
from pokergui.pages.study.whole.scenes.sheet import SheetChoice, sheet_scene
from pokergui.paths import strategies_dir
from pokergui.ranges.sheet import read_sheet
from tests.naive.grid import holdem_cells
from tests.pokergui.pages.study.studied import Studied


def opened(*link, engine):
    study = Studied(strategies_dir(), shown=False)
    study.open(*link, engine=engine)
    return study


def by_combo(rows, nothing):
    found = {parse_combo(name): row for name, row in rows.items()}
    return [found.get(combo, nothing) for combo in range(1326)]


@pytest.mark.parametrize(
    ("line", "board"),
    [
        ("r200r900c/c", "Kh8d3c"),  # a raise that the engine never considers
        ("r300c/r700", "Qs7s2h"),  # a call that it never makes
    ],
)
def test_the_grid_of_equity_equals_the_command(cli, line, board):
    told = cli.json(f"strategy holdem-nolimit@100 equity --line {line} --board {board}")
    study = opened("holdem-nolimit@100", line, board, engine="equity")
    seat, cards = told["to_act"], parse_shown(get_game("holdem-nolimit"), board)
    assert bool(study.scene.warning) == bool(told["misses"] or told["ends"]) is True
    rows = by_combo(told["combos"], [0.0] * len(told["actions"]))
    for side in (1 - seat, seat):
        reach = by_combo(told["reach"][str(side)], 0.0)
        if not any(reach):
            continue
        grid = study.do(study.walk.choose_side, str(side)).grid
        expected = holdem_cells(cards, reach, rows)
        for cell, (label, height, shares) in zip(grid.cells, expected, strict=True):
            assert (cell.label, cell.possible) == (label, height is not None)
            if height is not None:
                assert cell.height == pytest.approx(height, abs=1e-12)
                assert side != seat or cell.shares == pytest.approx(shares, abs=1e-12)


def test_the_grid_of_leduc_equals_the_command(cli):
    study = opened("leduc", "rc/r", "Kh", engine="cfr")
    told = {board: cli.json(f"strategy leduc cfr --line rc/r --board {board}h") for board in "KQJ"}
    for cell in study.do(study.walk.choose_side, "1").grid.cells:
        held, board = cell.ranks
        hand = held + ("s" if held == board else "h")
        assert cell.shares == pytest.approx(told[board]["combos"][hand], abs=1e-12)
        assert cell.height == pytest.approx(told[board]["reach"]["1"][hand], abs=1e-12)


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_the_sheet_equals_the_command(cli, game):
    rules = get_game(game)
    reader = RangeReader(build("bluffer", rules, strategies_dir()))
    read = read_sheet(reader, rules, strategies_dir(), JobControl())
    told = cli.json(f"strategy {game} bluffer --all")
    assert read.whole.exploitability == told["exploitability"]
    for one, entry in zip(read.sets, told["infosets"], strict=True):
        here, keys = one.figures, [head.key for head in one.heads]
        for name in ("line", "board", "cards", "to_act", "reach", "cf_reach", "value", "cost"):
            assert getattr(here, name) == entry[name], name
        rows = {name: getattr(here, name) for name in ("probabilities", "values", "regrets")}
        rows["equilibrium"] = read.whole.equilibrium[here.key]
        for name, row in rows.items():
            assert dict(zip(keys, row, strict=True)) == entry[name], name
    left = {(e["line"], e["board"], e["cards"]): e for e in told["infosets"]}
    for part in sheet_scene(read, SheetChoice(), {}, None).parts:
        for cell in part.grid.cells:
            held, board = (*cell.ranks, "")[:2]
            entry = left.pop((part.key.removeprefix("line:"), board, held))
            shares = dict(zip([a.key for a in part.grid.actions], cell.shares, strict=True))
            assert shares == pytest.approx(entry["probabilities"], abs=1e-12)
            assert cell.height == pytest.approx(np.mean(entry["reach"]), abs=1e-12)
    assert left == {}
