"""The decisions of a reader in the last hand, each in its four steps."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.strips import Figure


@dataclass(frozen=True, slots=True)
class ExpectedRow:
    """One action of the user, and what the model made of it.

    Attributes:
        title: "Call preflop".
        expected: how likely the model thought it: "38%".
        bits: the bits that it leaked: "0.59".
    """

    title: str
    expected: str
    bits: str


@dataclass(frozen=True, slots=True)
class WeighedRow:
    """One action that the engine considered.

    Attributes:
        title: "Raise to 900".
        folds: how often the user folds to it: "42%"; empty if that is not asked.
        wins: chance of winning if the user continues: "55%"; empty for a fold.
        value: its EV: "+1.24".
        error: standard error: "± 0.02"; empty if the value is exact.
        played: whether the engine took it.
        spoken: the row in words.
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
        title: "Hand 12, decision 2 of 3".
        place: "Flop, pot 6 bb"; empty if there is no decision.
        held: "Reader held", before its cards.
        cards: the engine's cards.
        board: the cards on the board.
        can_back, can_forward: whether there are decisions before and after.
        model: "Model of you: 412 hands".
        expected: step 1: the user's actions in the hand so far.
        grid: step 2: the belief about the user's hand.
        belief: the user's own cards in it: "You held A♠ K♦: 1.2% of its belief".
        chance: step 3: figures.
        unit: heading of the values.
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
