"""Painting speed of the table and charts, without a display.

Milliseconds for a full repaint of the whole window, of the table and of six curves of 1,024 points,
frames per second while cards and chips move, and the time to build the window. Best of several
runs.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from bench import figure
from pokergui.theme.look import apply_look
from pokergui.viewmodel import (
    FACE_DOWN,
    BetChips,
    BetScene,
    CardView,
    CollectBets,
    DealCard,
    PotScene,
    SeatScene,
    SettingsScene,
    TableFrame,
    TableScene,
    TurnBoard,
    chip_columns,
)
from pokergui.viewmodel.chart import SERIES, Axis, Chart, Line
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.felt.widget import PokerTable
from pokergui.window.window import MainWindow


def _card(name: str) -> CardView:
    return CardView(name[:-1], "cdhs".index(name[-1]), face_up=True)


def scenes(seats: int = 2) -> tuple[TableScene, TableScene]:
    """A table before and after a flop with bets of all seats."""
    you = SeatScene("You", "to act", "9,585", "95.9 bb", (_card("Kh"), _card("7h")), True, True)
    other = SeatScene("Granite", "bet 550", "9,035", "90.4 bb", (FACE_DOWN,) * 2, dealer=True)
    more = (replace(other, name="Marble", dealer=False),) * (seats - 2)
    bet = BetScene("550", chip_columns(550))
    bets = (BetScene("1,837", chip_columns(1837)), *(bet,) * (seats - 1))
    before = TableScene(
        (you, other, *more), bets, (None,) * 5, pot=PotScene("Pot 830", "", chip_columns(830))
    )
    board = tuple(_card(name) for name in ("Ks", "7d", "2c", "9s", "10h"))
    after = replace(
        before,
        bets=(BetScene(),) * seats,
        board=board,
        pot=PotScene("Pot 3,217", "", chip_columns(3217)),
    )
    return before, after


def repaint_ms(widget: QWidget, repeats: int = 40) -> float:
    """Milliseconds for one full repaint, best of ``repeats``."""
    pixmap = QPixmap(widget.size())
    best = 1e9
    for _ in range(repeats):
        start = time.perf_counter()
        widget.render(pixmap)
        best = min(best, time.perf_counter() - start)
    return 1000 * best


def noisy_chart() -> Chart:
    """Six noisy curves on logarithmic axes."""
    rng, x = np.random.default_rng(1), np.geomspace(1, 1e5, 1024)
    lines = []
    for i, colour in enumerate(SERIES):
        y = 2.4 / (1 + x / 6) ** (0.8 + i / 10) * np.exp(rng.normal(0, 0.15, len(x)))
        lines.append(Line(colour, colour, tuple(x.tolist()), tuple(y.tolist()), end="1 mA"))
    return Chart("", Axis(log=True), Axis(log=True), tuple(lines))


def frames_a_second(table: PokerTable, seats: int = 2) -> float:
    """Frames painted during the animation of a deal, bets and a flop, by the running event loop."""
    before, after = scenes(seats)
    painted = 0
    original = table.paintEvent

    def count(event: QPaintEvent) -> None:
        nonlocal painted
        painted += 1
        original(event)

    table.paintEvent = count  # type: ignore[method-assign]
    loop = QEventLoop()
    table.settled.connect(loop.quit)
    deals = tuple(DealCard(seat, index) for index in range(2) for seat in range(seats))
    table.show_scene(before)
    QApplication.processEvents()
    start, painted = time.perf_counter(), 0
    table.play(
        [
            TableFrame(before, deals),
            TableFrame(before, tuple(map(BetChips, range(seats)))),
            TableFrame(after, (CollectBets(), *(TurnBoard(i) for i in range(5)))),
        ]
    )
    loop.exec()
    seconds = time.perf_counter() - start
    table.paintEvent = original  # type: ignore[method-assign]
    return painted / seconds


def figures() -> dict[str, dict[str, Any]]:
    """Milliseconds for a repaint, frames per second of animation, by window size."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    apply_look(SettingsScene())
    start = time.perf_counter()
    window = MainWindow()
    found = {"window-built": figure(1000 * (time.perf_counter() - start), "ms")}
    chart = ChartView()
    chart.resize(920, 500)
    chart.set_chart(noisy_chart())
    found["paint-chart-920x500"] = figure(repaint_ms(chart), "ms")
    window.play.table.play([TableFrame(scenes()[1])])
    window.show()
    app.processEvents()
    for width, height in ((1024, 640), (1440, 900), (1920, 1080), (3840, 2160)):
        window.resize(width, height)
        app.processEvents()
        size = f"{width}x{height}"
        found[f"paint-table-{size}"] = figure(repaint_ms(window.play.table), "ms")
        found[f"paint-window-{size}"] = figure(repaint_ms(window, 10), "ms")
        rate = max(frames_a_second(window.play.table) for _ in range(2))
        found[f"motion-{size}"] = figure(rate, "frames/s")
        six = max(frames_a_second(window.play.table, 6) for _ in range(2))
        found[f"motion-six-{size}"] = figure(six, "frames/s")
    window.close()
    return found
