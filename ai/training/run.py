"""The loop around iterative solvers: bounds, clock, curve and checkpoints."""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from ai.files.arrays import Record, TensorFile, naming
from ai.training.trainer import MAX_COUNT, Trainer
from engine import timing
from engine.errors import CancelledError, EngineError, StrategyFileError
from engine.jobs import JobControl
from engine.wording import Wording

PAUSE_SECONDS = 0.02
"""Approximate duration of a kernel call, so that stopping is quick."""
KEEP_SECONDS = 60.0
"""Seconds between checkpoints of a run that has a file."""
FIRST_SECONDS = 5.0
"""Seconds until the first one."""
MAX_POINTS = 100_000
_GROWTH = 0.12


class CurvePoint(NamedTuple):
    """One evaluation of a run; exploitability, or its lower bound, in chips per hand.

    ``ci95`` is half the width of the 95% interval of a sampled figure, 0 for an exact one.
    """

    iteration: int
    seconds: float
    exploitability: float
    nodes: int
    ci95: float = 0.0


@dataclass(frozen=True)
class Bounds:
    """Stopping criteria of a run, which ends at the first one met; seconds count from its start.

    Raises:
        EngineError: if there is none, or one is invalid.
    """

    iterations: int | None = None
    exploitability: float | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        given = [bound for bound in (self.exploitability, self.seconds) if bound is not None]
        if self.iterations is None and not given:
            raise EngineError("give iterations, an exploitability to reach, or seconds")
        if not all(0 <= bound <= sys.float_info.max for bound in given):
            raise EngineError("bounds must be finite numbers, 0 or more")
        if self.iterations is not None and self.iterations < 1:
            raise EngineError("a run must have at least one iteration")

    def met(self, point: CurvePoint) -> bool:
        """Return whether a stopping criterion is met at this point."""
        return (
            (self.iterations is not None and point.iteration >= self.iterations)
            or (self.exploitability is not None and point.exploitability <= self.exploitability)
            or (self.seconds is not None and point.seconds >= self.seconds)
        )

    def share(self, point: CurvePoint) -> float:
        """Return the fraction of the run completed, 0 to 1, ignoring exploitability."""
        by_count = point.iteration / self.iterations if self.iterations else 0.0
        by_time = point.seconds / self.seconds if self.seconds else 0.0
        return min(1.0, max(by_count, by_time))


TrainerT = TypeVar("TrainerT", bound=Trainer)


