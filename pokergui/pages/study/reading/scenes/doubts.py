"""Text of the reasons why ranges are a guess."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.reading.reach import Step, visible
from ai.solver.spot_of_hand import is_rare
from engine.player import Action, PublicState
from engine.policy import blocked
from pokergui.formatting.players import player_names
from pokergui.formatting.words import said
from pokergui.language import tr_study as tr
from pokergui.language.joins import clauses
from pokergui.ranges.answers import taken_words

_ALIKE = 1e-9


def guess_words(spot: PublicState, action: Action, engine: str, *, missed: bool) -> str:
    """Explain why the range after an action is a guess.

    Args:
        spot: the decision.
        action: the action taken there.
        engine: its title.
        missed: whether the engine never considers it; otherwise no hand of its range takes it.
    """
    name = player_names(spot.game)[spot.to_act]
    _, short = said(spot, action, "", you=False)
    if missed:
        short = short[:1].upper() + short[1:]
        text = tr(
            "“{action}” is not among the actions of {engine} as {name}:"
            " the range after it is a guess."
        )
    else:
        text = tr("{engine} would never {action} as {name} here: the range after it is a guess.")
    return text.format(engine=engine, action=short, name=name)


def range_doubts(steps: Sequence[Step], engine: str) -> str:
    """Explain why the ranges that reach a spot are a guess; empty if they are exact.

    Args:
        steps: the decisions that lead to the spot, and the spot itself last.
        engine: its title.
    """
    *past, here = steps
    reach, doubts = here.reach, []
    for at in sorted({*reach.misses, *reach.ends}):
        step, action = past[at], here.spot.actions[at]
        doubts.append(guess_words(step.spot, action, engine, missed=at in reach.misses))
    taken = [words for at, step in enumerate(past) if (words := _taken(step, here, at))]
    if taken:
        sizes = clauses(taken)
        words = tr("{engine} does not know all sizes: {sizes}.")
        doubts.append(words.format(engine=engine, sizes=sizes))
    if past and all(_alike(step) for step in past):
        words = tr(
            "{engine} plays every hand the same way, so its actions do not narrow these ranges."
        )
        doubts.append(words.format(engine=engine))
    if any(is_rare(weights) for weights in visible([reach])[0]):
        words = tr("Few hands reach this node: weights are scaled to a maximum of 1.")
        doubts.append(words)
    return " ".join(doubts)


def _taken(step: Step, here: Step, at: int) -> str:
    """Return the engine's translation of an action as text; empty if it knows the action."""
    action = here.spot.actions[at]
    if step.engine is None or step.answer is None or action in step.answer.actions:
        return ""
    others = step.engine.taken_for(step.spot, action, step.answer)
    return taken_words(action, others) if others else ""


def _alike(step: Step) -> bool:
    """Return whether an engine's strategy at a decision is the same for every hand."""
    assert step.answer is not None
    rows = step.answer.probabilities[~blocked(step.spot.game, step.spot.board)]
    return bool(np.ptp(rows, axis=0).max() < _ALIKE)
