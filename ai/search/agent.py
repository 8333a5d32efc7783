"""The engines `uct` and `smooth-uct` for small games.

They search the whole game from its start, once. Played as `decision` or `ranges` they search again
at each decision, with a uniform belief or the ranges of a model.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from threading import Lock

from ai.agents.base import TableAgent
from ai.search.belief import Ranges
from ai.search.decision import DecisionAgent
from ai.search.effort import SearchEffort
from ai.search.methods import Method, get_method
from ai.search.priors import NO_GUIDE, Guide
from ai.search.search import Search
from engine.game import Game
from engine.jobs import JobControl

SIMULATIONS = 3_000_000
"""Hands simulated before the first answer: some 1.5 seconds in Leduc."""
AT_DECISION = SearchEffort(3000)
"""Default search of a decision, for each possible hand."""
DECISION = "decision"
_AT_ONCE = 50_000

_searching = Lock()


def make_agent(name: str, game: Game, home: Path | None, control: JobControl) -> TableAgent:
    """Build the engine that plays a search's visits; reproducible bit for bit.

    Args:
        name: of the method.
        game: a game for which ``is_small`` holds.
        home: unused; nothing is stored.
        control: progress and cancellation; simulations until then are kept.

    Raises:
        EngineError: if there is no such method.
        GameError: if the game is too large.
        CancelledError: if cancelled.
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


def make_decider(
    name: str,
    method: Method,
    effort: SearchEffort,
    game: Game,
    ranges: Ranges | None = None,
    guide: Guide = NO_GUIDE,
) -> DecisionAgent:
    """Build the engine that searches at each decision.

    Args:
        name: identifier in commands.
        method: the selection of actions.
        effort: the settings of a search.
        game: a game for which ``is_small`` holds.
        ranges: believed ranges of the other; None is uniform.
        guide: prior knowledge of the game, for methods that need it.
    """
    return DecisionAgent(name, game, method, effort, ranges, guide)
