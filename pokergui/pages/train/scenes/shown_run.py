"""The interface of a shown run: presenters have such runs, scenes only read them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

from ai.training.recipe import Recipe
from ai.training.run import Bounds, CurvePoint
from pokergui.pages.train.scenes.measure import Measure
from pokergui.pages.train.scenes.run_kind import Kind, Learning
from pokergui.pages.train.scenes.stop import Pace
from pokergui.pages.train.viewmodel import RunRow
from pokergui.pages.train.work import KeptEngine, TrainWork
from pokergui.viewmodel.controls import RunPhase


class ShownRun(Protocol):
    """A run that is active, waiting or finished.

    Attributes:
        series: its colour while it is on the chart; −1 otherwise.
        row: its line of the list, and what that was made from; None before that.
    """

    key: str
    recipe: Recipe
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
        """True if a worker runs it."""

    @property
    def halting(self) -> Literal["pause", "stop", ""]:
        """The state that follows once its present step and its file are done."""

    @property
    def curve(self) -> Sequence[CurvePoint]:
        """The measurements so far."""

    @property
    def learning(self) -> Sequence[Learning]:
        """The learning of its networks, at each measurement; empty if it has none."""

    @property
    def iteration(self) -> int:
        """The iterations done."""

    @property
    def seconds(self) -> float:
        """The run time so far."""

    @property
    def checkpoint_age(self) -> float | None:
        """The seconds since its newest checkpoint; None if this session has written none."""

    @property
    def engine_current(self) -> bool:
        """True if the engine lists have its latest strategy."""
