"""Registry entries of searching engines: ``uct``, ``smooth-uct``, ``nfsp-uct``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

from ai.agents.entry import Engine, Factory
from ai.agents.supported_games import SEARCHED
from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.blueprint import Blueprint
from ai.cfr.agent import is_small
from ai.networks.agent import NetworkAgent
from ai.networks.environment import environment
from ai.networks.nfsp.shipped import find_shipped, load_shipped, shipped_networks
from ai.networks.record import Trained
from ai.opponent.agent import fits as can_be_modelled
from ai.opponent.prior import prior_of
from ai.reading.reach import Weights
from ai.search.belief import Ranges, ranges_by
from ai.search.decision import AT_DECISION, DECISION, DecisionAgent, DecisionSearch, make_agent
from ai.search.effort import LEARNED, MODEL, RANGES, SearchEffort, read_effort
from ai.search.holdem import HandAgent, HandDecision
from ai.search.incremental import HoldemSearchGame
from ai.search.methods import BY_PRIOR, METHODS, Method, get_method
from ai.search.opponent_model import LearningSearcher, Searcher
from ai.search.range_strategy import SearchingAgent
from ai.search.rollouts import BlueprintGuide
from ai.search.search import NO_GUIDE, Guide, network_guide, table_guide
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState
from engine.wording import Wording

NETWORKS = "nfsp"
"""The method whose networks guide searches."""
NAME = f"{NETWORKS}-uct"
EFFORT = SearchEffort(2800, belief=RANGES)
"""The source's number of simulations."""
_KEPT = 8
_KEPT_BLUEPRINTS = 4

SMOOTH = "smooth-uct"
_ROWS = (
    ("uct", "Tree search", "Finds the best action by simulating hands against itself."),
    (
        SMOOTH,
        "Smooth tree search",
        "Searches the same way, but mostly against its own average play so far.",
    ),
)

Model = Callable[[Game], Engine | None]
"""The engine whose ranges a search may use as beliefs."""


def searching_engines(model: Model) -> tuple[Engine, ...]:
    """Return the engines that know only the rules of a game.

    Small games are searched from their start, once, unless played as another variant; hold'em from
    each decision.

    Args:
        model: gives the engine of these ranges.
    """
    ways = {DECISION: AT_DECISION, RANGES: replace(AT_DECISION, belief=RANGES)}
    return tuple(
        Engine(
            name=name,
            title=title,
            character=character,
            needs=SEARCHED,
            fits=_searchable,
            make=partial(_make_usual, name),
            solves=name == SMOOTH,
            plays={
                play: partial(_make_search, name, play, model, way) for play, way in ways.items()
            },
            options=partial(_search_options, name, model),
            learns_with=_learns,
            is_slow=lambda game: game.is_holdem and not game.is_heads_up,
        )
        for name, title, character in _ROWS
    )


def _searchable(game: Game) -> bool:
    return game.is_holdem or is_small(game)


def _make_usual(method: str, game: Game, home: Path | None, control: JobControl) -> Agent:
    if is_small(game):
        return make_agent(method, game, home, control)
    return HandAgent(method, ground_of(game), get_method(method), AT_DECISION)


@lru_cache(_KEPT)
def ground_of(game: Game) -> HoldemSearchGame:
    """Return hold'em with its default menu, for searches without networks."""
    return HoldemSearchGame(environment(game, dealing=False))


def network_searchers() -> tuple[Engine, ...]:
    """Return the engine that searches with networks; none if none are shipped."""
    games = [info.game for _, info in shipped_networks() if info.algorithm == NETWORKS]
    names = [game.name for game in games]
    return (_network_searcher(", ".join(names)),) if names else ()


@lru_cache(_KEPT)
def _network_searcher(names: str) -> Engine:
    return Engine(
        name=NAME,
        title=NAME.upper(),
        character="Searches from each decision, guided by trained networks.",
        needs=Wording("games as trained: {games}", games=names),
        fits=_fits,
        make=partial(_make_guided, "", EFFORT),
        options=_guided_options,
        learns_with=_learns,
        is_slow=lambda game: game.is_holdem,
    )


def _make_search(
    method: str,
    play: str,
    model: Model,
    effort: SearchEffort,
    game: Game,
    home: Path | None,
    control: JobControl,
) -> Agent:
    """An engine that searches at each decision."""
    asks = effort.belief == RANGES or effort.rollouts == MODEL
    row = model(game) if asks else None
    if effort.belief == RANGES and row is None:
        raise EngineError(
            "no engine gives ranges for beliefs in {title}", title=Wording(game.title)
        )
    agent = None if row is None else row.make(game, home, control)
    rolled_out_by = agent if effort.rollouts == MODEL else None
    if effort.rollouts == MODEL and rolled_out_by is None:
        raise EngineError(
            "no engine has a table for rollouts in {title}", title=Wording(game.title)
        )
    searcher = _searcher(f"{method}:{play}", get_method(method), effort, game, rolled_out_by)
    if effort.belief == LEARNED:
        return _learning(f"{method}:{play}", game, home, control, searcher)
    believed = agent if effort.belief == RANGES else None
    return searcher(None if believed is None else ranges_by(believed))


