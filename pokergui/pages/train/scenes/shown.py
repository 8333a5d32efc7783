"""What the page shows a run by: presenters have such runs, scenes only read them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

from ai.run import Bounds, Point
from pokergui.pages.train.scenes.kind import AnyRecipe, Kind, Learning
from pokergui.pages.train.scenes.measure import Measure
from pokergui.pages.train.scenes.pace import Pace
from pokergui.pages.train.viewmodel.train import RunRow
from pokergui.pages.train.work.run import KeptEngine, TrainWork
from pokergui.viewmodel.runphase import RunPhase


class ShownRun(Protocol):
    """A run, whether it goes on, waits, or is over.

    Attributes:
        key: names it, and its file.
        recipe: what is run.
        kind: what kind of run that makes.
        measure: what its curve shows.
        bounds: when it ends.
        path: file of its checkpoint.
        series: its colour while it is on the chart; −1 else.
        pace: how fast it goes.
        phase: what it does.
        work: what its worker does.
        engine: its newest strategy on the engine lists; None without one.
        row: its line of the list, and what that was made of; None before.
    """

    key: str
    recipe: AnyRecipe
    kind: Kind[Any]
    measure: Measure
    bounds: Bounds
    path: Path
    series: int
    pace: Pace
    phase: RunPhase
    work: TrainWork
    engine: KeptEngine | None
    row: tuple[tuple[object, ...], RunRow] | None

    @property
    def active(self) -> bool:
        """Whether a worker goes on with it."""

    @property
    def halting(self) -> Literal["pause", "stop", ""]:
        """What it does once its present step, and its file, are done."""

    @property
    def curve(self) -> Sequence[Point]:
        """Looks so far."""

    @property
    def learning(self) -> Sequence[Learning]:
        """How its networks learned; empty where it has none."""

    @property
    def iteration(self) -> int:
        """Iterations done."""

    @property
    def seconds(self) -> float:
        """Time spent."""

    @property
    def checkpoint_age(self) -> float | None:
        """Seconds since its newest checkpoint; None if it has none of this session."""

    @property
    def engine_current(self) -> bool:
        """Whether the engine lists have what it has learned up to now."""
