"""A spot as the window sees it: solved, paused, continued, and read meanwhile."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from ai.solver.run import SpotRun
from engine import timing
from pokergui.background.jobs import Runner
from pokergui.background.run_session import RunSession
from pokergui.language import tr_study as tr
from pokergui.pages.study.solving.scenes.form import read_target
from pokergui.pages.study.solving.scenes.saved import of_pot, subject_of
from pokergui.pages.study.solving.work import SpotWork
from pokergui.ranges.reading import Subject
from pokergui.viewmodel.controls import SpotField

REFINE_S = 0.25
"""Least time between two readings of a strategy being refined."""


class SpotSession(RunSession):
    """One spot, being solved or already solved.

    Signals:
        refined: during solving there is a first strategy to read, or a better one.
        kept: its file was written, or could not be.
        gone: it is no longer shown, and its file is written.
    """

    refined = Signal()
    kept = Signal()
    gone = Signal()
    work: SpotWork

    def __init__(self, runner: Runner, work: SpotWork, parent: QObject | None = None) -> None:
        super().__init__(runner, work, parent)
        self.phase = "starting"
        self.progress = self._moved_on
        self.worked.connect(self._tell_kept)
        self.left.connect(self._left)
        self._subject: Subject | None = None
        self._read_at = (-1, float("-inf"))
        self._told_at = float("-inf")
        self._told = (-1, "")

    @property
    def run(self) -> SpotRun | None:
        return self.work.run if self.work.begun else None

    @property
    def target(self) -> float:
        return self.work.target

    def subject(self) -> Subject | None:
        """Return the strategy as of now or a moment ago; None while there is none."""
        run = self.run
        if run is None:
            return None
        iteration, at = self._read_at
        now, done = timing.seconds(), run.trainer.iteration
        old = done != iteration and (not self.active or now - at >= REFINE_S)
        if self._subject is None or old:
            self._subject = subject_of(run)
            self._read_at = (done, now)
        return self._subject

    # Requests

    def load(self) -> None:
        self.begin(self.work.resume)

    def look(self) -> None:
        self.begin(self.work.look)

    def solve(self, target: float | None = None) -> None:
        if target is not None:
            self.work.target = target
        self.begin(partial(self.work.solve, self.work.target))

    def save(self) -> None:
        if self.active:
            self.work.ask_save()
        else:
            self.write(self.work.write)

    def reopen(self) -> None:
        """Show it again; not possible once it is gone."""
        self.closed = False

    # Results of the work

    def _moved_on(self, fraction: float, text: str) -> None:
        if self.closed or self.run is None:
            return
        if self.phase == "starting":
            self.enter("running")
        now = timing.seconds()
        if now - self._told_at >= REFINE_S:
            self._told_at = now
            self.refined.emit()
        if (self.work.kept, str(self.work.problem or "")) != self._told:
            self._tell_kept()

    def _tell_kept(self) -> None:
        self._told = (self.work.kept, str(self.work.problem or ""))
        self.kept.emit()

    def _left(self) -> None:
        if self.work.problem is None:
            self.gone.emit()
            self.deleteLater()


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
