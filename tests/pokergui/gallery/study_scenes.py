from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pokergui.pages.study.reading.viewmodel.reading import ActionTotal, LineRow, StudySide
from pokergui.pages.study.viewmodel.study import StudyScene, StudyTop
from pokergui.viewmodel import Figure, Notice, NoticeButton
from pokergui.viewmodel.board import BoardCard, BoardPicker
from pokergui.viewmodel.chart import SERIES, Dot, Line
from pokergui.viewmodel.grid import CellDetail, ComboRow, GridAction, GridCell, GridScale, GridScene
from pokergui.viewmodel.gridview import ViewScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import filter_scenes
from tests.pokergui.gallery.parts import (
    RANKS,
    card,
    cards,
    line,
    picked,
    rows_of,
    split,
    starting_hands,
    typeset,
)

SMALL_RANKS = "KQJ"
CHECK_BET = (GridAction("c", "Check", "call"), GridAction("r4", "Bet 4", "middle"))
FIVE = (
    GridAction("c", "Check", "call"),
    GridAction("r275", "Bet 275", "small", short="275"),
    GridAction("r550", "Bet 550", "middle", short="550", size="66% pot"),
    GridAction("r1040", "Bet 1,040", "large", short="1,040"),
    GridAction("r9585", "All-in", "allin"),
)


def eight_actions(call: int, raises: tuple[int, ...], most: int) -> tuple[GridAction, ...]:
    middle = (
        GridAction(f"r{amount}", f"Raise to {amount:,}", "middle", i / 4, f"{amount:,}")
        for i, amount in enumerate(raises)
    )
    return (
        GridAction("f", "Fold", "fold"),
        GridAction("c", f"Call {call:,}", "call", short=f"{call:,}"),
        *middle,
        GridAction(f"r{most}", f"All-in {most:,}", "allin", short=f"{most:,}"),
    )


EIGHT = eight_actions(5_500, (11_000, 13_750, 16_500, 18_250, 19_000), 20_000)


def hold_em(actions: tuple[GridAction, ...] = FIVE, seed: int = 1) -> GridScene:
    rng = random.Random(seed)

    def cell(row: int, column: int, name: str) -> GridCell:
        strength = 1 - (row + column) / 24 + rng.random() * 0.3
        height = 0.0 if strength < 0.18 else min(1.0, 0.25 + strength)
        shares = split(rng, len(actions)) if height else ()
        return GridCell(name, shares, height, spoken=f"{name}, reach {height:.0%}")

    return starting_hands(cell, actions)


def leduc(actions: tuple[GridAction, ...] = CHECK_BET, seed: int = 1) -> GridScene:
    rng = random.Random(seed)

    def cell(hand: str, board: str) -> GridCell:
        name, height = f"{hand} on {board}", 0.1 if hand == "J" else 0.6 + 0.4 * rng.random()
        values = tuple(typeset(rng.uniform(-4, 5)) for _ in actions)
        note = f"Pair of {hand}s" if hand == board else "King high"
        shown = {"spoken": name, "ranks": (hand, board), "note": note, "values": values}
        return GridCell(name, split(rng, len(actions)), height, **shown)

    cells = tuple(cell(hand, board) for hand in SMALL_RANKS for board in SMALL_RANKS)
    rows, columns = (tuple(f"{what} {rank}" for rank in SMALL_RANKS) for what in ("Hand", "Board"))
    return GridScene(3, 3, cells, actions, rows, columns)


def kuhn() -> GridScene:
    actions = (GridAction("c", "Check", "call"), GridAction("r1", "Bet 1", "middle"))
    shares = {"K": (0.25, 0.75), "Q": (1.0, 0.0), "J": (0.764, 0.236)}
    cells = tuple(GridCell(r, shares[r], 1.0, spoken=r, ranks=(r,)) for r in SMALL_RANKS)
    return GridScene(3, 1, cells, actions, tuple(f"Hand {rank}" for rank in SMALL_RANKS))


_LONG = "Slate, 300,000,000 iterations of external sampling on a very large abstraction"
ENGINES = picked(
    "Engine", "equity", "equity|Odds counter|equity against any hand", f"slate|{_LONG}"
)
HOLD_EM = picked("Game", "holdem-nolimit", "holdem-nolimit|No-limit hold'em", "leduc|Leduc hold'em")
TOP = StudyTop(ENGINES, HOLD_EM, picked("Blinds, depth", "100", "100|50/100, 100 bb"))
LEDUC_TOP = StudyTop(
    picked("Engine", "cfr", "cfr|CFR, 1,000 iterations"), replace(HOLD_EM, current="leduc"), None
)


@dataclass(frozen=True)
class StudyState:
    scene: StudyScene
    detail: CellDetail | None = None
    notice: Notice | None = None
    top: StudyTop = TOP
    pin: int = -1

    def but(self, **changes: Any) -> StudyState:
        return replace(self, scene=replace(self.scene, **changes))


def show(window: MainWindow, state: StudyState) -> None:
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


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%" if share > 0.1 else f"{100 * share:.1f}%"


