"""Inference time of trained networks with one hidden layer of 128, as shipped.

``decision`` is one combo's row, ``range`` the rows of all 1,326 with values: both on a new river
whose earlier decisions were not queried either. ``off-menu`` has three bets that are each mapped to
two of the menu, eight lines in all. ``table`` is the whole strategy of Leduc, as at an evaluation
of a run. Figures are milliseconds of processor time of the one working thread.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ai.networks.agent import NetworkAgent
from ai.networks.environment import Environment, environment
from ai.networks.lines import lines
from ai.networks.network import Network
from ai.networks.record import Networks
from ai.networks.table import network_table
from bench import figure
from engine.game import get_game
from engine.player import CALL, Action, PublicState, SeatView, raise_to

_RUNS = 9
_HIDDEN = (128,)
_HOLE, _ON = (3, 40), (CALL, CALL) * 3
_OFF = (raise_to(230), CALL, raise_to(310), CALL, raise_to(700), CALL)


def _networks(place: Environment) -> Networks:
    """Return random networks: their answers take as long."""
    sizes = (place.num_inputs, *_HIDDEN, place.num_actions)
    seats = range(place.game.num_players)
    averages, values = (
        tuple(Network.random(sizes, place.max_active, first + seat) for seat in seats)
        for first in (0, 10)
    )
    return Networks(averages, values)


def _times(agent: NetworkAgent, actions: tuple[Action, ...]) -> tuple[float, float]:
    """Milliseconds of a decision and of a whole range on new rivers, the best of some."""
    game, rng = agent.environment.game, np.random.default_rng(1)
    deck = np.array([card for card in game.deck if card not in _HOLE])
    decision = whole = np.inf
    for _ in range(_RUNS):
        spot = PublicState(game, actions, tuple(rng.permutation(deck)[:5].tolist()))
        view = SeatView(spot, spot.to_act, _HOLE)
        start = time.thread_time()
        agent.row(view)
        middle = time.thread_time()
        agent.strategy(spot)
        decision = min(decision, middle - start)
        whole = min(whole, time.thread_time() - middle)
    return 1000 * decision, 1000 * whole


def figures() -> dict[str, dict[str, Any]]:
    """Best times of several rivers, in milliseconds."""
    found = {}
    for name, label, actions in (
        ("holdem-limit", "limit", _ON),
        ("holdem-nolimit@100", "nolimit", _ON),
        ("holdem-nolimit@100", "off-menu", _OFF),
    ):
        place = environment(get_game(name), dealing=False)
        count = len(lines(place, PublicState(place.game, actions, ())))
        decision, whole = _times(NetworkAgent("nfsp", place, _networks(place)), actions)
        found[f"nfsp-decision-{label}"] = figure(decision, "ms", lines=count)
        found[f"nfsp-range-{label}"] = figure(whole, "ms", lines=count)
    small = environment(get_game("leduc"))
    networks, best = _networks(small), np.inf
    for _ in range(_RUNS):
        start = time.thread_time()
        network_table(small, networks)
        best = min(best, time.thread_time() - start)
    found["nfsp-table-leduc"] = figure(1000 * best, "ms")
    return found
