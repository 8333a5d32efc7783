"""View model of the Lab's tab "Evaluation": exact figures of estimators, one hand, hands drawn."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.pages.lab.viewmodel.lab import LabTable
from pokergui.viewmodel import ChoiceList, FieldScene, Notice
from pokergui.viewmodel.chart import Chart


@dataclass(frozen=True, slots=True)
class HandScene:
    """One hand, and the unseen ones it is evidence for.

    Attributes:
        parts: its betting, the player's cards, the rival's cards, the board; missing parts are left
            out.
        words: how often it is dealt and played, and what it won.
        unseen: the hands it is evidence for, with the weight that each estimator gives them.
        heading: above the arithmetic.
        arithmetic: the calculation of the chosen estimator: (number, calculation).
    """

    parts: tuple[tuple[str, ChoiceList], ...]
    words: str
    unseen: LabTable
    heading: str
    arithmetic: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DrawScene:
    """Hands that are drawn.

    Attributes:
        running: whether they are being drawn.
        words: of the button that draws and stops.
        count: number of hands; empty before the first.
        seed: of the draws.
        enabled: whether the button works.
        chart: the mean of each estimator over the number of hands.
    """

    running: bool
    words: str
    count: str
    seed: FieldScene
    enabled: bool
    chart: Chart


@dataclass(frozen=True, slots=True)
class EvaluationScene:
    """The tab "Evaluation".

    Attributes:
        games: the games on offer.
        case: the listed case: on, off, missing or own.
        roles: behaviour, target, rival.
        value: what a finished hand counts.
        seat: position of behaviour and target.
        fractions: whether numbers are written as fractions where they are short.
        notice: work in progress, or an error.
        table: a row for each estimator.
        chosen: the row whose band and weights are emphasised.
        findings: the target's winnings, which estimators are biased, and why.
        hand: one hand.
        draw: hands that are drawn.
    """

    games: ChoiceList
    case: str
    roles: tuple[ChoiceList, ChoiceList, ChoiceList]
    value: ChoiceList
    seat: int
    fractions: bool
    notice: Notice | None
    table: LabTable
    chosen: int
    findings: tuple[str, str, str]
    hand: HandScene
    draw: DrawScene
