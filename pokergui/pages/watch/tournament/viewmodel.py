"""The tournaments view: list, cross table, order, form, controls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pokergui.viewmodel.controls import Choice, ChoiceList, ProgressScene

State = Literal["running", "paused", "finished"]


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament of the list, with the part played or its date."""

    key: int
    title: str
    detail: str
    state: State
    note: str
    share: float


@dataclass(frozen=True, slots=True)
class CrossCell:
    """The result of a row's engine against a column's.

    Attributes:
        mean: "+47"; an ellipsis before there is one.
        interval: "−17 to +111", "queued", or that an engine failed.
        half: "± 64", if there is no room for the interval.
        even: True if the interval includes 0, or hands are missing.
        share: part played while hands are left; None otherwise.
    """

    mean: str
    interval: str
    half: str
    even: bool = True
    share: float | None = None
    playing: bool = False
    failed: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class CrossScene:
    """The cross table: names of rows and columns, and a cell of each two; None on the diagonal."""

    names: tuple[str, ...] = ()
    cells: tuple[tuple[CrossCell | None, ...], ...] = ()
    corner: str = ""


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """An engine in the order.

    Attributes:
        key: its place in the plan.
        place: "1" or "1–2", as far as intervals show; "1–4" of four until all hands are played.
        low, middle, high: the mark, −1 to 1 on the common scale; None before there is one.
    """

    key: int
    place: str
    name: str
    rating: str = "…"
    interval: str = ""
    done: str = ""
    low: float | None = None
    middle: float | None = None
    high: float | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class PairScene:
    """The current pair, below the cross table."""

    title: str = ""
    words: str = ""
    match: int = 0


@dataclass(frozen=True, slots=True)
class TournamentScene:
    """The content of the view; ``finishing`` if it stops after the blocks being played."""

    tournaments: tuple[TournamentRow, ...] = ()
    current: int = 0
    heading: str = ""
    note: str = ""
    cross: CrossScene = field(default_factory=CrossScene)
    order: tuple[PlaceRow, ...] = ()
    verdict: str = ""
    progress: ProgressScene = field(default_factory=ProgressScene)
    main: Literal["", "pause", "resume"] = ""
    finishing: bool = False
    joining: tuple[Choice, ...] = ()
    legend: str = ""


@dataclass(frozen=True, slots=True)
class Ticked:
    """An engine of the form; ``on`` if it takes part."""

    key: str
    title: str
    tip: str
    on: bool


@dataclass(frozen=True, slots=True)
class TournamentForm:
    """The form of a new tournament."""

    game: ChoiceList
    kind: ChoiceList
    hands: ChoiceList
    options: ChoiceList | None
    rake: ChoiceList | None
    engines: tuple[Ticked, ...]
    summary: str
    ready: bool
    busy: bool = False
