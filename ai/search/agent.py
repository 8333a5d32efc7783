"""The engines `uct` and `smooth-uct` for small games: a search of the whole game from its start."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from threading import Lock

from ai.base import TableAgent
from ai.search.methods import get_method
from ai.search.search import Search
from engine.game import Game
from engine.jobs import JobControl

SIMULATIONS = 3_000_000
"""Hands that are simulated before the first answer: some 1.5 seconds in Leduc."""
_AT_ONCE = 50_000

_searching = Lock()


def make_agent(name: str, game: Game, home: Path | None, control: JobControl) -> TableAgent:
    """The engine that plays the visits of a search; the same bits each time.

    Args:
        name: of the method.
        game: a game for which ``is_small`` holds.
        home: is not used; nothing is kept in files.
        control: to report progress and to stop; what was searched until then is not lost.

    Raises:
        EngineError: if there is no such method.
        GameError: if the game is too large.
        CancelledError: if stopped.
    """
    with _searching:
        search = _search(name, game)
        while search.simulations < SIMULATIONS:
            control.check()
            search.run(_AT_ONCE)
            control.progress(search.simulations / SIMULATIONS)
        return TableAgent(name, search.table(), f"{SIMULATIONS:,} simulations")


@lru_cache(maxsize=8)
def _search(name: str, game: Game) -> Search:
    return Search(game, get_method(name))
