"""Hand-made view models of runs that learn by networks, for tests and pictures."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from pokergui.pages.train.scenes.parameters import parameter_sheet
from pokergui.pages.train.viewmodel.train import (
    FigureCell,
    FigureLine,
    MilestoneRow,
    MilestonesScene,
    OptionScene,
    RunListScene,
    RunRow,
    RunScene,
    TrainTopScene,
)
from pokergui.viewmodel.chart import SERIES, Line
from tests.pokergui.gallery.train_scenes import LIVE, Trained, choices, effort_chart

VIEWS = (("figure", "Exploitability"), ("losses", "Losses"))


SHEET = parameter_sheet("nfsp-plt", {"rl_rate": "0.2", "sl_rate": "-1"})
PLAIN_SHEET = parameter_sheet("nfsp", {})
TOP = TrainTopScene(
    game=choices("Game", "Leduc hold'em", "Leduc hold'em", "Kuhn poker"),
    method=choices("Method", "NFSP-PLT", "NFSP-PLT", "NFSP", "PDCFR+"),
    stop=choices("Stop at", "15 min", "15 min", "100 mA/hand"),
    options=(
        OptionScene("start", choices("Start", "From scratch", "From scratch", "Shipped network")),
        OptionScene("seed", choices("Seed", "0", "0")),
    ),
    sheet=SHEET,
    can_start=False,
    why_not="Rate of policy: 0 to 10",
)


def falling(
    series: int, name: str, value: str, *, end: float, power: float, start: float = 1.9
) -> Line:
    """A noisy curve over seconds."""
    chance = random.Random(series)
    x = [0.05 * (end / 0.05) ** (i / 119) for i in range(120)]
    y = [start / (1 + t / 2) ** power * math.exp(chance.gauss(0, 0.06)) for t in x]
    return Line(
        name,
        SERIES[series],
        tuple(x),
        tuple(y),
        end=value,
        style="plain" if series else "front",
        dot="open" if series < 2 else "full",
    )


FIGURES = (
    FigureCell("Running", "NFSP-PLT", "checkpoint 8 s ago", "Leduc", 0),
    FigureCell("Exploitability", "61.8 mA", "per hand"),
    FigureCell("Episodes", "31.2 M", "so far"),
    FigureCell("Speed", "62,409 /s", "episodes"),
    FigureCell("Time left", "6:12", "of 15:00"),
    FigureCell("Losses", "", lines=(FigureLine("values", "0.0021"), FigureLine("policy", "0.482"))),
    FigureCell(
        "Memory",
        "",
        rest="46.2 MB",
        lines=(FigureLine("values", "100%", 1.0), FigureLine("policy", "36%", 0.36)),
    ),
)
NETWORK = Trained(
    TOP,
    RunScene(
        "running",
        FIGURES,
        main="pause",
        can_stop=True,
        can_save=True,
        can_play=True,
    can_study=True,
        share=0.59,
        progress="59% of 15 min",
    ),
    effort_chart(
        "Exploitability of the average strategy",
        "antes per hand",
        "seconds",
        "seconds",
        (
            falling(0, "NFSP-PLT", "61.8 mA", end=528, power=0.62),
            falling(1, "NFSP", "74.0 mA", end=480, power=0.58),
            falling(2, "CFR", "1.10 mA", end=15, power=3.4),
        ),
        (0.1, "100 mA/hand: a tenth of the ante"),
        "newest look, 9 min",
        words="NFSP-PLT: 61.8 mA; NFSP: 74.0 mA; CFR: 1.10 mA",
        counted="Episodes",
        touched="Decisions",
        views=VIEWS,
        view="figure",
    ),
    MilestonesScene(
        "Exploitability, mA/hand, after",
        ("10 s", "1 min", "5 min", "9 min"),
        "Time to 100 mA",
        (
            MilestoneRow("0", 0, "NFSP-PLT", ("712", "188", "79.4", "61.8"), "3 min", True),
            MilestoneRow("1", 1, "NFSP", ("745", "204", "91.0", "…"), "4 min"),
            MilestoneRow("2", 2, "CFR", ("1.31", "…", "…", "…"), "0.4 s"),
        ),
    ),
    RunListScene(
        (
            RunRow(
                "0", 0, "NFSP-PLT", "Leduc, 31.2 M episodes", "running", "running", "6:12 left",
                0.59, True,
            ),
            RunRow("1", 1, "NFSP", "Leduc, 28.0 M episodes", "running", "running", "7:00", 0.5),
            *LIVE.runs.rows[2:5],
        ),
        "shown on chart: 3 of 5",
        "When it ends",
        "The result joins every engine list of Leduc, named by its episodes. Closing the window"
        " keeps the last checkpoint.",
    ),
)  # fmt: skip
LOSSES = replace(
    NETWORK,
    top=replace(TOP, sheet=PLAIN_SHEET, can_start=True, why_not=""),
    chart=effort_chart(
        "Losses of NFSP-PLT",
        "loss",
        "iterations",
        "episodes",
        (
            falling(0, "Action values", "0.0021", end=3e7, power=0.3, start=0.08),
            falling(1, "Average policy", "0.482", end=3e7, power=0.04, start=1.1),
        ),
        now="newest look, 31,204,864 episodes",
        words="Action values: 0.00214; Average policy: 0.482",
        counted="Episodes",
        touched="Decisions",
        views=VIEWS,
        view="losses",
    ),
)
LEARNERS = {"network": NETWORK, "losses": LOSSES}
