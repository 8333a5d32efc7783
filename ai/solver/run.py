"""A solving run of a spot, with a target in percent of the pot, and its file."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from ai.files.arrays import TensorFile, naming, write_tensors
from ai.solver.early import EarlySolver, early_state
from ai.solver.locks import Lock
from ai.solver.memory import free_bytes, refusal
from ai.solver.record import KeptSpot, kept_of, lock_arrays, locks_of, open_spot, record_of
from ai.solver.solver import DEFAULT_ALGORITHM, SpotSolver, estimate
from ai.solver.spot import Spot
from ai.training.run import Bounds, CurvePoint, Run
from engine.cards import parse_card
from engine.errors import StrategyFileError
from engine.jobs import JobControl
from engine.player import CALL

_SLOWEST, _FASTEST = 1.2, 1.7
"""Bounds of the exponent with which exploitability falls over iterations."""
_LEAST_GROWTH, _MOST_GROWTH, _FAR_GROWTH = 1.1, 1.6, 2.5
_FAR = 4.0
"""Ratio of iterations from which on the target is far."""
_SMALL = 2**26
"""Bytes of a solver that are negligible."""
_TINY = (("2c3d4h5s7c", "AA"), ("2c3c4c5c", "AA"), ("2c3c4c", "AA"))
"""Spots for compilation; those with cards to come have isomorphic suits."""


class SpotRun(Run[SpotSolver]):
    """A solving run of a spot; other threads may read its trainer at any time.

    An evaluation costs some two iterations, so they are few: where the target may be met, by the
    recent rate of convergence; at iterations that grow by 10 to 60%, and by 150% while it is far.
    ``seconds`` counts all iterations and evaluations, but no compilation.

    Args:
        spot: the spot.
        algorithm: name of an exact algorithm.
        locks: locked decisions.
        half: store sums in 16 bits.
        target: percent of the pot at which ``aim`` ends.
        workers: threads, if cards are to come.
        rivers: False for a flop that was saved without them.

    Attributes:
        spot, algorithm, locks, half, target: as given.
        keep_rivers: whether the file of a flop keeps its rivers once the target is met; they are
            99% of it, and can be solved again one by one.

    Raises:
        EngineError: if there is no such algorithm.
        SpotError: if the betting tree is too large, or a lock does not fit.
    """

    def __init__(
        self,
        spot: Spot,
        algorithm: str = DEFAULT_ALGORITHM,
        locks: Sequence[Lock] = (),
        half: bool = False,
        target: float = 0.5,
        workers: int = 2,
        rivers: bool = True,
    ) -> None:
        super().__init__(
            SpotSolver(spot, algorithm, locks, half, workers)
            if rivers
            else EarlySolver(spot, algorithm, locks, workers)
        )
        self.spot, self.algorithm, self.half = spot, algorithm, half
        self.locks = tuple(locks)
        self.target = target
        self.keep_rivers = False

    @property
    def whole(self) -> bool:
        """Whether all streets are there; a flop saved without rivers is solved from the start."""
        return not isinstance(self.trainer, EarlySolver)

    @property
    def percent(self) -> float:
        """Exploitability at the latest evaluation, in percent of the pot."""
        return 100.0 * self.exploitability / self.spot.pot

    def run(
        self,
        bounds: Bounds,
        control: JobControl | None = None,
        on_point: Callable[[CurvePoint], None] | None = None,
        path: Path | None = None,
    ) -> None:
        """Run as every run does; a flop without its rivers begins again if it has to go on."""
        self.regain_rivers(bounds)
        if self.whole:
            super().run(bounds, control, on_point, path)

    def regain_rivers(self, bounds: Bounds) -> bool:
        """Begin again, and return True, if a flop without its rivers has to go on."""
        if self.whole or bounds.met(self.last):
            return False
        workers = self.trainer.workers
        self.trainer = SpotSolver(self.spot, self.algorithm, self.locks, self.half, workers)
        self.curve, self.seconds = [], 0.0
        return True

    def aim(self, iterations: int | None = None, seconds: float | None = None) -> Bounds:
        """The bounds of a run up to its target.

        Raises:
            EngineError: if they are invalid.
        """
        return Bounds(iterations, self.target * self.spot.pot / 100.0, seconds)

    def _prepare(self) -> None:
        compile_kernels(self.half)

    def _standing(self) -> str:
        return f"Solving, {self.percent:.2g}% of the pot"

    def next_look(self, point: CurvePoint, bounds: Bounds) -> int:
        """Return the iteration of the next evaluation."""
        growth = _MOST_GROWTH
        if bounds.exploitability:
            speed = _SLOWEST
            if len(self.curve) > 1 and 0.0 < point.exploitability < self.curve[-2].exploitability:
                before = self.curve[-2]
                fall = math.log(before.exploitability / point.exploitability)
                speed = fall / math.log(point.iteration / before.iteration)
                speed = min(max(speed, _SLOWEST), _FASTEST)
            needed = (point.exploitability / bounds.exploitability) ** (1.0 / speed)
            growth = min(max(needed, _LEAST_GROWTH), _MOST_GROWTH)
            if needed > _FAR:
                growth = _FAR_GROWTH
        return max(point.iteration + 1, round(point.iteration * growth))

    def _measure(self) -> tuple[float, float]:
        return self.trainer.exploitability(), 0.0

    def save(self, path: Path) -> None:
        """Write a file from which ``load`` resumes bit for bit; some 0.5 s for 400 MB.

        Raises:
            StrategyFileError: if it cannot be written.
        """
        with self.trainer.held():
            self._write(path)

    def _write(self, path: Path) -> None:
        early = self.spot.num_streets == 3 and not self.keep_rivers and self.aim_met()
        state = early_state(self.trainer) if early and self.whole else self.trainer.save_state()
        record = record_of(
            self.spot,
            self.locks,
            algorithm=self.algorithm,
            half=self.half,
            iterations=self.trainer.iteration,
            seconds=self.seconds,
            target=self.target,
            exploitability=self.percent if self.curve else None,
            rivers=False if early or not self.whole else self.keep_rivers or None,
        )
        arrays = {f"state.{name}": array for name, array in state.items()}
        curve = np.array(self.curve, np.float64).reshape(-1, len(CurvePoint._fields))
        write_tensors(path, record, {"curve": curve, **lock_arrays(self.locks), **arrays})

    def aim_met(self) -> bool:
        """Whether the latest iteration was evaluated, and meets the target."""
        now = self.trainer.iteration
        return bool(self.curve) and self.last.iteration == now and self.percent <= self.target

    @classmethod
    def load(cls, path: Path, workers: int = 2) -> SpotRun:
        """Resume a run from its file.

        Raises:
            StrategyFileError: if it is damaged, malicious, or of another version.
        """
        with open_spot(path) as file:
            kept = kept_of(file)
            spot = kept.spot()
            with naming(path):
                locks = locks_of(file, kept, spot)
                _check_memory(file, spot, kept)
                run = cls(spot, kept.algorithm, locks, kept.half, kept.target, workers, kept.rivers)
                run._check_arrays(file)
                state = run.trainer.save_state()
                file.load({f"state.{name}": array for name, array in state.items()})
                run.trainer.load_state(state)
        if run.trainer.iteration != kept.iterations:
            raise StrategyFileError(
                "{path}: its record and its arrays are from different runs", path=path
            )
        run.seconds, run.curve = kept.seconds, list(kept.curve)
        run.keep_rivers = kept.keeps
        return run

    def _check_arrays(self, file: TensorFile) -> None:
        """Raise before loading if a file's arrays are not those of this run."""
        state = self.trainer.save_state()
        expected = {"curve", *lock_arrays(self.locks), *(f"state.{name}" for name in state)}
        if set(file.shapes) != expected:
            raise StrategyFileError("{path}: its arrays are not those of this run", path=file.path)


@cache
def compile_kernels(half: bool = False) -> None:
    """Compile or load all spot kernels; the first call takes a while."""
    for board, hands in _TINY:
        spot = Spot.parse(board, hands, hands, 2, 1, "a", "a")
        solver = SpotSolver(spot, half=half)
        solver.step(1)
        solver.exploitability()
        solver.view((), spot.board)
        if spot.num_streets > 1:
            solver.view((CALL, CALL), (*spot.board, parse_card("7c")))


def _check_memory(file: TensorFile, spot: Spot, kept: KeptSpot) -> None:
    """Raise before building if a spot is far larger than its file, or exceeds memory."""
    locked = bool(kept.places)
    size = estimate(spot, kept.half, kept.algorithm, locked=locked, rivers=kept.rivers).num_bytes
    if size > 8 * file.path.stat().st_size + _SMALL:
        raise StrategyFileError("{path}: its arrays are not those of its spot", path=file.path)
    too_large = refusal(size, kept.half, free_bytes())
    if too_large:
        raise StrategyFileError("{path}: {too_large}", path=file.path, too_large=too_large)