class Run(ABC, Generic[TrainerT]):
    """A trainer with clock and curve, which can run, be cancelled and saved.

    ``run`` continues until a bound is met or it is stopped, any number of times. Other threads may
    read ``trainer.iteration``, ``curve`` and ``seconds`` concurrently, and call nothing else of a
    trainer unless it allows that.

    Args:
        trainer: the algorithm's state.

    Attributes:
        control: of the latest call of ``run``: to stop, and to follow.
        bounds: of the latest call of ``run``, stored in checkpoints; None before.
        trainer: the algorithm's state.
        curve: evaluations so far, at ascending iterations.
        seconds: the run time, wall-clock, evaluations included, pauses and the initial building of
            tables and kernels excluded. It is the single clock of a run: curve, bounds,
            checkpoints, strategy files, commands and the window use it.
    """

    def __init__(self, trainer: TrainerT) -> None:
        self.bounds: Bounds | None = None
        self.trainer = trainer
        self.curve: list[CurvePoint] = []
        self.seconds = 0.0
        self.control = JobControl()
        self._block = 1
        self._began = 0.0

    @property
    def last(self) -> CurvePoint:
        """The latest evaluation; ``run`` first makes one."""
        return self.curve[-1]

    @property
    def exploitability(self) -> float:
        """Exploitability of the average at the latest evaluation, in chips per hand."""
        return self.last.exploitability

    def run(
        self,
        bounds: Bounds,
        control: JobControl | None = None,
        on_point: Callable[[CurvePoint], None] | None = None,
        path: Path | None = None,
    ) -> None:
        """Run until a bound is met or until cancelled; finished work is kept.

        At least one iteration is done. Kernel calls take some 20 ms. Evaluations depend on
        iterations and bounds alone, so that results are reproducible.

        Args:
            bounds: the bounds.
            control: to stop, and to follow: progress is reported at each kernel call.
            on_point: called with each evaluation.
            path: file of a checkpoint, written every minute and at the end.

        Raises:
            StrategyFileError: if a checkpoint cannot be written; the run can continue.
        """
        self.control = control = control or JobControl()
        self.bounds = bounds
        self._prepare()
        self._began = timing.seconds() - self.seconds
        if self.trainer.iteration == 0:  # there is no average before the first iteration
            self.trainer.step(1)
        kept = timing.seconds() - max(0.0, KEEP_SECONDS - FIRST_SECONDS)
        while True:
            point = self._look()
            if on_point is not None:
                on_point(point)
            if bounds.met(point) or control.cancelled:
                break
            goal = self.next_look(point, bounds)
            if bounds.iterations is not None:
                goal = min(goal, bounds.iterations)
            while self.trainer.iteration < goal and not control.cancelled:
                self._step(goal - self.trainer.iteration)
                self.seconds = self._clock()
                now = CurvePoint(self.trainer.iteration, self.seconds, math.inf, 0)
                control.progress(bounds.share(now), self._standing())
                if bounds.seconds is not None and self.seconds >= bounds.seconds:
                    break
                if path is not None and timing.seconds() - kept >= KEEP_SECONDS:
                    self.save(path)
                    kept = timing.seconds()
        self.seconds = self._clock()
        if path is not None:
            self.save(path)

    def _prepare(self) -> None:
        """Compile or load kernels, outside the run time."""
        self.trainer.step(1 if self.trainer.iteration == 0 else 0)
        self._measure()

    def _step(self, most: int) -> None:
        """Run up to a number of iterations, for about ``PAUSE_SECONDS``."""
        count = min(self._block, most)
        start = timing.seconds()
        self.trainer.step(count)
        took = timing.seconds() - start
        if count == self._block and took < PAUSE_SECONDS / 2:
            self._block *= 2
        elif took > 2 * PAUSE_SECONDS:
            self._block = max(1, self._block // 2)

    def _clock(self) -> float:
        """The run time during ``run``."""
        return timing.seconds() - self._began

    def _look(self) -> CurvePoint:
        """Evaluate the average; a cancelled evaluation is dropped (the first is never cancelled).

        It is timestamped when the evaluation finishes.
        """
        trainer = self.trainer
        try:
            figure, ci95 = self._measure()
        except CancelledError:
            return self.last
        self.seconds = self._clock()
        point = CurvePoint(trainer.iteration, self.seconds, figure, trainer.nodes, ci95)
        if self.curve and self.curve[-1].iteration == point.iteration:
            self.curve[-1] = point
        else:
            self.curve.append(point)
        return point

    def _standing(self) -> str:
        """Return the progress as display text."""
        return str(Wording("exploitability {value:.1e}", value=self.exploitability))

    def next_look(self, point: CurvePoint, bounds: Bounds) -> int:
        """Return the iteration of the next evaluation."""
        growth, target = _GROWTH, bounds.exploitability or 0.0
        if target > 0.0:
            # Exploitability does not fall faster than iterations squared for long.
            growth = min(growth, max(0.02, (point.exploitability / target) ** 0.5 - 1.0))
        return point.iteration + max(1, int(point.iteration * growth))

    @abstractmethod
    def _measure(self) -> tuple[float, float]:
        """Measure the average's exploitability in chips per hand, or its substitute, and its ci95.

        Long measurements obey ``control``, except for the very first evaluation.

        Raises:
            CancelledError: if cancelled.
        """

    @abstractmethod
    def save(self, path: Path) -> None:
        """Write a file from which the run resumes bit for bit.

        Raises:
            StrategyFileError: if it cannot be written.
        """


def bounds_of(path: Path, record: Record) -> Bounds | None:
    """Return the bounds in a record, validated.

    Raises:
        StrategyFileError: if they are impossible.
    """
    given = record.get("bounds")
    if given is None:
        return None
    kinds = {"iterations": (int,), "exploitability": (int, float), "seconds": (int, float)}
    if not isinstance(given, dict) or set(given) != set(kinds):
        raise StrategyFileError("{path}: its record has no valid 'bounds'", path=path)
    for name, kind in kinds.items():
        if given[name] is not None and type(given[name]) not in kind:
            raise StrategyFileError(
                "{path}: its record has no valid '{name}'", path=path, name=name
            )
    with naming(path):
        return Bounds(**given)


def curve_of(file: TensorFile) -> tuple[CurvePoint, ...]:
    """Return the points of a file's curve, validated; older files have no intervals.

    Raises:
        StrategyFileError: if they are impossible.
    """
    shape = file.shapes.get("curve", ())
    if file.kinds.get("curve") != "F64" or len(shape) != 2 or shape[0] > MAX_POINTS:
        raise StrategyFileError("{path}: it has no valid curve", path=file.path)
    if shape[1] not in (len(CurvePoint._fields) - 1, len(CurvePoint._fields)):
        raise StrategyFileError("{path}: its curve has the wrong size", path=file.path)
    rows = file.look("curve")
    sound = (np.abs(rows) <= MAX_COUNT).all() and (np.diff(rows[:, 0]) > 0).all()  # NaN is not
    counts = [
        column for column in range(shape[1]) if CurvePoint._fields[column] != "exploitability"
    ]
    if not sound or (rows[:, counts] < 0).any():
        raise StrategyFileError("{path}: its curve is invalid", path=file.path)
    return tuple(CurvePoint(int(i), s, e, int(n), *rest) for i, s, e, n, *rest in rows.tolist())
