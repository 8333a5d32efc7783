"""The worker's side of a run of Train, with its strategies on the engine lists. Without Qt."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai.files.arrays import SUFFIX
from ai.trained import trained_path
from ai.training.checkpoint import CheckpointHeader
from ai.training.recipe import Recipe
from ai.training.run import Bounds, Run
from engine import timing
from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl
from pokergui.background.jobs import RunHalt
from pokergui.background.run_work import PROBLEMS, RunWork
from pokergui.language.joins import labelled
from pokergui.pages.train.scenes.kinds import engine_name, engine_title, kind_of, read_run

LEAST = 2
SLICE_S = 0.008
"""Minimum length of a time slice; steps may be far shorter than the usual 10 to 20 ms."""


class Turns:
    """The limit of runs that compute at the same time; the longest waiting is next.

    Six threads that compute on two cores left the window a third of a core.
    """

    def __init__(self, at_once: int = 0) -> None:
        self._free = at_once or max(LEAST, (os.cpu_count() or LEAST) - 1)
        self._lock = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._own = threading.local()  # when the turn of the current thread began

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def take(self) -> None:
        with self._lock:
            if self._free and not self._waiting:
                self._free -= 1
                self._own.began = timing.seconds()
                return
            turn = threading.Event()
            self._waiting.append(turn)
        turn.wait()
        self._own.began = timing.seconds()

    def give(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1

    def pass_on(self) -> None:
        if self._waiting and timing.seconds() - self._own.began >= SLICE_S:
            self.give()
            self.take()


@dataclass(frozen=True)
class KeptEngine:
    """A strategy on the engine lists: its name there without prefix, and its iteration."""

    name: str
    iteration: int


class TrainWork(RunWork[Run[Any]]):
    """The work of a run: runs in turn with others, leaves a checkpoint after its first step.

    It leaves engines, too. The window's thread may also call ``ask_engine``, ``drop_engine`` and
    ``close``. ``stage`` also shows how much of a strategy is kept.

    Attributes:
        saving: True while one is being kept that takes a while.
    """

    def __init__(self, recipe: Recipe, path: Path, home: Path, turns: Turns) -> None:
        super().__init__(path, first=0.0)
        self._recipe, self._home, self._turns = recipe, home, turns
        self._kind = kind_of(recipe)
        self.num_bytes = 0
        self.engine: KeptEngine | None = None
        self.engine_problem: Exception | None = None
        self.engine_asked = self.engine_dropped = self.saving = False
        self._keeping: RunHalt | None = None
        self._closing = False

    def make(self, control: JobControl) -> Run[Any]:
        """Build the run, or resume it from its checkpoint if there is one."""
        if self.path.exists():
            training = self._kind.load(self.path, self._home, control)
        else:
            training = self._kind.build(self._recipe, self._home, control)
        self.num_bytes = training.trainer.num_bytes
        return training

    def close(self) -> None:
        self._closing = True
        self.drop_engine()

    def drop_engine(self) -> None:
        """Stop keeping a strategy; the one before stays, and so do checkpoints."""
        keeping = self._keeping
        if keeping is not None:
            keeping.cancel()

    def ask_engine(self) -> None:
        self.engine_asked = True

    def go_on(self, bounds: Bounds, halt: RunHalt) -> bool:
        """Run until a bound is met or it is halted; leave a checkpoint, and an engine at the end.

        Returns:
            True if a bound was met.

        Raises:
            PokerError: if it cannot be built or resumed.
            CancelledError: if it is halted before it begins.
        """
        training = self.ready(halt)
        self._turns.take()
        try:
            training.run(bounds, halt)
        finally:
            self._turns.give()
        over = bounds.met(training.last)
        self.save()
        if over or halt.final or self.engine_asked:
            self._keep_engine(training)
        return over

    def between(self, fraction: float, text: str) -> None:
        """Do what is due: write a checkpoint, save an engine, yield to other runs."""
        super().between(fraction, text)
        if self.run is not None:
            if self.engine_asked:
                self._keep_engine(self.run, self._turns)
            self._turns.pass_on()

    def keep(self, control: JobControl) -> None:
        """Add the average strategy of a waiting or finished run to the engine lists.

        Raises:
            PokerError: if it cannot be resumed.
            CancelledError: if stopped.
        """
        control.check()
        self._keep_engine(self.ready(control))

    def _keep_engine(self, training: Run[Any], turns: Turns | None = None) -> None:
        """Add the average to the engine lists; within a time slice, it yields to other runs."""

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


@dataclass(frozen=True)
class FoundRun:
    """A checkpoint of the folder."""

    key: str
    kept: CheckpointHeader[Any]
    engine: KeptEngine | None


@dataclass(frozen=True)
class Folder:
    """The runs of the folder, newest first, and the errors of other files."""

    runs: tuple[FoundRun, ...] = ()
    problems: tuple[str, ...] = ()


def look_into(folder: Path, home: Path, control: JobControl) -> Folder:
    """Read the record and the curve of every checkpoint of the folder.

    Raises:
        CancelledError: if stopped.
    """
    runs, problems = [], []
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"), reverse=True)
    except OSError as error:
        return Folder(problems=(labelled(str(folder), error.strerror or ""),))
    for path in paths:
        control.check()
        if path.name.startswith("."):
            continue
        try:
            kept = read_run(path)
        except PokerError as error:
            problems.append(str(error))
            continue
        if kept.curve:
            runs.append(FoundRun(path.stem, kept, kept_engine(kept.recipe, _last(kept), home)))
    return Folder(tuple(runs), tuple(problems))


def kept_engine(recipe: Recipe, iteration: int, home: Path) -> KeptEngine | None:
    name = engine_name(recipe, iteration)
    return KeptEngine(name, iteration) if trained_path(home, name).exists() else None


def new_key(recipe: Recipe, folder: Path, taken: Collection[str]) -> str:
    """Return a name for a new run, neither taken nor a file's; names sort by time."""
    game = "".join(letter if letter.isalnum() else "-" for letter in recipe.game.name)
    base = f"{time.strftime('%Y%m%d-%H%M%S')}-{game[:40]}-{recipe.algorithm}"
    key, number = base, 1
    while key in taken or run_path(folder, key).exists():
        number += 1
        key = f"{base}-{number}"
    return key


def run_path(folder: Path, key: str) -> Path:
    return folder / f"{key}{SUFFIX}"


def _last(kept: CheckpointHeader[Any]) -> int:
    return kept.curve[-1].iteration
