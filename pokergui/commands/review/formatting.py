"""Classes, levels and reasons of reviews as the command prints them."""

from __future__ import annotations

from ai.review.classes import BEST, BLUNDER, CORRECT, INACCURACY, WRONG
from ai.review.decision import OFF, RARE, UNKNOWN, UNREAD
from ai.review.levels import LEAKY, SHAKY, SHARP, SOLID, STEADY
from pokergui.language import tr_commands as tr
from pokergui.reviews.work import NO_CARDS, NO_PLAYER, NOT_JUDGED, NOT_PLAYED


def quality_text(quality: str) -> str:
    """Return a class of decisions."""
    return {
        BEST: tr("best"),
        CORRECT: tr("correct"),
        INACCURACY: tr("inaccuracy"),
        WRONG: tr("wrong"),
        BLUNDER: tr("blunder"),
    }[quality]


def level_text(level: str) -> str:
    """Return the level of an error rate."""
    return {
        SHARP: tr("sharp"),
        SOLID: tr("solid"),
        STEADY: tr("steady"),
        SHAKY: tr("shaky"),
        LEAKY: tr("leaky"),
    }[level]


def unread_text(reason: str) -> str:
    """Return why a judge gives no answer at a decision."""
    return {
        RARE: tr("hardly trained"),
        UNKNOWN: tr("not on its menu"),
        UNREAD: tr("no answer"),
        OFF: tr("too far from its own lines"),
    }[reason]


def reason_text(reason: str) -> str:
    """Return why a hand was not reviewed; an error of the judge as it is."""
    known = {
        NO_CARDS: tr("cards not known"),
        NOT_PLAYED: tr("more players than are played here"),
        NO_PLAYER: tr("nobody to review"),
        NOT_JUDGED: tr("not a game of this judge"),
    }
    return known.get(reason, reason)
