"""The rows of the list of engines for those that search: ``uct``, ``smooth-uct``, ``nfsp-uct``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

from ai.cfr.agent import is_small
from ai.entry import Engine, Factory
from ai.networks.agent import NetworkAgent
from ai.networks.record import Trained
from ai.nfsp.shipped import find_shipped, load_shipped, shipped_networks
from ai.search.agent import AT_DECISION, DECISION, make_agent, make_decider
from ai.search.effort import RANGES, Effort, read_effort
from ai.search.guide import Guide, network_guide
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl

NETWORKS = "nfsp"
"""The method whose networks are searched with."""
NAME = f"{NETWORKS}-uct"
EFFORT = Effort(2800, belief=RANGES)
"""The source's number of simulations."""
_KEPT = 8

SMOOTH = "smooth-uct"
_ROWS = (
    ("uct", "Tree search", "Tries what pays best in millions of simulated hands, against itself."),
    (
        SMOOTH,
        "Smooth tree search",
        "Searches the same way, but mostly against what it did so far, on average.",
    ),
)

Model = Callable[[Game], Engine | None]
"""The engine whose ranges a search may believe of the other."""


def searching_engines(needs: str, model: Model) -> tuple[Engine, ...]:
    """The engines that know nothing of a game but its rules.

    Args:
        needs: which games they play, in words.
        model: whose ranges they may believe.
    """
    ways = {DECISION: AT_DECISION, RANGES: replace(AT_DECISION, belief=RANGES)}
    return tuple(
        Engine(
            name=name,
            title=title,
            character=character,
            needs=needs,
            fits=is_small,
            make=partial(make_agent, name),
            solves=name == SMOOTH,
            plays={play: partial(_make, name, play, model, way) for play, way in ways.items()},
            options=partial(_options, name, model),
        )
        for name, title, character in _ROWS
    )


def network_searchers() -> tuple[Engine, ...]:
    """The engine that searches with networks; none where none are shipped."""
    games = [info.game for _, info in shipped_networks() if info.algorithm == NETWORKS]
    names = [game.name for game in games if is_small(game)]
    return (_network_searcher(", ".join(names)),) if names else ()


@lru_cache(_KEPT)
def _network_searcher(names: str) -> Engine:
    return Engine(
        name=NAME,
        title=NAME.upper(),
        character="Searches from each decision, led by networks that learned the game.",
        needs=f"games as trained: {names}",
        fits=_fits,
        make=partial(_make_guided, "", EFFORT),
        options=_guided_options,
    )


def _make(
    method: str,
    play: str,
    model: Model,
    effort: Effort,
    game: Game,
    home: Path | None,
    control: JobControl,
) -> Agent:
    """An engine that searches at each decision."""
    row = model(game) if effort.belief == RANGES else None
    agent = None if row is None else row.make(game, home, control)
    return make_decider(f"{method}:{play}", method, effort, game, agent)


def _options(method: str, model: Model, text: str) -> Factory:
    return partial(_make, method, text, model, read_effort(text, AT_DECISION))


def _fits(game: Game) -> bool:
    return is_small(game) and find_shipped(NETWORKS, game) is not None


def _guided_options(text: str) -> Factory:
    return partial(_make_guided, f":{text}", read_effort(text, EFFORT))


def _make_guided(
    play: str, effort: Effort, game: Game, home: Path | None, control: JobControl
) -> Agent:
    trained = load_shipped(NETWORKS, game)
    return make_network_searcher(NAME + play, trained, effort)


def make_network_searcher(name: str, trained: Trained, effort: Effort = EFFORT) -> Agent:
    """The engine that searches with networks of a small game.

    The prior is the average network's, values are those of the networks of values, and the other
    holds what the average network brings to a decision.

    Args:
        name: what commands call it.
        trained: the networks.
        effort: how long a decision is searched.

    Raises:
        EngineError: if the networks know no values, or their menu has not all bets of the game.
        GameError: if the game is too large.
    """
    guide = _guide(trained)
    if not len(guide.values):
        raise EngineError(f"'{name}' searches with values, which these networks have not learned")
    model = NetworkAgent(NETWORKS, trained.environment, trained.networks)
    believed = model if effort.belief == RANGES else None
    return make_decider(name, NAME, effort, trained.environment.game, believed, guide)


@lru_cache(_KEPT)
def _guide(trained: Trained) -> Guide:
    return network_guide(trained.environment, trained.networks)
