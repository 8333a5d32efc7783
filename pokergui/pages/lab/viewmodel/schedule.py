"""View model of the Lab's tab "Sampling schedule": k of N drawn, claims, cost and convergence."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.pages.lab.viewmodel.lab import LabTable
from pokergui.viewmodel.chart import Chart
from pokergui.viewmodel.fields import FieldScene
from pokergui.viewmodel.topbar import ChoiceList


@dataclass(frozen=True, slots=True)
class ScheduleBar:
    """Decisions with the same number of actions, and the same number walked.

    Attributes:
        actions: N.
        picks: k.
        label: k/N as a fraction.
        tip: the bar in words.
        dial: the dial of the schedule that sets it, -1 for none.
    """

    actions: int
    picks: int
    label: str
    tip: str
    dial: int


@dataclass(frozen=True, slots=True)
class ScheduleSlot:
    """Bars with the same number of decisions before; ``caption`` is that number."""

    caption: str
    bars: tuple[ScheduleBar, ...]


@dataclass(frozen=True, slots=True)
class ScheduleStreet:
    """The slots of a street."""

    title: str
    slots: tuple[ScheduleSlot, ...]


@dataclass(frozen=True, slots=True)
class SchedulePlayer:
    """All decisions of a player; ``axis`` is what the slots count."""

    title: str
    axis: str
    streets: tuple[ScheduleStreet, ...]


@dataclass(frozen=True, slots=True)
class ScheduleDial:
    """A number of the schedule that can be made larger or smaller."""

    caption: str
    value: str
    can_less: bool
    can_more: bool


@dataclass(frozen=True, slots=True)
class ClaimScene:
    """A claim of the patent, and where the schedule meets it.

    Attributes:
        claim: its number.
        text: its content, in short.
        detail: its content in full.
        literal: whether it is met on some line.
        everywhere: whether it is met on every line.
    """

    claim: int
    text: str
    detail: str
    literal: bool
    everywhere: bool


@dataclass(frozen=True, slots=True)
class ScheduleScene:
    """The tab "Sampling schedule".

    Attributes:
        games: the games that fit the solvers.
        presets: listed schedules; a custom one is in the list once there is one.
        field: the schedule as text, with its meaning or its error.
        count: the decisions that slots count: own or both.
        players: the decisions of A and of B.
        dials: numbers of the schedule; none if they are all in the text.
        dial: the one that keys change.
        claims: those of the patent.
        left_out: its other claims, and why they are not there.
        costs: the schedule against k = N and k = 1.
        chart: exploitability over node touches of the three.
        findings: the schedule against each of the others, in words.
        note: how that was measured, and how much of it is done.
        can_train: whether the schedule is valid.
    """

    games: ChoiceList
    presets: ChoiceList
    field: FieldScene
    count: str
    players: tuple[SchedulePlayer, ...]
    dials: tuple[ScheduleDial, ...]
    dial: int
    claims: tuple[ClaimScene, ...]
    left_out: str
    costs: LabTable
    chart: Chart
    findings: tuple[str, ...]
    note: str
    can_train: bool
