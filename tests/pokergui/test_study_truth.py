"""Study's figures equal those of `strategy`, and those of OpenSpiel for the same policy."""

from __future__ import annotations

from collections import defaultdict
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

RANKS = "KQJ"


class Window:
    """A Study presenter that has opened a place."""

    def __init__(self, game: str, engine: str, line: str, board: str = "") -> None:
        self.runner = SyncRunner()
        rules = get_game(game)
        choice = StudyChoice(rules, engine, strategies_dir())
        self.presenter = StudyPresenter(self.runner, strategies_dir(), spots_dir(), choice)
        self.shown: dict[str, Any] = {}
        self.presenter.scene.connect(lambda scene: self.shown.__setitem__("scene", scene))
        self.presenter.detail.connect(lambda detail: self.shown.__setitem__("detail", detail))
        cards = parse_shown(rules, board)
        self.presenter.open_link(StudyLink(rules, parse_line(rules, line), cards, None, engine))
        self.runner.run_all()

    @property
    def scene(self) -> StudyScene:
        found = self.shown["scene"]
        assert isinstance(found, StudyScene)
        return found

    def side(self, seat: int) -> GridScene:
        self.presenter.walk.choose_side(str(seat))
        assert self.scene.grid is not None
        return self.scene.grid

    def detail(self, cell: int) -> CellDetail:
        self.presenter.walk.hover_cell(cell)
        found = self.shown["detail"]
        assert isinstance(found, CellDetail)
        return found


def by_combo(rows: dict[str, Any], width: int) -> list[Any]:
    """Rows of the command by combo number, zeros for those it leaves out."""
    found: list[Any] = [[0.0] * width if width else 0.0 for _ in range(1326)]
    for name, row in rows.items():
        found[parse_combo(name)] = row
    return found


@pytest.mark.parametrize(
    ("line", "board"),
    [
        ("r300", ""),
        ("r300r900c/c", "Kh8d3c"),
        ("r200r900c/c", "Kh8d3c"),  # a raise that the engine never considers
        ("r300c/r700", "Qs7s2h"),  # a call that it never makes
    ],
)
def test_the_grid_of_equity_equals_the_command(
    cli: Cli, qtbot: QtBot, line: str, board: str
) -> None:
    args = ("strategy", "holdem-nolimit@100", "equity", "--line", line, "--board", board)
    told = cli.json(*args)
    window = Window("holdem-nolimit@100", "equity", line, board)
    seat, cards = told["to_act"], parse_shown(get_game("holdem-nolimit"), board)
    reach = {s: by_combo(told["reach"][str(s)], 0) for s in (0, 1)}
    assert all(any(weights) for weights in reach.values()) == (told["ends"] == [])
    assert bool(window.scene.warning) == bool(told["misses"] or told["ends"])
    rows = by_combo(told["combos"], len(told["actions"]))
    for side in (1 - seat, seat):
        if not any(reach[side]):
            continue
        cells = window.side(side).cells
        expected = holdem_cells(cards, reach[side], rows)
        for cell, (label, height, shares) in zip(cells, expected, strict=True):
            assert (cell.label, cell.possible) == (label, height is not None)
            if height is not None:
                assert cell.height == pytest.approx(height, abs=1e-12)
                if side == seat:
                    assert cell.shares == pytest.approx(shares, abs=1e-12)
    window.side(seat)
    totals = {t.action.key: t.share for t in window.scene.totals}
    assert totals == pytest.approx(told["total"], abs=1e-12)
    for row in window.detail(1).rows:
        if row.shares:
            name = "".join(card.name for card in row.cards)
            assert list(row.shares) == pytest.approx(told["combos"][name], abs=1e-12)


def test_the_grid_of_leduc_equals_the_command(cli: Cli, qtbot: QtBot) -> None:
    window = Window("leduc", "cfr", "rc/r", "Kh")
    listed = {
        (entry["cards"], entry["board"]): entry["probabilities"]
        for entry in cli.json("strategy", "leduc", "cfr", "--all")["infosets"]
        if entry["line"] == "rc/r"
    }
    grid = window.side(1)
    keys = [action.key for action in grid.actions]
    heights = {}
    for board in RANKS:
        told = cli.json("strategy", "leduc", "cfr", "--line", "rc/r", "--board", f"{board}h")
        for name, weight in told["reach"]["1"].items():
            heights[name[0], board] = weight
    for cell in grid.cells:
        held, board = cell.ranks
        expected = [listed[held, board][key] for key in keys]
        assert cell.shares == pytest.approx(expected, abs=1e-12)
        assert cell.height == pytest.approx(heights[held, board], abs=1e-12)


