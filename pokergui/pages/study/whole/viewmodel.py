"""View model of a small game's information sets: on one sheet, and as a list."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.controls import FieldScene
from pokergui.viewmodel.grid import GridAction, GridScene
from pokergui.viewmodel.strips import Figure


@dataclass(frozen=True, slots=True)
class SheetPart:
    """One decision of a small game on the sheet of all of them.

    Attributes:
        title: the betting so far: "bet 2, call, check".
        note: the player to act: "First player".
        sets: key of the information set in each cell; empty for impossible cards.
        ticks: for each cell, the ends of the equilibrium's actions, 0 to 1; empty if unknown
            or not shown.
    """

    key: str
    title: str
    note: str
    grid: GridScene
    row: int
    column: int
    sets: tuple[str, ...] = ()
    ticks: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class SetRow:
    """One information set in the list of all of them.

    Attributes:
        ticks: the ends of the equilibrium's actions, 0 to 1.
        figures: difference, value, regret and cost, as text.
    """

    key: str
    part: str
    cards: str
    line: str
    actions: tuple[GridAction, ...]
    shares: tuple[float, ...]
    ticks: tuple[float, ...]
    faded: bool
    figures: tuple[str, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class SetCard:
    """All figures of one information set.

    Attributes:
        rows: name and a text for each action: "Plays" "0.165" "0.836".
    """

    title: str
    note: str
    line: str
    player: str
    actions: tuple[GridAction, ...]
    shares: tuple[float, ...]
    ticks: tuple[float, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    figures: tuple[Figure, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class FamilyScene:
    """The member of Kuhn poker's family of equilibria compared with the engine.

    Attributes:
        position: of the slider, 0 to 1000.
    """

    field: FieldScene
    position: int
    figures: tuple[Figure, ...]
    shown: bool = False


@dataclass(frozen=True, slots=True)
class SheetScene:
    """Every information set of a small game at once.

    Attributes:
        actions: legend of all parts; empty if cells are coloured by a number.
        view: the contents of the cells: strategy, difference, values, regrets or cost.
        figures: of the whole profile: "Exploitability" "35.5" "mA/hand".
    """

    parts: tuple[SheetPart, ...]
    column_titles: tuple[str, ...]
    actions: tuple[GridAction, ...]
    note: str = ""
    view: str = "strategy"
    views: tuple[str, ...] = ("strategy",)
    caption: str = ""
    sets: tuple[SetRow, ...] = ()
    order: str = "cost"
    figures: tuple[Figure, ...] = ()
    family: FamilyScene | None = None
