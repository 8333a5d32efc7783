"""Betting lines of a spot as text: ``f``, ``c`` and ``r<N>``, N being the total on this street.

ACPC text counts totals over a hand instead, but a spot does not know the betting before it. As in
ACPC text a finished round ends in ``/``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ai.betting.sizes import SpotError
from ai.solver.spot import Spot
from engine.errors import IllegalActionError
from engine.player import CALL, FOLD, Action, ActionKind, raise_to
from engine.tree import DECISION

_TOKEN = re.compile(r"f|c|r[0-9]{1,12}|/")


def action_key(action: Action) -> str:
    """Text of an action."""
    if action.kind is ActionKind.RAISE:
        return f"r{action.raise_to}"
    return "f" if action.kind is ActionKind.FOLD else "c"


def parse_key(text: str) -> Action:
    """Parse an action, which need not be legal; the inverse of ``action_key``.

    Raises:
        IllegalActionError: if the text is not an action.
    """
    if text in ("f", "c"):
        return FOLD if text == "f" else CALL
    if _TOKEN.fullmatch(text) is None or text == "/":
        raise IllegalActionError(
            "{text!r} is not an action; write f, c or r with an amount", text=text[:20]
        )
    return raise_to(int(text[1:]))


def line_text(spot: Spot, actions: Sequence[Action]) -> str:
    """Text of a line in the tree; the inverse of ``parse_line``."""
    tree, node, parts = spot.tree, 0, []
    for action in actions:
        parts.append(action_key(action))
        child = int(tree.first_child[node]) + tree.actions_at(node).index(action)
        parts.append("/" * int(tree.street[child] - tree.street[node]))
        node = child
    return "".join(parts)


def parse_line(spot: Spot, text: str) -> tuple[Action, ...]:
    """Parse a line that leads to a decision of the tree.

    Raises:
        SpotError: naming the token, its position and the available actions.
    """
    tree, node, slash, position = spot.tree, 0, False, 0
    actions: list[Action] = []
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise SpotError(
                "{text!r} at character {position} of the line is not f, c, r with a total, or /",
                text=text[position : position + 8],
                position=position + 1,
            )
        token, place = match.group(), position + 1
        position = match.end()
        if slash and token != "/":
            raise SpotError("a / is missing at character {place} of the line", place=place)
        if not slash and token == "/":
            raise SpotError("the / at character {place} of the line ends no round", place=place)
        if slash:
            slash = False
            continue
        here = tree.actions_at(node) if tree.kind[node] == DECISION else ()
        keys = list(map(action_key, here))
        if token not in keys:
            if not keys:
                raise SpotError(
                    "'{token}' at character {place} of the line: there is nothing, since the hand"
                    " is over",
                    token=token,
                    place=place,
                )
            raise SpotError(
                "'{token}' at character {place} of the line: there is {allowed}",
                token=token,
                place=place,
                allowed=", ".join(keys),
            )
        child = int(tree.first_child[node]) + keys.index(token)
        actions.append(here[keys.index(token)])
        slash = bool(tree.street[child] > tree.street[node])
        node = child
    if tree.kind[node] != DECISION:
        raise SpotError("nobody is to act after '{text}'", text=text)
    return tuple(actions)
