"""Tabulate the strategy of networks in a small game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.networks.environment import Environment
from ai.networks.hands import act, begin
from ai.networks.lines import Row, slots_at
from ai.networks.parameters import AVERAGE
from ai.networks.play_modes import (
    DecisionInputs,
    Floats,
    Ids,
    Player,
    decision_at,
    shared,
    weighted,
)
from ai.networks.record import ETA, Networks
from ai.small_games.classes import CardClasses
from ai.small_games.joint import listed_deals
from engine.agent import PolicyTable
from engine.cards import Card
from engine.errors import GameError
from engine.policy import MAX_CELLS, MAX_NODES, blocked, node_block, node_offsets
from engine.tree import DECISION, BettingTree
from engine.wording import Wording

_KEPT = 4


class TabulationInputs(NamedTuple):
    """Precomputed inputs to tabulate networks of one environment.

    Attributes:
        blank: the table without probabilities.
        decisions: each decision node, and its parts shared by all hands.
        cards: by street, the inputs of the cards of each row.
        above: by street, the row of each row's hand a street earlier.
    """

    blank: PolicyTable
    decisions: tuple[tuple[int, DecisionInputs], ...]
    cards: tuple[Ids, ...]
    above: tuple[NDArray[np.int64], ...]

    def block(self, probabilities: Floats, node: int) -> Floats:
        """The (rows, actions) part of a node."""
        table = self.blank
        return node_block(probabilities, table.tree, table.offsets, table.rows.num_rows, node)


def network_table(
    environment: Environment, networks: Networks, play: str = AVERAGE, eta: float = ETA
) -> PolicyTable:
    """The strategy of networks in a small game; hands of the same ranks share a row.

    Args:
        environment: of a small game.
        networks: the networks.
        play: one of ``PLAYS``.
        eta: probability with which ``mixed`` plays as ``best``.

    Raises:
        EngineError: if there is no such way to play.
        GameError: if the game is too large.
    """
    player, plan = Player(environment, networks, play, eta), plan_of(environment)
    filled = [_filled(plan, player, mode) for mode, _ in player.modes]
    if len(filled) > 1:
        filled = [_mixture(plan, filled, [share for _, share in player.modes])]
    return replace(plan.blank, probabilities=filled[0])


@lru_cache(_KEPT)
def plan_of(environment: Environment) -> TabulationInputs:
    """Return the precomputed inputs of an environment.

    Raises:
        GameError: if the game is too large.
    """
    game = environment.game
    deals = listed_deals(game, merge_suits=True)
    tree, rows = environment.menu.tree(game, MAX_NODES), deals.rows()
    offsets, total = node_offsets(tree, rows.num_rows)
    if total > MAX_CELLS:
        raise GameError("{title} is too large to list a whole strategy", title=Wording(game.title))
    decisions = []
    for node, row in _walk(environment, tree):
        decision = decision_at(environment, row)
        assert len(decision.slots) == tree.num_actions[node]
        decisions.append((node, decision))
    return TabulationInputs(
        PolicyTable(tree, rows, offsets, np.zeros(total)),
        tuple(decisions),
        tuple(
            np.concatenate([_cards(environment, deals, board) for board in boards])
            for boards in deals.boards
        ),
        tuple(
            (parent[:, None] * deals.num_classes + np.arange(deals.num_classes)).ravel()
            for parent in deals.parent
        ),
    )


def _walk(environment: Environment, tree: BettingTree) -> Iterator[tuple[int, Row]]:
    """Yield each decision node of the menu's tree with its row, in the tree's order."""
    start = np.zeros(environment.row_size, np.int64)
    begin(environment.arrays, start)
    rows, totals = {0: start}, np.zeros(environment.num_actions, np.int64)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        row = rows.pop(node)
        yield node, row
        for place, (slot, total) in enumerate(slots_at(environment, row)):
            child, totals[slot] = int(tree.first_child[node]) + place, total
            if tree.kind[child] == DECISION:
                rows[child] = row.copy()
                act(environment.arrays, rows[child], slot, totals)


def _cards(environment: Environment, deals: CardClasses, board: tuple[Card, ...]) -> Ids:
    """Return the card ids of a combo of each class; blocked classes have any."""
    free = ~blocked(deals.game, board)
    combos = []
    for class_ in range(deals.num_classes):
        held = deals.class_of_combo == class_
        combos.append(int(np.flatnonzero(held & free if (held & free).any() else held)[0]))
    return environment.card_inputs(board, np.array(combos, np.int64))


def _filled(plan: TabulationInputs, player: Player, mode: str) -> Floats:
    """The probabilities of a whole strategy."""
    filled, street = np.zeros_like(plan.blank.probabilities), plan.blank.tree.street.tolist()
    for node, decision in plan.decisions:
        plan.block(filled, node)[:] = player.probabilities(mode, decision, plan.cards[street[node]])
    return filled


def _mixture(plan: TabulationInputs, filled: list[Floats], shares: list[float]) -> Floats:
    """Return the strategy that samples one of several before each hand."""
    reaches = [_own_reaches(plan, probabilities) for probabilities in filled]
    mixed = np.zeros_like(filled[0])
    for node, decision in plan.decisions:
        counts = [
            share * each[node][decision.seat] for share, each in zip(shares, reaches, strict=True)
        ]
        parts = shared(counts, shares)
        plan.block(mixed, node)[:] = weighted(parts, [plan.block(each, node) for each in filled])
    return mixed


def _own_reaches(plan: TabulationInputs, probabilities: Floats) -> list[list[Floats]]:
    """Return each position's own reach of each node: (rows,) each."""
    tree = plan.blank.tree
    start = np.ones(plan.blank.rows.num_rows[0])
    reaches = [[start] * tree.game.num_players]
    for node in range(1, tree.num_nodes):
        parent, street = int(tree.parent[node]), int(tree.street[node])
        actor, place = int(tree.actor[parent]), node - int(tree.first_child[parent])
        chance = plan.block(probabilities, parent)[:, place]
        here = [
            reach * chance if position == actor else reach
            for position, reach in enumerate(reaches[parent])
        ]
        if street > tree.street[parent]:
            here = [reach[plan.above[street]] for reach in here]
        reaches.append(here)
    return reaches
