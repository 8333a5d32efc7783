"""A reviewed decision in words, for History and Play."""

from __future__ import annotations

from ai.entry import Engine
from ai.review.classes import BEST, BLUNDER, CORRECT, INACCURACY, WRONG
from ai.review.decision import OFF, RARE, UNKNOWN, UNREAD, UNSOUND
from ai.review.levels import LEAKY, SHAKY, SHARP, SOLID, STEADY
from engine.lines import parse_action
from engine.player import Action, PublicState
from pokergui.formatting.menu import menu_of
from pokergui.formatting.words import phrase
from pokergui.language import tr


def can_review(engine: Engine) -> bool:
    """Return whether an engine is offered as a judge: it gives the EV of every hand."""
    return engine.has_ranges and (engine.solves or engine.is_blueprint) and not engine.learns


def quality_title(quality: str) -> str:
    """Return a class of decisions in words."""
    return {
        BEST: tr("Best"),
        CORRECT: tr("Correct"),
        INACCURACY: tr("Inaccuracy"),
        WRONG: tr("Wrong"),
        BLUNDER: tr("Blunder"),
    }[quality]


def level_title(level: str) -> str:
    """Return the level of an error rate in words."""
    return {
        SHARP: tr("Sharp"),
        SOLID: tr("Solid"),
        STEADY: tr("Steady"),
        SHAKY: tr("Shaky"),
        LEAKY: tr("Leaky"),
    }[level]


def quality_text(quality: str) -> str:
    """Return a class of decisions as part of a sentence: "best"."""
    return phrase(quality_title(quality))


def action_title(spot: PublicState, action: Action) -> str:
    """Return an action as players name it: "Raise to 1,900"."""
    (item,) = menu_of(spot, [action])
    return item.head.title


def best_title(spot: PublicState, text: str) -> str:
    """Return the judge's best action, kept as ACPC text."""
    return action_title(spot, parse_action(spot, text))


def unread_text(reason: str) -> str:
    """Return why a judge gives no answer at a decision, as part of a sentence."""
    return {
        RARE: tr("the judge has hardly trained this spot"),
        UNKNOWN: tr("the judge never considers this action"),
        UNREAD: tr("the judge has no answer here"),
        OFF: tr("the pot and stacks differ too much from those that the judge knows"),
        UNSOUND: tr("the judge contradicts itself here: it often plays what loses by its own EVs"),
    }[reason]
