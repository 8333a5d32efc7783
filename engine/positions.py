"""What the seats at a table are called: UTG round to the big blind."""

from __future__ import annotations

from functools import cache

POSITIONS = ("UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO", "BTN", "SB", "BB")
"""All names, from the first to act before the flop to the big blind."""
_LATE = ("BTN", "CO", "HJ", "LJ")
"""From the button backwards."""
_ALWAYS = 2
"""So many of them keep their names where they act first."""


@cache
def position_names(players: int) -> tuple[str, ...]:
    """Names of the positions of a game with blinds, by position.

    Who acts first before the flop is UTG, unless that is the cutoff or the button.

    Args:
        players: 2 to 10.
    """
    if players == 2:  # the button has the small blind
        return ("BB", "BTN")
    late = list(_LATE[: players - 2])
    early = players - 2 - len(late)
    if not early and len(late) > _ALWAYS:
        late[-1] = "UTG"
    first = ["UTG", *(f"UTG+{seat}" for seat in range(1, early))][:early]
    return ("SB", "BB", *first, *reversed(late))


def order_of_play(players: int) -> tuple[int, ...]:
    """Positions as they act before the flop: (players,), the big blind last."""
    return (1, 0) if players == 2 else (*range(2, players), 0, 1)
