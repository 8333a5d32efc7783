"""The notice that the decision shown cannot be practised."""

from __future__ import annotations

from pokergui.formatting.notices import good
from pokergui.language import tr_study as tr
from pokergui.viewmodel import Notice


def cannot_drill() -> Notice:
    """Return the notice for an incomplete board, an unsolved spot, or the end of a hand."""
    text = tr("Drills need a decision with a complete board and, in a spot, its solution.")
    return Notice("plain", tr("This cannot be practised"), text, (good(),))
