"""Notices of the Play page about unfinished and resumed hands."""

from __future__ import annotations

from collections.abc import Callable

from pokergui.formatting.choices import engine_title, table_words
from pokergui.formatting.lineup import named
from pokergui.formatting.notices import hand_offered, hand_waits, taken_up
from pokergui.language import tr_play as tr
from pokergui.pages.play.work.shelf import WaitingHand
from pokergui.viewmodel import ActionBarScene, NextHand, Notice


class Offers:
    """One offer at a time, shown until the user acts or another hand is dealt.

    Attributes:
        shown: True while one is shown.

    Args:
        show: called to show a notice, or close it.
    """

    def __init__(self, show: Callable[[Notice | None], None]) -> None:
        self.shown = False
        self._show = show
        self._notice: Notice | None = None

    def taken_up(self, opponents: str) -> None:
        """Report that an unfinished hand was resumed; ``opponents`` are the engines' titles."""
        self._offer(taken_up(opponents))

    def elsewhere(self, hand: WaitingHand) -> None:
        """Offer to resume an unfinished hand of another table before the first deal."""
        self._offer(hand_offered(_opponents(hand), _table(hand)))

    def left(self, hand: WaitingHand) -> None:
        """Report that a hand was left unfinished."""
        self._offer(hand_waits(_opponents(hand), _table(hand)))

    def close(self) -> None:
        """Close the offer if one is shown."""
        if self.shown:
            self.shown = False
            self._show(None)

    def seen(self, notice: Notice | None) -> None:
        """Note which notice is shown: another one replaces an offer."""
        self.shown = notice is not None and notice is self._notice

    def _offer(self, notice: Notice) -> None:
        self.shown, self._notice = True, notice
        self._show(notice)


def _opponents(hand: WaitingHand) -> str:
    return named([engine_title(name, game=hand.game) for name in hand.opponents])


def _table(hand: WaitingHand) -> str:
    return table_words(hand.game)


def waiting_bar() -> ActionBarScene:
    """Build the bar until the user has decided whether another table's hand continues."""
    deal = NextHand(tr("Deal a new hand"), tr("the other one waits"), tr("Space"))
    return ActionBarScene((), next_hand=deal)
