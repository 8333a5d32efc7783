"""A run as its worker does it, with its checkpoints and strategies. Knows nothing of Qt."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai.run import KEEP_SECONDS, Bounds, Run
from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl
from pokergui.presenters.halt import Halt
from pokergui.presenters.train_kind import AnyRecipe
from pokergui.presenters.train_kinds import engine_name, engine_title, kind_of
from pokergui.presenters.train_turns import Turns

PROBLEMS = (PokerError, OSError, MemoryError)
"""What can go wrong when a file is written, without a mistake of ours."""


class RunHalt(Halt):
    """Pauses or ends a run, and lets its worker do what else is asked for between two steps."""

    def __init__(self, between: Callable[[float, str], None]) -> None:
        super().__init__()
        self._between = between
        self.final = False

    def end(self) -> None:
        """Stop the run for good."""
        self.final = True
        self.cancel()

    def progress(self, fraction: float, text: str = "") -> None:
        """A step is done, or so much of what comes before the first one."""
        self._between(fraction, text)


@dataclass(frozen=True)
class KeptEngine:
    """A strategy that is on the engine lists: its name there without prefix, and its iteration."""

    name: str
    iteration: int


class RunWork:
    """Builds or takes up a run, and runs it; one call at a time, on whatever thread.

    The window's thread may call ``ask_engine``, ``ask_checkpoint``, ``drop_engine`` and ``close``,
    and read the attributes, of ``training`` those that it allows.

    Attributes:
        training: the run; None until it is built.
        stage: what is done before the run can begin, or while its strategy is kept: how much of
            it, and words; None else.
        num_bytes: memory of its state.
        checkpoint_at: ``time.monotonic()`` of the newest checkpoint; None before.
        problem: why the newest checkpoint could not be written; None if it could.
        engine: the strategy kept last; None before.
        engine_problem: why the last one could not be kept; None if it could.
        engine_asked: whether it is to be kept and has not been yet.
        engine_dropped: whether keeping the last one was stopped.
        saving: whether one is being kept that takes a while.
        writing: whether a checkpoint is being written.

    Args:
        recipe: what is run.
        path: file of its checkpoint.
        home: folder of strategies.
        turns: shared by all runs.
    """

    def __init__(self, recipe: AnyRecipe, path: Path, home: Path, turns: Turns) -> None:
        self._recipe = recipe
        self._path = path
        self._home = home
        self._turns = turns
        self._kind = kind_of(recipe)
        self.training: Run[Any] | None = None
        self.stage: tuple[float, str] | None = None
        self.num_bytes = 0
        self.checkpoint_at: float | None = None
        self.problem: Exception | None = None
        self.engine: KeptEngine | None = None
        self.engine_problem: Exception | None = None
        self._tried_at = float("-inf")
        self.engine_asked = self.engine_dropped = self.saving = self.writing = False
        self._keeping: RunHalt | None = None
        self._closing = False

    def close(self) -> None:
        """Keep no strategies any more: checkpoints alone."""
        self._closing = True
        self.drop_engine()

    def drop_engine(self) -> None:
        """Stop keeping a strategy; the one before stays, and so do checkpoints."""
        keeping = self._keeping
        if keeping is not None:
            keeping.cancel()

    def ask_engine(self) -> None:
        """Put the average on the engine lists after the present step."""
        self.engine_asked = True

    def ask_checkpoint(self) -> None:
        """Write a checkpoint after the present step."""
        self._tried_at = float("-inf")

    def run(self, bounds: Bounds, halt: RunHalt) -> bool:
        """Go on until a bound is met or it is halted; leaves a checkpoint, and an engine if ended.

        Returns:
            Whether a bound was met.

        Raises:
            PokerError: if it cannot be built or taken up.
        """
        try:
            training = self._ready(halt)
        except CancelledError:  # it is paused, stopped, or the window closes, before it began
            return False
        self._turns.take()
        try:
            training.run(bounds, halt)
        finally:
            self._turns.give()
        over = bounds.met(training.last)
        self._checkpoint(training)
        if over or halt.final or self.engine_asked:
            self._keep_engine(training)
        return over

    def between(self, fraction: float, text: str) -> None:
        """What is due after a step of the run, or of what is done before."""
        training = self.training
        if training is None:
            self.stage = (fraction, text)
            return
        if time.monotonic() - self._tried_at >= KEEP_SECONDS:
            self._checkpoint(training)
        if self.engine_asked:
            self._keep_engine(training, self._turns)
        self._turns.pass_on()

    def keep(self, control: JobControl) -> None:
        """Put the average of a run that waits or is over on the engine lists.

        Raises:
            PokerError: if it cannot be taken up.
            CancelledError: if stopped.
        """
        control.check()
        self._keep_engine(self._ready(control))

    def checkpoint(self, control: JobControl) -> None:
        """Write a checkpoint of a run that waits or is over.

        Raises:
            CancelledError: if stopped.
        """
        control.check()
        if self.training is not None:
            self._checkpoint(self.training)

    def _ready(self, control: JobControl) -> Run[Any]:
        """The run, taken up from its checkpoint if there is one."""
        if self.training is None:
            try:
                if self._path.exists():
                    training = self._kind.load(self._path, self._home, control)
                else:
                    training = self._kind.build(self._recipe, self._home, control)
            finally:
                self.stage = None
            self.num_bytes = training.trainer.num_bytes
            self.training = training
        return self.training

    def _checkpoint(self, training: Run[Any]) -> None:
        self._tried_at, self.writing = time.monotonic(), True
        try:
            training.save(self._path)
        except PROBLEMS as error:
            self.problem = error
        else:
            self.checkpoint_at, self.problem = time.monotonic(), None
        finally:
            self.writing = False

    def _keep_engine(self, training: Run[Any], turns: Turns | None = None) -> None:
        """Put the average on the engine lists; others run meanwhile where this is in a turn."""

        def told(fraction: float, text: str) -> None:
            self.stage, self.saving = (fraction, text), True
            if turns is not None:
                turns.pass_on()

        keeping = self._keeping = RunHalt(told)
        if self._closing:
            keeping.cancel()
        count = training.trainer.iteration
        name = engine_name(self._recipe, count)
        try:
            title = engine_title(self._recipe, count)
            self._kind.keep(self._home, name, title, training, keeping)
        except CancelledError:
            self.engine_dropped = True
        except PROBLEMS as error:
            self.engine_problem = error
        else:
            self.engine, self.engine_problem = KeptEngine(name, count), None
            self.engine_dropped = False
        finally:
            self._keeping, self.stage = None, None
            self.engine_asked = self.saving = False
