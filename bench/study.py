"""Response times of Study, without a display.

Milliseconds from a click to the repainted page, engine time included: tabular engines, and
`equity`, which computes every new flop and the decisions that lead to it. Then the single steps:
from an answer of 1,326 combos and eight actions to a grid, and to the combos of one cell; the
equities of two ranges of all hands against each other; the rest of a river played out for the EV of
both ranges, on average over new rivers; the rest of a turn, over all rivers. Processor time, best
of several runs.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from ai.reading.reach import RangeReader, visible
from ai.registry import build
from ai.values.equities import range_equities
from ai.values.playout import play_out
from bench import best_seconds, figure
from engine.card_display import parse_shown
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, Strategy, raise_to
from engine.policy import blocked
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.state import StudyChoice
from pokergui.pages.study.views.page import StudyPage
from pokergui.pages.study.wiring import connect_study, connect_walk
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import BoardRange
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from tests.sync_runner import SyncRunner


def _least(work: Callable[[], object], repeats: int = 5) -> float:
    return best_seconds(work, repeats, time.process_time)


class Study:
    """The page with its presenter, background work run synchronously."""

    def __init__(self, folder: Path, game: str, engine: str) -> None:
        self.runner = SyncRunner()
        self.page = StudyPage()
        self.page.resize(1272, 848)
        self.presenter = StudyPresenter(
            self.runner, folder, folder / "spots", StudyChoice.of(game, 100, engine, folder)
        )
        connect_study(self.presenter, self.page)
        connect_walk(self.presenter, self.page)
        self.page.show()
        self.pixmap = QPixmap(self.page.size())

    def do(self, act: Callable[[], object]) -> None:
        """One user action, until the page is repainted."""
        act()
        self.runner.run_all()
        self.page.render(self.pixmap)

    def row(self, key: str) -> None:
        """Follow an action."""
        self.do(lambda: self.presenter.walk.follow(key))


def _back_and_forth(study: Study, key: str) -> Callable[[], None]:
    """An action and back again: two clicks."""

    def work() -> None:
        study.row(key)
        study.do(lambda: study.presenter.walk.choose_crumb(0))

    return work


def _grid_steps() -> dict[str, dict[str, Any]]:
    game = get_game("holdem-nolimit@100")
    spot = spot_of(game, "r300c/", parse_shown(game, "Kh8d3c"))
    rng = np.random.default_rng(1)
    actions = (CALL, *(raise_to(size) for size in (100, 300, 400, 500, 600, 900, 9700)))
    free = ~blocked(game, spot.board)
    answer = Strategy(actions, rng.dirichlet(np.ones(8), size=1326) * free[:, None])
    one = BoardRange(spot.board, rng.random(1326) * free, answer)
    grid = RangeMatrix(spot, [one])
    return {
        "grid": figure(
            1000 * _least(lambda: RangeMatrix(spot, [one]).scene(), 20), "ms", actions=8
        ),
        "cell": figure(1000 * _least(lambda: grid.detail(50), 20), "ms"),
    }


def _worth_steps() -> dict[str, dict[str, Any]]:
    game = get_game("holdem-nolimit@100")
    ranges = np.random.default_rng(2).random((2, 1326))
    found = {}
    for name, text in (("preflop", ""), ("flop", "Kh8d3c"), ("turn", "Kh8d3c2s")):
        board = parse_shown(game, text)
        weights = ranges * ~blocked(game, board)
        work = partial(range_equities, game, board, weights)
        found[f"equities-{name}"] = figure(1000 * _least(work, 10), "ms")
    return found


def _ev_steps() -> dict[str, dict[str, Any]]:
    game = get_game("holdem-nolimit@100")
    rivers = [parse_shown(game, "Kh8d3c2s" + card) for card in ("2h", "9c", "As", "7d", "Qh", "5c")]
    found = {}
    for name in ("cfr", "nfsp"):
        reader, taken = RangeReader(build(name, game)), []
        for river in rivers:
            spot = spot_of(game, "r300c/cc/cc/", river)
            ranges = visible([reader.reach(spot)])[0]
            start = time.process_time()
            play_out(reader, spot, ranges)
            taken.append(time.process_time() - start)
        # The first one compiles.
        found[f"ev-river-{name}"] = figure(1000 * float(np.mean(taken[1:])), "ms")
    reader, spot = RangeReader(build("cfr", game)), spot_of(game, "r300c/cc/", rivers[0][:4])
    ranges = visible([reader.reach(spot)])[0]
    work = partial(play_out, reader, spot, ranges)
    return {**found, "ev-turn-cfr": figure(1000 * _least(work, 2), "ms")}


def figures() -> dict[str, dict[str, Any]]:
    """Milliseconds from a click to the repaint, and of its steps."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    apply_look(SettingsScene())
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        leduc = Study(folder, "leduc", "cfr")
        found["leduc-step"] = figure(500 * _least(_back_and_forth(leduc, "r")), "ms")
        leduc.row("r")
        leduc.row("c")
        work = _back_and_forth(leduc, "line:rc/r")
        found["leduc-three-boards"] = figure(500 * _least(work), "ms")
        equity = Study(folder, "holdem-nolimit", "equity")
        found["equity-preflop"] = figure(500 * _least(_back_and_forth(equity, "r300")), "ms")
        for key in ("r300", "r900", "c"):
            equity.row(key)

        def new_flop() -> None:
            equity.do(equity.presenter.walk.choose_random_board)

        found["equity-new-flop"] = figure(1000 * _least(new_flop), "ms")
        for study in (leduc, equity):
            study.page.close()
    return {**found, **_grid_steps(), **_worth_steps(), **_ev_steps()}
