"""What an engine says of its own answer, as a person reads it."""

from __future__ import annotations

from ai.blueprint.agent import ON_TREE, TRANSLATED
from ai.nfsp.agent import ON_MENU
from engine.player import Strategy
from pokergui.presenters.words import tr


def answer_note(answer: Strategy) -> str:
    """Where an answer comes from, as a sentence or a few words; empty if it goes without saying."""
    if answer.note in (ON_TREE, ON_MENU):
        return ""
    if answer.note == TRANSLATED:
        return tr(
            "Translated: sizes that the engine does not know are read as the nearest ones on its"
            " menu, each in proportion."
        )
    return answer.note[:1].upper() + answer.note[1:]
