"""Games that can be solved or trained on."""

from __future__ import annotations

from functools import lru_cache

from ai.cfr.agent import is_small, is_solvable
from engine.game import Game, built_in_games


@lru_cache(maxsize=1)
def solvable_games() -> tuple[Game, ...]:
    """Two-player games small enough for the solvers, largest first; slow at its first call."""
    return tuple(game for game in reversed(built_in_games()) if is_small(game))


def trainable_games() -> tuple[Game, ...]:
    """Solvable games, then hold'em, then small multiplayer games."""
    listed = built_in_games()
    return (
        *solvable_games(),
        *(game for game in listed if game.is_heads_up_holdem),
        *(game for game in reversed(listed) if not game.is_heads_up and is_solvable(game)),
    )
