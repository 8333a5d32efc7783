"""A small two-player game enumerated deal by deal in exact fractions.

Everything is a plain list or dictionary of ``Fraction``: slow, simple and exact. Deals that differ
only by suits are merged where suits carry no information, so Leduc has 24 deals and 288 information
sets. With a profile of floats the same code computes in floats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TypeAlias

import numpy as np

from ai.cfr.matrix import Number, Vector
from ai.small_games.deals import Deals, deals_of
from engine.combos import combo_cards, num_combos
from engine.errors import GameError
from engine.game import Game
from engine.lines import line_text
from engine.player import Action
from engine.tree import DECISION, FOLD_END, BettingTree, build_tree
from engine.wording import Wording

MAX_CELLS = 20_000
"""Most deals times nodes of the betting tree."""
_MAX_NODES = 2_000


@dataclass(frozen=True)
class Infoset:
    """An information set of the player to act.

    Attributes:
        node: the decision in the betting tree.
        board: class of the board.
        hand: class of the player's own cards.
        to_act: position of the player.
        cards: the player's own cards as text, ranks alone where suits do not matter.
        board_cards: the same of the board.
        line: betting up to here, in ACPC's letters.
        actions: the player's actions.
    """

    node: int
    board: int
    hand: int
    to_act: int = field(compare=False)
    cards: str = field(compare=False)
    board_cards: str = field(compare=False)
    line: str = field(compare=False)
    actions: tuple[Action, ...] = field(compare=False)


ExactProfile: TypeAlias = Mapping[Infoset, Vector]
"""Probabilities of the actions at every information set of both players."""


@dataclass(frozen=True)
class Deal:
    """A deal, up to strategic equivalence.

    Attributes:
        probability: its probability.
        hands: class of the cards of position 0 and of position 1.
        boards: class of the board on each street.
        sign: 1 if position 0 wins the showdown, -1 if it loses, 0 in a tie.
    """

    probability: Fraction
    hands: tuple[int, int]
    boards: tuple[int, ...]
    sign: int


@dataclass(frozen=True)
class ExactGame:
    """A small game as deals, betting tree and information sets.

    Attributes:
        game: the rules.
        tree: the betting tree.
        deals: all deals; their probabilities sum to 1.
        infosets: by decision node and deal, the information set of the player to act.
        hand_names: the cards of each class of hands.
    """

    game: Game
    tree: BettingTree
    deals: tuple[Deal, ...]
    infosets: Mapping[int, tuple[Infoset, ...]]
    hand_names: tuple[str, ...]

    def of_player(self, player: int) -> tuple[Infoset, ...]:
        """A position's information sets, in the order of the betting tree, high cards first."""
        own = {
            infoset: None
            for infosets in self.infosets.values()
            for infoset in infosets
            if infoset.to_act == player
        }
        return tuple(sorted(own, key=lambda x: (x.node, -x.board, -x.hand)))

    def payoff(self, node: int, deal: Deal) -> int:
        """Chips that position 0 wins at a terminal."""
        matched = int(self.tree.spent[node].min())
        if self.tree.kind[node] == FOLD_END:
            return -matched if self.tree.folded[node, 0] else matched
        return deal.sign * matched


@dataclass(frozen=True)
class PlayerValues:
    """A player's counterfactual values against the other's strategy.

    Attributes:
        total: the player's EV in chips per hand.
        values: counterfactual value of each action at each of the player's information sets.
        hands: at each of them, the opponent's hand classes and their counterfactual reach: chance
            times the opponent's reach.
    """

    total: Number
    values: Mapping[Infoset, Vector]
    hands: Mapping[Infoset, Mapping[int, Number]]


@lru_cache(maxsize=4)
def exact_game(game: Game) -> ExactGame:
    """Enumerate a game.

    Raises:
        GameError: if it has other than two players, or is too large.
    """
    too_large = GameError(
        "{title} is too large for exact fractions; kuhn is not", title=Wording(game.title)
    )
    if game.is_heads_up and num_combos(len(game.deck), game.num_hole) ** 2 > MAX_CELLS:
        raise too_large
    classes = deals_of(game, merge_suits=True)
    deals = _deals(classes)
    try:
        tree = build_tree(game, max_nodes=_MAX_NODES)
    except GameError:
        raise too_large from None
    if len(deals) * tree.num_nodes > MAX_CELLS:
        raise too_large
    hands = combo_cards(game.deck, game.num_hole).tolist()
    first = np.unique(classes.class_of_combo, return_index=True)[1].tolist()
    names = tuple(classes.name_of(hands[combo]) for combo in first)
    infosets: dict[int, tuple[Infoset, ...]] = {}
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        street, player = int(tree.street[node]), int(tree.actor[node])
        line = line_text(game, tree.line_to(node))
        infosets[node] = tuple(
            Infoset(
                node=node,
                board=deal.boards[street],
                hand=deal.hands[player],
                to_act=player,
                cards=names[deal.hands[player]],
                board_cards=classes.name_of(classes.boards[street][deal.boards[street]]),
                line=line,
                actions=tree.actions_at(node),
            )
            for deal in deals
        )
    return ExactGame(game, tree, deals, infosets, names)


