"""A run of Train as the window sees it: its curve, its pace and the engine that it becomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ai.files.arrays import remove_tensors
from ai.trained import remove_trained, trained_path
from ai.training.checkpoint import CheckpointHeader
from ai.training.recipe import Recipe
from ai.training.run import Bounds, CurvePoint
from engine import timing
from pokergui.background.jobs import Runner
from pokergui.background.run_session import RunSession
from pokergui.pages.train.scenes.kinds import kind_of, names_of
from pokergui.pages.train.scenes.options import ENDLESS
from pokergui.pages.train.scenes.run_kind import Kind, Learning
from pokergui.pages.train.scenes.stop import RunPace
from pokergui.pages.train.scenes.train import MOST_SHOWN
from pokergui.pages.train.viewmodel import RunRow
from pokergui.pages.train.work import (
    Folder,
    FoundRun,
    KeptEngine,
    TrainWork,
    Turns,
    new_key,
    run_path,
)


class TrainRun(RunSession):
    """A run that is active, waiting or finished; ``ShownRun`` has its attributes.

    Signals:
        kept: its strategy was put on the engine lists.
    """

    kept = Signal()
    work: TrainWork

    def __init__(
        self,
        runner: Runner,
        key: str,
        recipe: Recipe,
        bounds: Bounds,
        path: Path,
        home: Path,
        turns: Turns,
        parent: QObject | None = None,
    ) -> None:
        self._make = partial(TrainWork, recipe, path, home, turns)
        super().__init__(runner, self._make(), parent)
        self.key, self.recipe, self.bounds, self.path = key, recipe, bounds, path
        self._home = home
        self.kind: Kind[Any] = kind_of(recipe)
        self.measure = self.kind.measure(recipe.game)
        self.series = -1
        self.pace = RunPace()
        self.engine: KeptEngine | None = None
        self._noted: KeptEngine | None = None
        self.row: tuple[tuple[object, ...], RunRow] | None = None
        self._go_on = partial(self.work.go_on, bounds)
        self._found: CheckpointHeader[Any] | None = None
        self._then: list[Callable[[], None]] = []
        self.worked.connect(self.poll)
        self.failed.connect(lambda error: self._then.clear())

    def remember(self, found: FoundRun) -> None:
        """Take over what its checkpoint contains, before it is started."""
        self._found, self.engine = found.kept, found.engine
        over = found.kept.bounds is not None and found.kept.bounds.met(found.kept.curve[-1])
        # A stopped run became an engine where it was.
        self.phase = "done" if over else "stopped" if self.engine is not None else "paused"

    @property
    def curve(self) -> Sequence[CurvePoint]:
        source = self.work.run or self._found
        return source.curve if source is not None else ()

    @property
    def learning(self) -> Sequence[Learning]:
        """The learning of its networks, at each measurement; empty if it has none."""
        source = self.work.run or self._found
        return self.kind.learning(source) if source is not None else ()

    @property
    def iteration(self) -> int:
        if self.work.run is not None:
            return int(self.work.run.trainer.iteration)
        return self.curve[-1].iteration if self.curve else 0

    @property
    def seconds(self) -> float:
        source = self.work.run or self._found
        return source.seconds if source is not None else 0.0

    @property
    def checkpoint_age(self) -> float | None:
        """The seconds since its newest checkpoint; None if this session has written none."""
        at = self.work.kept_at
        return None if at is None else timing.seconds() - at

    @property
    def engine_current(self) -> bool:
        return self.engine is not None and self.engine.iteration == self.iteration

    def start(self) -> None:
        if self.phase == "done":
            return
        if self.phase == "failed" and not self.busy:  # the work's state is not reliable
            self.work = self._make()
            self._go_on = partial(self.work.go_on, self.bounds)
        if not self.busy:
            self.pace.restart()
        self.begin(self._go_on)

    def stop(self) -> None:
        self.pause(final=True)
        if not self.active and self.phase == "paused" and self.curve:
            self.enter("stopped")
            self.save()

    def save(self, then: Callable[[], None] | None = None) -> None:
        if then is not None:
            self._then.append(then)
        self.work.ask_engine()
        if not self.active:
            self.write(self.work.keep)

    def retry_checkpoint(self) -> None:
        if self.active:
            self.work.ask_save()
        else:
            self.write(self.work.write)

    def close(self) -> None:
        """Stop all activity: the run is removed, or the window closes and a checkpoint is left."""
        self.work.close()
        super().close()

    def recheck_engine(self) -> None:
        if self.engine is not None and not trained_path(self._home, self.engine.name).exists():
            self.engine = None
            self.changed.emit()

    def poll(self) -> None:
        training = self.work.run
        if training is None or self.closed:
            return
        if self.phase == "starting" and training.curve:
            self.enter("running")
        if self.active:
            self.pace.mark(training.seconds, training.trainer.iteration)
        kept = self.work.engine
        if kept is not None and kept is not self._noted:
            self.engine = self._noted = kept
            self.kept.emit()
            self.changed.emit()
        if self._then and not self.work.engine_asked:
            calls = self._then[:]
            self._then.clear()
            lost = self.work.engine_problem is not None or self.work.engine_dropped
            for call in () if lost else calls:
                call()


class TrainRuns(QObject):
    """The runs of a folder.

    Signals:
        added: a ``TrainRun``, before anything is done with it.
        changed: another run is selected, shown on the chart, or removed.
        engine_removed: a strategy was taken off the engine lists.
    """

    added = Signal(object)
    changed = Signal()
    engine_removed = Signal()

    def __init__(
        self, runner: Runner, folder: Path, home: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runner, self._folder, self._home = runner, folder, home
        self._turns = Turns()
        self.all: list[TrainRun] = []
        self.front: TrainRun | None = None
        self._named: tuple[list[TrainRun], dict[str, str]] = ([], {})

    @property
    def active(self) -> int:
        return sum(run.active for run in self.all)

    def names(self) -> dict[str, str]:
        """Return the names of all runs by their keys, numbered from the oldest."""
        old = self.all[::-1]
        if self._named[0] != old:
            names = names_of([run.recipe for run in old])
            self._named = (old, {run.key: name for run, name in zip(old, names, strict=True)})
        return self._named[1]

    def name(self, run: TrainRun) -> str:
        return self.names().get(run.key, "")

    def load(self, folder: Folder) -> None:
        for one in folder.runs:
            bounds = one.kept.bounds or Bounds(iterations=ENDLESS)
            run = self._make(one.key, one.kept.recipe, bounds)
            run.remember(one)
            self.all.append(run)
        for place, run in enumerate(self.all[:MOST_SHOWN]):
            run.series = place
        self.front = self.all[0] if self.all else None

    def begin(self, recipe: Recipe, bounds: Bounds) -> None:
        run = self._make(new_key(recipe, self._folder, list(self.names())), recipe, bounds)
        if not self._free_series():  # the oldest finished run is evicted
            over = [one for one in self.all if one.series >= 0 and not one.active]
            if over:
                over[-1].series = -1
        run.series = next(iter(self._free_series()), -1)
        self.all.insert(0, run)
        self.front = run
        run.start()

    def _make(self, key: str, recipe: Recipe, bounds: Bounds) -> TrainRun:
        path = run_path(self._folder, key)
        run = TrainRun(self._runner, key, recipe, bounds, path, self._home, self._turns, self)
        self.added.emit(run)
        return run

    def _find(self, key: str) -> TrainRun | None:
        return next((run for run in self.all if run.key == key), None)

    def _free_series(self) -> list[int]:
        taken = {run.series for run in self.all}
        return [series for series in range(MOST_SHOWN) if series not in taken]

    @Slot(str)
    def choose(self, key: str) -> None:
        run = self._find(key)
        if run is not None and run is not self.front:
            self.front = run
            self.changed.emit()

    @Slot(str, bool)
    def toggle(self, key: str, on: bool) -> None:
        run = self._find(key)
        if run is None:
            return
        if not on:
            run.series = -1
        elif run.series < 0:
            run.series = next(iter(self._free_series()), -1)
        self.changed.emit()

    def remove(self, run: TrainRun, *, engine: bool) -> None:
        """Delete a run that is waiting or finished, and optionally its engine.

        Raises:
            PokerError: if its checkpoint or its engine cannot be removed.
        """
        if run not in self.all or run.active:
            return
        remove_tensors(run_path(self._folder, run.key))
        if engine and run.engine is not None:
            remove_trained(self._home, run.engine.name)
            self.engine_removed.emit()
        place = self.all.index(run)
        self.all.remove(run)
        if run is self.front:
            self.front = self.all[min(place, len(self.all) - 1)] if self.all else None
        run.left.connect(run.deleteLater)
        run.close()
        self.changed.emit()
