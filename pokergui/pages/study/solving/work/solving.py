"""A spot's run as its worker does it, and its file. Knows nothing of Qt."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from math import ceil, floor, log10
from pathlib import Path

from ai.run import FIRST_SECONDS, Bounds, Point
from ai.spot.locks import Lock
from ai.spot.memory import free_bytes, refusal
from ai.spot.run import SpotRun
from ai.spot.solver import SpotSolver, estimate
from ai.spot.spot import Spot, SpotError
from engine.errors import StrategyFileError
from engine.jobs import JobControl
from pokergui.background.halt import RunHalt
from pokergui.background.run_work import RunWork

LEAST_TARGET = 0.001
"""% of the pot."""
_PATIENCE = 9.0
"""What both players win is not looked at for this many times as long as a look takes."""


@dataclass(frozen=True)
class SpotTask:
    """A spot to be solved.

    Attributes:
        spot: what is solved.
        locks: what is fixed in it.
        half: numbers are kept in 16 bits.
        target: % of the pot at which it is solved.
        played: the solution of an engine, with which it begins; None from the beginning.
        engine: title of that engine.
    """

    spot: Spot
    locks: tuple[Lock, ...] = ()
    half: bool = False
    target: float = 0.5
    played: SpotSolver | None = None
    engine: str = ""


@dataclass(frozen=True)
class Worth:
    """What both players win: EV in chips, equity 0 to 1; out of position first."""

    ev: tuple[float, float]
    equity: tuple[float, float]


class SpotWork(RunWork[SpotRun]):
    """Solves a spot, or takes up what its file holds.

    Attributes:
        target: % of the pot at which it is solved: the task's, the file's, or another.
        infosets: information sets of its tree; 0 until it is built.
        worth: what both players win, as of a short while ago; None before.
        loads: whether it takes up what its file holds.
        engine: title of the engine with whose solution it began; empty for none.

    Args:
        path: its file.
        task: what is solved; None takes up what the file holds.
    """

    def __init__(self, path: Path, task: SpotTask | None) -> None:
        super().__init__(path, FIRST_SECONDS)
        self._task = task
        self.loads = task is None
        self.engine = task.engine if task is not None else ""
        self._played = 0
        self.target = task.target if task is not None else 0.0
        self.infosets = 0
        self.worth: Worth | None = None
        self._look_next = float("-inf")

    def make(self, control: JobControl) -> SpotRun:
        """Build the run, or take it up from its file if nothing else is to be solved."""
        task = self._task
        if task is None:
            run = SpotRun.load(self.path)
            self.kept, self.target = run.trainer.iteration, run.target
        else:
            _check_memory(task)
            run = SpotRun(task.spot, locks=task.locks, half=task.half, target=task.target)
            if task.played is not None:  # the engine's own is not to be gone on with
                run.trainer.load_state(task.played.save_state())
                self._played = run.trainer.iteration
                self._task = replace(task, played=None)
        self.infosets = run.trainer.infosets
        return run

    @property
    def as_played(self) -> bool:
        """Whether it is the solution of an engine, as that plays it."""
        return self.run is not None and 0 < self._played == self.run.trainer.iteration

    def look(self, halt: RunHalt) -> bool:
        """Look at the solution of an engine; no file is written before it is gone on with.

        Returns:
            True: it is solved as far as the engine does.

        Raises:
            PokerError: if it cannot be built.
        """
        run = self.ready(halt)
        run.run(Bounds(iterations=run.trainer.iteration), halt)
        self.target = run.target = _reached(run.percent)
        self._look(run)
        return True

    def take_up(self, control: JobControl) -> bool:
        """Load the run, and look at it.

        Returns:
            Whether it is solved to its target.

        Raises:
            CancelledError: if stopped.
            PokerError: if its file cannot be read.
        """
        control.check()
        run = self.ready(control)
        if not run.curve:
            raise StrategyFileError(f"{self.path}: it was never solved")
        self._look(run)
        return run.percent <= run.target

    def solve(self, target: float, halt: RunHalt) -> bool:
        """Go on until the target is met or it is halted; writes the file.

        Args:
            target: in % of the pot.
            halt: to stop, and to follow.

        Returns:
            Whether the target was met.

        Raises:
            PokerError: if it cannot be built or taken up.
        """
        run = self.ready(halt)
        bounds = Bounds(exploitability=target * run.spot.pot / 100)
        self.target = run.target = target

        def look(point: Point) -> None:
            halt.progress(0.0)
            # Whoever waits for the very first strategy is not kept from it.
            if len(run.curve) > 1 and time.monotonic() >= self._look_next:
                self._look(run)

        run.run(bounds, halt, look)
        if not halt.dropped:
            self._look(run)
        self.save()
        return bounds.met(run.last)

    def _look(self, run: SpotRun) -> None:
        begin = time.monotonic()
        view = run.trainer.view((), run.spot.board)
        self.worth = Worth(view.total_ev, view.total_equity)
        now = time.monotonic()
        self._look_next = now + _PATIENCE * (now - begin)


def _reached(percent: float) -> float:
    """The least target of two digits that is reached."""
    digit = 10.0 ** (floor(log10(max(percent, LEAST_TARGET))) - 1)
    return ceil(max(percent, LEAST_TARGET) / digit) * digit


def _check_memory(task: SpotTask) -> None:
    """Locks may take more than the form has told, and what is compared stays in memory.

    Raises:
        SpotError: saying how much there is, and what to cut.
    """
    size = estimate(task.spot, task.half, locked=bool(task.locks))
    too_large = refusal(size.num_bytes, task.half, free_bytes())
    if too_large:
        raise SpotError(too_large)
