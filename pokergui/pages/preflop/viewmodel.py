"""View models of the Preflop page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel import ChoiceList, FieldScene, Figure
from pokergui.viewmodel.actions import Sizing
from pokergui.viewmodel.grid import GridAction, GridScene

Shown = Literal["frequency", "ev"]
MOST_SEATS = 6
STACKS = tuple(f"stack_{seat}" for seat in range(MOST_SEATS))
"""Names of the fields of the stacks, in the order of action."""


@dataclass(frozen=True, slots=True)
class SeatValue:
    """One seat of the table.

    Attributes:
        name: "SB".
        value: big blinds that it wins a hand, "−0.0458"; with payouts its prize, "$48.20"; empty
            while unknown.
        change: against the equilibrium without locks: "+0.112"; empty if nothing is locked.
        tip: the value in words.
    """

    name: str
    value: str = ""
    change: str = ""
    tip: str = ""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One decision between all-in and fold, in the list of lines.

    Attributes:
        line: "jam", "call jam of CO".
        percent: share of its hands that are all-in: "58.6%"; empty while unknown.
        reach: how often play comes to it: "42%".
        share: the first, 0 to 1.
        locked: whether some of its hands are locked.
    """

    key: str
    seat: str
    line: str
    percent: str = ""
    reach: str = ""
    share: float = 0.0
    locked: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class HandFigures:
    """One class of hands: "AKs", "4 combos", and each action with its frequency and EV."""

    title: str
    note: str
    rows: tuple[tuple[GridAction, str, str], ...] = ()
    locked: bool = False


@dataclass(frozen=True, slots=True)
class PreflopScene:
    """The whole page.

    Attributes:
        source: the charts: of jam or fold, or of a blueprint.
        about: what is known of the blueprint, paragraph by paragraph; empty for jam or fold, whose
            form is shown instead.
        acts: heading of the shares in the list of lines: "All-in", "Raise".
        players: how many, 2 to 6.
        equal: whether all have one stack, set by the slider.
        slider: None if stacks differ.
        stack: the stack of all as text.
        stack_0: fields of the stacks, in the order of action; None without such a seat, or if all
            are equal.
        ante_of: ``each`` or ``big``: who pays the ante.
        seats: the players, in the order of action.
        heading: of the chart: "BB: call of SB".
        summary: "37.4%"; its tip "496 combos".
        actions: of the chart, in the order of its legend.
        hands: the cells of the grid.
        figures: distance to the equilibrium and other figures of the whole solution.
        note: what is exact and what is approximate.
        problem: why there is no solution; empty if there is one, or will be.
        state: progress in words: "Solving…".
        painting: whether the grid is painted with the brush.
        brush: key of the action that strokes lock, empty to free hands.
        locked: whether anything is locked.
        offers: names of the controls that can be used now.
    """

    source: ChoiceList | None = None
    about: tuple[str, ...] = ()
    acts: str = ""
    players: int = 2
    equal: bool = True
    slider: Sizing | None = None
    stack: FieldScene | None = None
    stack_0: FieldScene | None = None
    stack_1: FieldScene | None = None
    stack_2: FieldScene | None = None
    stack_3: FieldScene | None = None
    stack_4: FieldScene | None = None
    stack_5: FieldScene | None = None
    small: FieldScene | None = None
    ante: FieldScene | None = None
    ante_of: str = "each"
    payouts: FieldScene | None = None
    seats: tuple[SeatValue, ...] = ()
    lines: tuple[ChartLine, ...] = ()
    current: str = ""
    heading: str = ""
    summary: str = ""
    summary_tip: str = ""
    shown: Shown = "frequency"
    grid: GridScene | None = None
    actions: tuple[GridAction, ...] = ()
    hands: tuple[HandFigures, ...] = ()
    figures: tuple[Figure, ...] = ()
    note: str = ""
    problem: str = ""
    state: str = ""
    progress: float | None = None
    painting: bool = False
    brush: str = ""
    locked: bool = False
    offers: frozenset[str] = frozenset()