def _deals(classes: Deals) -> tuple[Deal, ...]:
    """The deals of the last street's matrices, with exact probabilities."""
    game = classes.game
    left, ways = len(game.deck), 1
    for count in (game.num_hole, game.num_hole, *game.num_board):
        ways *= comb(left, count)
        left -= count
    deals = []
    fold, showdown = classes.fold[-1], classes.showdown[-1]
    for board, a, b in np.argwhere(fold > 0).tolist():
        boards = [board]
        for parent in classes.parent[:0:-1]:
            boards.insert(0, int(parent[boards[0]]))
        share = Fraction(round(float(fold[board, a, b]) * ways), ways)
        sign = round(float(showdown[board, a, b] / fold[board, a, b]))
        deals.append(Deal(share, (a, b), tuple(boards), sign))
    return tuple(deals)


def values_of(
    game: ExactGame, profile: ExactProfile, player: int, best: bool = False
) -> PlayerValues:
    """Return the value of each action of a player against the other's strategy.

    Args:
        game: the game.
        profile: strategies of both.
        player: the player.
        best: whether the player continues with a best response instead of its own strategy.
    """
    tree, deals = game.tree, game.deals
    first = tree.first_child.tolist()
    reach: dict[int, list[Number]] = {0: [deal.probability for deal in deals]}
    for node, infosets in game.infosets.items():
        for action in range(int(tree.num_actions[node])):
            here = reach[node]
            if infosets[0].to_act != player:
                pairs = zip(here, infosets, strict=True)
                here = [x * profile[infoset][action] for x, infoset in pairs]
            reach[first[node] + action] = here
    value: dict[int, list[Number]] = {}
    values: dict[Infoset, Vector] = {}
    hands: dict[Infoset, dict[int, Number]] = {}
    sign = -1 if player else 1
    for node in range(tree.num_nodes - 1, -1, -1):
        if node not in game.infosets:
            ends = zip(reach[node], deals, strict=True)
            value[node] = [x * (sign * game.payoff(node, deal)) for x, deal in ends]
            continue
        infosets = game.infosets[node]
        children = [value[first[node] + action] for action in range(int(tree.num_actions[node]))]
        if infosets[0].to_act != player:
            value[node] = [sum(column, Fraction(0)) for column in zip(*children, strict=True)]
            continue
        sums: dict[Infoset, list[Number]] = {}
        for place, infoset in enumerate(infosets):
            total = sums.setdefault(infoset, [Fraction(0)] * len(children))
            for action, child in enumerate(children):
                total[action] += child[place]
            other = deals[place].hands[1 - player]
            held = hands.setdefault(infoset, {})
            held[other] = held.get(other, Fraction(0)) + reach[node][place]
        values.update({infoset: tuple(total) for infoset, total in sums.items()})
        value[node] = [
            _played(values[infoset], profile[infoset], [child[place] for child in children], best)
            for place, infoset in enumerate(infosets)
        ]
    return PlayerValues(sum(value[0], Fraction(0)), values, hands)


def _played(values: Vector, strategy: Vector, children: list[Number], best: bool) -> Number:
    if best:
        return children[values.index(max(values))]
    return sum((p * x for p, x in zip(strategy, children, strict=True)), Fraction(0))


def profile_value(game: ExactGame, profile: ExactProfile) -> Number:
    """Position 0's EV in chips per hand."""
    return values_of(game, profile, 0).total


def nash_conv(game: ExactGame, profile: ExactProfile) -> Number:
    """Return the sum of best-response EVs: twice the exploitability, 0 at an equilibrium."""
    return sum((values_of(game, profile, p, best=True).total for p in (0, 1)), Fraction(0))
