"""Text of a reviewed decision, for History and Play."""

from __future__ import annotations

from ai.agents.entry import Engine
from ai.reading.noise import Noise
from ai.review.classes import BEST, BLUNDER, CORRECT, INACCURACY, WRONG
from ai.review.decision import (
    NOT_JAM_FOLD,
    NOT_SOLVED,
    OFF,
    PREFLOP,
    RARE,
    UNKNOWN,
    UNREAD,
    UNSOUND,
)
from ai.review.levels import LEAKY, SHAKY, SHARP, SOLID, STEADY
from ai.review.multiway import SEVERAL
from ai.sit_and_go.agent import SHORT_BLINDS
from engine.game import Game
from engine.lines import parse_action
from engine.player import Action, PublicState
from pokergui.formatting.sizing import menu_of
from pokergui.formatting.words import phrase
from pokergui.language import tr
from pokergui.language.joins import enumerated
from pokergui.viewmodel.settings import AmountUnit


def can_review(engine: Engine, game: Game) -> bool:
    """Return whether an engine is offered as a judge of a game: its strategy covers all ranges."""
    solved = engine.solves or engine.is_blueprint
    return solved and engine.answers_ranges(game) and not engine.learns


def quality_title(quality: str) -> str:
    return {
        BEST: tr("Best"),
        CORRECT: tr("Correct"),
        INACCURACY: tr("Inaccuracy"),
        WRONG: tr("Wrong"),
        BLUNDER: tr("Blunder"),
    }[quality]


def level_title(level: str) -> str:
    return {
        SHARP: tr("Sharp"),
        SOLID: tr("Solid"),
        STEADY: tr("Steady"),
        SHAKY: tr("Shaky"),
        LEAKY: tr("Leaky"),
    }[level]


def quality_text(quality: str) -> str:
    return phrase(quality_title(quality))


def action_title(spot: PublicState, action: Action, unit: AmountUnit = "chips") -> str:
    (item,) = menu_of(spot, [action], unit)
    return item.head.title


def best_title(spot: PublicState, text: str, unit: AmountUnit = "chips") -> str:
    return action_title(spot, parse_action(spot, text), unit)


def noise_text(noise: Noise, unit: str) -> str:
    """Return the sources of a noise floor: "training 0.12 bb, card and bet abstraction 0.05 bb"."""
    titles = {
        "translation": tr("bet size translation"),
        "bucketing": tr("card and bet abstraction"),
        "training": tr("training"),
        "distance": tr("accuracy of the solution"),
        "estimate": tr("estimated EVs"),
    }
    parts = [f"{titles[name]} {part:.2f} {unit}" for name, part in noise.parts.items()]
    return tr("It comes from {parts}.").format(parts=enumerated(parts)) if parts else ""


def unread_text(reason: str) -> str:
    return {
        RARE: tr("the judge has hardly trained this spot"),
        UNKNOWN: tr("the judge never considers this action"),
        UNREAD: tr("the judge has no answer here"),
        OFF: tr("the pot and stacks differ too much from those that the judge knows"),
        SEVERAL: tr("more than two players are in after the flop"),
        UNSOUND: tr("the judge contradicts itself here: it often plays what loses by its own EVs"),
        PREFLOP: tr("the judge solves from the flop on"),
        NOT_SOLVED: tr("only hands of two players from the flop on are solved"),
        NOT_JAM_FOLD: tr(
            "only all-in and fold below {blinds} bb are judged in prizes, all else by other judges"
            " in chips"
        ).format(blinds=SHORT_BLINDS),
    }[reason]
