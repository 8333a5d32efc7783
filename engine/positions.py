"""Position names, from UTG to the big blind."""

from __future__ import annotations

from functools import cache

POSITIONS = ("UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO", "BTN", "SB", "BB")
"""All names, from the first to act before the flop to the big blind."""
_LATE = ("BTN", "CO", "HJ", "LJ")
"""Names of the last to act before the blinds, the button first."""
_ALWAYS = 2
"""Number of late positions that keep their names even where they act first."""


@cache
def position_names(players: int) -> tuple[str, ...]:
    """Return position names of a game with blinds, by position.

    The first player to act before the flop is UTG, unless that is the cutoff or the button.

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
