"""Actions and lines as text: of a game as ``--line`` has them, of a solution as ``solve-spot``."""

from __future__ import annotations

import re

from ai.spot.lines import action_key
from engine.errors import IllegalActionError
from engine.lines import action_text, line_text, parse_action
from engine.player import CALL, FOLD, Action, PublicState, raise_to, verify

_ACTION = re.compile(r"f|c|r([0-9]{1,12})")


def action_word(spot: PublicState, action: Action) -> str:
    """Return an action at a spot: ``r300``, in a solution with the total on its street."""
    return action_key(action) if spot.game.begins_later else action_text(spot, action)


def line_words(spot: PublicState) -> str:
    """Return the line up to a spot, likewise."""
    if not spot.game.begins_later:
        return line_text(spot.game, spot.actions)
    here, parts = PublicState(spot.game, (), ()), list[str]()
    for action in spot.actions:
        after = here.after(action)
        parts += [action_key(action), "/" * (after.street - here.street)]
        here = after
    return "".join(parts)


def read_answer(spot: PublicState, text: str) -> Action:
    """Read an action at a spot; the inverse of ``action_word``.

    Raises:
        IllegalActionError: if it is none, or not legal there.
    """
    if not spot.game.begins_later:
        return parse_action(spot, text)
    found = _ACTION.fullmatch(text)
    if found is None:
        raise IllegalActionError(f"{text[:20]!r} is not an action; write f, c or r with an amount")
    amount = found.group(1)
    action = raise_to(int(amount)) if amount else FOLD if text == "f" else CALL
    verify(spot.legal, spot.betting, action)
    return action
