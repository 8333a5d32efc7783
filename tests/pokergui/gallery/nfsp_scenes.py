from dataclasses import replace

from pokergui.pages.train.scenes.parameters import parameter_sheet
from pokergui.pages.train.viewmodel.train import FigureCell, FigureLine, MilestonesScene
from pokergui.viewmodel.chart import Line
from tests.pokergui.gallery.parts import picked
from tests.pokergui.gallery.train_scenes import LIVE, RUNNING, Trained, effort_chart, milestones
from tests.pokergui.gallery.train_scenes import falling as fall

VIEWS = (("figure", "Exploitability"), ("losses", "Losses"))
SHEET = parameter_sheet("nfsp-plt", {"rl_rate": "0.2", "sl_rate": "-1"})
PLAIN_SHEET = parameter_sheet("nfsp", {})
TOP = replace(
    LIVE.top,
    method=picked("Method", "NFSP-PLT", "NFSP-PLT", "NFSP", "PDCFR+"),
    stop=picked("Stop at", "15 min", "15 min", "100 mA/hand"),
    sheet=SHEET,
    can_start=False,
    why_not="Rate of policy: 0 to 10",
)


def falling(
    series: int, name: str, value: str, end: float, power: float, start: float = 1.9
) -> Line:
    x = [0.05 * (end / 0.05) ** (i / 119) for i in range(120)]
    return fall(series, name, value, x, start, power, series < 2)


FIGURES = (
    FigureCell("Running", "NFSP-PLT", "checkpoint 8 s ago", "Leduc", 0),
    FigureCell("Exploitability", "61.8 mA", "per hand"),
    FigureCell("Episodes", "31.2 M", "so far"),
    FigureCell("Speed", "62,409 /s", "episodes"),
    FigureCell("Time left", "6:12", "of 15:00"),
    FigureCell("Losses", "", lines=(FigureLine("values", "0.0021"), FigureLine("policy", "0.482"))),
    FigureCell("Memory", "", rest="46.2 MB", lines=(FigureLine("policy", "36%", 0.36),)),
)
_COUNTED = {"counted": "Episodes", "touched": "Decisions", "views": VIEWS}
NETWORK = Trained(
    TOP,
    replace(RUNNING, figures=FIGURES, can_play=True, can_study=True, progress="59% of 15 min"),
    effort_chart(
        *("Exploitability of the average strategy", "antes per hand", "seconds", "seconds"),
        (
            falling(0, "NFSP-PLT", "61.8 mA", 528, 0.62),
            falling(1, "NFSP", "74.0 mA", 480, 0.58),
            falling(2, "CFR", "1.10 mA", 15, 3.4),
        ),
        (0.1, "100 mA/hand: a tenth of the ante"),
        "latest: 9 min",
        **_COUNTED,
        view="figure",
    ),
    MilestonesScene(
        "Exploitability, mA/hand, after",
        ("10 s", "1 min", "5 min", "9 min"),
        "Time to 100 mA",
        milestones(
            """
            NFSP-PLT | 712 188 79.4 61.8 | 3 min
            NFSP | 745 204 91.0 … | 4 min
            CFR | 1.31 … … … | 0.4 s
            """
        ),
    ),
    LIVE.runs,
)
LOSSES = replace(
    NETWORK,
    top=replace(TOP, sheet=PLAIN_SHEET, can_start=True, why_not=""),
    chart=effort_chart(
        *("Losses of NFSP-PLT", "loss", "iterations", "episodes"),
        (
            falling(0, "Action values", "0.0021", 3e7, 0.3, 0.08),
            falling(1, "Average policy", "0.482", 3e7, 0.04, 1.1),
        ),
        None,
        "latest: 31,204,864 episodes",
        **_COUNTED,
        view="losses",
    ),
)
LEARNERS = {"network": NETWORK, "losses": LOSSES}
