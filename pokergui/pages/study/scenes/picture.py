"""Study's picture: what is looked at, and what is known of it, as view models."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pokergui.formatting.words import tr
from pokergui.pages.study.comparing.scenes.compared import Comparison, compared
from pokergui.pages.study.reading.scenes.narrow import narrowed
from pokergui.pages.study.reading.scenes.scene import narrowed_grid, over_last, study_scene, widened
from pokergui.pages.study.reading.scenes.state import StudyState
from pokergui.pages.study.solving.scenes.locks import Locked
from pokergui.pages.study.solving.viewmodel.spots import SolutionScene
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.pages.study.whole.viewmodel.sheet import SheetScene
from pokergui.ranges.read import Reading
from pokergui.ranges.worth import cell_mark
from pokergui.viewmodel.grid import CellDetail


@dataclass(frozen=True, eq=False)
class Known:
    """What engines and solutions say of what is looked at.

    Attributes:
        title: what the subject is called.
        reading: what it says of the place; None while it has not said it.
        path: what it said last, here or elsewhere.
        last: what was read last, and may stay in sight.
        thinking: an answer is on its way.
        note: why this subject answers, if another one is wanted.
        versus: what is compared; None for nothing.
        sheet: all of a small game, while it is wanted and there.
        solution: what is shown beside a spot; None while none is shown.
        locked: what is locked at the decision in the grid; None where nothing can be.
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
class Picture:
    """A picture, and of what it was made.

    Attributes:
        scene: what the page shows.
        state: what is looked at.
        known: what was known of it.
    """

    scene: StudyScene
    state: StudyState
    known: Known

    def like(self, state: StudyState) -> bool:
        """Whether its grids are of the same kind as those of a picture to come."""
        looks = [(one.visit, one.rival, one.which, one.both) for one in (self.state, state)]
        return looks[0] == looks[1]


def draw(state: StudyState, known: Known, last: Picture | None) -> Picture:
    """Make the picture.

    Args:
        state: what is looked at.
        known: what is known of it.
        last: the picture before, of which stays what is still being asked about.
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
    unsolvable = tr("Spots are solved for two players only") if many else ""
    parts = {"sheet": known.sheet, "solution": known.solution, "unsolvable": unsolvable}
    return Picture(widened(StudyScene, scene, **parts), state, known)


def detail_of(state: StudyState, known: Known) -> CellDetail | None:
    """What the cell at hand holds, in the strategy shown; None for no cell."""
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
