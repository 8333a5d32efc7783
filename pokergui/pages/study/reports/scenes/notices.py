"""Notices of the aggregate report: not offered, failed, or saved."""

from __future__ import annotations

from engine.game import Game
from pokergui.formatting.notices import go_on, good, sentence
from pokergui.formatting.words import chips
from pokergui.language import tr_study as tr
from pokergui.ranges.grid_shape import shows_all_boards
from pokergui.viewmodel import Notice


def not_offered(game: Game) -> str:
    """Explain why a game has no report; empty if it has one."""
    if not game.is_heads_up:
        return tr("Reports are for two players only")
    if shows_all_boards(game):
        return tr("This game is small: the grid shows all its boards at once")
    if game.begins_later:
        return tr("A solved spot has one board; choose an engine to look at many")
    if not game.is_heads_up_holdem:
        return tr("Reports need heads-up hold\u2019em")
    return ""


def waits(*, busy: bool) -> str:
    """Explain why no engine can be asked: it is being built, or has no ranges."""
    if busy:
        return tr("The engine is getting ready")
    return tr("This engine gives no strategy for its whole range: choose another one above")


def broke_off(error: Exception) -> Notice:
    """Return the notice that the engine did not answer."""
    title = tr("The report stopped with an error")
    text = tr("{reason}. The finished boards are kept.").format(reason=sentence(error))
    return Notice("error", title, text, (go_on(),), repr(error))


def saved(count: int, name: str) -> Notice:
    """Return the notice that the table was written."""
    words = tr.plural("1 board saved as {file}", "{count} boards saved as {file}", count)
    title = words.format(count=chips(count), file=name)
    text = tr("Frequencies, weights and equities are 0 to 1, values in chips.")
    return Notice("plain", title, text, (go_on(),))


def not_saved(error: Exception) -> Notice:
    """Return the notice that the table could not be written."""
    text = tr("{reason}. The report stays as it is.").format(reason=sentence(error))
    return Notice("error", tr("The table was not saved"), text, (go_on(),), repr(error))


def never_there() -> Notice:
    """Return the notice that the line reaches none of the boards shown."""
    text = tr("The line reaches none of the boards shown.")
    return Notice("plain", tr("This cannot be practised"), text, (good(),))
