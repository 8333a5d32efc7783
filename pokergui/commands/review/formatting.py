"""Reasons for what is not reviewed, as commands print them."""

from __future__ import annotations

from ai.review.decision import OFF, RARE, UNKNOWN, UNREAD, UNSOUND
from ai.review.multiway import SEVERAL
from pokergui.language import tr_commands as tr
from pokergui.reviews.work import NO_CARDS, NO_PLAYER, NOT_JUDGED, NOT_PLAYED


def unread_text(reason: str) -> str:
    """Return why a judge gives no answer at a decision."""
    return {
        RARE: tr("hardly trained"),
        UNKNOWN: tr("not on its menu"),
        UNREAD: tr("no answer"),
        OFF: tr("too far from its own lines"),
        SEVERAL: tr("more than two players after the flop"),
        UNSOUND: tr("the judge contradicts itself here"),
    }[reason]


def reason_text(reason: str) -> str:
    """Return why a hand was not reviewed; an error of the judge as it is."""
    known = {
        NO_CARDS: tr("cards not known"),
        NOT_PLAYED: tr("the rulebook does not play it"),
        NO_PLAYER: tr("no player to review"),
        NOT_JUDGED: tr("not a game of this judge"),
    }
    return known.get(reason, reason)
