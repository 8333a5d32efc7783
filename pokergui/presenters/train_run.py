"""One run as the window sees it: starts, pauses, resumes and stops its work."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from ai.checkpoint import Kept
from ai.run import Bounds, Point
from ai.trained import trained_path
from engine.jobs import JobControl
from pokergui.presenters.jobs import Runner, Work
from pokergui.presenters.train_keeper import Found
from pokergui.presenters.train_kind import AnyRecipe, Kind, Learning
from pokergui.presenters.train_kinds import kind_of
from pokergui.presenters.train_pace import Pace
from pokergui.presenters.train_turns import Turns
from pokergui.presenters.train_work import KeptEngine, RunHalt, RunWork
from pokergui.viewmodel.train import RunPhase, RunRow

log = logging.getLogger(__name__)


class TrainRun(QObject):
    """A run, whether it goes on, waits, or is over.

    Signals:
        changed: its phase, or what is kept of it, is another.
        kept: its strategy was put on the engine lists.
        failed: it cannot go on; ``error`` says why.

    Attributes:
        key: names it, and its file.
        recipe: what is run.
        kind: what kind of run that makes.
        measure: what its curve shows.
        bounds: when it ends.
        path: file of its checkpoint.
        phase: what it does.
        series: its colour while it is on the chart; −1 else.
        pace: how fast it goes.
        engine: its newest strategy on the engine lists; None without one.
        error: why it failed; None if it did not.
        row: its line of the list, and what that was made of; None before.

    Args:
        runner: background work.
        key: names it.
        recipe: what is run.
        bounds: when it ends.
        path: file of its checkpoint.
        home: folder of strategies.
        turns: shared by all runs.
    """

    changed = Signal()
    kept = Signal()
    failed = Signal()

    def __init__(
        self,
        runner: Runner,
        key: str,
        recipe: AnyRecipe,
        bounds: Bounds,
        path: Path,
        home: Path,
        turns: Turns,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self.key, self.recipe, self.bounds, self.path = key, recipe, bounds, path
        self._home, self._turns = home, turns
        self.kind: Kind[Any] = kind_of(recipe)
        self.measure = self.kind.measure(recipe.game)
        self.phase: RunPhase = "paused"
        self.series = -1
        self.pace = Pace()
        self.engine: KeptEngine | None = None
        self._noted: KeptEngine | None = None
        self.error: Exception | None = None
        self.row: tuple[tuple[object, ...], RunRow] | None = None
        self._work = RunWork(recipe, path, home, turns)
        self._halt: RunHalt | None = None
        self._again = False
        self._aside: deque[Work[None]] = deque()
        self._closing = False
        self._kept: Kept[Any] | None = None
        self._then: list[Callable[[], None]] = []

    def remember(self, found: Found) -> None:
        """Take over what its checkpoint says; before it is started."""
        self._kept, self.engine = found.kept, found.engine
        over = found.kept.bounds is not None and found.kept.bounds.met(found.kept.curve[-1])
        # What was stopped became an engine where it stood.
        self.phase = "done" if over else "stopped" if self.engine is not None else "paused"

    # What it has done

    @property
    def curve(self) -> Sequence[Point]:
        """Looks so far."""
        training = self._work.training
        if training is not None:
            return training.curve
        return self._kept.curve if self._kept is not None else ()

    @property
    def learning(self) -> Sequence[Learning]:
        """How its networks learned; empty where it has none."""
        source = self._work.training or self._kept
        return self.kind.learning(source) if source is not None else ()

    @property
    def iteration(self) -> int:
        """Iterations done."""
        training = self._work.training
        if training is not None:
            return int(training.trainer.iteration)
        return self.curve[-1].iteration if self.curve else 0

    @property
    def seconds(self) -> float:
        """Time spent."""
        training = self._work.training
        if training is not None:
            return training.seconds
        return self._kept.seconds if self._kept is not None else 0.0

    @property
    def stage(self) -> tuple[float, str] | None:
        """What is done before it can begin: how much of that, 0 to 1, and words."""
        return self._work.stage

    @property
    def num_bytes(self) -> int:
        """Memory of its state; 0 while it is not loaded."""
        return self._work.num_bytes

    @property
    def checkpoint_age(self) -> float | None:
        """Seconds since its newest checkpoint; None if it has none of this session."""
        at = self._work.checkpoint_at
        return None if at is None else time.monotonic() - at

    @property
    def problem(self) -> Exception | None:
        """Why its newest checkpoint could not be written."""
        return self._work.problem

    @property
    def engine_problem(self) -> Exception | None:
        """Why its strategy could not be put on the engine lists."""
        return self._work.engine_problem

    @property
    def active(self) -> bool:
        """Whether a worker is busy with it."""
        return self._halt is not None

    @property
    def halting(self) -> Literal["pause", "stop", ""]:
        """What it does once its present step, and its checkpoint, are done."""
        halt = self._halt
        if halt is None or not halt.cancelled or self._again:
            return ""
        return "stop" if halt.final else "pause"

    @property
    def saving(self) -> bool:
        """Whether its strategy is being kept, and that takes a while."""
        return self._work.saving

    @property
    def writing(self) -> bool:
        """Whether a checkpoint is being written; networks with their memories take a while."""
        return self._work.writing

    @property
    def busy(self) -> bool:
        """Whether a worker runs it or writes its files."""
        return self.active or bool(self._aside)

    @property
    def engine_current(self) -> bool:
        """Whether the engine lists have what it has learned up to now."""
        return self.engine is not None and self.engine.iteration == self.iteration

    # What can be asked of it

    def start(self) -> None:
        """Begin, or go on."""
        if self.phase == "done":
            return
        if self.active or self._aside:
            self._again = True  # it is about to stop, or its files are written: go on then
            return
        if self.phase == "failed":  # what the work left is not to be trusted
            self._work = RunWork(self.recipe, self.path, self._home, self._turns)
        work, bounds = self._work, self.bounds
        halt = self._halt = RunHalt(work.between)
        self.error, self._again = None, False
        self.pace.restart()

        def run(job: JobControl) -> bool:
            return work.run(bounds, halt.within(job))

        self._set("starting" if work.training is None else "running")
        self._runner.start(run, self._halted, failed=self._broken)

    def pause(self) -> None:
        """Wait after the present step."""
        self._again = False
        if self._halt is not None:
            self._halt.cancel()
            self.changed.emit()

    def stop(self) -> None:
        """End here; what was learned becomes an engine."""
        self._again = False
        if self._halt is not None:
            self._halt.end()
            self.changed.emit()
        elif self.phase == "paused" and self.curve:
            self._set("stopped")
            self.save()

    def save(self, then: Callable[[], None] | None = None) -> None:
        """Put what it has learned on the engine lists now.

        Args:
            then: called when it is there.
        """
        if then is not None:
            self._then.append(then)
        self._work.ask_engine()
        if not self.active:
            self._write(self._work.keep)

    def drop_engine(self) -> None:
        """Stop keeping its strategy."""
        self._work.drop_engine()

    def retry_checkpoint(self) -> None:
        """Try again to write a checkpoint."""
        if self.active:
            self._work.ask_checkpoint()
        else:
            self._write(self._work.checkpoint)

    def _write(self, work: Work[None]) -> None:
        """Let a worker write files while the run waits, one after another."""
        self._aside.append(work)
        if len(self._aside) == 1:
            self._runner.start(work, self._saved, failed=self._not_saved)
            self.changed.emit()

    def close(self) -> None:
        """Do nothing more: it is removed, or the window closes and the work leaves a checkpoint."""
        self._closing = True
        self._work.close()
        if self._halt is not None:
            self._halt.cancel()

    def recheck_engine(self) -> None:
        """Its strategy may have been taken off the engine lists."""
        if self.engine is not None and not trained_path(self._home, self.engine.name).exists():
            self.engine = None
            self.changed.emit()

    def poll(self) -> None:
        """Take notice of what the worker did."""
        training = self._work.training
        if training is None:
            return
        if self.phase == "starting" and training.curve:
            self._set("running")
        if self.active:
            self.pace.mark(training.seconds, training.trainer.iteration)
        kept = self._work.engine
        if kept is not None and kept is not self._noted:
            self.engine = self._noted = kept
            self.kept.emit()
            self.changed.emit()
        if self._then and not self._work.engine_asked:
            calls, self._then = self._then, []
            lost = self.engine_problem is not None or self._work.engine_dropped
            for call in () if lost else calls:
                call()

    # Answers of the work

    def _halted(self, over: bool) -> None:
        halt, self._halt = self._halt, None
        self.poll()
        if self._again and not over:
            self.start()
        elif over or (halt is not None and halt.final):
            self._set("done" if over else "stopped")
        else:
            self._set("paused")

    def _broken(self, error: Exception) -> None:
        self._halt = None
        log.error("a run stopped", exc_info=error)
        self.error, self._again = error, False
        self._then.clear()
        self._set("failed")
        self.failed.emit()

    def _saved(self, nothing: None) -> None:
        self._aside.popleft()
        if self._closing:  # it was removed meanwhile
            return
        self.poll()
        self.changed.emit()
        if self._aside:
            self._runner.start(self._aside[0], self._saved, failed=self._not_saved)
        elif self._again:
            self.start()

    def _not_saved(self, error: Exception) -> None:
        self._aside.clear()
        if not self._closing:
            self._broken(error)

    def _set(self, phase: RunPhase) -> None:
        self.phase = phase
        if not self._closing:
            self.changed.emit()
