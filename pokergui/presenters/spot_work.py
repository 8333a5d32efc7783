"""A spot's run as its worker does it, and its file. Knows nothing of Qt."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ai.run import FIRST_SECONDS, KEEP_SECONDS, Bounds, Point
from ai.spot.locks import Lock
from ai.spot.memory import free_bytes, refusal
from ai.spot.run import SpotRun
from ai.spot.solver import estimate
from ai.spot.spot import Spot, SpotError
from engine.errors import PokerError, StrategyFileError
from engine.jobs import JobControl
from pokergui.presenters.halt import Halt

PROBLEMS = (PokerError, OSError, MemoryError)
"""What can go wrong when a file is written, without a mistake of ours."""
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


class SpotHalt(Halt):
    """Stops a run, or with its job; tells whoever waits how far it is."""

    def __init__(self, between: Callable[[], None]) -> None:
        super().__init__()
        self._between = between

    @property
    def dropped(self) -> bool:
        """Whether nobody waits for the outcome any more: the window closes."""
        return self._job is not None and self._job.cancelled

    def progress(self, fraction: float, text: str = "") -> None:
        """A step is done."""
        self._between()
        if self._job is not None:
            self._job.progress(fraction, text)


class SpotWork:
    """Builds or takes up a run, and runs it; one call at a time, on whatever thread.

    The window's thread may read the attributes, of ``run`` those that it allows.

    Attributes:
        run: the run; None until it is built.
        infosets: information sets of its tree; 0 until it is built.
        worth: what both players win, as of a short while ago; None before.
        problem: why its file could not be written the last time; None if it could.
        kept: iterations in its file; -1 without one.

    Args:
        path: its file.
        task: what is solved; None takes up what the file holds.
    """

    def __init__(self, path: Path, task: SpotTask | None) -> None:
        self.path = path
        self._task = task
        self.run: SpotRun | None = None
        self.infosets = 0
        self.worth: Worth | None = None
        self.problem: Exception | None = None
        self.kept = -1
        self._tried_at = time.monotonic() - max(0.0, KEEP_SECONDS - FIRST_SECONDS)
        self._look_next = float("-inf")

    @property
    def loads(self) -> bool:
        """Whether it takes up what its file holds."""
        return self._task is None

    def take_up(self, control: JobControl) -> None:
        """Load the run, and look at it.

        Raises:
            CancelledError: if stopped.
            PokerError: if its file cannot be read.
        """
        control.check()
        run = self._ready()
        if not run.curve:
            raise StrategyFileError(f"{self.path}: it was never solved")
        self._look(run)

    def solve(self, target: float, halt: SpotHalt) -> bool:
        """Go on until the target is met or it is halted; writes the file.

        Args:
            target: in % of the pot.
            halt: to stop, and to follow.

        Returns:
            Whether the target was met.

        Raises:
            PokerError: if it cannot be built or taken up.
        """
        run = self._ready()
        bounds = Bounds(exploitability=target * run.spot.pot / 100)
        run.target = target

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

    def ask_save(self) -> None:
        """Write the file after the present step."""
        self._tried_at = float("-inf")

    def between(self) -> None:
        """What is due after a step of the run."""
        if time.monotonic() - self._tried_at >= KEEP_SECONDS:
            self.save()

    def save(self) -> None:
        """Write the file; ``problem`` says why it could not be."""
        run = self.run
        if run is None:
            return
        self._tried_at = time.monotonic()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            run.save(self.path)
        except PROBLEMS as error:
            self.problem = error
        else:
            self.problem, self.kept = None, run.trainer.iteration

    def _ready(self) -> SpotRun:
        """The run, taken up from its file if nothing else is to be solved."""
        if self.run is None:
            task = self._task
            if task is None:
                run = SpotRun.load(self.path)
                self.kept = run.trainer.iteration
            else:
                _check_memory(task)
                run = SpotRun(task.spot, locks=task.locks, half=task.half, target=task.target)
            self.infosets = run.trainer.infosets
            self.run = run
        return self.run

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
