"""Start user-configured searches from any heads-up decision."""

from __future__ import annotations

from ai.cfr.agent import is_small
from ai.networks.nfsp.shipped import find_shipped, load_shipped
from ai.reading.reach import Weights
from ai.search.decision import DecisionSearch
from ai.search.engine import NETWORKS, ground_of, guide_of
from ai.search.grow import Ground
from ai.search.guide import NO_GUIDE
from ai.search.holdem import HandDecision
from ai.search.methods import METHODS, get_method
from engine.errors import EngineError
from engine.game import Game
from engine.player import PublicState
from engine.wording import Wording


def methods_for(game: Game) -> tuple[str, ...]:
    """Return names of the methods that search in a two-player game."""
    led = find_shipped(NETWORKS, game) is not None
    return tuple(method.name for method in METHODS if led or not method.needs_guide)


def decision_of(
    spot: PublicState,
    method: str,
    simulations: int,
    ranges: Weights | None = None,
    seed: int = 0,
) -> DecisionSearch | HandDecision:
    """Return a decision, prepared for searches of any own hand.

    Args:
        spot: the decision, of a small game or of heads-up hold'em.
        method: name of the method; those that need networks have the shipped ones.
        simulations: most simulations.
        ranges: (2, num_combos) float64, the believed ones; None is every hand.
        seed: of all random numbers.

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
        ground = Ground(trained.environment, trained.networks)
    ground.check(chosen, simulations)
    weights = None if ranges is None else ranges[1 - spot.to_act]
    return HandDecision(ground, spot, chosen, weights, seed)
