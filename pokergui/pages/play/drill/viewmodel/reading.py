"""The room while a rival's range is to be named."""

from __future__ import annotations

from dataclasses import dataclass, field

from pokergui.pages.play.drill.viewmodel.drill import SeriesScene, VerdictScene
from pokergui.viewmodel import LineScene
from pokergui.viewmodel.grid import GridScene


@dataclass(frozen=True, slots=True)
class ReadingScene:
    """A spot, the range that a person paints, and the judge's beside it once it is named.

    Attributes:
        line: the line of play up to the spot.
        yours: the range as painted; None without a spot.
        note: how much it holds: "451 combos".
        judged: the judge's range; None before the answer.
        judge: its heading: "Slate's range".
        verdict: what both have in common; None before the answer.
        series: how the series stands.
        problem: why there is no spot, or how the series ended; the table's place shows it.
        can_commit: whether the range can be named.
        can_next: whether Space leads on.
        over: whether the series is over.
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
