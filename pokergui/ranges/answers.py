"""What an engine says of its own answer, as a person reads it."""

from __future__ import annotations

from collections.abc import Sequence

from ai.blueprint.agent import ON_TREE, TRANSLATED
from ai.cfr.algorithms import ALGORITHMS
from ai.nfsp.agent import ON_MENU
from engine.player import Action, Strategy
from pokergui.formatting.words import chips, tr

_METHODS = {one.name: one.title for one in ALGORITHMS}
_ALONE = 0.9995
"""From here on a size is read as one other alone."""


def answer_note(answer: Strategy) -> str:
    """Where an answer comes from, as a sentence or a few words; empty if it goes without saying."""
    if answer.note in (ON_TREE, ON_MENU):
        return ""
    if answer.note == TRANSLATED:
        return tr(
            "Translated: sizes that the engine does not know are read as the nearest ones on its"
            " menu, each in proportion."
        )
    note = _METHODS.get(answer.note, answer.note)
    return note[:1].upper() + note[1:]


def taken_words(action: Action, others: Sequence[tuple[Action, float]]) -> str:
    """What an engine reads a raise as: "600 is read as 550 (78%) or 900 (22%)"."""
    parts = [
        chips(other.raise_to)
        if share > _ALONE
        else tr("{size} ({percent})").format(
            size=chips(other.raise_to), percent=f"{100 * share:.0f}%"
        )
        for other, share in others
    ]
    return tr("{size} is read as {sizes}").format(
        size=chips(action.raise_to), sizes=tr(" or ").join(parts)
    )
