"""Reach and action frequencies by plain loops over every deal, card by card."""

from __future__ import annotations

from itertools import permutations
from math import prod

from engine.player import PublicState


def reach_of(policy, spot, seat, card):
    """Product of a seat's own probabilities along the line, one hole card."""
    if card in spot.board:
        return 0.0
    product, here = 1.0, PublicState(spot.game, (), ())
    for action in spot.actions:
        board = spot.board[: spot.game.board_sizes[here.street]]
        here = PublicState(spot.game, here.actions, board)
        if here.to_act == seat:
            product *= policy(here, card)[action]
        here = here.after(action)
    return product


def frequencies(policy, spot):
    """Return how often each action follows at a spot, over all deals that agree with its board."""
    seat, found, whole = spot.to_act, {}, 0.0
    left = [card for card in spot.game.deck if card not in spot.board]
    for cards in permutations(left, spot.game.num_players):
        weight = prod(reach_of(policy, spot, *held) for held in enumerate(cards))
        whole += weight
        for action, probability in policy(spot, cards[seat]).items():
            found[action] = found.get(action, 0.0) + weight * probability
    return {action: sum_ / whole for action, sum_ in found.items()}
