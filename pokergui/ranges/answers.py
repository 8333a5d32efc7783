"""Notes on the source and reliability of an engine's answer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.blueprint.agent import ON_TREE, TRANSLATED
from ai.blueprint.blueprint import FEW_VISITS
from ai.cfr.algorithms import ALGORITHMS
from ai.networks.agent import ON_MENU
from engine.player import Action, Strategy
from pokergui.formatting.words import chips
from pokergui.language import name_text, tr
from pokergui.language.joins import full_sentences

_METHODS = {one.name: one.title for one in ALGORITHMS}
_ALONE = 0.9995
"""Probability from which a size counts as mapped to a single other one."""


def answer_note(answer: Strategy, weights: NDArray[np.float64] | None = None) -> str:
    """Return a note on an answer's source; empty if it is obvious.

    Args:
        weights: (num_combos,) of the hands that matter; if most of them were hardly trained, the
            note begins with that.
    """
    return full_sentences((training_note(answer, weights), _origin(answer.note)))


def training_note(answer: Strategy, weights: NDArray[np.float64] | None) -> str:
    if answer.rare is None or weights is None or not weights.any():
        return ""
    if weights @ answer.rare < 0.5 * weights.sum():
        return ""
    return tr("Hardly trained here, fewer than {count} visits: treat it as a guess.").format(
        count=FEW_VISITS
    )


def _origin(note: str) -> str:
    if note in (ON_TREE, ON_MENU):
        return ""
    if note == TRANSLATED:
        return tr(
            "Translated: sizes off the engine’s menu are mapped to the nearest ones on it,"
            " in proportion."
        )
    if note in _METHODS:
        note = name_text(_METHODS[note])
    return note[:1].upper() + note[1:]


def taken_words(action: Action, others: Sequence[tuple[Action, float]]) -> str:
    """Return how a raise is mapped to the menu: "600 is mapped to 550 (78%) or 900 (22%)"."""
    parts = []
    for other, share in others:
        words = chips(other.raise_to) if other.raise_to else tr("no raise")
        percent = f"{100 * share:.0f}%"
        alone = share > _ALONE
        parts.append(
            words if alone else tr("{size} ({percent})").format(size=words, percent=percent)
        )
    return tr("{size} is mapped to {sizes}").format(
        size=chips(action.raise_to), sizes=tr(" or ").join(parts)
    )
