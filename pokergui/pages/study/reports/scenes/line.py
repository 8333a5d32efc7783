"""The line of an aggregate report, built by clicks: the line so far, and its continuations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ai.reading.reach import RangeReader
from engine.errors import CancelledError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import action_text, line_spot, line_text, parse_action
from engine.player import Action, PublicState
from pokergui.formatting.menu import legal_extras, menu_of
from pokergui.pages.study.reading.scenes.line import crumbs
from pokergui.ranges.place import Place
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.strips import LineScene

_APART = 11
"""Distance in the deck between the cards of the board for which an engine's menu is asked."""


@dataclass(frozen=True)
class LineWay:
    """A line that can be clicked.

    Attributes:
        text: the line.
        scene: the line so far.
        counts: number of actions before each crumb.
        menu: actions that may follow; keys are betting texts. Empty if nobody is to act.
    """

    text: str
    scene: LineScene
    counts: tuple[int, ...]
    menu: tuple[GridAction, ...]


def way_of(
    game: Game, text: str, reader: RangeReader | None, control: JobControl | None = None
) -> LineWay | None:
    """Return the line of a betting text, and the actions that the engine considers there.

    If the engine has no answer, the menu is that of the rules.

    Args:
        game: the game.
        text: the betting text.
        reader: the engine's reader; None if there is none.
        control: to stop.

    Returns:
        The line; None if the text is not one.

    Raises:
        CancelledError: if stopped.
    """
    try:
        betting = line_spot(game, text.strip())
    except PokerError:
        return None
    scene, counts = crumbs(replace(Place.root(game), actions=betting.actions))
    line = line_text(game, betting.actions)
    return LineWay(line, scene, counts, _menu(betting, reader, control))


def _menu(
    betting: PublicState, reader: RangeReader | None, control: JobControl | None
) -> tuple[GridAction, ...]:
    if betting.finished:
        return ()
    game = betting.game
    known: Sequence[Action] = ()
    if reader is not None:
        board = game.deck[::_APART][: game.board_sizes[betting.street]]
        spot = PublicState(game, betting.actions, board)
        try:
            known = reader.answer(spot, control, keep=False).actions
        except CancelledError:
            raise
        except PokerError:
            known = ()
    actions = sorted(known or legal_extras(betting, ()), key=lambda one: (one.kind, one.raise_to))
    return tuple(
        replace(item.head, key=action_text(betting, item.action))
        for item in menu_of(betting, actions)
    )


def line_after(game: Game, text: str, key: str) -> str:
    """Return the betting text with one more action.

    Raises:
        PokerError: if there is no such action.
    """
    betting = line_spot(game, text)
    return line_text(game, betting.after(parse_action(betting, key)).actions)


def line_before(game: Game, text: str, count: int) -> str:
    """Return the betting text of the first ``count`` actions."""
    return line_text(game, line_spot(game, text).actions[:count])
