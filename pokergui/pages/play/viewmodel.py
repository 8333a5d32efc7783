"""The advisor's drawer: an engine's advice on the decision, and the ranges."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.actions import SlotAdvice, Tone
from pokergui.viewmodel.controls import Choice, ChoiceList, SpotField
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.strips import Figure, Notice
from pokergui.viewmodel.table import CardView

YOU, FIRST = "you", "1"
"""Keys of the user's own range and of the next seat's; the others are seat numbers, too."""


@dataclass(frozen=True, slots=True)
class SizeAdvice:
    """One size of a bet or raise that the engine considers.

    Attributes:
        key: sent back when it is pressed: the amount's text "1,837".
        rank: its colour between the classes, as in ``GridAction``.
        preset: the key of its preset; empty if it has none.
    """

    key: str
    title: str
    tone: Tone
    rank: float | None
    advice: SlotAdvice
    chosen: bool = False
    preset: str = ""


@dataclass(frozen=True, slots=True)
class PotAdvice:
    """One of several pots that a call plays for: its cost of the call, odds and equity."""

    name: str
    amount: str
    cost: str
    odds: str
    equity: str


@dataclass(frozen=True, slots=True)
class AdviceSide:
    """A player whose range can be shown."""

    key: str
    short: str
    name: str


@dataclass(frozen=True, slots=True)
class AdvisorProblem:
    """The reason for missing advice, and what can be done."""

    title: str
    text: str = ""
    offers: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class AdvisorScene:
    """The whole drawer.

    Attributes:
        warning: actions of this line that an engine would never have taken.
        thinking: True while an answer is on its way; the last picture stays.
        waiting: words before the first decision; empty once there is one.
    """

    engine: ChoiceList
    figures: tuple[Figure, ...] = ()
    sizes: tuple[SizeAdvice, ...] = ()
    pots: tuple[PotAdvice, ...] = ()
    sides: tuple[AdviceSide, ...] = ()
    side: str = FIRST
    range_title: str = ""
    range_note: str = ""
    grid: GridScene | None = None
    note: str = ""
    warning: str = ""
    thinking: bool = False
    waiting: str = ""
    problem: AdvisorProblem | None = None


@dataclass(frozen=True, slots=True)
class LeakedBits:
    """Information leaked by one action of the user; negative if the belief grew wider."""

    title: str
    bits: str
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class HandReadingScene:
    """A belief about the user's hand, in the advisor's drawer.

    Attributes:
        grid: shaded by the belief, with the user's own cell marked, or None.
        merged: the first n + 2 leaks as one row, for n from 0, where space is short.
        thinking: True while an answer is on its way; the last picture stays.
    """

    title: str = ""
    title_short: str = ""
    model: str = ""
    grid: GridScene | None = None
    leaks: tuple[LeakedBits, ...] = ()
    merged: tuple[LeakedBits, ...] = ()
    total: str = ""
    own: tuple[CardView, ...] = ()
    own_share: str = ""
    most: str = ""
    note: str = ""
    thinking: bool = False


@dataclass(frozen=True, slots=True)
class LearnedRate:
    """An action's frequency: learned, and expected before; empty if neither is known."""

    text: str = ""
    prior: str = ""
    share: float = 0.0
    prior_share: float = 0.0


@dataclass(frozen=True, slots=True)
class LearnedRow:
    """One situation."""

    title: str
    seen: str
    fold: LearnedRate
    call: LearnedRate
    raise_: LearnedRate
    differs: str
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class LearnedScene:
    """The model of one opponent in one family of games; ``empty`` replaces the rows."""

    opponents: ChoiceList
    figures: tuple[Figure, ...] = ()
    rows: tuple[LearnedRow, ...] = ()
    empty: tuple[str, str] = ("", "")
    notice: Notice | None = None
    note: str = ""
    busy: bool = False
    can_reset: bool = False


@dataclass(frozen=True, slots=True)
class ExpectedRow:
    """One action of the user, and what the model made of it."""

    title: str
    expected: str
    bits: str


@dataclass(frozen=True, slots=True)
class WeighedRow:
    """One action that the engine considered: if the user folds, and wins if not."""

    title: str
    folds: str
    wins: str
    value: str
    error: str
    played: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class ReasonsScene:
    """One decision of a reader in four steps; ``empty`` replaces them.

    Attributes:
        expected: step 1: the user's actions in the hand so far.
        grid: step 2: the belief about the user's hand, with ``belief`` on the user's own cards.
        chance: step 3: figures.
        weighed: step 4: the actions, and the rule of the choice in words and numbers.
    """

    title: str = ""
    place: str = ""
    held: str = ""
    cards: tuple[CardView, ...] = ()
    board: tuple[CardView, ...] = ()
    can_back: bool = False
    can_forward: bool = False
    model: str = ""
    expected: tuple[ExpectedRow, ...] = ()
    grid: GridScene | None = None
    belief: str = ""
    chance: tuple[Figure, ...] = ()
    unit: str = ""
    weighed: tuple[WeighedRow, ...] = ()
    rule: tuple[str, ...] = ()
    empty: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class PartnerScene:
    """An offer in one line."""

    text: str
    note: str
    tip: str


@dataclass(frozen=True, slots=True)
class StakesScene:
    """Antes, rake, the stacks as typed, and the first reason why they cannot be played.

    Attributes:
        of_seats: whether the fields are stacks of seats; else they are those of a sit-and-go.
    """

    names: tuple[str, ...]
    fields: tuple[SpotField, ...]
    problem: str = ""
    options: ChoiceList | None = None
    rake: ChoiceList | None = None
    of_seats: bool = True
