"""What our command line calls the states of OpenSpiel's Kuhn and Leduc poker."""

from __future__ import annotations

from typing import Any


def _is_leduc(state: Any) -> bool:
    return "leduc" in state.get_game().get_type().short_name


def reading_of(state: Any) -> tuple[str, list[str], str]:
    """Betting text, both players' ranks and the board's of one of OpenSpiel's states."""
    leduc, cards, line = _is_leduc(state), [], ""
    for player, action in ((move.player, move.action) for move in state.full_history()):
        if player < 0:
            cards.append("JQK"[action // 2 if leduc else action])
            line += "/" if len(cards) == 3 else ""
        else:
            line += ("fcr" if leduc else "fc" if "r" in line else "cr")[action]
    return line, cards[:2], "".join(cards[2:])


def letters_of(state: Any) -> dict[int, str]:
    """Return the betting text of each of OpenSpiel's actions."""
    if _is_leduc(state):
        return {action: "fcr"[action] for action in state.legal_actions()}
    return dict(enumerate("fc" if "r" in reading_of(state)[0] else "cr"))