def _searcher(
    name: str, way: Method, effort: SearchEffort, game: Game, model: Agent | None
) -> Callable[[Ranges | None], SearchingAgent]:
    """Return a builder of engines that search with believed ranges and optional model rollouts.

    Raises EngineError if the model is not a table of the game, in hold'em not a blueprint.
    """
    way = way if model is None else replace(way, beyond=BY_PRIOR)
    if not is_small(game):
        if model is not None and not isinstance(model, BlueprintAgent):
            raise EngineError("'{name}' has no blueprint for rollouts", name=model.name)
        ground = ground_of(game) if model is None else _blueprint_ground(model.blueprint)
        return lambda ranges: HandAgent(name, ground, way, effort, ranges)
    table = None if model is None else model.table()
    if model is not None and table is None:
        raise EngineError("'{name}' has no table for rollouts", name=model.name)
    guide = NO_GUIDE if table is None else table_guide(table)
    return lambda ranges: DecisionAgent(name, game, way, effort, ranges, guide)


@lru_cache(_KEPT_BLUEPRINTS)
def _blueprint_ground(blueprint: Blueprint) -> HoldemSearchGame:
    """Return hold'em with a blueprint's menu and rollouts."""
    place = environment(blueprint.game, str(blueprint.menu), dealing=False)
    return HoldemSearchGame(place, blueprint=BlueprintGuide(blueprint, place))


def _learning(
    name: str, game: Game, home: Path | None, control: JobControl, searcher: Searcher
) -> LearningSearcher:
    """Build a search whose beliefs come from a learned opponent model.

    Raises EngineError if the game cannot be modelled.
    """
    if not (game.is_heads_up and can_be_modelled(game)):
        raise EngineError(
            "nothing can be learned about opponents in {title}", title=Wording(game.title)
        )
    return LearningSearcher(name, game, prior_of(game, home, control), searcher)


def _learns(text: str) -> bool:
    return f"belief={LEARNED}" in text.split(",")


def _search_options(method: str, model: Model, text: str) -> Factory:
    return partial(_make_search, method, text, model, read_effort(text, AT_DECISION))


def _fits(game: Game) -> bool:
    return _searchable(game) and find_shipped(NETWORKS, game) is not None


def _guided_options(text: str) -> Factory:
    return partial(_make_guided, f":{text}", read_effort(text, EFFORT))


def _make_guided(
    play: str, effort: SearchEffort, game: Game, home: Path | None, control: JobControl
) -> Agent:
    name, trained = NAME + play, load_shipped(NETWORKS, game)
    if effort.belief != LEARNED:
        return make_network_searcher(name, trained, effort)

    def searcher(ranges: Ranges) -> SearchingAgent:
        return make_network_searcher(name, trained, effort, ranges)

    return _learning(name, game, home, control, searcher)


def make_network_searcher(
    name: str, trained: Trained, effort: SearchEffort = EFFORT, ranges: Ranges | None = None
) -> SearchingAgent:
    """The engine that searches with networks of a small game, or of hold'em.

    The prior is the average network's, values are those of the value networks, and the opponent has
    the range of the average network at a decision; several opponents have uniform ranges.

    Args:
        ranges: believed ranges of the other; None takes those of the effort.

    Raises:
        EngineError: if the networks have no values, their menu lacks bets of a small game, or a
            search would take too much memory.
    """
    if effort.rollouts == MODEL:
        raise EngineError("'{name}' has values in place of rollouts", name=name)
    if not trained.networks.values:
        raise EngineError(
            "'{name}' searches with values, which these networks have not learned", name=name
        )
    place, networks = trained.environment, trained.networks
    if ranges is None and effort.belief == RANGES:
        ranges = ranges_by(NetworkAgent(NETWORKS, place, networks))
    if is_small(place.game):
        guide = guide_of(trained)
        return DecisionAgent(name, place.game, get_method(NAME), effort, ranges, guide)
    return HandAgent(name, HoldemSearchGame(place, networks), get_method(NAME), effort, ranges)


@lru_cache(_KEPT)
def guide_of(trained: Trained) -> Guide:
    """Return the guide from a small game's networks."""
    return network_guide(trained.environment, trained.networks)


def methods_for(game: Game) -> tuple[str, ...]:
    """Return names of the methods that search in a two-player game."""
    led = find_shipped(NETWORKS, game) is not None
    return tuple(method.name for method in METHODS if led or not method.needs_guide)


def decision_of(
    spot: PublicState, method: str, simulations: int, ranges: Weights | None = None, seed: int = 0
) -> DecisionSearch | HandDecision:
    """Return a decision, prepared for searches of any hand of the player.

    Args:
        spot: the decision, of a small game or of heads-up hold'em.
        method: name of the method; those that need networks have the shipped ones.
        ranges: (2, num_combos) float64, the believed ones; None is every hand.

    Raises:
        EngineError: if there is no such method, it lacks networks, the spot is not a decision, or a
            search would take too much memory.
        GameError: if the game cannot be searched.
    """
    game, chosen = spot.game, get_method(method)
    if spot.finished:
        raise EngineError("there is nothing to decide here in {title}", title=Wording(game.title))
    trained = load_shipped(NETWORKS, game) if chosen.needs_guide else None
    if is_small(game):
        guide = NO_GUIDE if trained is None else guide_of(trained)
        return DecisionSearch(spot, chosen, ranges, seed, guide)
    if not game.is_heads_up_holdem:
        raise EngineError(
            "only games for two players can be searched here, not {title}",
            title=Wording(game.title),
        )
    ground = ground_of(game)
    if trained is not None:
        ground = HoldemSearchGame(trained.environment, trained.networks)
    ground.check(chosen, simulations)
    weights = None if ranges is None else ranges[1 - spot.to_act]
    return HandDecision(ground, spot, chosen, weights, seed)