def openspiel_leduc(pyspiel: Any, infosets: list[dict[str, Any]]) -> tuple[Any, Any]:
    """OpenSpiel's Leduc, and our policy as a table of its own information states."""
    game = pyspiel.load_game("leduc_poker")
    listed = {(e["line"], e["board"], e["cards"]): e["probabilities"] for e in infosets}
    table: dict[str, list[tuple[int, float]]] = {}

    def walk(state: Any) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            line, cards, board = reading_of(state)
            row = listed[line, board, cards[state.current_player()]]
            letters = {0: "f", 1: "c", 2: "r"}
            key = state.information_state_string()
            table[key] = [(a, row[letters[a]]) for a in state.legal_actions()]
        for action in state.legal_actions():
            walk(state.child(action))

    walk(game.new_initial_state())
    return game, pyspiel.TabularPolicy(table)


def reading_of(state: Any) -> tuple[str, list[str], str]:
    """Betting text, both players' ranks and the board's of one of OpenSpiel's states."""
    cards, line = [], ""
    for player, action in ((move.player, move.action) for move in state.full_history()):
        if player < 0:
            cards.append("JQK"[action // 2])
            line += "/" if len(cards) == 3 else ""
        else:
            line += "fcr"[action]
    return line, cards[:2], "".join(cards[2:])


def test_the_whole_of_leduc_equals_openspiels_reading(cli: Cli, qtbot: QtBot) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game, policy = openspiel_leduc(
        pyspiel, cli.json("strategy", "leduc", "cfr", "--all")["infosets"]
    )
    shares: dict[tuple[str, str, str], dict[str, float]] = {}
    heights: dict[tuple[str, str, str], list[float]] = defaultdict(list)

    def walk(state: Any, own: tuple[float, float]) -> None:
        """``own``: each player's own part in OpenSpiel's probability of coming here."""
        if state.is_terminal():
            return
        if state.is_chance_node():
            for outcome in state.legal_actions():
                walk(state.child(outcome), own)
            return
        seat = state.current_player()
        line, cards, board = reading_of(state)
        row = dict(policy.action_probabilities(state).items())
        shares[line, board, cards[seat]] = {"fcr"[a]: p for a, p in row.items()}
        heights[line, board, cards[seat]].append(own[seat])
        for action, probability in row.items():
            parts = list(own)
            parts[seat] *= probability
            walk(state.child(action), (parts[0], parts[1]))

    walk(game.new_initial_state(), (1.0, 1.0))
    rules = get_game("leduc")
    reader = RangeReader(build("cfr", rules, strategies_dir()))
    game_read = read_sheet(reader, rules, strategies_dir(), JobControl())
    sheet = sheet_scene(game_read, SheetChoice(), {}, None)
    compared = 0
    for part in sheet.parts:
        line = part.key.removeprefix("line:")
        for cell in part.grid.cells:
            held, board = (*cell.ranks, "")[:2]
            theirs = shares[line, board, held]
            ours = dict(zip([a.key for a in part.grid.actions], cell.shares, strict=True))
            assert ours == pytest.approx(theirs, abs=1e-12)
            known = heights[line, board, held]
            assert cell.height == pytest.approx(np.mean(known), abs=1e-12)
            assert min(known) == pytest.approx(max(known), abs=1e-12)
            compared += 1
    assert compared == 288


@pytest.mark.parametrize(("game", "engine"), [("kuhn", "bluffer"), ("leduc", "bluffer")])
def test_the_figures_on_the_sheet_equal_the_commands(cli: Cli, game: str, engine: str) -> None:
    """The command's figures equal OpenSpiel's, see test_strategy_figures.py."""
    rules = get_game(game)
    reader = RangeReader(build(engine, rules, strategies_dir()))
    read = read_sheet(reader, rules, strategies_dir(), JobControl())
    told = cli.json("strategy", game, engine, "--all")
    assert read.whole.exploitability == told["exploitability"]
    assert len(read.sets) == len(told["infosets"])
    for one, entry in zip(read.sets, told["infosets"], strict=True):
        here = one.figures
        place = (here.line, here.board, here.cards, here.to_act)
        assert place == (entry["line"], entry["board"], entry["cards"], entry["to_act"])
        for name in ("reach", "cf_reach", "value", "cost"):
            assert getattr(here, name) == entry[name]
        keys = [head.key for head in one.heads]
        assert dict(zip(keys, here.probabilities, strict=True)) == entry["probabilities"]
        assert dict(zip(keys, here.values, strict=True)) == entry["values"]
        assert dict(zip(keys, here.regrets, strict=True)) == entry["regrets"]
        beside = read.whole.equilibrium[here.key]
        assert dict(zip(keys, beside, strict=True)) == entry["equilibrium"]
