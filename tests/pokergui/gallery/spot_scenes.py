"""Hand-made view models of a solved spot in Study, for tests and pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pokergui.pages.study.comparing.viewmodel.versus import Beside, VersusScene
from pokergui.pages.study.reading.viewmodel.reading import StudySide, Which
from pokergui.pages.study.solving.viewmodel.spots import LockBrush, SolutionScene
from pokergui.viewmodel import Figure
from pokergui.viewmodel.board import BoardPicker
from pokergui.viewmodel.grid import GridAction, GridScene
from tests.pokergui.gallery import exploit_scenes
from tests.pokergui.gallery.scenes import cards, line
from tests.pokergui.gallery.study_scenes import (
    SUITED,
    StudyState,
    action_rows,
    deck,
    detail,
    hold_em,
    totals,
    turn,
)

RIVER = (
    GridAction("c", "Check", "call"),
    GridAction("r50", "Bet 50", "middle", short="50"),
    GridAction("r100", "Bet 100", "large", short="100"),
    GridAction("r950", "All-in", "allin"),
)
MANY = (
    GridAction("f", "Fold", "fold"),
    GridAction("c", "Call 50", "call", short="50"),
    *(
        GridAction(f"r{amount}", f"Raise to {amount:,}", "middle", i / 4, f"{amount:,}")
        for i, amount in enumerate((150, 200, 275, 350, 500))
    ),
    GridAction("r950", "All-in 950", "allin", short="950"),
)
FIGURES = (
    Figure("Exploitability", "0.27%", "of pot"),
    Figure("Iterations", "640"),
    Figure("Information sets", "41,208"),
    Figure("Memory", "3.2 MB"),
    Figure("Time", "0.14 s"),
)
VALUE = (
    Figure("Out of position", "48.2", "51.3%"),
    Figure("In position", "51.8", "48.7%"),
)
OOP, IP = ("51.3%", "48.2 chips", "", "OOP"), ("48.7%", "51.8 chips", "", "IP")
SOLVED = SolutionScene(
    "River, pot 100, 950 behind",
    FIGURES,
    1.0,
    state="Solved to 0.5% of the pot",
    value=VALUE,
)
CHANGES = (
    Figure("Check", "57% to 71%"),
    Figure("Bet 50", "31% to 12%"),
    Figure("Bet 100", "8.4% to 12%"),
    Figure("All-in", "3.6% to 5.2%"),
)


def brushes(actions: tuple[GridAction, ...], chosen: str) -> tuple[LockBrush, ...]:
    made = [LockBrush(action.key, action, action.key == chosen) for action in actions]
    return (*made, LockBrush("free", None, chosen == "free"))


def with_locks(grid: GridScene) -> GridScene:
    """The lower right hands locked to checking, some of them in part."""
    cells = []
    for i, cell in enumerate(grid.cells):
        row, column = divmod(i, 13)
        if cell.height and row >= 5 and column >= 5:
            part = 0.5 if (row + column) % 5 == 0 else 1.0
            only = tuple(1.0 if j == 0 else 0.0 for j in range(len(grid.actions)))
            cells.append(
                replace(
                    cell,
                    shares=only if part == 1.0 else cell.shares,
                    locked=part,
                    spoken=f"{cell.label}, locked",
                )
            )
        else:
            cells.append(cell)
    return replace(grid, cells=tuple(cells))


def solved(actions: tuple[GridAction, ...] = RIVER) -> StudyState:
    grid = hold_em(actions, seed=3)
    state = turn(actions)
    scene = replace(
        state.scene,
        line=line("# River: Qs Jh 2h 8c 5d; ! Out of position to act"),
        figures=(Figure("Pot", "100"), Figure("Behind", "950")),
        rows=(
            replace(state.scene.rows[7], title="River", cards=cards("Qs Jh 2h 8c 5d")),
            replace(state.scene.rows[9], title="Out of position to act", depth=0),
            *action_rows(actions, 1, ""),
        ),
        board=BoardPicker(deck("Qs Jh 2h 8c 5d"), "Board"),
        sides=(
            StudySide(*("0", "Out of position", "to act", "853 combos", True), *OOP),
            StudySide(*("1", "In position", "", "713 combos", False), *IP),
        ),
        grid=grid,
        totals=totals(actions),
        note="Solved to 0.27% of the pot",
        solution=SOLVED,
    )
    combos = detail(grid, 28, SUITED, pinned=True, value="EV")
    shares = ("38.7", "22.6", "22.6", "22.5")
    rows = tuple(replace(row, equity=share) for row, share in zip(combos.rows, shares, strict=True))
    combos = replace(combos, rows=rows, equity_caption="Equity")
    return StudyState(scene, combos, pin=28)


def changed(shown: StudyState, /, **fields: object) -> StudyState:
    """The same with other fields of the solution."""
    assert shown.scene.solution is not None
    solution = replace(shown.scene.solution, **fields)  # type: ignore[arg-type]
    return replace(shown, scene=replace(shown.scene, solution=solution))


def solving() -> StudyState:
    return changed(solved(), share=0.62, running=True, state="Solving, 1.9% of the pot")


def painting(actions: tuple[GridAction, ...] = RIVER) -> StudyState:
    state = solved(actions)
    assert state.scene.grid is not None
    state = replace(state, scene=replace(state.scene, grid=with_locks(state.scene.grid)))
    return changed(
        state,
        painting=True,
        brushes=brushes(actions, actions[1].key),
        locks="1 decision locked",
        unsolved=True,
        state="Locks were changed",
    )


def versus(shown: StudyState, /, **fields: object) -> StudyState:
    """The same with other fields of what is compared."""
    assert shown.scene.versus is not None
    scene = replace(shown.scene.versus, **fields)  # type: ignore[arg-type]
    return replace(shown, scene=replace(shown.scene, versus=scene))


def compared(which: Which = "both", actions: tuple[GridAction, ...] = RIVER) -> StudyState:
    state = solved(actions)
    assert state.scene.grid is not None
    before, after = state.scene.grid, with_locks(hold_em(actions, seed=3))
    names = ("After", "Before")
    state = changed(state, locks="1 decision locked")
    scene = replace(
        state.scene,
        grid=before if which == "second" else after,
        beside=Beside(names, before, left=True) if which == "both" else None,
        versus=VersusScene(names, which, () if which == "first" else CHANGES, before=True),
    )
    return replace(state, scene=scene)


def played() -> StudyState:
    """A solution as an engine plays it, with the longest name of one that does."""
    words = "Solved as River resolver plays it"
    iterations = Figure("Iterations", "100")
    figures = (Figure("Exploitability", "1.3%", "of pot"), iterations, *FIGURES[2:4])
    return changed(solved(), state=words, figures=figures)


STATES: dict[str, Callable[[], StudyState]] = {
    "solved": solved,
    "played": played,
    "solving": solving,
    "painting": painting,
    "painting8": lambda: painting(MANY),
    "after": lambda: compared("first"),
    "both": compared,
    "both8": lambda: compared("both", MANY),
    "exploit": lambda: changed(solved(), exploit=exploit_scenes.FOUND),
    "given": lambda: changed(solved(), exploit=exploit_scenes.GIVING),
    "exploit-empty": lambda: changed(solved(), exploit=exploit_scenes.EMPTY),
    "exploit-wrong": lambda: changed(solved(), exploit=exploit_scenes.WRONG),
    "exploit-finding": lambda: changed(solved(), exploit=exploit_scenes.FINDING),
}
