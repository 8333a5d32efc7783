"""The Watch page: choices, stage, controls, progress, and the result so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel.chart import Chart
from pokergui.viewmodel.controls import ChoiceList, FieldScene
from pokergui.viewmodel.statistics import StatCell
from pokergui.viewmodel.table import MOST_SEATS

Phase = Literal["ready", "starting", "live", "paused", "fast", "finished"]
Speed = Literal["human", "ten", "fast"]


SIDES = "abcdefghij"[:MOST_SEATS]
"""Names of the engines' places, round the table."""


@dataclass(frozen=True, slots=True)
class WatchTopScene:
    """The choices above the table; larger tables have their engines in the ``StartForm``."""

    engine_a: ChoiceList | None
    engine_b: ChoiceList | None
    game: ChoiceList
    length: ChoiceList
    custom: FieldScene | None = None
    duplicate: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class StartForm:
    """Antes, rake, counting method and stopping rule; hypotheses only for a test."""

    stop: ChoiceList
    luck: ChoiceList
    null: FieldScene | None = None
    alternative: FieldScene | None = None
    names: tuple[str, str] = ("", "")
    seats: tuple[ChoiceList, ...] = ()
    fill: ChoiceList | None = None
    options: ChoiceList | None = None
    rake: ChoiceList | None = None


@dataclass(frozen=True, slots=True)
class PanelScene:
    """The content of the table's place while no table is shown.

    Attributes:
        judges: True if other strategies can be evaluated on the hands, once they are stored.
    """

    title: str
    text: str = ""
    button: str = ""
    key: str = ""
    running: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    progress: float | None = None
    form: StartForm | None = None
    judges: bool = False


@dataclass(frozen=True, slots=True)
class ControlsScene:
    """The control bar.

    Attributes:
        many: True if more than two play: then no seat can be taken, and Study reads no line.
        halting: "pause" or "stop" while a job has to end before the match does that.
    """

    phase: Phase = "ready"
    speed: Speed = "human"
    can_step: bool = False
    can_stop: bool = False
    can_take_seat: bool = False
    can_export: bool = False
    can_study: bool = False
    many: bool = False
    halting: Literal["pause", "stop", ""] = ""


@dataclass(frozen=True, slots=True)
class WinPart:
    """An engine's share of the main pot, in words and as 0 to 1; its series "a" to "j"."""

    name: str
    percent: str
    share: float
    mark: str


@dataclass(frozen=True, slots=True)
class WinScene:
    """Win probabilities with open hands."""

    note: str = ""
    parts: tuple[WinPart, ...] = ()


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """One estimate: its text, and its interval as a mark on the table's common zero line.

    Attributes:
        low, middle, high: the mark, −1 to 1, where 0 is the zero line.
        cut: how much narrower it is than raw chips: "62%"; empty if not known.
        reading: "includes 0", "Odds counter ahead".
        chosen: True for the row on which the verdict is based.
        mark: the series of an engine's own row: "a" to "j".
    """

    name: str
    mean: str = "…"
    interval: str = "…"
    low: float | None = None
    middle: float | None = None
    high: float | None = None
    units: str = ""
    reading: str = ""
    leads: bool = False
    chosen: bool = False
    cut: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class StatRow:
    """One engine's statistics; ``mark`` is its colour in charts and bars."""

    name: str
    mark: str
    cells: tuple[StatCell, ...]


@dataclass(frozen=True, slots=True)
class StandingScene:
    """The result of a match so far.

    Attributes:
        methods: one row for each counting method, or at tables for more than two for each engine.
        heading, units: headings of these rows and of what they count.
    """

    chart: Chart
    unit: str
    difference: str
    methods: tuple[IntervalRow, ...]
    seats: tuple[IntervalRow, ...]
    verdict: str
    verdict_note: str
    stat_names: tuple[tuple[str, str], ...]
    stats: tuple[StatRow, ...]
    heading: str = ""
    units: str = ""
