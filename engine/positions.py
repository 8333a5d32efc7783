"""Position names, from UTG to the big blind."""

from __future__ import annotations

from functools import cache

from engine.game import Game

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


def names_in_order(players: int) -> tuple[str, ...]:
    """Return position names in the order of action before the flop, the blinds last.

    Heads-up the button is named by its blind.

    Args:
        players: 2 to 10.
    """
    return (*position_names(players)[2:], "SB", "BB")


def positions_of(game: Game) -> tuple[str, ...]:
    """Return the position names of a game with blinds; it may lack the small blind."""
    players, (first, second) = game.num_players, game.blinds[:2]
    if players > 2 and second < game.big_blind <= first:
        return position_names(players + 1)[1:]
    return position_names(players)
