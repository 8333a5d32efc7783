"""What our command line calls the states of OpenSpiel's Kuhn and Leduc poker."""

from __future__ import annotations

from typing import Any


def reading_of(state: Any) -> tuple[str, list[str], str]:
    """Betting text, both players' ranks and the board's of one of OpenSpiel's states."""
    leduc = is_leduc(state)
    cards, line, facing = [], "", False
    for player, action in ((move.player, move.action) for move in state.full_history()):
        if player < 0:
            cards.append("JQK"[action // 2 if leduc else action])
            line += "/" if len(cards) == 3 else ""
        elif leduc:
            line += "fcr"[action]
        else:
            line += "fc"[action] if facing else "cr"[action]
            facing = facing or bool(action)
    return line, cards[:2], "".join(cards[2:])


def letters_of(state: Any) -> dict[int, str]:
    """Return the betting text of each of OpenSpiel's actions."""
    if is_leduc(state):
        return {action: "fcr"[action] for action in state.legal_actions()}
    return dict(enumerate("fc" if "r" in reading_of(state)[0] else "cr"))


def is_leduc(state: Any) -> bool:
    return "leduc" in state.get_game().get_type().short_name
