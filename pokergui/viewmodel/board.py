"""The deck of the board picker."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.cards import CardView


@dataclass(frozen=True, slots=True)
class BoardCard:
    """One card of the board picker."""

    key: str
    card: CardView
    chosen: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class BoardPicker:
    """The deck to choose the board from.

    Attributes:
        rows: suits (or one row in small decks), ranks descending.
        title: "Flop: choose 2 more cards"; "Board" if nothing is missing.
        random_text: "Random flop"; empty if there is nothing to choose.
        error: why a board is impossible; empty if it is possible.
        missing: cards are still to be chosen.
    """

    rows: tuple[tuple[BoardCard, ...], ...]
    title: str
    random_text: str = ""
    error: str = ""
    missing: bool = False
