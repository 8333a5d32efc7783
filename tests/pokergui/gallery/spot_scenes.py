from collections.abc import Callable
from dataclasses import replace

from pokergui.pages.study.comparing.viewmodel.versus import Beside, VersusScene
from pokergui.pages.study.reading.viewmodel.reading import StudySide, Which
from pokergui.pages.study.solving.viewmodel.exploit import ExploitScene
from pokergui.pages.study.solving.viewmodel.spots import LockBrush, SolutionScene
from pokergui.viewmodel.board import BoardPicker
from pokergui.viewmodel.grid import GridAction, GridScene
from tests.pokergui.gallery import exploit_scenes
from tests.pokergui.gallery.parts import cards, figures, line
from tests.pokergui.gallery.study_scenes import (
    SUITED,
    StudyState,
    action_rows,
    deck,
    detail,
    eight_actions,
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
MANY = eight_actions(50, (150, 200, 275, 350, 500), 950)
_BOARD = "Qs Jh 2h 8c 5d"
SOLVED = SolutionScene(
    "River, pot 100, 950 behind",
    figures(
        """
        Exploitability|0.27%|of pot
        Iterations|640
        Information sets|41,208
        Memory|3.2 MB
        Time|0.14 s
        """
    ),
    1.0,
    state="Solved to 0.5% of the pot",
    value=figures("Out of position|48.2|51.3%\nIn position|51.8|48.7%"),
)
CHANGES = figures("Check|57% to 71%\nBet 50|31% to 12%\nBet 100|8.4% to 12%\nAll-in|3.6% to 5.2%")


def with_locks(grid: GridScene) -> GridScene:
    cells = list(grid.cells)
    only = tuple(float(not at) for at in range(len(grid.actions)))
    for at, cell in enumerate(cells):
        row, column = divmod(at, 13)
        if cell.height and row >= 5 and column >= 5:
            part = 0.5 if (row + column) % 5 == 0 else 1.0
            shares = only if part == 1.0 else cell.shares
            spoken = f"{cell.label}, locked"
            cells[at] = replace(cell, shares=shares, locked=part, spoken=spoken)
    return replace(grid, cells=tuple(cells))


def solved(actions: tuple[GridAction, ...] = RIVER) -> StudyState:
    grid = hold_em(actions, seed=3)
    state = turn(actions)
    shown = state.but(
        line=line(f"# River: {_BOARD}; ! Out of position to act"),
        figures=figures("Pot|100\nBehind|950"),
        rows=(
            replace(state.scene.rows[7], title="River", cards=cards(_BOARD)),
            replace(state.scene.rows[9], title="Out of position to act", depth=0),
            *action_rows(actions, 1),
        ),
        board=BoardPicker(deck(_BOARD), "Board"),
        sides=(
            StudySide("0", "Out of position", "to act", "853 combos", True, "51.3%", "48.2 chips"),
            StudySide("1", "In position", "", "713 combos", False, "48.7%", "51.8 chips"),
        ),
        grid=grid,
        totals=totals(actions),
        note="Solved to 0.27% of the pot",
        solution=SOLVED,
    )
    return replace(shown, detail=detail(grid, 28, SUITED, "EV"))


def changed(shown: StudyState, /, **fields: object) -> StudyState:
    return shown.but(solution=replace(shown.scene.solution, **fields))


def painting(actions: tuple[GridAction, ...] = RIVER) -> StudyState:
    state, chosen = solved(actions), actions[1]
    brushes = (
        *(LockBrush(one.key, one, one is chosen) for one in actions),
        LockBrush("free", None),
    )
    return changed(
        state.but(grid=with_locks(state.scene.grid)),
        painting=True,
        brushes=brushes,
        locks="1 decision locked",
        unsolved=True,
        state="Locks were changed",
    )


def compared(which: Which = "both", actions: tuple[GridAction, ...] = RIVER) -> StudyState:
    state, names = solved(actions), ("After", "Before")
    before = state.scene.grid
    return changed(state, locks="1 decision locked").but(
        grid=before if which == "second" else with_locks(before),
        beside=Beside(names, before, left=True) if which == "both" else None,
        versus=VersusScene(names, which, () if which == "first" else CHANGES, before=True),
    )


def exploited(scene: ExploitScene) -> StudyState:
    return changed(solved(), exploit=scene)


STATES: dict[str, Callable[[], StudyState]] = {
    "solved": solved,
    "solving": lambda: changed(
        solved(), share=0.62, running=True, state="Solving, 1.9% of the pot"
    ),
    "painting": painting,
    "painting8": lambda: painting(MANY),
    "after": lambda: compared("first"),
    "both": compared,
    "both8": lambda: compared("both", MANY),
    "exploit": lambda: exploited(exploit_scenes.FOUND),
    "given": lambda: exploited(exploit_scenes.GIVING),
    "exploit-wrong": lambda: exploited(exploit_scenes.WRONG),
    "exploit-finding": lambda: exploited(exploit_scenes.FINDING),
}
