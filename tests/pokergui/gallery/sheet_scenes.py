"""The whole of small games as the Study page shows it, made by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pokergui.pages.study.whole.viewmodel.sheet import (
    FamilyScene,
    SetCard,
    SetRow,
    SheetPart,
    SheetScene,
)
from pokergui.viewmodel import Figure
from pokergui.viewmodel.fields import FieldScene
from pokergui.viewmodel.grid import GridAction, GridScale, GridScene
from tests.pokergui.gallery.study_scenes import StudyState, leduc, small, smallest


def sheet_part(
    key: str, title: str, note: str, grid: GridScene, row: int, column: int
) -> SheetPart:
    """A decision whose information sets are named by their cells: "a0-2"."""
    sets = tuple(f"{key}-{cell}" for cell in range(len(grid.cells)))
    ticks = ((0.3, 0.6)[: len(grid.actions) - 1],) * len(grid.cells)
    return SheetPart(key, title, note, grid, row, column, sets, ticks)


def set_row(part: SheetPart, cell: int) -> SetRow:
    """A row of the list."""
    here = part.grid.cells[cell]
    figures = ("12", "+34.5", "6.78", "9.01")
    words = f"{here.label}, {part.title}"
    return SetRow(
        part.sets[cell],
        part.key,
        here.label,
        part.title,
        part.grid.actions,
        here.shares,
        part.ticks[cell],
        here.height < 0.2,
        figures,
        words,
    )


def set_card(title: str, actions: tuple[GridAction, ...]) -> SetCard:
    """All figures of an information set."""
    third = 1 / len(actions)
    names = ("Plays", "Equilibrium", "Difference", "EV, antes", "CF value, mA", "CF regret, mA")
    rows = tuple((name, ("0.333",) * len(actions)) for name in names)
    figures = tuple(
        Figure(label, "0.5000")
        for label in ("Own reach", "Reach of chance and others", "EV", "CF value", "Cost")
    )
    shares = (third,) * len(actions)
    ticks = (0.2, 0.4)[: len(actions) - 1]
    return SetCard(
        title, "K high", "bet 2, call", "First player", actions, shares, ticks, rows, figures, title
    )


def whole_by_cost() -> StudyState:
    """The same with its cells coloured by a number."""
    state = whole()
    sheet = state.scene.sheet
    assert sheet is not None
    scale = GridScale("amount", "Cost, mA a hand", "0", "245")
    parts = tuple(
        replace(
            part,
            ticks=(),
            grid=replace(
                part.grid,
                scale=scale,
                cells=tuple(
                    replace(cell, shares=(), value=(i % 9) / 8, figure=f"{31 * i % 246}")
                    for i, cell in enumerate(part.grid.cells)
                ),
            ),
        )
        for part in sheet.parts
    )
    sheet = replace(sheet, parts=parts, actions=(), view="cost", caption="What it costs.")
    return replace(state, scene=replace(state.scene, sheet=sheet))


def family() -> StudyState:
    """Kuhn's sheet with the family of its equilibria."""
    state = smallest()
    grid = state.scene.grid
    assert grid is not None
    lines = ("first", "check", "bet 1", "check, bet 1")
    parts = tuple(
        sheet_part(f"k{i}", line, "First player", grid, 0, i) for i, line in enumerate(lines)
    )
    strip = FamilyScene(
        FieldScene("1/6", "Alpha: 0 to 1/3"),
        500,
        (Figure("Value", "−1/18 = −0.0556"), Figure("Exploitability", "0", "mA/hand")),
    )
    sheet = SheetScene(
        parts,
        (),
        grid.actions,
        "12 information sets, suits merged",
        views=("strategy", "difference", "values", "regrets", "cost"),
        sets=tuple(set_row(part, cell) for part in parts for cell in range(3)),
        family=strip,
    )
    return replace(state, scene=replace(state.scene, sheet=sheet, totals=()), detail=None)


def whole() -> StudyState:
    """36 decisions: six before the board, six after each of the five ways to get there."""
    ways = (
        "check, check",
        "check, bet 2, call",
        "check, bet 2, raise 4, call",
        "bet 2, call",
        "bet 2, raise 4, call",
    )
    firsts = ("", "check", "check, bet 2", "check, bet 2, raise 4", "bet 2", "bet 2, raise 4")
    seconds = ("", "check", "check, bet 4", "check, bet 4, raise 8", "bet 4", "bet 4, raise 8")
    three = (
        GridAction("f", "Fold", "fold"),
        GridAction("c", "Check or call", "call"),
        GridAction("r", "Bet or raise", "middle"),
    )
    parts = []
    for row, title in enumerate(firsts):
        grid = leduc(three, seed=row)
        grid = replace(
            grid,
            columns=1,
            cells=tuple(replace(c, ranks=c.ranks[:1]) for c in grid.cells[::3]),
            column_labels=(),
        )
        player = "First player" if row in (0, 2, 5) else "Second player"
        parts.append(sheet_part(f"a{row}", title or "first action", player, grid, row, 0))
    for column, _ in enumerate(ways, start=1):
        for row, title in enumerate(seconds):
            player = "First player" if row in (0, 2, 5) else "Second player"
            key, grid = f"{column}{row}", leduc(three, seed=10 * column + row)
            parts.append(sheet_part(key, title or "first action", player, grid, row, column))
    sheet = SheetScene(
        tuple(parts),
        ("Round 1", *ways),
        three,
        "288 information sets, suits merged: rows are the own card, columns the board",
        views=("strategy", "difference", "values", "regrets", "cost"),
        caption="Height: how much of a hand gets here. Width: how often.",
        sets=tuple(set_row(part, cell) for part in parts for cell in range(len(part.sets))),
        figures=(Figure("Exploitability", "35.5", "mA/hand"),),
    )
    state = small()
    return replace(state, scene=replace(state.scene, sheet=sheet, totals=()), detail=None, pin=-1)


STATES: dict[str, Callable[[], StudyState]] = {
    "whole": whole,
    "cost": whole_by_cost,
    "family": family,
}
