"""The whole of a small game in Study: every information set of an engine on one sheet."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from engine.jobs import JobControl
from pokergui.presenters.grid_shape import shows_all_boards
from pokergui.presenters.jobs import Runner
from pokergui.presenters.readers import Kept
from pokergui.presenters.study_sheet import study_sheet
from pokergui.presenters.study_walk import StudyWalk
from pokergui.viewmodel.study import SheetScene, StudyScene

_CHANNEL = "study-sheet"

log = logging.getLogger(__name__)


class StudyWhole(QObject):
    """Makes the sheet in the background and lays it over Study's picture while it is wanted.

    Signals:
        failed: the engine could not fill the sheet; an Exception.

    Attributes:
        on: whether the sheet is wanted.

    Args:
        runner: background work.
        walk: Study's walk.
        kept: the engine shown; None while it is not built.
    """

    failed = Signal(object)

    def __init__(
        self,
        runner: Runner,
        walk: StudyWalk,
        kept: Callable[[], Kept | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._walk, self._kept = runner, walk, kept
        self.on = False
        walk.complete.connect(self._make)

    def stop(self) -> None:
        """Do nothing more: the window closes."""
        self._runner.cancel(_CHANNEL)

    @Slot(bool)
    def toggle(self, on: bool) -> None:
        """Show every information set of a small game at once, or one decision again."""
        # A key may come while the page still shows a small game and a large one is being asked.
        self.on = on and shows_all_boards(self._walk.place.game)
        self._walk.show()
        self._make()

    def follow(self, key: str) -> None:
        """Leave the sheet for a decision, or an action, if there is such a place."""
        before, self.on = self.on, False
        if not self._walk.follow(key):
            self.on = before

    def sheet(self) -> SheetScene | None:
        """The sheet, if it is wanted and there."""
        kept = self._kept()
        return kept.sheet if self.on and kept is not None else None

    def finish(self, scene: StudyScene) -> StudyScene:
        """A picture with the sheet over it, if it is wanted and there."""
        return replace(scene, sheet=self.sheet()) if self.on else scene

    @Slot()
    def _make(self) -> None:
        kept, game = self._kept(), self._walk.place.game
        if not self.on or kept is None or kept.sheet is not None:
            return

        def work(control: JobControl) -> SheetScene:
            return study_sheet(kept.reader, game, control)

        def done(sheet: SheetScene) -> None:
            kept.sheet = sheet
            self._walk.show()

        def failed(error: Exception) -> None:
            log.warning("no sheet of %s", game.name, exc_info=error)
            if kept is self._kept():
                self.on = False
                self._walk.show()
                self.failed.emit(error)

        self._runner.start(work, done, failed=failed, channel=_CHANNEL)
