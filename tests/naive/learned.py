"""Networks of random weights for all seats of a game."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ai.networks.environment import Environment, environment
from ai.networks.network import Network
from ai.networks.record import Networks, Trained
from ai.strategy import StrategyInfo
from engine.game import Game, get_game

SMALL = {
    "hidden": (16,),
    "batch": 16,
    "rl_memory": 700,
    "sl_memory": 500,
    "games": 10,
    "learn_every": 8,
    "target_every": 20,
    "least_memory": 50,
    "sl_rate": 0.01,
    "warm_up": 0,
    "rate_decay": 0.0,
    "eta": 0.3,
    "traversals": 40,
    "advantage_memory": 700,
    "strategy_memory": 500,
    "advantage_updates": 60,
    "average_updates": 60,
    "hands": 60,
    "epochs": 2,
}
"""Settings of runs that learn soon: of each method those that it has."""


def full_deck() -> Game:
    """Leduc hold'em for three with a full deck: too large to be judged exactly."""
    return replace(get_game("leduc-3"), name="full deck", num_suits=4, num_ranks=13)


def random_network(place: Environment, hidden: tuple[int, ...], seed: int) -> Network:
    """A network whose answers differ a lot from input to input."""
    sizes = (place.num_inputs, *hidden, place.num_actions)
    network = Network.random(sizes, place.max_active, seed)
    return Network(sizes, (network.weights * 3).astype(np.float32))


def random_networks(
    game: Game | str, menu: str = "", hidden: tuple[int, ...] = (32,), seed: int = 1
) -> Trained:
    """Networks for all seats of a game that have learned nothing."""
    played = get_game(game) if isinstance(game, str) else game
    place = environment(played, menu, dealing=False)
    seats = range(played.num_players)
    networks = Networks(
        *(
            tuple(random_network(place, hidden, seed + 10 * kind + seat) for seat in seats)
            for kind in (0, 1)
        )
    )
    info = StrategyInfo(
        played,
        "nfsp",
        "network",
        parameters={"eta": 0.25},
        iterations=20_000_000,
        seed=seed,
        menu=str(place.menu),
        provenance={"command": "none", "minutes": 0.5},
    )
    return Trained(info, place, networks)
