from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pokergui.pages.study.whole.viewmodel.sheet import (
    FamilyScene,
    SetCard,
    SetRow,
    SheetPart,
    SheetScene,
)
from pokergui.viewmodel.fields import FieldScene
from pokergui.viewmodel.grid import GridAction, GridScale, GridScene
from tests.pokergui.gallery.parts import figures
from tests.pokergui.gallery.study_scenes import StudyState, kuhn, leduc, small, smallest

VIEWS = ("strategy", "difference", "values", "regrets", "cost")
THREE = (
    GridAction("f", "Fold", "fold"),
    GridAction("c", "Check or call", "call"),
    GridAction("r", "Bet or raise", "middle"),
)


def part(key: str, title: str, grid: GridScene, row: int, column: int) -> SheetPart:
    player = "First player" if row in (0, 2, 5) else "Second player"
    sets = tuple(f"{key}-{cell}" for cell in range(len(grid.cells)))
    ticks = ((0.3, 0.6)[: len(grid.actions) - 1],) * len(grid.cells)
    return SheetPart(key, title or "first action", player, grid, row, column, sets, ticks)


def rows_of_sets(parts: tuple[SheetPart, ...]) -> tuple[SetRow, ...]:
    numbers = ("12", "+34.5", "6.78", "9.01")
    return tuple(
        SetRow(
            *(one.sets[at], one.key, cell.label, one.title, one.grid.actions, cell.shares),
            *(one.ticks[at], cell.height < 0.2, numbers, f"{cell.label}, {one.title}"),
        )
        for one in parts
        for at, cell in enumerate(one.grid.cells)
    )


def set_card(title: str, actions: tuple[GridAction, ...]) -> SetCard:
    names = ("Plays", "Equilibrium", "Difference", "EV, antes", "CF value, mA", "CF regret, mA")
    rows = tuple((name, ("0.333",) * len(actions)) for name in names)
    told = figures("Own reach|0.5\nReach of chance and others|0.5\nEV|0.5\nCF value|0.5\nCost|0.5")
    shares, ticks = (1 / len(actions),) * len(actions), (0.2, 0.4)[: len(actions) - 1]
    where = ("K high", "bet 2, call", "First player")
    return SetCard(title, *where, actions, shares, ticks, rows, told, title)


def shown(state: StudyState, sheet: SheetScene) -> StudyState:
    return replace(state.but(sheet=sheet, totals=()), detail=None, pin=-1)


def family() -> StudyState:
    lines = ("first", "check", "bet 1", "check, bet 1")
    parts = tuple(part(f"k{i}", line, kuhn(), 0, i) for i, line in enumerate(lines))
    told = figures("Value|−1/18 = −0.0556\nExploitability|0|mA/hand")
    strip = FamilyScene(FieldScene("1/6", "Alpha: 0 to 1/3"), 500, told)
    note = "12 information sets, suits merged"
    more: dict[str, Any] = {"views": VIEWS, "sets": rows_of_sets(parts), "family": strip}
    return shown(smallest(), SheetScene(parts, (), kuhn().actions, note, **more))


def whole() -> StudyState:
    call, raised = "check, bet 2, call", "check, bet 2, raise 4, call"
    ways = ("check, check", call, raised, "bet 2, call", "bet 2, raise 4, call")
    titles = ("", "check", "check, bet", "check, bet, raise", "bet", "bet, raise")
    parts = []
    for column in range(len(ways) + 1):
        for row, title in enumerate(titles):
            key, grid = f"{column or 'a'}{row}", leduc(THREE, seed=10 * column + row)
            if not column:
                cells = tuple(replace(c, ranks=c.ranks[:1]) for c in grid.cells[::3])
                grid = replace(grid, columns=1, cells=cells, column_labels=())
            parts.append(part(key, title, grid, row, column))
    sheet = SheetScene(
        tuple(parts),
        ("Round 1", *ways),
        THREE,
        "288 information sets, suits merged: rows are the own card, columns the board",
        views=VIEWS,
        caption="Height: reach of a hand. Width: frequency.",
        sets=rows_of_sets(tuple(parts)),
        figures=figures("Exploitability|35.5|mA/hand"),
    )
    return shown(small(), sheet)


def whole_by_cost() -> StudyState:
    state, scale = whole(), GridScale("amount", "Cost, mA a hand", "0", "245")
    sheet = state.scene.sheet
    parts = []
    for one in sheet.parts:
        cells = tuple(
            replace(cell, shares=(), value=(i % 9) / 8, figure=f"{31 * i % 246}")
            for i, cell in enumerate(one.grid.cells)
        )
        parts.append(replace(one, ticks=(), grid=replace(one.grid, scale=scale, cells=cells)))
    return state.but(sheet=replace(sheet, parts=tuple(parts), actions=(), view="cost"))


STATES: dict[str, Callable[[], StudyState]] = {
    "whole": whole,
    "cost": whole_by_cost,
    "family": family,
}
