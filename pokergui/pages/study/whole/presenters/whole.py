"""The whole of a small game in Study: every information set of an engine on one sheet."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ai.cfr.whole import Beside, strategy_beside
from ai.reach import RangeReader
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.pages.study.reading.presenters.walk import StudyWalk
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.pages.study.whole.scenes.family import Alpha, family_scene, member
from pokergui.pages.study.whole.scenes.sheet import ORDERS, SheetChoice, sheet_scene
from pokergui.pages.study.whole.scenes.texts import set_card
from pokergui.pages.study.whole.viewmodel.sheet import SheetScene
from pokergui.ranges.grid_shape import shows_all_boards
from pokergui.ranges.readers import Kept
from pokergui.ranges.sheet import SheetGame, read_sheet

_CHANNEL, _SECOND = "study-sheet", "study-sheet-second"

log = logging.getLogger(__name__)


class StudyWhole(QObject):
    """Makes the sheet in the background and lays it over Study's picture while it is wanted.

    Signals:
        card: the ``SetCard`` of the information set at hand, or None.
        member_asked: name of a member of Kuhn's family, to be shown in the place of the engine.
        impossible: the sheet is wanted of an engine that is not there.
        failed: the engine could not fill the sheet; an Exception.
        second_failed: the engine to compare with could not be read; an Exception.

    Attributes:
        on: whether the sheet is wanted.

    Args:
        runner: background work.
        walk: Study's walk.
        kept: the engine shown; None while it is not built.
        second: title and reader of the engine to compare with; None compares with an equilibrium.
        strategies: folder in which equilibria are kept.
    """

    card = Signal(object)
    member_asked = Signal(str)
    impossible = Signal()
    failed = Signal(object)
    second_failed = Signal(object)

    def __init__(
        self,
        runner: Runner,
        walk: StudyWalk,
        kept: Callable[[], Kept | None],
        second: Callable[[], tuple[str, RangeReader] | None],
        strategies: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._walk, self._kept = runner, walk, kept
        self._second = second
        self._rival: tuple[RangeReader | None, Beside] = (None, {})
        self._lost = False
        self._strategies = strategies
        self._choice = SheetChoice()
        self._game: SheetGame | None = None
        self._alpha: Alpha | None = None
        self._scene: SheetScene | None = None
        self.on = False
        walk.complete.connect(self._make)

    def stop(self) -> None:
        """Do nothing more: the window closes."""
        self._runner.cancel(_CHANNEL)
        self._runner.cancel(_SECOND)

    @Slot(bool)
    def toggle(self, on: bool) -> None:
        """Show every information set of a small game at once, or one decision again."""
        # A key may come while the page still shows a small game and a large one is being asked.
        self.on = on and shows_all_boards(self._walk.place.game)
        if self.on and self._kept() is None and not self._walk.busy:
            self.on = False
            self.impossible.emit()
        self._walk.show()
        self._make()

    def follow(self, key: str) -> None:
        """Leave the sheet for a decision, or an action, if there is such a place."""
        before, self.on = self.on, False
        if not self._walk.follow(key):
            self.on = before

    def read(self) -> tuple[SheetGame, Beside] | None:
        """What is on the sheet, and the strategy beside it, if the sheet is wanted and there."""
        kept = self._kept()
        if not self.on or kept is None or kept.sheet is None:
            return None
        return kept.sheet, self._beside(kept.sheet)

    def finish(self, scene: StudyScene) -> StudyScene:
        """A picture with the sheet over it, if it is wanted and there."""
        found = self.read()
        return replace(scene, sheet=self._sheet(*found)) if found is not None else scene

    # How it is looked at

    @Slot(str)
    def choose_view(self, view: str) -> None:
        """Let the cells tell something else."""
        self._look(replace(self._choice, view=view))

    @Slot(str)
    def choose_order(self, order: str) -> None:
        """Sort the list by something else."""
        if order in ORDERS:
            self._look(replace(self._choice, order=order))

    def _look(self, choice: SheetChoice) -> None:
        if choice != self._choice:
            self._choice = choice
            self._renew()

    def _renew(self) -> None:
        self._scene = None
        self._walk.show()

    def _beside(self, game: SheetGame) -> Beside:
        """What to compare with: the second engine, else, or if it has no answer, an equilibrium.

        In Kuhn poker that is the member chosen, at first the nearest.
        """
        if game is not self._game:
            alpha = game.whole.alpha
            self._alpha = None if alpha is None else Alpha.of(alpha)
            self._game, self._scene = game, None
        second = self._second()
        reader = second[1] if second is not None else None
        if reader is not self._rival[0]:
            self._rival, self._scene, self._lost = (reader, {}), None, False
            self._read_second(game)
        if reader is not None and not self._lost:
            return self._rival[1]
        return game.whole.equilibrium if self._alpha is None else member(game.whole, self._alpha)

    def _sheet(self, game: SheetGame, beside: Beside) -> SheetScene:
        if self._scene is None:
            name, family = self._name, None
            if self._alpha is not None and not name:
                family = family_scene(game.whole, self._alpha)
            self._scene = sheet_scene(game, self._choice, beside, family, name)
        return self._scene

    @property
    def _name(self) -> str:
        """Title of the engine to compare with; empty for an equilibrium, or if it has no answer."""
        second = None if self._lost else self._second()
        return second[0] if second is not None else ""

    @Slot(str)
    def point(self, key: str) -> None:
        """Tell all of an information set; an empty key of none."""
        found = self.read()
        if found is None or not key or int(key) >= len(found[0].sets):
            self.card.emit(None)
            return
        game, beside = found
        self.card.emit(set_card(game.whole.game, game.sets[int(key)], beside, self._name))

    # Kuhn's family

    @Slot(int)
    def slide_alpha(self, position: int) -> None:
        """Compare with the member at a position of the slider."""
        self._compare(Alpha.at(position))

    @Slot(int)
    def step_alpha(self, steps: int) -> None:
        """Compare with the next member, a hundredth on."""
        if self._alpha is not None:
            self._compare(self._alpha.stepped(steps))

    @Slot(str)
    def type_alpha(self, text: str) -> None:
        """Compare with a member by its number."""
        if self._alpha is not None:
            self._compare(self._alpha.typing(text))

    @Slot()
    def show_member(self) -> None:
        """Show the member itself."""
        if self._alpha is not None:
            self.member_asked.emit(self._alpha.engine)

    def _compare(self, alpha: Alpha) -> None:
        if alpha != self._alpha:
            self._alpha = alpha
            self._renew()

    # Making it

    def _read_second(self, game: SheetGame) -> None:
        """Read the whole strategy of the engine to compare with."""
        rules, (reader, _) = game.whole.game, self._rival
        self._runner.cancel(_SECOND)
        if reader is None:
            return
        asked = reader

        def work(control: JobControl) -> Beside:
            return strategy_beside(rules, partial(asked.answer, control=control))

        def done(beside: Beside) -> None:
            self._rival = (asked, beside)
            self._renew()

        def failed(error: Exception) -> None:
            self._lost = True
            self._renew()
            self.second_failed.emit(error)

        self._runner.start(work, done, failed=failed, channel=_SECOND)

    @Slot()
    def _make(self) -> None:
        kept, game, home = self._kept(), self._walk.place.game, self._strategies
        if not self.on or kept is None or kept.sheet is not None:
            return

        def work(control: JobControl) -> SheetGame:
            return read_sheet(kept.reader, game, home, control)

        def done(sheet: SheetGame) -> None:
            kept.sheet = sheet
            self._walk.show()

        def failed(error: Exception) -> None:
            log.warning("no sheet of %s", game.name, exc_info=error)
            if kept is self._kept():
                self.on = False
                self._walk.show()
                self.failed.emit(error)

        self._runner.start(work, done, failed=failed, channel=_CHANNEL)
