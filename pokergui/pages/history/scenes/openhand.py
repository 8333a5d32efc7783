"""A hand to replay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.records import HandRecord
from pokergui.formatting.words import chips
from pokergui.handtext import hand_text, remarks, stakes_text
from pokergui.language import tr_history as tr
from pokergui.language.joins import phrases
from pokergui.store import IMPORTED, StoredHand


@dataclass(frozen=True)
class OpenHand:
    """A hand to replay, from any source.

    Attributes:
        key: identifies it.
        title: the line above the table.
        engines: engine names by position, empty for people.
        hero: the user's position; -1 for none.
        read: returns the hand itself; raises a PokerError if it cannot be read.
        seat: the position that is shown first; -1 for the default.
        stakes: blinds and rake of a hand from a poker site, and what else its file says.
        text: returns the hand in words, for hands that the table cannot show.
        kept_as_text: whether the rulebook does not play it.
        at_decision: True to open it before the user's last decision, not at its end.
    """

    key: str
    title: str
    engines: tuple[str, ...]
    hero: int
    read: Callable[[], HandRecord]
    seat: int = -1
    stakes: str = ""
    text: Callable[[], str] = str
    kept_as_text: bool = False
    at_decision: bool = False

    @classmethod
    def of(cls, hand: StoredHand, at_decision: bool = False) -> OpenHand:
        """Return a hand of the database."""
        number = chips(hand.number)
        return cls(
            f"hand {number} of {hand.hero}",
            tr("Hand {number}").format(number=number),
            hand.engines,
            hand.hero,
            lambda: hand.record,
            stakes=phrases((stakes_text(hand), *remarks(hand))) if hand.mode == IMPORTED else "",
            text=lambda: hand_text(hand),
            kept_as_text=hand.is_wide,
            at_decision=at_decision,
        )
