"""The field beside a solution for the exactness of solving, in percent of the pot."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from pokergui.language import tr_study as tr
from pokergui.pages.study.solving.presenters.session import SpotSession
from pokergui.pages.study.solving.scenes.form import read_target
from pokergui.pages.study.solving.scenes.saved import of_pot
from pokergui.viewmodel.fields import SpotField

_FURTHER = 0.5
"""Factor from a target that is reached to the next one, if none is typed."""


class SpotTarget(QObject):
    """The typed next target or, without one, the target that continuing leads to.

    Signals:
        changed: the text of the field changed.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = ""

    @Slot(str)
    def edit(self, text: str) -> None:
        """Take the typed text; an empty one leaves the target to the program."""
        self._text = text
        self.changed.emit()

    def clear(self) -> None:
        """Clear the text: another spot is shown, or the target is being solved for."""
        self._text = ""

    def field(self, session: SpotSession, anew: bool) -> SpotField:
        """Return the field: its text, its error, and the target without it.

        Args:
            session: the spot shown.
            anew: whether it would be solved from the beginning, with other locks.
        """
        following = target_text(_next(session, anew))
        return SpotField("target", self._text, following, self._wrong(session, anew))

    def take(self, session: SpotSession, anew: bool = False) -> float | None:
        """Return the target to solve for; None if the text is invalid."""
        if self._wrong(session, anew):
            return None
        target = read_target(self._text.strip())[0] or _next(session, anew)
        self.clear()
        return target

    def go_on(self, session: SpotSession) -> None:
        """Continue solving a spot, if the text is valid."""
        target = self.take(session)
        if target is not None:
            session.pause()
            session.solve(target)

    def _wrong(self, session: SpotSession, anew: bool) -> str:
        target, errors = read_target(self._text.strip())
        run = session.run
        rests = run is not None and not (anew or session.active)
        if rests and run is not None and target is not None and run.percent <= target:
            return tr("It is solved to {share} already").format(share=of_pot(run.percent))
        return errors.get("target", "")


def target_text(share: float) -> str:
    """Return a target as requested: "0.5%"."""
    return f"{share:g}%"


def _next(session: SpotSession, anew: bool) -> float:
    further = session.phase == "done" and not anew
    return session.target * (_FURTHER if further else 1.0)
