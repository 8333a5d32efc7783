"""Text of the History page: the header, the empty list, and errors."""

from __future__ import annotations

from pokergui.formatting.hand_results import result_text
from pokergui.formatting.notices import sentence
from pokergui.formatting.words import chips
from pokergui.language import tr_history as tr
from pokergui.pages.history.scenes.rows import Wanted
from pokergui.pages.history.viewmodel.history import EmptyScene, HistoryHeader
from pokergui.store import Summary, Total
from pokergui.titles import listed_game
from pokergui.viewmodel import Figure, Notice, NoticeButton

CLEAR, RELOAD, PLAY, IMPORT = "clear", "reload", "play", "import"
"""Keys of the buttons."""


def header_scene(matching: Summary, whole: Summary, wanted: Wanted) -> HistoryHeader:
    """Build the header: how many hands match, and the user's result if they are of one game."""
    if wanted == Wanted():
        rest = tr.plural("hand", "hands", whole.hands)
    else:
        word = tr.plural("of {count} hand matches", "of {count} hands match", whole.hands)
        rest = word.format(count=chips(whole.hands))
    figures: tuple[Figure, ...] = ()
    tip = tr("Results of different games are not added up; each game has its own below.")
    if len(matching.totals) == 1:
        figures = (total_figure(matching.totals[0]),)
        tip = tr("Won after rake, not luck-adjusted, in hands that count: {count}")
        tip = tip.format(count=chips(matching.totals[0].hands))
    elif matching.totals:
        words = tr("results of {count} games below").format(count=len(matching.totals))
        figures = (Figure("", "", words),)
    return HistoryHeader(chips(matching.hands), rest, figures, tip)


def total_figure(total: Total) -> Figure:
    """Build the user's result in one game, luck included."""
    ante = listed_game(total.game).unit == "antes"
    return Figure(tr("raw"), *result_text(total.big_blinds, ante=ante))


def nothing_yet() -> EmptyScene:
    """Build the text for an empty database."""
    return EmptyScene(
        tr("No hands yet"),
        tr("Every hand you finish appears here, to be replayed and studied."),
        (NoticeButton(PLAY, tr("Play a hand")), NoticeButton(IMPORT, tr("Import hands"))),
    )


def nothing_matches() -> EmptyScene:
    """Build the text for a filter that leaves nothing."""
    return EmptyScene(
        tr("No hand matches"),
        tr("All hands are still on disk; none of them matches the filter above."),
        (NoticeButton(CLEAR, tr("Clear the filter")),),
    )


def unreadable(error: Exception) -> Notice:
    """Report that the database cannot be read."""
    text = tr("{reason}. Nothing was changed.").format(reason=sentence(error))
    button = NoticeButton(RELOAD, tr("Try again"))
    return Notice("error", tr("Hands cannot be read"), text, (button,), repr(error))
