"""The worker's side of a run of Train, with its strategies on the engine lists. Without Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai.training.recipe import Recipe
from ai.training.run import Bounds, Run
from engine.errors import CancelledError
from engine.jobs import JobControl
from pokergui.background.halt import RunHalt
from pokergui.background.run_work import PROBLEMS, RunWork
from pokergui.pages.train.scenes.kinds import engine_name, engine_title, kind_of
from pokergui.pages.train.work.turns import Turns


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
        num_bytes: memory of its state.
        engine: the strategy kept last; None before the first.
        engine_problem: the error of keeping the last one, or None.
        engine_asked: True if a strategy is to be kept and has not been yet.
        engine_dropped: True if keeping the last one was stopped.
        saving: True while one is being kept that takes a while.

    Args:
        recipe: its recipe.
        path: file of its checkpoint.
        home: folder of strategies.
        turns: shared by all runs.
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
        """Keep no more strategies, only checkpoints."""
        self._closing = True
        self.drop_engine()

    def drop_engine(self) -> None:
        """Stop keeping a strategy; the one before stays, and so do checkpoints."""
        keeping = self._keeping
        if keeping is not None:
            keeping.cancel()

    def ask_engine(self) -> None:
        """Add the average strategy to the engine lists after the present step."""
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
