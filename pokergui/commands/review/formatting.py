"""Reasons for what is not reviewed, as commands print them."""

from __future__ import annotations

from collections.abc import Mapping

from ai.review.decision import OFF, RARE, UNKNOWN, UNREAD, UNSOUND
from pokergui.language import tr_commands as tr
from pokergui.language.joins import enumerated
from pokergui.reviews.work import NO_CARDS, NO_PLAYER, NOT_JUDGED, NOT_PLAYED


def unread_text(reason: str) -> str:
    """Return why a judge gives no answer at a decision."""
    return {
        RARE: tr("hardly trained"),
        UNKNOWN: tr("not on its menu"),
        UNREAD: tr("no answer"),
        OFF: tr("too far from its own lines"),
        UNSOUND: tr("the judge contradicts itself here"),
    }[reason]


def noise_text(parts: Mapping[str, float]) -> str:
    """Return the parts of a noise floor in mbb, in words and big blinds."""
    titles = {
        "translation": tr("sizes taken for others"),
        "bucketing": tr("hands and sizes grouped"),
        "training": tr("training"),
        "distance": tr("distance of the solution"),
        "estimate": tr("estimated EVs"),
    }
    amount = tr("{name} {amount:.3f} bb")
    return enumerated(
        [amount.format(name=titles[name], amount=mbb / 1000) for name, mbb in parts.items()]
    )


def reason_text(reason: str) -> str:
    """Return why a hand was not reviewed; an error of the judge as it is."""
    known = {
        NO_CARDS: tr("cards not known"),
        NOT_PLAYED: tr("more players than are played here"),
        NO_PLAYER: tr("nobody to review"),
        NOT_JUDGED: tr("not a game of this judge"),
    }
    return known.get(reason, reason)
