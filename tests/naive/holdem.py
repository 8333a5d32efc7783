"""No-limit hold'em with any stacks and blinds."""

from typing import Any

from engine.game import NO_CAP, Game


def no_limit(*stacks, blinds=None, first=None, **more):
    """Two players with the big blind in the first seat; ``first`` acts first preflop."""
    two = len(stacks) == 2
    usual = (2, 1) if two else (1, 2) + (0,) * (len(stacks) - 2)
    begins = (1 if two else 2 % len(stacks)) if first is None else first
    facts: dict[str, Any] = {
        "name": "small",
        "title": "small",
        "betting": "nolimit",
        "num_players": len(stacks),
        "stacks": stacks,
        "blinds": blinds or usual,
        "raise_sizes": (),
        "max_raises": (NO_CAP,) * 4,
        "first_player": (begins, 0, 0, 0),
        "num_suits": 4,
        "num_ranks": 13,
        "num_hole": 2,
        "num_board": (0, 3, 1, 1),
    }
    return Game(**(facts | more))
