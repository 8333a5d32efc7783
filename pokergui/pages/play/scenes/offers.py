"""What the Play page says of hands that wait, and of one that is at the table again."""

from __future__ import annotations

from collections.abc import Callable

from pokergui.formatting.choices import engine_title, table_words
from pokergui.formatting.lineup import named
from pokergui.formatting.notices import hand_offered, hand_waits, taken_up
from pokergui.formatting.words import tr
from pokergui.pages.play.work.shelf import WaitingHand
from pokergui.viewmodel import ActionBarScene, NextHand, Notice


class Offers:
    """Shows one offer at a time, until the person acts or another hand is dealt.

    Attributes:
        shown: whether one is shown.

    Args:
        show: shows a notice, or closes it.
    """

    def __init__(self, show: Callable[[Notice | None], None]) -> None:
        self.shown = False
        self._show = show
        self._notice: Notice | None = None

    def taken_up(self, opponents: str) -> None:
        """A hand that waited is at the table; ``opponents`` are the engines' titles."""
        self._offer(taken_up(opponents))

    def elsewhere(self, hand: WaitingHand) -> None:
        """A hand waits at another table, before the first one is dealt here."""
        self._offer(hand_offered(_opponents(hand), _table(hand)))

    def left(self, hand: WaitingHand) -> None:
        """A hand was left and waits."""
        self._offer(hand_waits(_opponents(hand), _table(hand)))

    def close(self) -> None:
        """Close the offer that is shown, if one is."""
        if self.shown:
            self.shown = False
            self._show(None)

    def seen(self, notice: Notice | None) -> None:
        """Something is said: an offer is shown no more if it is something else."""
        self.shown = notice is not None and notice is self._notice

    def _offer(self, notice: Notice) -> None:
        self.shown, self._notice = True, notice
        self._show(notice)


def _opponents(hand: WaitingHand) -> str:
    return named([engine_title(name, game=hand.game) for name in hand.opponents])


def _table(hand: WaitingHand) -> str:
    return table_words(hand.game)


def waiting_bar() -> ActionBarScene:
    """The bar until the person has said whether a hand of another table goes on."""
    deal = NextHand(tr("Deal a new hand"), tr("the other one waits"), tr("Space"))
    return ActionBarScene((), next_hand=deal)
