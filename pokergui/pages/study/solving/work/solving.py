"""A spot's run as its worker does it, and its file. Knows nothing of Qt."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from ai.run import FIRST_SECONDS, Bounds, Point
from ai.spot.locks import Lock
from ai.spot.memory import free_bytes, refusal
from ai.spot.run import SpotRun
from ai.spot.solver import estimate
from ai.spot.spot import Spot, SpotError
from engine.errors import StrategyFileError
from engine.jobs import JobControl
from pokergui.background.halt import RunHalt
from pokergui.background.run_work import RunWork

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
    """

    spot: Spot
    locks: tuple[Lock, ...] = ()
    half: bool = False
    target: float = 0.5


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

    Args:
        path: its file.
        task: what is solved; None takes up what the file holds.
    """

    def __init__(self, path: Path, task: SpotTask | None) -> None:
        super().__init__(path, FIRST_SECONDS)
        self._task = task
        self.loads = task is None
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
        self.infosets = run.trainer.infosets
        return run

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


def _check_memory(task: SpotTask) -> None:
    """Locks may take more than the form has told, and what is compared stays in memory.

    Raises:
        SpotError: saying how much there is, and what to cut.
    """
    size = estimate(task.spot, task.half, locked=bool(task.locks))
    too_large = refusal(size.num_bytes, task.half, free_bytes())
    if too_large:
        raise SpotError(too_large)
