"""Worker side of a run: built once, resumed, checkpointed; without Qt."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Generic, TypeVar

from ai.training.run import KEEP_SECONDS, Run
from engine import timing
from engine.errors import PokerError
from engine.jobs import JobControl

PROBLEMS = (PokerError, OSError, MemoryError)
"""External errors that can occur when a file is written."""

RunT = TypeVar("RunT", bound=Run[Any])


class RunWork(ABC, Generic[RunT]):
    """A run and its checkpoint file: one call at a time, on any thread.

    The window's thread may read the attributes, of ``run`` those that it allows, and call
    ``ask_save``.

    Attributes:
        path: its file.
        run: the run; None until it is made.
        stage: the work before the run can begin: how much is done, 0 to 1, and words; else None.
        writing: whether the file is being written.
        kept: iterations in the file; −1 before.
        kept_at: ``timing.seconds()`` when it was written; None before.
        problem: why writing it failed the last time; None if it did not.

    Args:
        path: its file.
        first: seconds until the file is first written; after that it is written every minute.
    """

    def __init__(self, path: Path, first: float) -> None:
        self.path = path
        self.run: RunT | None = None
        self.stage: tuple[float, str] | None = None
        self.writing = False
        self.kept = -1
        self.kept_at: float | None = None
        self.problem: Exception | None = None
        self._tried_at = timing.seconds() - max(0.0, KEEP_SECONDS - first)

    @abstractmethod
    def make(self, control: JobControl) -> RunT:
        """Build the run, or resume it from its checkpoint.

        Raises:
            PokerError: if that cannot be.
            CancelledError: if stopped.
        """

    def ready(self, control: JobControl) -> RunT:
        """Return the run, built if it was not yet; raises as ``make`` does."""
        if self.run is None:
            try:
                run = self.make(control)
            finally:
                self.stage = None
            self.run = run
        return self.run

    @property
    def begun(self) -> bool:
        """True once the run has been evaluated."""
        return self.run is not None and bool(self.run.curve)

    def between(self, fraction: float, text: str) -> None:
        """Do pending tasks after a step of the run, or after a part of building it."""
        if self.run is None:
            self.stage = (fraction, text)
        elif timing.seconds() - self._tried_at >= KEEP_SECONDS:
            self.save()

    def ask_save(self) -> None:
        """Request a checkpoint after the current step."""
        self._tried_at = float("-inf")

    def write(self, control: JobControl) -> None:
        """Write the file of a run that is paused or over.

        Raises:
            CancelledError: if stopped.
        """
        control.check()
        self.save()

    def save(self) -> None:
        """Write the file of a run that is built; ``problem`` gives the reason if that fails."""
        run = self.run
        if run is None:
            return
        self._tried_at, self.writing = timing.seconds(), True
        try:
            run.save(self.path)
        except PROBLEMS as error:
            self.problem = error
        else:
            self.kept, self.kept_at, self.problem = run.trainer.iteration, timing.seconds(), None
        finally:
            self.writing = False
