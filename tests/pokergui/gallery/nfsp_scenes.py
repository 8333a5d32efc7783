from dataclasses import replace

from pokergui.pages.train.scenes.parameters import parameter_sheet
from pokergui.pages.train.viewmodel import FigureCell, FigureLine
from tests.pokergui.gallery.parts import picked
from tests.pokergui.gallery.train_scenes import LIVE, RUNNING

VIEWS = (("figure", "Exploitability"), ("losses", "Losses"))
PLAIN_SHEET = parameter_sheet("nfsp", {})
TOP = replace(
    LIVE.top,
    method=picked("Method", "NFSP-PLT", "NFSP-PLT", "NFSP", "PDCFR+"),
    stop=picked("Stop at", "15 min", "15 min", "100 mA/hand"),
    sheet=parameter_sheet("nfsp-plt", {"rl_rate": "0.2", "sl_rate": "-1"}),
    can_start=False,
    why_not="Rate of policy: 0 to 10",
)
FIGURES = (
    FigureCell("Running", "NFSP-PLT", "checkpoint 8 s ago", "Leduc", 0),
    FigureCell("Exploitability", "61.8 mA", "per hand"),
    FigureCell("Episodes", "31.2 M", "so far"),
    FigureCell("Speed", "62,409 /s", "episodes"),
    FigureCell("Time left", "6:12", "of 15:00"),
    FigureCell("Losses", "", lines=(FigureLine("values", "0.0021"), FigureLine("policy", "0.482"))),
    FigureCell("Memory", "", rest="46.2 MB", lines=(FigureLine("policy", "36%", 0.36),)),
)
NETWORK = replace(
    LIVE,
    top=TOP,
    run=replace(RUNNING, figures=FIGURES, can_play=True, can_study=True, progress="59% of 15 min"),
    chart=replace(LIVE.chart, counted="Episodes", touched="Decisions", views=VIEWS, view="figure"),
)
LEARNERS = {"network": NETWORK}
