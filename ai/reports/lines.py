"""Betting text of reports: ACPC text, in solutions of spots with totals on the street."""

from __future__ import annotations

import re
from decimal import Decimal

from ai.solver.spot import action_key
from engine.errors import IllegalActionError
from engine.game import Game
from engine.lines import action_text, line_spot, line_text
from engine.player import CALL, FOLD, Action, PublicState, raise_to, verify

_TOKEN = re.compile(r"(f|c|r[0-9]{1,12}(?:\.[0-9]{1,2})?)(/*)")


def action_word(spot: PublicState, action: Action) -> str:
    """Return the text of an action at a spot."""
    game = spot.game
    return action_key(action, game.shown_chip) if game.begins_later else action_text(spot, action)


def line_words(betting: PublicState) -> str:
    """Return the text of a line."""
    if not betting.game.begins_later:
        return line_text(betting.game, betting.actions)
    here, parts = PublicState(betting.game, (), ()), list[str]()
    for action in betting.actions:
        after = here.after(action)
        parts += [action_word(here, action), "/" * (after.street - here.street)]
        here = after
    return "".join(parts)


def read_line(game: Game, text: str) -> PublicState:
    """Return the spot after the text of a line; the inverse of ``line_words``.

    Raises:
        IllegalActionError: naming the token, its position and the reason.
    """
    if not game.begins_later:
        return line_spot(game, text)
    here, position = PublicState(game, (), ()), 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise IllegalActionError(
                "{text!r} at character {position} of the line is not f, c, r with a total, or /",
                text=text[position : position + 8],
                position=position + 1,
            )
        token, slashes = match.groups()
        action = CALL if token == "c" else FOLD
        if token[0] == "r":
            action = raise_to(int(Decimal(token[1:]) * game.shown_chip))
        try:
            verify(here.legal, here.betting, action)
        except IllegalActionError as error:
            raise IllegalActionError(
                "'{token}' at character {place} of the line: {error}",
                token=token,
                place=position + 1,
                error=error,
            ) from None
        after = here.after(action)
        position = match.end(1)
        due = after.street - here.street
        if len(slashes) > due:
            raise IllegalActionError(
                "the / at character {place} of the line ends no round", place=position + due + 1
            )
        if len(slashes) < due and match.end() < len(text):
            raise IllegalActionError(
                "a / is missing at character {place} of the line", place=match.end() + 1
            )
        here, position = after, match.end()
    return here
