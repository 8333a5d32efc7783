"""The view while a rival's range is to be named."""

from __future__ import annotations

from dataclasses import dataclass, field

from pokergui.pages.play.drill.viewmodel.drill import SeriesScene, VerdictScene
from pokergui.viewmodel import LineScene
from pokergui.viewmodel.grid import GridScene


@dataclass(frozen=True, slots=True)
class ReadingScene:
    """A spot, the range that the user paints, and afterwards the judge's range.

    Attributes:
        line: the line of play up to the spot.
        yours: the painted range; None without a spot.
        note: its size: "451 combos".
        judged: the judge's range; None before the answer.
        judge: heading of the judge's range: "Slate's range".
        verdict: the overlap of both; None before the answer.
        series: the state of the series.
        problem: why there is no spot, or how the series ended; it replaces the table.
        can_commit: True if the range can be named.
        can_next: True if Space continues.
        over: True if the series is over.
    """

    line: LineScene = field(default_factory=LineScene)
    yours: GridScene | None = None
    note: str = ""
    judged: GridScene | None = None
    judge: str = ""
    verdict: VerdictScene | None = None
    series: SeriesScene = field(default_factory=SeriesScene)
    problem: str = ""
    can_commit: bool = False
    can_next: bool = False
    over: bool = False
