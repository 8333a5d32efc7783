"""The solution of a spot before its locks, read where Study stands."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from math import inf

from PySide6.QtCore import QObject, Signal

from engine.jobs import JobControl
from pokergui.presenters.jobs import Runner
from pokergui.presenters.spot_locks import Locks
from pokergui.presenters.spot_session import SpotSession
from pokergui.presenters.spot_solution import changes
from pokergui.presenters.study_line import rows
from pokergui.presenters.study_place import Place
from pokergui.presenters.study_read import Reading, Subject, read
from pokergui.presenters.study_scene import range_grid, study_sides, study_totals
from pokergui.presenters.study_walk import StudyWalk
from pokergui.viewmodel.spots import SolutionScene
from pokergui.viewmodel.strips import Figure
from pokergui.viewmodel.study import StudyScene

_CHANNEL = "study-before"

log = logging.getLogger(__name__)


class SpotBefore(QObject):
    """What there is to compare with.

    Signals:
        changed: what it says of a place is known.

    Attributes:
        session: the solution.
        locks: those it was solved with.

    Args:
        runner: background work.
        session: the solution; it is stopped.
        locks: those it was solved with.
    """

    changed = Signal()

    def __init__(
        self, runner: Runner, session: SpotSession, locks: Locks, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self.session, self.locks = session, locks
        self._wanted: Place | None = None
        self._reading: Reading | None = None

    def follow(self, place: Place) -> None:
        """Read what it says of a place, unless that is known."""
        subject = self.session.subject()
        if place == self._wanted or subject is None:
            return
        self._wanted = place
        work = partial(_read, subject, place)
        self._runner.start(work, self._answered, failed=self._failed, channel=_CHANNEL)

    def stop(self) -> None:
        """Say nothing more."""
        self._runner.cancel(_CHANNEL)
        self.session.close()
        self.deleteLater()

    def _answered(self, reading: Reading) -> None:
        self._reading = reading
        self.changed.emit()

    def _failed(self, error: Exception) -> None:
        log.warning("nothing to compare with", exc_info=error)

    def _at(self, place: Place) -> Reading | None:
        reading = self._reading
        return reading if reading is not None and reading.place == place else None

    def compared(self, scene: SolutionScene, walk: StudyWalk) -> SolutionScene:
        """A scene with what it was like before: the grid of the same side, and what changed."""
        reading, place = walk.reading, walk.place
        before = self._at(place)
        if reading is None or before is None:
            return scene
        grid = range_grid(before, walk.side, walk.mask(before, walk.side))
        told: tuple[Figure, ...] = ()
        if before.present is not None and reading.present is not None:
            told = changes(before.present, reading.present)
        return replace(
            scene, before=None if grid is None else grid.scene(view=walk.view), changes=told
        )

    def instead(self, scene: StudyScene, walk: StudyWalk) -> StudyScene:
        """A picture with the frequencies and figures of before in place of those of after."""
        place, before = walk.place, self._at(walk.place)
        if before is None:
            return scene
        return replace(
            scene,
            rows=rows(place, before),
            sides=study_sides(place, before, walk.side),
            totals=study_totals(place, before, walk.side),
        )


def _read(subject: Subject, place: Place, control: JobControl) -> Reading:
    return read(subject, place, control, inf)
