"""All runs of Train: the list, the selected run and the runs on the chart."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ai.files.arrays import remove_tensors
from ai.trained import remove_trained
from ai.training.recipe import Recipe
from ai.training.run import Bounds
from pokergui.background.jobs import Runner
from pokergui.pages.train.presenters.train_run import TrainRun
from pokergui.pages.train.scenes.formatting import ENDLESS
from pokergui.pages.train.scenes.kinds import names_of
from pokergui.pages.train.scenes.train import MOST_SHOWN
from pokergui.pages.train.work.run_folder import Folder, new_key, run_path
from pokergui.pages.train.work.turns import Turns


class TrainRuns(QObject):
    """The runs of a folder.

    Signals:
        changed: a run does something else now, or another one is selected.
        engines_changed: a strategy was put on the engine lists, or taken off.
        failed: a ``TrainRun`` that cannot continue.

    Attributes:
        all: the runs, the newest first.
        front: the selected run; None if there are none.

    Args:
        runner: background work.
        folder: of checkpoints.
        home: folder of strategies, where results become engines.
    """

    changed = Signal()
    engines_changed = Signal()
    failed = Signal(object)

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
        """The number of active runs."""
        return sum(run.active for run in self.all)

    def names(self) -> dict[str, str]:
        """Return the names of all runs by their keys, numbered from the oldest."""
        old = self.all[::-1]
        if self._named[0] != old:
            names = names_of([run.recipe for run in old])
            self._named = (old, {run.key: name for run, name in zip(old, names, strict=True)})
        return self._named[1]

    def name(self, run: TrainRun) -> str:
        """Return the name of a run; empty once it is removed."""
        return self.names().get(run.key, "")

    def load(self, folder: Folder) -> None:
        """List the runs of earlier sessions."""
        for one in folder.runs:
            bounds = one.kept.bounds or Bounds(iterations=ENDLESS)
            run = self._make(one.key, one.kept.recipe, bounds)
            run.remember(one)
            self.all.append(run)
        for place, run in enumerate(self.all[:MOST_SHOWN]):
            run.series = place
        self.front = self.all[0] if self.all else None

    def begin(self, recipe: Recipe, bounds: Bounds) -> None:
        """Start a run beside the active ones, and select it."""
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
        run.changed.connect(self.changed)
        run.kept.connect(self.engines_changed)
        run.failed.connect(self._failed)
        return run

    def _failed(self, error: Exception) -> None:
        self.failed.emit(self.sender())

    def _find(self, key: str) -> TrainRun | None:
        return next((run for run in self.all if run.key == key), None)

    def _free_series(self) -> list[int]:
        taken = {run.series for run in self.all}
        return [series for series in range(MOST_SHOWN) if series not in taken]

    @Slot(str)
    def choose(self, key: str) -> None:
        """Select a run."""
        run = self._find(key)
        if run is not None and run is not self.front:
            self.front = run
            self.changed.emit()

    @Slot(str, bool)
    def toggle(self, key: str, on: bool) -> None:
        """Put a run on the chart or take it off."""
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
            self.engines_changed.emit()
        place = self.all.index(run)
        self.all.remove(run)
        if run is self.front:
            self.front = self.all[min(place, len(self.all) - 1)] if self.all else None
        run.left.connect(run.deleteLater)
        run.close()
        self.changed.emit()
