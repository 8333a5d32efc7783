"""Hand-made view models of Study, for tests and pictures."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pokergui.pages.study.reading.viewmodel.reading import (
    ActionTotal,
    LineRow,
    StudySide,
)
from pokergui.pages.study.viewmodel.study import StudyScene, StudyTop
from pokergui.viewmodel import Choice, ChoiceList, Figure, Notice, NoticeButton
from pokergui.viewmodel.board import BoardCard, BoardPicker
from pokergui.viewmodel.chart import SERIES, Dot, Line
from pokergui.viewmodel.grid import (
    CellDetail,
    ComboRow,
    GridAction,
    GridCell,
    GridScale,
    GridScene,
)
from pokergui.viewmodel.gridview import ViewScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import filter_scenes
from tests.pokergui.gallery.scenes import card, cards, line

RANKS = "AKQJT98765432"
SMALL_RANKS = "KQJ"
CHECK_BET = (GridAction("c", "Check", "call"), GridAction("r4", "Bet 4", "middle"))
FIVE = (
    GridAction("c", "Check", "call"),
    GridAction("r275", "Bet 275", "small", short="275"),
    GridAction("r550", "Bet 550", "middle", short="550", size="66% pot"),
    GridAction("r1040", "Bet 1,040", "large", short="1,040"),
    GridAction("r9585", "All-in", "allin"),
)
EIGHT = (
    GridAction("f", "Fold", "fold"),
    GridAction("c", "Call 5,500", "call", short="5,500"),
    *(
        GridAction(f"r{amount}", f"Raise to {amount:,}", "middle", i / 4, f"{amount:,}")
        for i, amount in enumerate((11_000, 13_750, 16_500, 18_250, 19_000))
    ),
    GridAction("r20000", "All-in 20,000", "allin", short="20,000"),
)


def split(rng: random.Random, count: int) -> tuple[float, ...]:
    """Shares that sum to 1, mostly on one or two actions."""
    weights = [rng.random() ** 4 + 0.002 for _ in range(count)]
    return tuple(weight / sum(weights) for weight in weights)


def label(row: int, column: int) -> str:
    """ "AKs" over the diagonal, "AKo" under it."""
    high, low = RANKS[min(row, column)], RANKS[max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def hold_em(actions: tuple[GridAction, ...] = FIVE, seed: int = 1) -> GridScene:
    """13 x 13 cells; the weakest hands do not come here."""
    rng = random.Random(seed)
    cells = []
    for row in range(13):
        for column in range(13):
            strength = 1 - (row + column) / 24 + rng.random() * 0.3
            height = 0.0 if strength < 0.18 else min(1.0, 0.25 + strength)
            name = label(row, column)
            shares = split(rng, len(actions)) if height else ()
            cells.append(GridCell(name, shares, height, spoken=f"{name}, reach {height:.0%}"))
    return GridScene(13, 13, tuple(cells), actions, tuple(RANKS), tuple(RANKS))


def leduc(actions: tuple[GridAction, ...] = CHECK_BET, seed: int = 1) -> GridScene:
    """3 x 3: the hand by row, the board by column."""
    rng = random.Random(seed)
    cells = tuple(
        GridCell(
            f"{hand} on {board}",
            split(rng, len(actions)),
            0.1 if hand == "J" else 0.6 + 0.4 * rng.random(),
            spoken=f"{hand} on {board}",
            ranks=(hand, board),
            note={"K": "Pair of kings", "Q": "Pair of queens", "J": "Pair of jacks"}[hand]
            if hand == board
            else f"{max(hand, board, key='JQK'.index)} high",
            values=tuple(f"{rng.uniform(-4, 5):+.2f}".replace("-", "−") for _ in actions),
        )
        for hand in SMALL_RANKS
        for board in SMALL_RANKS
    )
    rows = tuple(f"Hand {rank}" for rank in SMALL_RANKS)
    columns = tuple(f"Board {rank}" for rank in SMALL_RANKS)
    return GridScene(3, 3, cells, actions, rows, columns)


def kuhn() -> GridScene:
    """3 x 1."""
    actions = (GridAction("c", "Check", "call"), GridAction("r1", "Bet 1", "middle"))
    shares = {"K": (0.25, 0.75), "Q": (1.0, 0.0), "J": (0.764, 0.236)}
    cells = tuple(GridCell(r, shares[r], 1.0, spoken=r, ranks=(r,)) for r in SMALL_RANKS)
    return GridScene(3, 1, cells, actions, tuple(f"Hand {rank}" for rank in SMALL_RANKS))


HOLD_EM = ChoiceList(
    "Game",
    (Choice("holdem-nolimit", "No-limit hold'em"), Choice("leduc", "Leduc hold'em")),
    "holdem-nolimit",
)
LEDUC = replace(HOLD_EM, current="leduc")
DEPTH = ChoiceList("Blinds, depth", (Choice("100", "50/100, 100 bb"),), "100")
ENGINES = ChoiceList(
    "Engine",
    (
        Choice("equity", "Odds counter", "equity against any hand"),
        Choice(
            "slate",
            "Slate, 300,000,000 iterations of external sampling on a very large abstraction",
        ),
    ),
    "equity",
)


TOP = StudyTop(ENGINES, HOLD_EM, DEPTH)


@dataclass(frozen=True)
class StudyState:
    """Everything that the page shows."""

    scene: StudyScene
    detail: CellDetail | None = None
    notice: Notice | None = None
    top: StudyTop = TOP
    pin: int = -1


def show(window: MainWindow, state: StudyState) -> None:
    """Bring a window into a state."""
    page = window.study
    page.set_top(state.top)
    page.set_scene(replace(state.scene, pinned=state.pin))
    page.set_detail(state.detail)
    page.set_notice(state.notice)


TURN = line(
    "# Preflop; Button raises 250 = raise 250; Big blind calls = call; # Flop: Ks 7d 2c;"
    " checks = check; bets 165 = bet 165; calls = call; # Turn: 9s; checks = check;"
    " ! Button to act"
)


def action_rows(actions: tuple[GridAction, ...], depth: int, prefix: str) -> list[LineRow]:
    shares = split(random.Random(5), len(actions))
    return [
        LineRow(
            prefix + action.key,
            action.title,
            tone=action.tone,
            depth=depth,
            share=share,
            percent=f"{100 * share:.0f}%" if share > 0.1 else f"{100 * share:.1f}%",
            enabled=action.tone != "fold",
            rank=action.rank,
        )
        for action, share in zip(actions, shares, strict=True)
    ]


def turn_rows(actions: tuple[GridAction, ...]) -> tuple[LineRow, ...]:
    def street(key: str, title: str, shown: str = "") -> LineRow:
        return LineRow(key, title, "street", cards=cards(shown))

    def taken(key: str, title: str, tone: Any, share: float, *, here: bool = True) -> LineRow:
        return LineRow(key, title, "action", tone, 1, share, f"{share:.0%}", here)

    return (
        street("0", "Preflop"),
        taken("0a", "Raise to 250", "middle", 0.82, here=False),
        taken("0b", "Call", "call", 0.64, here=False),
        street("1", "Flop", "Ks 7d 2c"),
        taken("1a", "Check", "call", 0.9),
        taken("1b", "Bet 165", "small", 0.4),
        taken("1c", "Call", "call", 0.55),
        street("2", "Turn", "9s"),
        taken("2a", "Check", "call", 0.96),
        LineRow("2b", "Button to act", "decision", depth=1, current=True),
        *action_rows(actions, 2, ""),
    )


def deck(chosen: str, ranks: str = RANKS, suits: str = "shdc") -> tuple[tuple[BoardCard, ...], ...]:
    names = chosen.split()
    return tuple(
        tuple(
            BoardCard(f"{rank}{suit}", card(f"{'10' if rank == 'T' else rank}{suit}"), on)
            for rank in ranks
            for on in [f"{rank}{suit}" in names]
        )
        for suit in suits
    )


def totals(actions: tuple[GridAction, ...]) -> tuple[ActionTotal, ...]:
    shares = split(random.Random(5), len(actions))
    return tuple(
        ActionTotal(
            action,
            f"{100 * share:.0f}%" if share > 0.1 else f"{100 * share:.1f}%",
            f"{853 * share:.0f} combos",
            share,
            action.tone != "fold",
        )
        for action, share in zip(actions, shares, strict=True)
    )


def detail(
    grid: GridScene,
    index: int,
    names: tuple[str, ...],
    *,
    pinned: bool = False,
    value: str = "EV, bb",
) -> CellDetail:
    rng = random.Random(9)
    rows = []
    for name in names:
        shares = split(rng, len(grid.actions))
        percents = tuple(f"{100 * s:.0f}" if s > 0.0995 else f"{100 * s:.1f}" for s in shares)
        worth = f"{rng.uniform(0, 20):.2f}" if value else ""
        reach, equity = f"{rng.uniform(0.8, 1):.2f}", f"{rng.uniform(0, 100):.1f}"
        rows.append(ComboRow(cards(name), reach, shares, percents, worth, equity))
    note, mark = f"{len(rows)} combos", Dot(0.4, curve()[0].y[80], "ser_a")
    head, heads = grid.cells[index].label, grid.actions
    return CellDetail(head, note, heads, tuple(rows), value, "Equity", pinned, mark)


def curve(names: tuple[str, str] = ("Button", "Big blind")) -> tuple[Line, ...]:
    """Two ranges, the second with more of the middle."""
    lines = []
    for series, name in enumerate(names):
        rng = random.Random(3 + series)
        drawn = sorted(rng.betavariate(0.7 + series, 0.9) for _ in range(60))
        equities = tuple(drawn[i * 59 // 200] for i in range(201))
        spoken = f"10th percentile {equities[20]:.0%}, median {equities[100]:.0%}"
        shares = tuple(i / 200 for i in range(201))
        lines.append(Line(name, SERIES[series], shares, equities, spoken=spoken))
    return tuple(lines)


SUITED = ("Qs Js", "Qh Jh", "Qd Jd", "Qc Jc")
OFFSUIT = tuple(f"10{a} 9{b}" for a in "shdc" for b in "shdc" if a != b)


def turn(actions: tuple[GridAction, ...] = FIVE) -> StudyState:
    grid = hold_em(actions)
    scene = StudyScene(
        TURN,
        (Figure("Pot", "830"), Figure("Behind", "9,585")),
        turn_rows(actions),
        BoardPicker(deck("Ks 7d 2c 9s"), "Board", "Random turn"),
        (
            StudySide("0", "Button", "to act", "853 combos", True, "39.1%", "3.61 bb", short="BTN"),
            StudySide("1", "Big blind", "", "313 combos", False, "60.9%", "4.69 bb", short="BB"),
        ),
        grid,
        totals(actions),
        note="1,000 samples of the cards to come for each hand",
        filter=filter_scenes.bar(actions),
        hands=filter_scenes.classes(actions),
        curve=curve(),
    )
    return StudyState(scene, detail(grid, 28, SUITED, pinned=True), pin=28)


def with_numbers(grid: GridScene, scale: GridScale | None, low: float, high: float) -> GridScene:
    """Cells that somebody comes with, distinguished by one number from ``low`` to ``high``."""
    rng = random.Random(8)
    cells = []
    for place, cell in enumerate(grid.cells):
        share = min(1.0, max(0.0, 1 - place / len(grid.cells) + rng.uniform(-0.3, 0.3)))
        number = low + share * (high - low)
        sign = "+" if scale is not None and scale.kind == "change" else ""
        figure = f"{number:{sign}.{2 if high < 20 else 0}f}".replace("-", "−")
        at = 2 * share - 1 if scale is not None and scale.kind == "change" else share
        value = at if scale is not None else None
        here = cell.height > 0
        cells.append(replace(cell, value=value if here else None, figure=figure if here else ""))
    return replace(grid, cells=tuple(cells), scale=scale)


VIEW = ViewScene(actions=FIVE, action="r550", other="c")
EV_SCALE = GridScale("amount", "EV, bb", "−1.20", "9.41")
ACTION_SCALE = GridScale("amount", "Bet 550, %", "0%", "100%", tone="middle")
CHANGE_SCALE = GridScale("change", "Bet 550 less Check, EV, bb", "−4.39", "+4.39", "0")


def numbers(
    view: ViewScene, scale: GridScale | None, low: float, high: float, state: StudyState
) -> StudyState:
    """A state whose grid shows one number."""
    assert state.scene.grid is not None
    grid = with_numbers(state.scene.grid, scale, low, high)
    return replace(state, scene=replace(state.scene, grid=grid, view=view))


def strategy_ev() -> StudyState:
    return numbers(replace(VIEW, kind="strategy-ev"), None, -1.2, 9.41, turn())


def ev() -> StudyState:
    return numbers(replace(VIEW, kind="ev"), EV_SCALE, -1.2, 9.41, turn())


def one_action() -> StudyState:
    return numbers(replace(VIEW, kind="action"), ACTION_SCALE, 0, 100, turn())


def difference() -> StudyState:
    view = replace(VIEW, kind="difference", heights="full")
    return numbers(view, CHANGE_SCALE, -4.39, 4.39, turn())


def no_values() -> StudyState:
    """An engine with actions but no EVs; the longest names of actions."""
    words = "Slate gives no values here"
    refused = tuple((kind, words) for kind in ("strategy-ev", "ev", "eqr"))
    view = ViewScene("difference", refused, EIGHT, "r20000", "r11000")
    return numbers(view, CHANGE_SCALE, -100, 100, eight())


def leduc_ev() -> StudyState:
    scale = GridScale("amount", "EV, antes", "−2.10", "6.35")
    view = ViewScene("ev", actions=CHECK_BET, has_heights=False)
    return numbers(view, scale, -2.1, 6.35, small())


def eight() -> StudyState:
    """Show the most that may have to fit."""
    state = turn(EIGHT)
    assert state.scene.grid is not None
    warning = "The engine would never have bet 165 here: its range after it is a guess."
    scene = replace(state.scene, warning=warning)
    top = replace(state.top, engine=replace(ENGINES, current="slate"))
    combos = detail(state.scene.grid, 61, OFFSUIT, pinned=True)
    return replace(state, scene=scene, top=top, detail=combos, pin=61)


def flop() -> StudyState:
    """A board that still lacks cards, and one that cannot be."""
    state = turn()
    board = BoardPicker(
        deck("Ks 7d"),
        "Flop: choose 1 more card",
        "Random flop",
        "The king of spades is there twice.",
    )
    notice = Notice("plain", "Choose the flop", "The range appears when all three cards are there.")
    scene = replace(state.scene, board=board, grid=None, totals=(), note="")
    return StudyState(scene, notice=notice)


def other_side() -> StudyState:
    """The range of the player not to act: heights alone."""
    state = turn()
    sides = (
        StudySide("0", "Button", "to act", "853 combos", short="BTN"),
        StudySide("1", "Big blind", "", "313 combos", shown=True, short="BB"),
    )
    grid = replace(hold_em((), seed=4), marked=30)
    return StudyState(replace(state.scene, sides=sides, grid=grid, totals=()))


LEDUC_TOP = StudyTop(
    replace(ENGINES, choices=(Choice("cfr", "CFR, 1,000 iterations"),), current="cfr"), LEDUC, None
)
LEDUC_LINE = line(
    "# Round 1; First player bets 2 = bet 2; Second player calls = call; # Round 2;"
    " ! First player to act"
)
LEDUC_ROWS = (
    LineRow("", "Round 1", "street"),
    LineRow("c", "Check", tone="call", depth=1, share=0.46, percent="46%"),
    LineRow("r2", "Bet 2", tone="middle", depth=1, share=0.54, percent="54%", current=True),
    LineRow("r2f", "Fold", tone="fold", depth=2, share=0.32, percent="32%", enabled=False),
    LineRow("r2c", "Call", tone="call", depth=2, share=0.34, percent="34%", current=True),
    LineRow("r2c/", "First player to act", "decision", depth=2, current=True),
    *action_rows(CHECK_BET, 3, "r2c/"),
    LineRow("r2r4", "Raise to 4", tone="large", depth=2, share=0.34, percent="34%"),
)
PLAYERS = (
    StudySide(
        "0", "First player", "to act", "57% of hands", True, "48.2%", "2.87 antes", short="First"
    ),
    StudySide(
        "1", "Second player", "", "48% of hands", False, "51.8%", "3.13 antes", short="Second"
    ),
)


def small() -> StudyState:
    grid = leduc()
    scene = StudyScene(
        LEDUC_LINE,
        (Figure("Pot", "6"), Figure("Bets", "4")),
        LEDUC_ROWS,
        None,
        PLAYERS,
        grid,
        totals(CHECK_BET),
        note="average strategy after 1,000 iterations",
        sheet_available=True,
        curve=curve(("First player", "Second player")),
    )
    names = ("Qs Qh", "Qh Qs")
    return StudyState(
        scene, detail(grid, 4, names, pinned=True, value="EV, antes"), None, LEDUC_TOP, 4
    )


def smallest() -> StudyState:
    grid = kuhn()
    state = small()
    way = line("# Round 1; ! First player to act")
    rows = (
        LineRow("", "First player to act", "decision", current=True),
        *action_rows(grid.actions, 1, ""),
    )
    scene = replace(state.scene, line=way, rows=rows, grid=grid, totals=totals(grid.actions))
    return replace(state, scene=scene, detail=detail(grid, 0, ("Ks",), value=""), pin=-1)


def no_ranges() -> StudyState:
    """An engine that cannot answer for ranges."""
    buttons = (
        NoticeButton("engine:equity", "Study Odds counter"),
        NoticeButton("engine:call", "Study Caller"),
    )
    notice = Notice(
        "plain",
        "My engine answers for one hand only",
        "Study shows how an engine would act with every hand it could hold; this one says "
        "only what it does with the hand it is dealt.",
        buttons,
    )
    scene = replace(turn().scene, grid=None, totals=(), note="")
    return StudyState(scene, notice=notice)


def failed() -> StudyState:
    notice = Notice(
        "error",
        "Slate stopped answering",
        "The picture is the last one. Restart the engine or choose another.",
        (NoticeButton("retry", "Ask again"),),
        "Traceback",
    )
    return replace(turn(), notice=notice)


def building() -> StudyState:
    notice = Notice("running", "CFR is being built", "612 of 1,000 iterations", progress=0.6)
    scene = replace(small().scene, grid=None, totals=(), note="", thinking=True, sides=PLAYERS)
    return StudyState(scene, notice=notice, top=LEDUC_TOP)


def thinking() -> StudyState:
    state = turn()
    return replace(state, scene=replace(state.scene, thinking=True))


STATES: dict[str, Callable[[], StudyState]] = {
    "turn": turn,
    "eight": eight,
    "strategyev": strategy_ev,
    "ev": ev,
    "action": one_action,
    "difference": difference,
    "novalues": no_values,
    "leducev": leduc_ev,
    "flop": flop,
    "other": other_side,
    "leduc": small,
    "kuhn": smallest,
    "noranges": no_ranges,
    "failed": failed,
    "building": building,
    "thinking": thinking,
}
