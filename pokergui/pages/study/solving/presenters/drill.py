"""Drills from Study: the solution shown, or else the decision at an engine's node."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Slot

from pokergui.links import SolutionLink, StudyLink
from pokergui.pages.study.reading.presenters.navigator import StudyNavigator
from pokergui.pages.study.reading.scenes.drill import cannot_drill
from pokergui.pages.study.solving.presenters.session import SpotSession
from pokergui.pages.study.solving.scenes.notices import gone
from pokergui.ranges.place import Place


class SpotDrill(QObject):
    """Passes a solution on to be practised, and shows a decision of one that is.

    Args:
        walk: Study's walk.
        session: returns the session of the spot shown; None while none is.
    """

    def __init__(
        self,
        walk: StudyNavigator,
        session: Callable[[], SpotSession | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._walk, self._session = walk, session

    @Slot()
    def ask(self) -> None:
        """Ask to practise the solution from the decision shown on; else only the decision.

        If the first decision of a solution is shown, the whole of it is practised.
        """
        session, place = self._session(), self._walk.place
        if session is None:
            self._walk.drill()
        elif session.run is None or place.betting.finished or not place.spots:
            self._walk.notice.emit(cannot_drill())
        else:
            self._walk.drill_requested.emit(SolutionLink(session.run, place.spots[0]))

    def show(self, link: SolutionLink) -> None:
        """Show a decision of a solution that is practised, with its cards highlighted."""
        session, spot = self._session(), link.start
        if session is None or session.run is not link.run:
            self._walk.notice.emit(gone())
            return
        root = Place.dealt(link.run.spot.root)
        slots = (*spot.board, *root.slots[len(spot.board) :])
        place = replace(root, actions=spot.actions, slots=slots)
        self._walk.enter(place, StudyLink(spot.game, spot.actions, spot.board, link.hole))
