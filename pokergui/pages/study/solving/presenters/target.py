"""The field beside a solution for how exactly it is to be solved, in percent of the pot."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from pokergui.formatting.words import tr
from pokergui.pages.study.solving.presenters.session import SpotSession
from pokergui.pages.study.solving.scenes.form import read_target
from pokergui.pages.study.solving.scenes.saved import of_pot
from pokergui.viewmodel.fields import SpotField

_FURTHER = 0.5
"""A target that is reached times this is the next one, where none is typed."""


class SpotTarget(QObject):
    """What is typed as the next target; while nothing is, the one that going on leads to.

    Signals:
        changed: another text stands in the field.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = ""

    @Slot(str)
    def edit(self, text: str) -> None:
        """Another text, as it is typed; an empty one leaves the target to the program."""
        self._text = text
        self.changed.emit()

    def clear(self) -> None:
        """Another spot is shown, or what was typed is being done."""
        self._text = ""

    def field(self, session: SpotSession, anew: bool) -> SpotField:
        """The field: what is typed, what is wrong with it, and the target without it.

        Args:
            session: the spot shown.
            anew: it would be solved from the beginning, with other locks.
        """
        following = target_text(_next(session, anew))
        return SpotField("target", self._text, following, self._wrong(session, anew))

    def take(self, session: SpotSession, anew: bool = False) -> float | None:
        """The target to solve to; None while what is typed is none."""
        if self._wrong(session, anew):
            return None
        target = read_target(self._text.strip())[0] or _next(session, anew)
        self.clear()
        return target

    def go_on(self, session: SpotSession) -> None:
        """Solve a spot on, if there is no mistake in what is typed."""
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
    """A target as it was asked for: "0.5%"."""
    return f"{share:g}%"


def _next(session: SpotSession, anew: bool) -> float:
    further = session.phase == "done" and not anew
    return session.target * (_FURTHER if further else 1.0)
