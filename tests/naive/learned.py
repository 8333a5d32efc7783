"""Networks with random weights for all seats of a game."""

from dataclasses import replace
from typing import Any

import numpy as np

from ai.files.strategy import StrategyInfo
from ai.networks import hands
from ai.networks.environment import environment
from ai.networks.network import Network
from ai.networks.record import Networks, Trained
from engine import rules
from engine.game import get_game
from engine.policy import blocked, boards
from engine.tree import DECISION
from tests.naive.networks import dense, outputs, softmax

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


def full_deck():
    """Leduc hold'em for three with a full deck: too large to evaluate exactly."""
    return replace(get_game("leduc-3"), name="full deck", num_suits=4, num_ranks=13)


def random_network(place, hidden, seed):
    """A network whose answers differ greatly between inputs."""
    sizes = (place.num_inputs, *hidden, place.num_actions)
    network = Network.random(sizes, place.max_active, seed)
    return Network(sizes, (network.weights * 3).astype(np.float32))


def random_networks(game, menu="", hidden=(32,), seed=1):
    """Untrained networks for all seats of a game."""
    played = get_game(game) if isinstance(game, str) else game
    place = environment(played, menu, dealing=False)
    seats = range(played.num_players)
    averages, values = (
        tuple(random_network(place, hidden, seed + 10 * kind + seat) for seat in seats)
        for kind in (0, 1)
    )
    facts: dict[str, Any] = {"parameters": {"eta": 0.25}, "iterations": 20_000_000, "seed": seed}
    facts |= {"menu": str(place.menu), "provenance": {"command": "none", "minutes": 0.5}}
    info = StrategyInfo(played, "nfsp", "network", **facts)
    return Trained(info, place, Networks(averages, values))


def every_decision(place):
    """Node, board, combo, ids and legal mask of every decision of every hand of a small game."""
    game, arrays = place.game, place.arrays
    tree = place.menu.tree(game)
    totals, out = np.zeros(place.num_actions, np.int64), np.zeros(place.max_active, np.uint16)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        state = np.zeros(place.row_size, np.int64)
        hands.begin(arrays, state)
        for action in tree.line_to(node):
            hands.legal(arrays, state, totals)
            hands.act(arrays, state, min(int(action.kind), 2), totals)
        assert state[rules.TO_ACT] == tree.actor[node]
        mask = hands.legal(arrays, state, totals)
        for _, board in boards(game, int(tree.street[node])):
            cards = place.card_inputs(board)
            for combo in np.flatnonzero(~blocked(game, board)).tolist():
                seen = np.zeros((game.num_rounds, cards.shape[1]), np.uint16)
                seen[tree.street[node]] = cards[combo]
                count = hands.inputs(arrays, state, seen, out)
                yield node, board, combo, out[:count].tolist(), mask


def float_answers(trained, seat, ids, mask):
    found = []
    for each in trained.networks:
        ones = dense(each[seat].sizes[0], [ids])
        found.append(outputs(each[seat].sizes, each[seat].weights, ones))
    legal = [slot for slot in range(mask.bit_length()) if mask >> slot & 1]
    return softmax(found[0], [mask])[0, legal], found[1][0, legal]
