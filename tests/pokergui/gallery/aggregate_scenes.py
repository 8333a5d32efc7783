from dataclasses import replace
from itertools import combinations

from pokergui.pages.study.reports.viewmodel.aggregate import (
    AggregateColumn,
    AggregateForm,
    AggregateRow,
    AggregateTable,
)
from pokergui.viewmodel.fields import SpotField
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.progress import ProgressScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.parts import RANKS, cards, line, rows_of

ACTIONS = (
    GridAction("c", "Check", "call"),
    GridAction("r198", "Bet 198", "small", short="198"),
    GridAction("r600", "Bet 600", "large", short="600"),
    GridAction("r9700", "All-in 9,700", "allin", short="All-in"),
)
_FIELDS = """
line|r300c/|Flop, Big blind to act, pot 600
boards||Up to suit symmetry, weighted by the 22,100 flops they represent
size|95
seed|0
named|
"""
FORM = AggregateForm(
    "Blueprint, No-limit hold’em",
    rows_of(SpotField, _FIELDS),
    runnable=True,
    way=line(
        "# Preflop; Button raises to 300 = raise 300; Big blind calls = call; # Flop;"
        " ! Big blind to act"
    ),
    menu=ACTIONS,
)


def columns(first: str, last: str, ordered: str = "") -> tuple[AggregateColumn, ...]:
    found = (
        AggregateColumn("first", first),
        AggregateColumn("weight", "Weight", "How much of all deals are on the board"),
        *(AggregateColumn(one.key, one.short or one.title, "", one) for one in ACTIONS),
        AggregateColumn("ev", "EV, bb", "What the range is worth"),
        AggregateColumn("equity", "Equity"),
        AggregateColumn("other", "Other’s"),
        AggregateColumn("texture", last),
    )
    return tuple(replace(one, sorted=-1) if one.key == ordered else one for one in found)


def row(key: str, title: str = "", note: str = "two-tone, straight possible") -> AggregateRow:
    return AggregateRow(
        key,
        title=title,
        note=note,
        weight="0.057%",
        shares=(0.72, 0.2, 0.07, 0.01),
        percents=("72%", "20%", "7.0%", "1.0%"),
        ev="2.71",
        equity="50.2%",
        other="49.8%",
        spoken=f"{key}, two-tone, Check 72%, Bet 198 20%",
    )


def boards(count: int = 286) -> tuple[AggregateRow, ...]:
    found = list(combinations(RANKS.replace("T", "0"), 3))[:count]
    names = (" ".join(f"{rank}{suit}" for rank, suit in zip(f, "shd", strict=True)) for f in found)
    shown = (name.replace("0", "10") for name in names)
    return tuple(replace(row(name), cards=cards(name)) for name in shown)


ALL = row("", "All", "1,755 boards")
TABLE = AggregateTable("boards", columns("Board", "Texture", "ev"), boards(), ALL)
_SUITS = "rainbow|Rainbow|455 boards\ntwo-tone|Two-tone|1,014 boards\nmonotone|Monotone|286 boards"
SUITS = AggregateTable("suits", columns("Suits", "Boards"), rows_of(row, _SUITS), ALL)
EMPTY = AggregateTable(empty="Choose a line and boards, then press Run.")
RUNNING = replace(
    FORM,
    running=True,
    runnable=False,
    progress=ProgressScene("Boards", "412", "of 1,755", 0.235, "23%, 0:48 left"),
)
_WRONG = """
line|r300||The line ends before the flop: continue to a decision
boards|
size|95
seed|0
named|AhTd||AhTd has 2 cards: a board for this line has 3
"""
WRONG = replace(
    FORM,
    fields=rows_of(SpotField, _WRONG),
    boards="named",
    runnable=False,
    warning="Blueprint would never call as Big blind here: the range after it is a guess.",
)
STATES = {"full": (RUNNING, TABLE), "groups": (FORM, SUITS), "wrong": (WRONG, TABLE)}


def show(window: MainWindow, state: str) -> None:
    form, table = STATES[state]
    room = window.study.report
    room.set_form(form)
    room.set_table(table)
    if not room.isVisible():
        room.button.press()
