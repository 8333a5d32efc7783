"""What the History page says over the list, in place of it, and when something goes wrong."""

from __future__ import annotations

from engine.errors import GameError
from engine.game import get_game
from pokergui.presenters.history_rows import Wanted
from pokergui.presenters.notices import sentence
from pokergui.presenters.words import chips, signed, tr
from pokergui.store import Facets, Summary
from pokergui.viewmodel import EmptyScene, Figure, HistoryHeader, Notice, NoticeButton

CLEAR, RELOAD, PLAY, IMPORT = "clear", "reload", "play", "import"
"""Keys of the buttons."""


def header_scene(
    matching: Summary, whole: Summary, wanted: Wanted, facets: Facets
) -> HistoryHeader:
    """How many hands match, and the person's result in them."""
    if wanted == Wanted():
        rest = tr("hand") if whole.hands == 1 else tr("hands")
    else:
        word = tr("of {count} hand matches") if whole.hands == 1 else tr("of {count} hands match")
        rest = word.format(count=chips(whole.hands))
    figures = (_raw(matching, wanted, facets),) if matching.with_hero else ()
    tip = tr("Chips won, luck included, each hand in its own big blinds; antes in Kuhn and Leduc")
    return HistoryHeader(chips(matching.hands), rest, figures, tip)


def _raw(matching: Summary, wanted: Wanted, facets: Facets) -> Figure:
    """The result in big blinds; in antes where only games with antes are shown."""
    games = (wanted.game,) if wanted.game else facets.games
    antes = bool(games) and all(_has_ante(name) for name in games)
    unit = tr("antes") if antes else tr("bb")
    return Figure(tr("raw"), signed(matching.big_blinds, 0 if antes else 1), unit)


def _has_ante(name: str) -> bool:
    try:
        return get_game(name).ante > 0
    except GameError:
        return False


def nothing_yet() -> EmptyScene:
    """No hand was ever saved."""
    return EmptyScene(
        tr("No hands yet"),
        tr("Every hand you finish appears here, to be replayed and studied."),
        (NoticeButton(PLAY, tr("Play a hand")), NoticeButton(IMPORT, tr("Import hands"))),
    )


def nothing_matches() -> EmptyScene:
    """The filter leaves nothing."""
    return EmptyScene(
        tr("No hand matches"),
        tr("All hands are still on disk; the filter above leaves none of them."),
        (NoticeButton(CLEAR, tr("Clear the filter")),),
    )


def unreadable(error: Exception) -> Notice:
    """The database cannot be read."""
    text = tr("{reason}. Nothing was changed.").format(reason=sentence(error))
    button = NoticeButton(RELOAD, tr("Try again"))
    return Notice("error", tr("Hands cannot be read"), text, (button,), repr(error))
