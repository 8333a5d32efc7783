"""Games that can be solved or trained here."""

from __future__ import annotations

from functools import lru_cache

from ai.cfr.agent import is_small
from engine.game import Game, built_in_games


@lru_cache(maxsize=1)
def solvable_games() -> tuple[Game, ...]:
    """Games that fit the solvers, the largest first; slow at its first call."""
    return tuple(game for game in reversed(built_in_games()) if is_small(game))


def trainable_games() -> tuple[Game, ...]:
    """Games that can be solved, then hold'em."""
    return (*solvable_games(), *(game for game in built_in_games() if game.is_heads_up_holdem))
