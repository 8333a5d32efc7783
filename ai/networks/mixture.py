"""A mixture of network strategies as one table: one is sampled before each hand by weight."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ai.networks.environment import Environment
from ai.networks.network import Network, answers
from ai.networks.play_modes import DecisionInputs, Floats, Ids
from ai.networks.sampling import match_rows
from ai.networks.table import plan_of
from engine.agent import PolicyTable
from engine.tree import DECISION


def mixture_cells(environment: Environment) -> int:
    """Return how many numbers a mixture of a game keeps.

    Raises:
        GameError: if the game is too large.
    """
    return len(plan_of(environment).blank.probabilities)


class NetworkMixture:
    """Mixture of advantage networks' strategies in a small game.

    The table equivalent to the mixture has at each node the strategies' mean by weight times own
    reach: only their sums are stored, for any number of strategies. Source: Steinberger, "Single
    deep counterfactual regret minimization", 2019, section 4.

    Args:
        environment: of the game.

    Attributes:
        sums: of weight times own reach times probability, in a table's order.

    Raises:
        GameError: if the game is too large.
    """

    def __init__(self, environment: Environment) -> None:
        self._plan = plan_of(environment)
        self.sums = np.zeros_like(self._plan.blank.probabilities)

    def add(self, seat: int, network: Network, weight: float) -> None:
        """Add a seat's strategy by regret matching on a network.

        Args:
            seat: the network's seat.
            network: of advantages.
            weight: of the strategy.
        """
        plan, tree = self._plan, self._plan.blank.tree
        decisions = dict(plan.decisions)
        reaches = [np.full(plan.blank.rows.num_rows[0], weight)]
        chances: dict[int, Floats] = {}
        for node in range(tree.num_nodes):
            if node:
                parent = int(tree.parent[node])
                reach = reaches[parent]
                if parent in chances:
                    reach = reach * chances[parent][:, node - int(tree.first_child[parent])]
                if tree.street[node] > tree.street[parent]:
                    reach = reach[plan.above[int(tree.street[node])]]
                reaches.append(reach)
            if tree.kind[node] == DECISION and decisions[node].seat == seat:
                cards = plan.cards[int(tree.street[node])]
                chances[node] = _regret_matching(network, decisions[node], cards)
                plan.block(self.sums, node)[:] += reaches[node][:, None] * chances[node]

    def table(self) -> PolicyTable:
        """Return the strategy of all seats; uniform where the total reach is 0."""
        plan = self._plan
        probabilities = self.sums.copy()
        for node, _ in plan.decisions:
            block = plan.block(probabilities, node)
            whole = block.sum(axis=1, keepdims=True)
            even = 1.0 / block.shape[1]
            block[:] = np.where(whole > 0.0, block / np.where(whole > 0.0, whole, 1.0), even)
        return replace(plan.blank, probabilities=probabilities)


def _regret_matching(network: Network, decision: DecisionInputs, cards: Ids) -> Floats:
    """Return the regret-matching strategy (rows, slots) at a decision."""
    mask = sum(1 << slot for slot in decision.slots)
    advantages = answers(network, decision.ids, cards, mask, softmax=False)
    chances = np.empty_like(advantages)
    match_rows(advantages, mask, chances)
    return chances[:, list(decision.slots)]
