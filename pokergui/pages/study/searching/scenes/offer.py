"""The nodes that offer a search, and the words when there is none or it fails."""

from __future__ import annotations

from pokergui.formatting.notices import go_on, sentence
from pokergui.language import tr_study as tr
from pokergui.ranges.place import Place
from pokergui.viewmodel import Notice


def not_offered(place: Place) -> str:
    """Explain why there is no search at a node; empty if there is one."""
    if not place.game.is_heads_up:
        return tr("The search tree is heads-up only")
    if place.betting.finished:
        return tr("It is nobody's turn here: there is nothing to search")
    if place.missing:
        return tr("Choose the board first: a search needs known cards")
    return ""


def broke_off(error: Exception) -> Notice:
    """Return the notice that the search cannot start or continue."""
    title = tr("The search stopped with an error")
    text = tr("{reason}. The results so far are kept.").format(reason=sentence(error))
    return Notice("error", title, text, (go_on(),), repr(error))
