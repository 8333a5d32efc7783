"""Table animation: immutable steps from one picture to the next.

A presenter makes one frame for each event of a hand: the picture after it and the steps
that lead there. The view plays frames in order; any key or click completes them all.
"""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.table import TableScene


@dataclass(frozen=True, slots=True)
class DealCard:
    """Hole card ``index`` of ``seat`` slides in from the dealer's side."""

    seat: int
    index: int


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """Board card ``index`` turns face up in its slot."""

    index: int


@dataclass(frozen=True, slots=True)
class ShowCards:
    """The hole cards of ``seat`` turn face up."""

    seat: int


@dataclass(frozen=True, slots=True)
class BetChips:
    """Chips slide from ``seat`` to the place in front of it."""

    seat: int


@dataclass(frozen=True, slots=True)
class CollectBets:
    """All bets of the previous picture slide to the pot."""


@dataclass(frozen=True, slots=True)
class ReturnChips:
    """The bet of the previous picture goes back to ``seat`` uncalled."""

    seat: int


@dataclass(frozen=True, slots=True)
class PayPot:
    """The pot of the previous picture slides to ``seats`` (several if it is split)."""

    seats: tuple[int, ...]


Step = DealCard | TurnBoard | ShowCards | BetChips | CollectBets | ReturnChips | PayPot


@dataclass(frozen=True, slots=True)
class TableFrame:
    """A picture, the steps that lead to it, and how long to rest on it.

    Attributes:
        scene: the table when the steps are done.
        steps: played together, cards one after another with overlap; empty shows at once.
        hold_ms: milliseconds to stay before the next frame, at normal speed.
    """

    scene: TableScene
    steps: tuple[Step, ...] = ()
    hold_ms: int = 0
