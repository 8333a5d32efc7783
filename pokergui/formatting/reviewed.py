"""A reviewed decision in words, for History and Play."""

from __future__ import annotations

from ai.review.classes import BEST, BLUNDER, CORRECT, INACCURACY, WRONG
from ai.review.levels import LEAKY, SHAKY, SHARP, SOLID, STEADY
from engine.lines import parse_action
from engine.player import Action, PublicState
from pokergui.formatting.menu import menu_of
from pokergui.formatting.words import tr


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
    """Return the level that an error rate stands for in words."""
    return {
        SHARP: tr("Sharp"),
        SOLID: tr("Solid"),
        STEADY: tr("Steady"),
        SHAKY: tr("Shaky"),
        LEAKY: tr("Leaky"),
    }[level]


def action_title(spot: PublicState, action: Action) -> str:
    """Return an action as players name it: "Raise to 1,900"."""
    (item,) = menu_of(spot, [action])
    return item.head.title


def best_title(spot: PublicState, text: str) -> str:
    """Return the judge's best action, kept as ACPC text."""
    return action_title(spot, parse_action(spot, text))
