"""Hand-made forms and tables of the aggregate report."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from pokergui.pages.study.reports.viewmodel.aggregate import (
    AggregateColumn,
    AggregateForm,
    AggregateRow,
    AggregateTable,
)
from pokergui.viewmodel import CardView
from pokergui.viewmodel.fields import SpotField
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.progress import ProgressScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.scenes import line

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
ACTIONS = (
    GridAction("c", "Check", "call"),
    GridAction("r198", "Bet 198", "small", short="198"),
    GridAction("r600", "Bet 600", "large", short="600"),
    GridAction("r9700", "All-in 9,700", "allin", short="All-in"),
)
FORM = AggregateForm(
    "Blueprint, No-limit hold’em",
    (
        SpotField("line", "r300c/", "Flop, Big blind to act, pot 600"),
        SpotField("boards", "", "Up to suit symmetry, weighted by the 22,100 flops they represent"),
        SpotField("size", "95"),
        SpotField("seed", "0"),
        SpotField("named", ""),
    ),
    runnable=True,
    way=line(
        "# Preflop; Button raises to 300 = raise 300; Big blind calls = call; # Flop;"
        " ! Big blind to act"
    ),
    menu=ACTIONS,
)


def columns(
    first: str = "Board", last: str = "Texture", ordered: str = ""
) -> tuple[AggregateColumn, ...]:
    """All columns, perhaps sorted by one."""
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


def row(key: str, **changes: object) -> AggregateRow:
    """A row whose numbers are plausible."""
    plain = AggregateRow(
        key,
        note="two-tone, straight possible",
        weight="0.057%",
        shares=(0.72, 0.2, 0.07, 0.01),
        percents=("72%", "20%", "7.0%", "1.0%"),
        ev="2.71",
        equity="50.2%",
        other="49.8%",
        spoken=f"{key}, two-tone, Check 72%, Bet 198 20%",
    )
    return replace(plain, **changes)


def boards(count: int = 286) -> tuple[AggregateRow, ...]:
    """Return a number of flops."""
    found = []
    for suits in range(7):
        for at, ranks in enumerate(combinations(RANKS, 3)):
            cards = tuple(
                CardView(rank, (at + place + suits) % 4) for place, rank in enumerate(ranks)
            )
            found.append(row(f"{''.join(ranks)}-{suits}", cards=cards))
    return tuple(found[:count])


ALL = row("", title="All", note="1,755 boards", weight="100.0%")
TABLE = AggregateTable("boards", columns(ordered="ev"), boards(), ALL)
SUITS = AggregateTable(
    "suits",
    columns("Suits", "Boards"),
    (
        row("rainbow", title="Rainbow", note="455 boards"),
        row("two-tone", title="Two-tone", note="1,014 boards"),
        row("monotone", title="Monotone", note="286 boards"),
    ),
    ALL,
)
EMPTY = AggregateTable(empty="Choose a line and boards, then press Run.")
RUNNING = replace(
    FORM,
    running=True,
    runnable=False,
    progress=ProgressScene("Boards", "412", "of 1,755", 0.235, "23%, 0:48 left"),
)
WRONG = replace(
    FORM,
    fields=(
        SpotField("line", "r300", "", "The line ends before the flop: go on to a decision"),
        SpotField("boards", ""),
        SpotField("size", "95"),
        SpotField("seed", "0"),
        SpotField("named", "AhTd", "", "AhTd has 2 cards: a board of this line has 3"),
    ),
    boards="named",
    runnable=False,
    warning="Blueprint would never call as Big blind here: the range after it is a guess.",
)

STATES = {"full": (RUNNING, TABLE), "groups": (FORM, SUITS), "wrong": (WRONG, TABLE)}


def show(window: MainWindow, state: str) -> None:
    """Open the room in a state of ``STATES``."""
    form, table = STATES[state]
    room = window.study.report
    room.set_form(form)
    room.set_table(table)
    if not room.isVisible():
        room.button.press()
