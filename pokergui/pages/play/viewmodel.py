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
    """One of several pots that a call plays for.

    Attributes:
        cost: chips of the call among them: "100".
        odds: part of it that the call costs: "8.3%".
        equity: part of it that the user's hand wins on average: "31.0%".
    """

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
        figures: equity, pot odds, best EV, number of actions in the mix.
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
    """Information leaked by one action of the user.

    Attributes:
        bits: "0.59"; "−0.12" if the belief grew wider.
        share: length of its bar relative to the longest, 0 to 1; 0 for none.
    """

    title: str
    bits: str
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class BeliefScene:
    """The panel of the advisor's drawer.

    Attributes:
        title_short: the same without the name, where space is short.
        grid: shaded by the belief, with the user's own cell marked, or None.
        merged: the first n + 2 leaks as one row, for n from 0, where space is short.
        total: "1.15 of 10.4"; empty if there is none.
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
    """The frequency of an action in a situation: as learned, and as expected before.

    Attributes:
        text: "38%"; empty if it is neither seen nor expected.
        prior: "25%".
        share, prior_share: the same as numbers of 0 to 1.
    """

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
    """The sheet of the model of one opponent in one family of games.

    Attributes:
        empty: text instead of rows: a sentence, and what to do.
        busy: True while work runs that must end before another begins.
    """

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
    """One action that the engine considered.

    Attributes:
        folds: how often the user folds to it: "42%"; empty if that is not asked.
        wins: chance of winning if the user continues: "55%"; empty for a fold.
        error: standard error: "± 0.02"; empty if the value is exact.
    """

    title: str
    folds: str
    wins: str
    value: str
    error: str
    played: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class ReasonsScene:
    """One decision of a reader.

    Attributes:
        expected: step 1: the user's actions in the hand so far.
        grid: step 2: the belief about the user's hand.
        belief: the user's own cards in it: "You held A♠ K♦: 1.2% of its belief".
        chance: step 3: figures.
        weighed: step 4: the actions.
        rule: how the action was chosen, in words and numbers.
        empty: text instead of all of it: a sentence, and what to do.
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
class StacksScene:
    """The stacks as the strip shows them.

    Attributes:
        problem: the first reason why these stacks cannot be played; empty if they can.
    """

    names: tuple[str, ...]
    fields: tuple[SpotField, ...]
    problem: str = ""
