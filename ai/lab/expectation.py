"""The EV of an action expanded term by term, as in the lecture's third step.

The value is an expectation over the opponent's hands; for each of them it is an expectation over
the actions that follow, down to the terminals.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from ai.cfr.exact import ExactGame, Infoset, Profile
from ai.cfr.matrix import Number


@dataclass(frozen=True)
class Mixture:
    """An expectation: the sum of branch probabilities times results.

    Attributes:
        branches: (probability, result); a result is chips or another mixture.
    """

    branches: tuple[tuple[Number, Expectation], ...]

    @property
    def value(self) -> Number:
        """The sum in chips."""
        parts = ((p, x.value if isinstance(x, Mixture) else x) for p, x in self.branches)
        return sum((p * x for p, x in parts), Fraction(0))


Expectation: TypeAlias = Mixture | Number


def expectation(game: ExactGame, profile: Profile, infoset: Infoset, action: int) -> Mixture:
    """Return the EV of an action at an information set when both follow a profile.

    Branches are in the lecture's order: the opponent's higher cards first, a bet before a check and
    a call before a fold.

    Args:
        profile: strategies of both.
        infoset: the information set, reachable by the opponent's strategy.
    """
    tree, node = game.tree, infoset.node
    child = int(tree.first_child[node]) + action
    here = [place for place, one in enumerate(game.infosets[node]) if one == infoset]
    here.sort(key=lambda place: game.deals[place].hands[1 - infoset.to_act], reverse=True)
    reach = [_reach(game, profile, infoset, place) for place in here]
    total = sum(reach, Fraction(0))
    return Mixture(
        tuple(
            (weight / total, _result(game, profile, infoset.to_act, child, place))
            for weight, place in zip(reach, here, strict=True)
        )
    )


def _reach(game: ExactGame, profile: Profile, infoset: Infoset, place: int) -> Number:
    """Return the counterfactual reach of a node with a deal."""
    tree, node = game.tree, infoset.node
    found: Number = game.deals[place].probability
    while node:
        parent = int(tree.parent[node])
        there = game.infosets[parent][place]
        if there.to_act != infoset.to_act:
            found *= profile[there][node - int(tree.first_child[parent])]
        node = parent
    return found


def _result(game: ExactGame, profile: Profile, player: int, node: int, place: int) -> Expectation:
    """Return what a player wins from a node on with a deal."""
    if node not in game.infosets:
        payoff = game.payoff(node, game.deals[place])
        return Fraction(-payoff if player else payoff)
    first = int(game.tree.first_child[node])
    strategy = profile[game.infosets[node][place]]
    return Mixture(
        tuple(
            (strategy[action], _result(game, profile, player, first + action, place))
            for action in reversed(range(len(strategy)))
        )
    )
