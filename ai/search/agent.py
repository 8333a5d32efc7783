"""The engines `uct` and `smooth-uct` for small games.

They search the whole game from its start, once. Played as `decision` or `ranges` they search anew
at each decision, where they believe that the other holds any hand, or the ranges of a model.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from threading import Lock

from ai.base import TableAgent
from ai.reach import RangeReader
from ai.search.decision import DecisionAgent
from ai.search.methods import get_method
from ai.search.search import Search
from engine.agent import Agent
from engine.game import Game
from engine.jobs import JobControl

SIMULATIONS = 3_000_000
"""Hands that are simulated before the first answer: some 1.5 seconds in Leduc."""
AT_DECISION = 3000
"""Hands that are simulated at a decision for each hand that could be held there."""
DECISION, RANGES = "decision", "ranges"
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


def make_decider(name: str, game: Game, model: Agent | None) -> DecisionAgent:
    """The engine that searches at each decision.

    Args:
        name: of the method.
        game: a game for which ``is_small`` holds.
        model: whose ranges it believes; None believes every hand alike.

    Raises:
        EngineError: if there is no such method, or the model has no ranges.
    """
    reader = None if model is None else RangeReader(model)
    full = f"{name}:{DECISION if model is None else RANGES}"
    return DecisionAgent(full, game, get_method(name), AT_DECISION, reader)
