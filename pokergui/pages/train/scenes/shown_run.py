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
    def active(self) -> bool: ...

    @property
    def halting(self) -> Literal["pause", "stop", ""]: ...

    @property
    def curve(self) -> Sequence[CurvePoint]: ...

    @property
    def learning(self) -> Sequence[Learning]: ...

    @property
    def iteration(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def checkpoint_age(self) -> float | None: ...

    @property
    def engine_current(self) -> bool: ...
