"""A hand as its source states it, before the rulebook plays it.

Readers of sites and formats produce it; ``playing.py`` plays it or counts it as text. Amounts are
hundredths of the source's unit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.cards import Card

CENTS = 100
"""Hundredths of a unit."""
MOST_UNITS = 10**12
"""Most units of an amount."""

PostKind = Literal["small", "big", "ante", "dead", "both", "straddle"]
"""Forced bets; ``both`` is a big blind and a dead small one."""
StepKind = Literal["fold", "call", "call to", "raise to", "add", "show", "deal"]
"""What happens: a call of so many chips, or up to a total on the street; a bet or raise to a
total; chips added, whatever they amount to; cards dealt to a player or shown; the board."""


class Seat(NamedTuple):
    """A player at the table; ``number`` and ``stack`` are 0 where the source does not tell."""

    number: int
    stack: int


class Post(NamedTuple):
    """A forced bet; ``place`` is its line in the source."""

    place: int
    name: str
    kind: PostKind
    amount: int


class HandStep(NamedTuple):
    """One thing that happens in a hand.

    Attributes:
        place: its line in the source.
        name: of the player; empty for the board.
        amount: -1 where the source names none.
    """

    place: int
    name: str
    kind: StepKind
    amount: int = -1
    cards: tuple[Card, ...] = ()


@dataclass
class SourceHand:
    """A hand as its source states it.

    Attributes:
        number: in its source.
        time: UTC, ISO 8601; empty where unknown.
        symbol: of the currency; empty for chips.
        cents: whether its amounts count hundredths.
        blinds: the small and the big blind of the table; 0 where the source names none.
        button: number of the seat with the button; 0 where unknown.
        seats: everybody at the table by name, in or out of the hand.
        dealt_in: names of all players of the hand; if empty, those who post or act.
        hero: the name of the user; empty where the source does not tell.
        collected: chips that players won, by name.
        paid_at: line of the last of them.
        returned: whether the source names the uncalled bet that was returned.
        rake: what the house took; None where the source does not tell.
        cashed: chips for which players sold their hands, by name.
        runs: how often the board was dealt.
        boards: the whole further boards, of a hand that was run more than once.
        over: whether the source has the end of the hand.
    """

    number: int = 0
    time: str = ""
    symbol: str = ""
    cents: bool = False
    blinds: tuple[int, int] = (0, 0)
    button: int = 0
    seats: dict[str, Seat] = field(default_factory=dict)
    dealt_in: set[str] = field(default_factory=set)
    posts: list[Post] = field(default_factory=list)
    steps: list[HandStep] = field(default_factory=list)
    hero: str = ""
    collected: dict[str, int] = field(default_factory=dict)
    paid_at: int = 0
    returned: bool = False
    rake: int | None = None
    cashed: dict[str, int] = field(default_factory=dict)
    runs: int = 1
    boards: list[tuple[Card, ...]] = field(default_factory=list)
    over: bool = False
