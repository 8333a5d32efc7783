"""What Study's page says of a range at a place."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.grid import GridAction


@dataclass(frozen=True, slots=True)
class LineRow:
    """One row of the action list beside the grid.

    Attributes:
        key: what is sent back when it is clicked.
        title: "Check", "Bet 550", "Flop", "Button to act".
        kind: a street, a decision, or an action.
        tone: an action's colour class and glyph; None for streets and decisions.
        rank: as of ``GridAction``.
        depth: indentation, from 0.
        share: total frequency of an action, 0 to 1, None where it is not known (yet).
        percent: the same as text: "57%", "8.4%", "…".
        current: the decision shown, or an action on the way to it.
        enabled: whether it can be clicked.
        cards: the street's cards.
        size: as of ``GridAction``.
    """

    key: str
    title: str
    kind: str = "action"
    tone: Tone | None = None
    depth: int = 0
    share: float | None = None
    percent: str = ""
    current: bool = False
    enabled: bool = True
    cards: tuple[CardView, ...] = ()
    rank: float | None = None
    size: str = ""


@dataclass(frozen=True, slots=True)
class StudySide:
    """One of the two players.

    Attributes:
        key: what is sent back when it is chosen.
        name: "Button", "Big blind", "First player".
        note: "to act".
        combos: "853 combos", weighted by reach.
        equity: "39.1%", of the whole range against the other's; empty where it is not known.
        value: "3.61 bb" or "48.2 chips", worth of the range from here on; "– EV" where not known.
        why: why its worth is not known.
        shown: its range is in the grid.
        short: its name where room is short: "BTN"; empty for the name.
    """

    key: str
    name: str
    note: str = ""
    combos: str = ""
    shown: bool = False
    equity: str = ""
    value: str = ""
    why: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class ActionTotal:
    """An action of the side to act over its whole range: a card under the grid.

    Attributes:
        action: which.
        percent: "57%".
        combos: "486 combos".
        share: 0 to 1.
        enabled: whether it can be followed.
        value: EV of the hands that do it: "2.31 bb"; empty where it is not known.
    """

    action: GridAction
    percent: str
    combos: str
    share: float
    enabled: bool = True
    value: str = ""
