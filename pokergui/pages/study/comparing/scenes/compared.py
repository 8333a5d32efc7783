"""Study's comparison, laid over the picture of the strategy shown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pokergui.formatting.players import player_names, side_order
from pokergui.language import tr_study as tr
from pokergui.pages.study.comparing.scenes.costs import here
from pokergui.pages.study.comparing.scenes.pair import Pair, absent, alike, pair_of, recoloured
from pokergui.pages.study.comparing.viewmodel import (
    Beside,
    ComparedScene,
    DifferenceList,
    VersusScene,
)
from pokergui.pages.study.reading.scenes.line import rows
from pokergui.pages.study.reading.scenes.scene import (
    equity_lines,
    grid_scene,
    narrowed_grid,
    silent,
    study_sides,
    study_totals,
    widened,
)
from pokergui.pages.study.reading.scenes.state import Rival, StudyState
from pokergui.pages.study.reading.viewmodel import RangeScene
from pokergui.ranges.reading import Reading
from pokergui.viewmodel.grid import GridCell, GridScene


@dataclass(frozen=True)
class Comparison:
    """The state of the comparison with a rival at the current node.

    Attributes:
        problem: whether it will give no answer.
        whole: the differences over the whole game, if wanted.
        mute: whether the strategy shown has no answer here.
    """

    rival: Rival
    second: Reading | None = None
    status: str = ""
    problem: bool = False
    whole: DifferenceList | None = None
    mute: bool = False

    def pair(self, first: Reading | None, state: StudyState) -> Pair | None:
        if first is None or self.second is None or not first.reaches:
            return None
        names, before = self.rival.names, self.rival.before
        return pair_of(first, self.second, state.seat, state.narrow, names, before)


def compared(
    picture: RangeScene,
    state: StudyState,
    first: Reading | None,
    comparison: Comparison | None,
    last: ComparedScene | None,
) -> ComparedScene:
    """Lay the comparison over a picture of the first strategy.

    Args:
        comparison: the state of the second; None while nothing is compared.
        last: the picture before, if of the same kind: it supplies missing grids.
    """
    scene = widened(ComparedScene, picture)
    if comparison is None:
        return _with_players(scene, state, first, _Rest(last))
    rival, pair = comparison.rival, comparison.pair(first, state)
    lacks = comparison.problem and state.which != "first"
    absence = tr("No answer from {engine}").format(engine=rival.names[1]) if lacks else ""
    rest = _Rest(last, absence)
    versus = VersusScene(
        rival.names,
        state.which,
        status=comparison.status,
        differences=_differences(comparison, pair) if state.listed else None,
        before=rival.before,
    )
    if pair is not None and scene.grid is not None and state.which in ("both", "difference"):
        measure = pair.measure(state.measure)
        versus = replace(versus, changes=pair.changes, measures=pair.measures, measure=measure)
    whole, scene = scene.grid, replace(scene, versus=versus)
    if state.which == "first" or whole is None:
        return _with_players(scene, state, first, rest)
    if state.which == "second":
        scene = _second_alone(scene, state, comparison, pair, rest)
        return _with_players(scene, state, comparison.second, rest)
    if state.which == "difference":
        measured = state.measure, state.view, state.marked
        grid = pair.scene(*measured) if pair is not None else None
        return replace(rest.with_grid(scene, grid), view=None)
    one, other = (None, None) if pair is None else pair.grids
    if one is None or other is None:
        beside = Beside(rival.names, rest.beside(None, whole), rival.before)
        return replace(scene, beside=beside, thinking=scene.thinking or not comparison.problem)
    own = grid_scene(one, state.view, state.marked, other)
    own, shown = alike(own, grid_scene(other, state.view, state.marked, one))
    return replace(scene, grid=own, beside=Beside(rival.names, shown, rival.before))


@dataclass(frozen=True)
class _Rest:
    """The stand-in for a grid that is still being read, or will never be there.

    Attributes:
        last: the picture before, if of the same kind.
        absence: why there will be no grid; empty while there may be one.
    """

    last: ComparedScene | None
    absence: str = ""

    def with_grid(self, scene: ComparedScene, grid: GridScene | None) -> ComparedScene:
        """Return a picture with another grid, which may still be being read."""
        assert scene.grid is not None
        waiting = grid is None and not self.absence
        shown = self._or(grid, self.last.grid if self.last is not None else None, scene.grid)
        return replace(scene, grid=shown, thinking=scene.thinking or waiting)

    def beside(self, grid: GridScene | None, like: GridScene) -> GridScene:
        last = self.last.beside if self.last is not None else None
        return self._or(grid, last.grid if last is not None else None, like)

    def _or(self, grid: GridScene | None, last: GridScene | None, like: GridScene) -> GridScene:
        """Return the grid; else the last one of the same shape, an empty one, or the reason."""
        if grid is not None:
            return grid
        if self.absence:
            return absent(like, self.absence)
        if last is None or len(last.cells) != len(like.cells):
            return replace(like, cells=tuple(GridCell(cell.label) for cell in like.cells))
        return last


def _second_alone(
    scene: ComparedScene, state: StudyState, comparison: Comparison, pair: Pair | None, rest: _Rest
) -> ComparedScene:
    place, side = state.place, state.seat
    if pair is None:
        return rest.with_grid(silent(scene, place, side) if comparison.problem else scene, None)
    second = pair.readings[1]
    grid = narrowed_grid(second, side, state.narrow)
    scene = replace(
        scene,
        rows=rows(place, second),
        sides=study_sides(place, second, side),
        totals=study_totals(second, side, state.narrow),
        curve=equity_lines(second),
    )
    if grid is None:
        return rest.with_grid(scene, None)
    scene = replace(scene, view=state.view.scene(grid.cells, pair.names[1]))
    return rest.with_grid(scene, grid_scene(grid, state.view))


def _with_players(
    scene: ComparedScene, state: StudyState, reading: Reading | None, rest: _Rest
) -> ComparedScene:
    """Return a picture with the range of the player not to act beside it, if wanted."""
    if not state.both or scene.grid is None:
        return scene
    sides = tuple(replace(side, shown=True) for side in scene.sides)
    game, side, other = state.place.game, state.seat, 1 - state.seat
    own, grid = (
        None if reading is None else narrowed_grid(reading, seat, state.narrow)
        for seat in (side, other)
    )
    made = grid_scene(grid, state.view, beside=own) if grid is not None else None
    shown = rest.beside(made, scene.grid)
    if own is not None and grid is not None:
        like = grid_scene(own, state.view, beside=grid)
        scene = replace(scene, grid=recoloured(scene.grid, like) if scene.grid else None)
    names, left = player_names(game), side_order(game)[0] == other
    return replace(scene, sides=sides, beside=Beside((names[side], names[other]), shown, left))


def _differences(comparison: Comparison, pair: Pair | None) -> DifferenceList:
    if comparison.mute:
        words = tr("{engine} gives no answer here.")
        return DifferenceList(note=words.format(engine=comparison.rival.names[0]))
    if comparison.whole is not None:
        return comparison.whole
    if pair is None:
        return DifferenceList(waiting=not comparison.problem)
    if pair.difference is None:
        return DifferenceList(note=tr("It is nobody's turn here."))
    return here(pair, pair.difference)
