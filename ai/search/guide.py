"""Priors for small-game searches: action probabilities and values.

Both come from networks trained on the game, or a prior alone from any engine's table.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.networks.environment import Environment
from ai.networks.plays import Player
from ai.networks.record import Networks
from ai.networks.table import network_table, plan_of
from ai.search.arena import arena_of
from engine.agent import PolicyTable
from engine.errors import EngineError
from engine.wording import Wording

_NOTHING = np.zeros(0)


@dataclass(frozen=True, eq=False)
class Guide:
    """Priors of all information states, in the layout of the arena's statistics.

    Attributes:
        prior: (size,) float64: probability of each action.
        values: (size,) float64: chips that each action wins over the whole hand; empty if not
            known.
    """

    prior: NDArray[np.float64]
    values: NDArray[np.float64]


NO_GUIDE = Guide(_NOTHING, _NOTHING)
"""A guide without any knowledge."""


def table_guide(table: PolicyTable) -> Guide:
    """Return a prior from a suit-symmetric strategy of a small game.

    Raises:
        EngineError: if its tree or its rows are not the game's.
        GameError: if the game has other than two players, or is too large.
    """
    arena = arena_of(table.tree.game)
    if not table.tree.same_as(arena.tree) or table.rows.num_rows != arena.rows.num_rows:
        raise EngineError(
            "a search needs a prior for all bets and hands of {title}",
            title=Wording(table.tree.game.title),
        )
    return Guide(table.probabilities, _NOTHING)


def network_guide(environment: Environment, networks: Networks) -> Guide:
    """Return average networks as policy prior, and value networks' action values.

    Args:
        environment: of a small two-player game.
        networks: the networks; those without values give only a prior.

    Raises:
        EngineError: if the menu of the networks lacks bets of the game.
        GameError: if the game has other than two players, or is too large.
    """
    prior = table_guide(network_table(environment, networks)).prior
    player, plan = Player(environment, networks), plan_of(environment)
    if not player.has_values:
        return Guide(prior, _NOTHING)
    found, streets = np.zeros_like(prior), plan.blank.tree.street.tolist()
    for node, decision in plan.decisions:
        # Networks return chips from here on; a search counts over the whole hand.
        values = player.values(decision, plan.cards[streets[node]]) - decision.spent
        plan.block(found, node)[:] = values
    return Guide(prior, found)
