"""What Study compares: two engines, a solution before and after its locks, or both players."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import get_args

from PySide6.QtCore import QObject, Signal, Slot

from pokergui.background.jobs import Runner
from pokergui.formatting.players import player_names, side_order
from pokergui.formatting.words import tr
from pokergui.pages.study.comparing.presenters.costs import here
from pokergui.pages.study.comparing.presenters.second import Rival, SecondReader
from pokergui.pages.study.comparing.scenes.pair import EVERY, Pair, absent, alike, recoloured
from pokergui.pages.study.comparing.viewmodel.versus import (
    Beside,
    DifferenceList,
    VersusScene,
    Which,
)
from pokergui.pages.study.reading.presenters.walk import StudyWalk
from pokergui.pages.study.reading.scenes.equity import equity_lines
from pokergui.pages.study.reading.scenes.line import rows
from pokergui.pages.study.reading.scenes.scene import range_grid, silent, study_sides, study_totals
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.ranges.grid import RangeGrid
from pokergui.ranges.read import Reading
from pokergui.viewmodel.grid import GridCell, GridScene

BOTH_SIDES = "both"
"""Key of both players' ranges beside each other, among those of the sides."""

log = logging.getLogger(__name__)


class StudyVersus(QObject):
    """Lays over Study's picture what is compared with it.

    The first strategy's picture never waits: the second one is read once the first is complete.

    Signals:
        detail: what the cell at hand holds, of the strategy shown; may be None.

    Attributes:
        rival: what is compared with the strategy shown; None for nothing.
        which: what the grid shows.
        listed: it is told which differences matter.
        players: both players' ranges are shown beside each other.

    Args:
        runner: background work.
        walk: Study's walk.
    """

    detail = Signal(object)

    def __init__(self, runner: Runner, walk: StudyWalk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._walk = walk
        self.rival: Rival | None = None
        self.which: Which = "first"
        self._measure = EVERY
        self.players = self.listed = False
        self._status, self._problem = "", False
        self._paired: Pair | None = None
        self._shown: GridScene | None = None
        self._instead: RangeGrid | None = None
        self._second = SecondReader(runner, self)
        self._second.changed.connect(self.show)
        self._second.failed.connect(self.tell_problem)
        walk.moved.connect(self._pause)
        walk.complete.connect(self._follow)
        walk.detail.connect(self._tell_detail)

    # What is compared

    def begin(self) -> None:
        """Something else is shown: the range of one player, and nothing to compare with."""
        self.players = False
        self.withdraw()

    def offer(
        self, rival: Rival, which: Which = "first", *, listed: bool = False, words: str = ""
    ) -> None:
        """Something to compare with is there, or is being prepared, as ``words`` tell."""
        self.withdraw()
        self.rival, self.which, self.listed, self._status = rival, which, listed, words
        self.players = self.players and which in ("first", "second")

    def tell(self, words: str) -> None:
        """What is going on with it, and that it may be there by now; no words once it is."""
        self._status = words
        self.look()

    def withdraw(self) -> None:
        """There is nothing to compare with."""
        self.rival = self._paired = self._shown = self._instead = None
        self.which, self.listed = "first", False
        self._status, self._problem = "", False
        self._second.forget()

    @Slot(object)
    def tell_problem(self, error: Exception) -> None:
        """Say why the second strategy is not compared."""
        if self.rival is not None:
            log.warning("%s cannot be compared", self.rival.names[1], exc_info=error)
            words = tr("{engine} gives no answer: {why}")
            self.tell_trouble(words.format(engine=self.rival.names[1], why=error))

    def tell_trouble(self, words: str) -> None:
        """Say that there is nothing to show of the second strategy, and why."""
        self._status, self._problem, self._shown = words, True, None
        self._walk.show()

    # How it is looked at

    @Slot(str)
    def choose_which(self, key: str) -> None:
        """Show one of the strategies, both, or their difference."""
        if self.rival is not None and key in get_args(Which):
            self.which, self.players = key, False  # type: ignore[assignment]
            self._shown = None
            self.look()

    @Slot(str)
    def choose_measure(self, key: str) -> None:
        """Show the difference of another action, or of all."""
        self._measure = key
        self._walk.show()

    @Slot(bool)
    def list_differences(self, on: bool) -> None:
        """Tell which differences matter, or no more."""
        self.listed = on and self.rival is not None
        self.look()

    @Slot(str)
    def choose_side(self, key: str) -> None:
        """Show the range of one player, or of both beside each other."""
        self.players, self._shown = key == BOTH_SIDES, None
        if not self.players:
            self._walk.choose_side(key)
            return
        if self.which != "second":
            self.which = "first"
        self._walk.follow_player()

    def look(self) -> None:
        """Show what is compared, which is read first if need be."""
        if not self._walk.busy:
            self._follow()
        self._walk.show()

    @Slot()
    def _pause(self) -> None:
        """Another place is asked about: what is at hand and gave no answer may have one there."""
        self._second.pause()
        if self._problem and self.rival is not None and self.rival.subject() is not None:
            self._status, self._problem = "", False

    @Slot()
    def _follow(self) -> None:
        """Ask the second, once it is wanted, about the place."""
        rival, wanted = self.rival, self.which != "first" or self.listed
        subject = rival.subject() if rival is not None and wanted else None
        if subject is not None:
            self._second.follow(subject, self._walk.place)

    @Slot()
    def show(self) -> None:
        """Make the picture anew."""
        self._walk.show()

    @Slot(object)
    def _tell_detail(self, detail: object) -> None:
        if self.which == "second":
            detail = self._walk.detail_of(self._instead)
        self.detail.emit(detail)

    # The picture

    @property
    def reading(self) -> Reading | None:
        """What the strategy whose range is shown says of the place; None while nothing is known."""
        return self._second.at(self._walk.place) if self.which == "second" else self._walk.reading

    def pair(self) -> Pair | None:
        """Both readings of the place, once both are there."""
        first, rival = self._walk.reading, self.rival
        second = self._second.at(self._walk.place)
        if first is None or second is None or rival is None or not first.reaches:
            return None
        paired = self._paired
        fits = paired is not None and paired.readings[0] is first and paired.readings[1] is second
        if paired is None or not fits or paired.side != self._walk.side:
            paired = Pair((first, second), self._walk.side, rival.names, rival.before)
            self._paired = paired
        return paired

    def finish(self, scene: StudyScene) -> StudyScene:
        """A picture with what is compared laid over it."""
        rival = self.rival
        if rival is None:
            return self._with_players(scene)
        pair = self.pair()
        versus = VersusScene(
            rival.names,
            self.which,
            status=self._status,
            differences=self._differences(rival, pair) if self.listed else None,
            before=rival.before,
        )
        if self.which == "first" or scene.grid is None:
            return self._with_players(replace(scene, versus=versus))
        if self.which == "second":
            return self._with_players(replace(self._second_alone(scene, pair), versus=versus))
        shown = None if pair is None else self._walk.mask(pair.readings[0], pair.side)
        if pair is not None:
            measure, changes = pair.measure(self._measure), pair.changes(shown)
            versus = replace(versus, changes=changes, measures=pair.measures, measure=measure)
        scene = replace(scene, versus=versus)
        marked, view = (scene.grid.marked if scene.grid else -1), self._walk.view
        if self.which == "difference":
            grid = None if pair is None else pair.scene(self._measure, view, shown, marked)
            return replace(self._with(scene, grid), view=None)
        one, other = (None, None) if pair is None else pair.grids(shown)
        if one is None or other is None:
            second, thinking = self._or_last(None, scene.grid), not self._problem
            beside = Beside(rival.names, second, rival.before)
            return replace(scene, beside=beside, thinking=scene.thinking or thinking)
        first, second = alike(one.scene(marked, view, other), other.scene(marked, view, one))
        self._shown = second
        return replace(scene, grid=first, beside=Beside(rival.names, second, rival.before))

    def _second_alone(self, scene: StudyScene, pair: Pair | None) -> StudyScene:
        """A picture of the second strategy in place of the first."""
        self._instead = None
        walk, place = self._walk, self._walk.place
        if pair is None:
            return self._with(silent(scene, place, walk.side) if self._problem else scene, None)
        second, side = pair.readings[1], pair.side
        shown = walk.mask(second, side)
        self._instead = grid = range_grid(second, side, shown)
        scene = replace(
            scene,
            rows=rows(place, second),
            sides=study_sides(place, second, side),
            totals=study_totals(place, second, side, shown),
            curve=equity_lines(second),
        )
        if grid is None:
            return self._with(scene, None)
        scene = replace(scene, view=walk.view.scene(grid.cells, pair.names[1]))
        return self._with(scene, grid.scene(-1, walk.view))

    def _with(self, scene: StudyScene, grid: GridScene | None) -> StudyScene:
        """A picture with another grid, which may still be being read."""
        waiting = grid is None and not self._problem
        shown = self._or_last(grid, scene.grid)
        return replace(scene, grid=shown, thinking=scene.thinking or waiting)

    def _or_last(self, grid: GridScene | None, like: GridScene | None) -> GridScene:
        """A grid; while it is being read the last one of its kind, or an empty one; or why not."""
        assert like is not None
        if grid is None and self._problem and self.rival is not None and self.which != "first":
            words = tr("No answer from {engine}").format(engine=self.rival.names[1])
            return absent(like, words)
        last = self._shown
        if grid is None and (last is None or len(last.cells) != len(like.cells)):
            return replace(like, cells=tuple(GridCell(cell.label) for cell in like.cells))
        self._shown = grid or last
        assert self._shown is not None
        return self._shown

    def _with_players(self, scene: StudyScene) -> StudyScene:
        """A picture with the range of the player who is not to act beside it, if that is wanted."""
        walk, reading = self._walk, self.reading
        if not self.players or scene.grid is None:
            return scene
        sides = tuple(replace(side, shown=True) for side in scene.sides)
        own = self._instead if self.which == "second" else walk.grid
        side, other, names = walk.side, 1 - walk.side, player_names(walk.place.game)
        grid = range_grid(reading, other, walk.mask(reading, other)) if reading else None
        shown = self._or_last(grid.scene(-1, walk.view, own) if grid else None, scene.grid)
        if own is not None and grid is not None:
            scene = replace(scene, grid=recoloured(scene.grid, own.scene(-1, walk.view, grid)))
        left = side_order(walk.place.game)[0] == other
        return replace(scene, sides=sides, beside=Beside((names[side], names[other]), shown, left))

    def _differences(self, rival: Rival, pair: Pair | None) -> DifferenceList:
        if self._walk.subject is None and not self._walk.busy:
            words = tr("{engine} gives no answer here.")
            return DifferenceList(note=words.format(engine=rival.names[0]))
        if rival.whole is not None:
            return rival.whole() or DifferenceList(whole=True, waiting=not self._problem)
        if pair is None:
            return DifferenceList(waiting=not self._problem)
        if pair.difference is None:
            return DifferenceList(note=tr("Nobody is to act here."))
        return here(pair, pair.difference)
