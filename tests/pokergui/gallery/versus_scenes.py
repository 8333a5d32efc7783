"""Hand-made view models of Study's comparisons, for tests and pictures."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from pokergui.pages.study.comparing.viewmodel.versus import (
    Beside,
    DifferenceList,
    DifferenceRow,
    VersusScene,
    Which,
)
from pokergui.viewmodel import Choice, ChoiceList
from pokergui.viewmodel.grid import GridScale, GridScene
from pokergui.viewmodel.strips import Figure
from tests.pokergui.gallery.study_scenes import (
    CHECK_BET,
    FIVE,
    LEDUC_TOP,
    TOP,
    StudyState,
    hold_em,
    leduc,
    small,
    split,
    turn,
)

NAMES = ("Blueprint of the night before the last", "NFSP")
SECOND = ChoiceList(
    "Compare with",
    (Choice("", "None"), Choice("nfsp", "NFSP", "networks that learned by playing themselves")),
    "nfsp",
)
CHANGES = tuple(Figure(action.title, "57% v. 31%", "+26") for action in FIVE)
MEASURES = (Choice("", "All actions"), *(Choice(a.key, a.title) for a in FIVE))


def differing(grid: GridScene, *, signed: bool) -> GridScene:
    """The grid coloured by differences."""
    rng = random.Random(4)
    cells = []
    for cell in grid.cells:
        value = rng.uniform(-1 if signed else 0, 1) if cell.height else None
        figure = "" if value is None else f"{100 * value:.0f}"
        cells.append(replace(cell, value=value, figure=figure, values=()))
    scale = GridScale("change", "Bet 550", "−100%", "+100%")
    if not signed:
        scale = GridScale("amount", "All actions", "0%", "100%")
    return replace(grid, cells=tuple(cells), scale=scale)


def rows(count: int = 40, whole: bool = False) -> DifferenceList:
    """A ranked list, of a whole small game or of a decision."""
    rng = random.Random(8)
    actions = CHECK_BET if whole else FIVE
    found = []
    for i in range(count):
        cost = 12.0 / (1 + i)
        title = "J on K" if whole else hold_em().cells[i].label
        note = "bet 2, raise to 4, call, check" if whole else ""
        player = "Second player" if whole else ""
        key = f"pin:{i}:line:crc/" if whole else f"pin:{i}:"
        found.append(
            DifferenceRow(
                key,
                title,
                player,
                note,
                actions,
                split(rng, len(actions)),
                split(rng, len(actions)),
                "0.9%",
                "31%",
                f"{cost:.2f}",
                cost / 12.0,
                f"{title}; costs {cost:.2f} mbb",
            )
        )
    words = "By NFSP’s values Blueprint of the night before the last gives up 36.19 mbb here."
    return DifferenceList(tuple(found), "mA/hand" if whole else "mbb", words, whole)


def engines(which: Which = "both", listed: bool = False) -> StudyState:
    """Two engines at a turn."""
    state = turn(FIVE)
    first, second = hold_em(FIVE), hold_em(FIVE, seed=6)
    grid = differing(first, signed=False) if which == "difference" else first
    both = which in ("both", "difference")
    scene = replace(
        state.scene,
        grid=second if which == "second" else grid,
        beside=Beside(NAMES, second) if which == "both" else None,
        versus=VersusScene(
            NAMES,
            which,
            CHANGES if both else (),
            MEASURES if both else (),
            differences=rows() if listed else None,
        ),
    )
    return replace(state, scene=scene, top=replace(TOP, second=SECOND))


def leduc_engines(listed: bool = False) -> StudyState:
    """Two engines in a small game."""
    state = small()
    names = ("NFSP", "Exact equilibrium")
    versus = VersusScene(names, "both", differences=rows(whole=True) if listed else None)
    scene = replace(state.scene, beside=Beside(names, leduc(seed=5)), versus=versus)
    return replace(state, scene=scene, top=replace(LEDUC_TOP, second=SECOND))


def players() -> StudyState:
    """Both players' ranges."""
    state = turn(FIVE)
    sides = tuple(replace(side, shown=True) for side in state.scene.sides)
    beside = Beside(("Button", "Big blind"), hold_em((), seed=4))
    return replace(state, scene=replace(state.scene, sides=sides, beside=beside))


def broken() -> StudyState:
    """An engine that gives no answer."""
    state = turn(FIVE)
    words = "NFSP gives no answer: its file holds a strategy of another game"
    versus = VersusScene(NAMES, "first", status=words)
    return replace(state, scene=replace(state.scene, versus=versus))


STATES: dict[str, Callable[[], StudyState]] = {
    "first": lambda: engines("first"),
    "both": engines,
    "difference": lambda: engines("difference"),
    "list": lambda: engines("difference", listed=True),
    "bothlist": lambda: engines("both", listed=True),
    "leduc": leduc_engines,
    "leduclist": lambda: leduc_engines(listed=True),
    "players": players,
    "broken": broken,
}
