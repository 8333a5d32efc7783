"""The state of Study with its readings, as view models."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pokergui.language import tr_study as tr
from pokergui.pages.study.comparing.scenes.compared import Comparison, compared
from pokergui.pages.study.reading.scenes.narrow import narrowed
from pokergui.pages.study.reading.scenes.scene import narrowed_grid, over_last, study_scene, widened
from pokergui.pages.study.reading.scenes.state import StudyState
from pokergui.pages.study.solving.scenes.locks import Locked
from pokergui.pages.study.solving.viewmodel.spots import SolutionScene
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.pages.study.whole.viewmodel.sheet import SheetScene
from pokergui.ranges.reading import Reading
from pokergui.ranges.worth import cell_mark
from pokergui.viewmodel.grid import CellDetail


@dataclass(frozen=True, eq=False)
class Known:
    """Readings and solutions for the view.

    Attributes:
        title: the subject's title.
        reading: its reading of the node; None while there is none.
        path: its last reading, here or elsewhere.
        last: the last reading of any subject, which may stay visible.
        thinking: whether an answer is on its way.
        note: why this subject answers, if another one is wanted.
        versus: the comparison; None for nothing.
        sheet: the whole of a small game, while it is wanted and known.
        solution: the part beside a spot; None while none is shown.
        locked: the locks at the decision in the grid; None if nothing can be locked.
    """

    title: str = ""
    reading: Reading | None = None
    path: Reading | None = None
    last: Reading | None = None
    thinking: bool = False
    note: str = ""
    versus: Comparison | None = None
    sheet: SheetScene | None = None
    solution: SolutionScene | None = None
    locked: Locked | None = None


@dataclass(frozen=True, eq=False)
class StudySnapshot:
    """A scene of Study and its sources.

    Attributes:
        scene: the page's scene.
        state: the view.
        known: the readings at that time.
    """

    scene: StudyScene
    state: StudyState
    known: Known

    def like(self, state: StudyState) -> bool:
        """Return whether its grids are of the same kind as those of one to come."""
        looks = [(one.visit, one.rival, one.which, one.both) for one in (self.state, state)]
        return looks[0] == looks[1]


def draw(state: StudyState, known: Known, last: StudySnapshot | None) -> StudySnapshot:
    """Build the snapshot of a state.

    Args:
        state: the view.
        known: the readings.
        last: the snapshot before, which supplies the parts still being asked about.
    """
    reading = known.reading
    alone = study_scene(state, known.path, known.title, thinking=known.thinking)
    alone = replace(alone, note=" ".join(filter(None, (known.note, alone.note))))
    stays = last.scene if last is not None and last.like(state) else None
    scene = compared(alone, state, reading, known.versus, stays)
    if known.locked is not None and state.which in ("first", "both") and reading is not None:
        grid = narrowed_grid(reading, state.seat, state.narrow)
        if grid is not None and scene.grid is not None:
            scene = replace(scene, grid=known.locked.grid(scene.grid, grid))
    shown = known.versus.second if known.versus and state.which == "second" else reading
    if shown is not None:
        bar, hands = narrowed(state.narrow, shown, state.seat)
        scene = replace(scene, filter=bar, hands=hands)
    elif scene.thinking and stays is not None:
        scene = replace(scene, filter=stays.filter, hands=stays.hands)
    if known.thinking and reading is None and last is not None and last.state.visit == state.visit:
        scene = replace(over_last(scene, last.scene), beside=last.scene.beside)
    if known.sheet is not None or scene.grid is None:
        scene = replace(scene, filter=None, hands=None)
    many = not state.place.game.is_heads_up
    unsolvable = tr("Spots are solved heads-up only") if many else ""
    parts = {"sheet": known.sheet, "solution": known.solution, "unsolvable": unsolvable}
    return StudySnapshot(widened(StudyScene, scene, **parts), state, known)


def detail_of(state: StudyState, known: Known) -> CellDetail | None:
    """Return the contents of the current cell in the strategy shown; None for no cell."""
    second = known.versus is not None and state.which == "second"
    reading = known.versus.second if known.versus is not None and second else known.last
    if reading is None or (second and known.reading is None):
        return None
    cell, side = state.cell, state.seat_at(reading.place)
    grid = narrowed_grid(reading, side, state.narrow)
    if grid is None or not 0 <= cell < grid.num_cells:
        return None
    detail = grid.detail(cell, pinned=cell == state.pinned)
    if not second:
        detail = replace(detail, mark=cell_mark(reading, side, cell))
    if known.locked is None or state.which not in ("first", "both"):
        return detail
    return known.locked.combos(detail)