def action_rows(actions: tuple[GridAction, ...], depth: int, prefix: str = "") -> list[LineRow]:
    shares = split(random.Random(5), len(actions))
    return [
        LineRow(
            *(prefix + action.key, action.title, "action", action.tone, depth, share),
            _percent(share),
            enabled=action.tone != "fold",
            rank=action.rank,
        )
        for action, share in zip(actions, shares, strict=True)
    ]


def totals(actions: tuple[GridAction, ...]) -> tuple[ActionTotal, ...]:
    shares = split(random.Random(5), len(actions))
    return tuple(
        ActionTotal(action, _percent(s), f"{853 * s:.0f} combos", s, action.tone != "fold")
        for action, s in zip(actions, shares, strict=True)
    )


def turn_rows(actions: tuple[GridAction, ...]) -> tuple[LineRow, ...]:
    def street(key: str, title: str, shown: str = "") -> LineRow:
        return LineRow(key, title, "street", cards=cards(shown))

    def taken(key: str, title: str, tone: Any, share: float, here: bool = True) -> LineRow:
        return LineRow(key, title, "action", tone, 1, share, f"{share:.0%}", here)

    return (
        street("0", "Preflop"),
        taken("0a", "Raise to 250", "middle", 0.82, False),
        taken("0b", "Call", "call", 0.64, False),
        street("1", "Flop", "Ks 7d 2c"),
        taken("1a", "Check", "call", 0.9),
        taken("1b", "Bet 165", "small", 0.4),
        taken("1c", "Call", "call", 0.55),
        street("2", "Turn", "9s"),
        taken("2a", "Check", "call", 0.96),
        LineRow("2b", "Button to act", "decision", depth=1, current=True),
        *action_rows(actions, 2),
    )


def deck(chosen: str) -> tuple[tuple[BoardCard, ...], ...]:
    names = chosen.split()
    return tuple(
        tuple(
            BoardCard(f"{rank}{suit}", card(f"{'10' if rank == 'T' else rank}{suit}"), on)
            for rank in RANKS
            for on in [f"{rank}{suit}" in names]
        )
        for suit in "shdc"
    )


def detail(
    grid: GridScene, index: int, names: tuple[str, ...], value: str = "EV, bb"
) -> CellDetail:
    rng = random.Random(9)

    def row(name: str) -> ComboRow:
        shares = split(rng, len(grid.actions))
        percents = tuple(_percent(share)[:-1] for share in shares)
        worth = f"{rng.uniform(0, 20):.2f}" if value else ""
        reach, equity = f"{rng.uniform(0.8, 1):.2f}", f"{rng.uniform(0, 100):.1f}"
        return ComboRow(cards(name), reach, shares, percents, worth, equity)

    rows, mark = tuple(map(row, names)), Dot(0.4, curve()[0].y[80], "ser_a")
    note, title = f"{len(rows)} combos", grid.cells[index].label
    return CellDetail(title, note, grid.actions, rows, value, "Equity", True, mark)


