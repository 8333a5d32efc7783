"""Metrics of every information set of a small game: reach, values, regrets, cost.

Sets that differ only by suits are merged where suits carry no information, as in ``deals.py``: 288
in Leduc. Probabilities are means over the combos by reach, reach is their mean; figures weighted by
chance, counterfactual ones and cost, are sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ai.cfr.infoset_values import InfosetValues, NodeValues
from ai.small_games.classes import CardClasses
from ai.small_games.joint import listed_deals
from engine.combos import combo_cards
from engine.lines import line_text
from engine.player import Action
from engine.policy import board_index

InfosetKey: TypeAlias = tuple[int, int, int]
"""Decision node, class of the board, class of the hand."""


@dataclass(frozen=True)
class InfosetFigures:
    """Metrics of one information set under a profile, in chips.

    Attributes:
        key: decision node, class of the board, class of the hand.
        to_act: position of the player.
        cards, board: the player's own cards and the board, ranks alone where suits do not matter.
        line: betting up to here, in ACPC's letters.
        actions: the player's actions.
        probabilities: of the actions.
        reach: the player's own reach, 0 to 1.
        cf_reach: reach of chance and the other players: the counterfactual reach.
        values: counterfactual value of each action: chips won over the whole hand if it is taken
            here and the profile is followed elsewhere, times ``cf_reach``.
        value: counterfactual value of the profile: the mean of ``values`` by ``probabilities``.
        regrets: ``values`` minus ``value``: what one iteration of CFR would add.
        cost: gain in chips per hand from taking the best action here and changing nothing else: own
            reach times the largest regret, at least 0. All costs are 0 at an equilibrium. They do
            not sum to the exploitability: a best response deviates at many information sets at
            once, which changes their reach.
        spent: chips that the player has put in already.
    """

    key: InfosetKey
    to_act: int
    cards: str
    board: str
    line: str
    actions: tuple[Action, ...]
    probabilities: tuple[float, ...]
    reach: float
    cf_reach: float
    values: tuple[float, ...]
    value: float
    regrets: tuple[float, ...]
    cost: float
    spent: int

    @property
    def evs(self) -> tuple[float, ...] | None:
        """EV of each action from here on, given that play reaches the set; None if never."""
        if self.cf_reach <= 0.0:
            return None
        return tuple(value / self.cf_reach + self.spent for value in self.values)

    @property
    def ev(self) -> float | None:
        """EV of the profile from here on; None if the set is never reached."""
        return self.value / self.cf_reach + self.spent if self.cf_reach > 0.0 else None


def infoset_figures(whole: InfosetValues) -> tuple[InfosetFigures, ...]:
    """All information sets, in the order of the betting tree, low boards and cards first.

    Args:
        whole: the result of ``infoset_values`` for a profile.
    """
    merged = listed_deals(whole.tree.game, merge_suits=True)
    possible = [
        whole.deals.possible(street).ravel() for street in range(whole.tree.game.num_rounds)
    ]
    return tuple(
        figures
        for node, values in sorted(whole.nodes.items())
        for figures in _at_node(whole, merged, node, values, possible[whole.tree.street[node]])
    )


def _at_node(
    whole: InfosetValues,
    merged: CardClasses,
    node: int,
    here: NodeValues,
    possible: NDArray[np.bool_],
) -> Iterator[InfosetFigures]:
    tree, game = whole.tree, whole.tree.game
    actor, street = int(tree.actor[node]), int(tree.street[node])
    numbers = [board_index(game, board) for board in whole.boards[street]]
    boards, hands = merged.board_class[street][numbers], merged.class_of_combo
    size = len(merged.boards[street]) * merged.num_classes
    cells = (boards[:, None] * merged.num_classes + hands[None, :]).ravel()

    def summed(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return (cells, columns) sums of (combos, columns)."""
        sums = np.zeros((size, numbers.shape[1]))
        np.add.at(sums, cells[possible], numbers[possible])
        return sums

    reach = here.reach[actor].reshape(-1, 1)
    strategy = here.strategy.reshape(len(cells), -1)
    values = here.action_values.reshape(len(cells), -1)
    value = here.values[actor].reshape(-1, 1)
    costs = reach * np.maximum(values - value, 0.0).max(axis=1, keepdims=True)
    count, reaches = summed(np.ones_like(reach)), summed(reach)
    # Unreached, all combos count equally.
    mean = np.where(
        reaches > 0.0,
        summed(reach * strategy) / np.where(reaches > 0.0, reaches, 1.0),
        summed(strategy) / np.maximum(count, 1.0),
    )
    totals = summed(np.hstack([here.chance[actor].reshape(-1, 1), value, costs]))
    worth = summed(values)
    held = combo_cards(game.deck, game.num_hole)[np.unique(hands, return_index=True)[1]]
    cards = [merged.name_of(hand) for hand in held.tolist()]
    for cell in np.flatnonzero(count[:, 0]).tolist():
        board, hand = divmod(cell, merged.num_classes)
        cf_reach, mixed, cost = totals[cell].tolist()
        yield InfosetFigures(
            key=(node, board, hand),
            to_act=actor,
            cards=cards[hand],
            board=merged.name_of(merged.boards[street][board]),
            line=line_text(game, tree.line_to(node)),
            actions=tree.actions_at(node),
            probabilities=tuple(mean[cell].tolist()),
            reach=float(reaches[cell, 0] / count[cell, 0]),
            cf_reach=cf_reach,
            values=tuple(worth[cell].tolist()),
            value=mixed,
            regrets=tuple((worth[cell] - mixed).tolist()),
            cost=cost,
            spent=int(tree.spent[node, actor]),
        )
