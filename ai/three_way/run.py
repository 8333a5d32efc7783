"""A solving run of a river for three players, with a target in percent of the pot, and its file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from ai.files.arrays import naming, write_tensors
from ai.solver.memory import free_bytes, refusal
from ai.solver.record import KeptSpot, kept_of, open_spot, record_of
from ai.solver.solver import DEFAULT_ALGORITHM
from ai.three_way.solver import ThreeWaySolver, estimate
from ai.three_way.spot import ThreeWaySpot
from ai.training.run import Bounds, CurvePoint, Run
from engine.errors import StrategyFileError

DEFAULT_TARGET = 1.0
"""Percent of the pot that NashConv is brought to if nothing else is asked."""


class ThreeWayRun(Run[ThreeWaySolver]):
    """A solving run of a spot; its curve holds NashConv in chips.

    Attributes:
        spot, algorithm: as given.
        target: percent of the pot.
    """

    def __init__(
        self,
        spot: ThreeWaySpot,
        algorithm: str = DEFAULT_ALGORITHM,
        target: float = DEFAULT_TARGET,
    ) -> None:
        super().__init__(ThreeWaySolver(spot, algorithm))
        self.spot, self.algorithm, self.target = spot, algorithm, target

    @property
    def percent(self) -> float:
        """NashConv at the latest evaluation, in percent of the pot."""
        return 100.0 * self.exploitability / self.spot.pot

    def aim(self) -> Bounds:
        """The bounds of a run up to its target."""
        return Bounds(exploitability=self.target * self.spot.pot / 100.0)

    def _prepare(self) -> None:
        compile_kernels()

    def _standing(self) -> str:
        return f"Solving, {self.percent:.2g}% of the pot"

    def next_look(self, point: CurvePoint, bounds: Bounds) -> int:
        """Return the iteration of the next evaluation, which costs as much as an iteration."""
        return point.iteration + 1 + point.iteration // 4

    def _measure(self) -> tuple[float, float]:
        return self.trainer.nash_conv(), 0.0

    def save(self, path: Path) -> None:
        """Write a file from which ``load`` resumes bit for bit.

        Raises:
            StrategyFileError: if it cannot be written.
        """
        state = self.trainer.save_state()
        record = record_of(
            self.spot,
            (),
            algorithm=self.algorithm,
            half=False,
            iterations=int(state["iteration"][0]),
            seconds=self.seconds,
            target=self.target,
            exploitability=self.percent if self.curve else None,
        )
        curve = np.array(self.curve, np.float64).reshape(-1, len(CurvePoint._fields))
        arrays = {f"state.{name}": array for name, array in state.items()}
        write_tensors(path, record, {"curve": curve, **arrays})

    @classmethod
    def load(cls, path: Path) -> ThreeWayRun:
        """Resume a run from its file.

        Raises:
            StrategyFileError: if it is damaged, malicious, of another version, or for two players.
        """
        with open_spot(path) as file:
            kept = kept_of(file)
            spot = three_way_spot(kept)
            with naming(path):
                size = estimate(spot).num_bytes
                too_large = refusal(size, False, free_bytes())
                if too_large or size > 8 * path.stat().st_size + _SMALL:
                    raise StrategyFileError(
                        "{path}: its arrays are not those of its spot", path=path
                    )
                run = cls(spot, kept.algorithm, kept.target)
                state = run.trainer.save_state()
                named = {f"state.{name}": array for name, array in state.items()}
                if set(file.shapes) != {"curve", *named}:
                    raise StrategyFileError(
                        "{path}: its arrays are not those of this run", path=path
                    )
                file.load(named)
                run.trainer.load_state(state)
        if run.trainer.iteration != kept.iterations:
            raise StrategyFileError(
                "{path}: its record and its arrays are from different runs", path=path
            )
        run.seconds, run.curve = kept.seconds, list(kept.curve)
        return run


_SMALL = 2**26
"""Bytes of a solver that are negligible."""


def three_way_spot(kept: KeptSpot) -> ThreeWaySpot:
    """Return the spot of a file. Raises StrategyFileError if it is invalid, or for two players."""
    if not kept.is_three_way:
        raise StrategyFileError("{path}: it is a spot for two players", path=kept.path)
    return kept.read(ThreeWaySpot.of_record)


@cache
def compile_kernels() -> None:
    """Compile or load all kernels; the first call takes a while."""
    spot = ThreeWaySpot.parse("2c3d4h5s7c", "AA", "AA,KK", "QQ", 3, 1, "a", "")
    solver = ThreeWaySolver(spot)
    solver.step(1)
    solver.nash_conv()