def curve(names: tuple[str, str] = ("Button", "Big blind")) -> tuple[Line, ...]:
    lines, shares = [], tuple(i / 200 for i in range(201))
    for series, name in enumerate(names):
        rng = random.Random(3 + series)
        drawn = sorted(rng.betavariate(0.7 + series, 0.9) for _ in range(60))
        equities = tuple(drawn[i * 59 // 200] for i in range(201))
        lines.append(Line(name, SERIES[series], shares, equities, spoken=f"median {drawn[30]:.0%}"))
    return tuple(lines)


SUITED = ("Qs Js", "Qh Jh", "Qd Jd", "Qc Jc")
OFFSUIT = tuple(f"10{a} 9{b}" for a in "shdc" for b in "shdc" if a != b)
SIDES = (
    StudySide("0", "Button", "to act", "853 combos", True, "39.1%", "3.61 bb", short="BTN"),
    StudySide("1", "Big blind", "", "313 combos", False, "60.9%", "4.69 bb", short="BB"),
)


def turn(actions: tuple[GridAction, ...] = FIVE) -> StudyState:
    grid = hold_em(actions)
    scene = StudyScene(
        TURN,
        (Figure("Pot", "830"), Figure("Behind", "9,585")),
        turn_rows(actions),
        BoardPicker(deck("Ks 7d 2c 9s"), "Board", "Random turn"),
        SIDES,
        grid,
        totals(actions),
        note="1,000 samples of the cards to come for each hand",
        filter=filter_scenes.bar(actions),
        hands=filter_scenes.classes(actions),
        curve=curve(),
    )
    return StudyState(scene, detail(grid, 28, SUITED), pin=28)


def with_numbers(grid: GridScene, scale: GridScale | None, low: float, high: float) -> GridScene:
    rng, change = random.Random(8), scale is not None and scale.kind == "change"
    form = ("+" if change else "") + (".2f" if high < 20 else ".0f")
    cells = []
    for place, cell in enumerate(grid.cells):
        share = min(1.0, max(0.0, 1 - place / len(grid.cells) + rng.uniform(-0.3, 0.3)))
        if cell.height:
            value = None if scale is None else 2 * share - 1 if change else share
            cell = replace(cell, value=value, figure=typeset(low + share * (high - low), form))
        cells.append(cell)
    return replace(grid, cells=tuple(cells), scale=scale)


_VIEW = ViewScene(actions=FIVE, action="r550", other="c")


def numbers(
    kind: str,
    scale: GridScale | None,
    low: float,
    high: float,
    state: StudyState | None = None,
    /,
    **view: Any,
) -> StudyState:
    state = state or turn()
    grid = with_numbers(state.scene.grid, scale, low, high)
    return state.but(grid=grid, view=replace(_VIEW, kind=kind, **view))


EV_SCALE = GridScale("amount", "EV, bb", "−1.20", "9.41")
ACTION_SCALE = GridScale("amount", "Bet 550, %", "0%", "100%", tone="middle")
CHANGE_SCALE = GridScale("change", "Bet 550 less Check, EV, bb", "−4.39", "+4.39", "0")


def no_values() -> StudyState:
    refused = tuple((kind, "Slate gives no values here") for kind in ("strategy-ev", "ev", "eqr"))
    view = {"refused": refused, "actions": EIGHT, "action": "r20000", "other": "r11000"}
    return numbers("difference", CHANGE_SCALE, -100, 100, eight(), **view)


def eight() -> StudyState:
    state = turn(EIGHT)
    warning = "The engine would never have bet 165 here: its range after it is a guess."
    top = replace(state.top, engine=replace(ENGINES, current="slate"))
    combos = detail(state.scene.grid, 61, OFFSUIT)
    return replace(state.but(warning=warning), top=top, detail=combos, pin=61)


def flop() -> StudyState:
    words = ("Flop: choose 1 more card", "Random flop", "The king of spades is there twice.")
    notice = Notice("plain", "Choose the flop", "The range appears when all three cards are there.")
    return no_grid(notice, turn().but(board=BoardPicker(deck("Ks 7d"), *words)))


def no_grid(notice: Notice, state: StudyState) -> StudyState:
    shown = state.but(grid=None, totals=(), note="")
    return StudyState(shown.scene, notice=notice, top=state.top)


def other_side() -> StudyState:
    sides = (replace(SIDES[0], shown=False), replace(SIDES[1], shown=True))
    grid = replace(hold_em((), seed=4), marked=30)
    return StudyState(turn().but(sides=sides, grid=grid, totals=()).scene)


def small() -> StudyState:
    grid, words = leduc(), "# Round 1; First player bets 2 = bet 2; Second player calls = call"
    first, second = ("First player", "Second player")
    scene = StudyScene(
        line(f"{words}; # Round 2; ! First player to act"),
        (Figure("Pot", "6"), Figure("Bets", "4")),
        (
            LineRow("", "Round 1", "street"),
            LineRow("c", "Check", "action", "call", 1, 0.46, "46%"),
            LineRow("r2", "Bet 2", "action", "middle", 1, 0.54, "54%", current=True),
            LineRow("r2f", "Fold", "action", "fold", 2, 0.32, "32%", enabled=False),
            LineRow("r2c", "Call", "action", "call", 2, 0.34, "34%", current=True),
            LineRow("r2c/", "First player to act", "decision", depth=2, current=True),
            *action_rows(CHECK_BET, 3, "r2c/"),
            LineRow("r2r4", "Raise to 4", "action", "large", 2, 0.34, "34%"),
        ),
        None,
        (
            StudySide("0", first, "to act", "57% of hands", True, "48.2%", "2.87 antes"),
            StudySide("1", second, "", "48% of hands", False, "51.8%", "3.13 antes"),
        ),
        grid,
        totals(CHECK_BET),
        note="average strategy after 1,000 iterations",
        sheet_available=True,
        curve=curve((first, second)),
    )
    return StudyState(scene, detail(grid, 4, ("Qs Qh", "Qh Qs"), "EV, antes"), None, LEDUC_TOP, 4)


def smallest() -> StudyState:
    grid, head = kuhn(), LineRow("", "First player to act", "decision", current=True)
    rows, way = (head, *action_rows(grid.actions, 1)), line("# Round 1; ! First player to act")
    state = small().but(line=way, rows=rows, grid=grid, totals=totals(grid.actions))
    return replace(state, detail=detail(grid, 0, ("Ks",), ""), pin=-1)


_ONE_HAND = Notice(
    "plain",
    "My engine gives actions only",
    "It only plays the cards it holds and gives no strategy for its whole range.",
    rows_of(NoticeButton, "engine:equity|Study Odds counter\nengine:call|Study Caller"),
)
STATES: dict[str, Callable[[], StudyState]] = {
    "turn": turn,
    "eight": eight,
    "ev": partial(numbers, "ev", EV_SCALE, -1.2, 9.41),
    "action": partial(numbers, "action", ACTION_SCALE, 0, 100),
    "difference": partial(numbers, "difference", CHANGE_SCALE, -4.39, 4.39, heights="full"),
    "novalues": no_values,
    "flop": flop,
    "other": other_side,
    "leduc": small,
    "kuhn": smallest,
    "noranges": lambda: no_grid(_ONE_HAND, turn()),
    "thinking": lambda: turn().but(thinking=True),
}
