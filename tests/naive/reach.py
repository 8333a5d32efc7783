"""Reach and action frequencies by plain loops over every deal, card by card."""

from itertools import permutations
from math import prod

from tests.naive.small_games import steps


def reach_of(policy, spot, seat, card):
    """Product of a seat's own probabilities along the line, for one hole card."""
    if card in spot.board:
        return 0.0
    return prod(policy(at, card)[action] for at, action in steps(spot) if at.to_act == seat)


def posterior(policy, spot, seat, known):
    """Card -> probability, by Bayes' rule over all deals to two players and the board.

    ``policy(spot, card)`` gives the seat's action -> probability. The other player's cards are
    ``known`` or anything.
    """
    mass = dict.fromkeys(spot.game.deck, 0.0)
    for card, other in permutations(spot.game.deck, 2):
        if (not known or other in known) and other not in spot.board:
            mass[card] += reach_of(policy, spot, seat, card)
    whole = sum(mass.values())
    return {card: part / whole for card, part in mass.items()}


def frequencies(policy, spot):
    """Return how often each action follows at a spot, over all deals consistent with its board."""
    found, whole = {}, 0.0
    left = [card for card in spot.game.deck if card not in spot.board]
    for cards in permutations(left, spot.game.num_players):
        weight = prod(reach_of(policy, spot, *held) for held in enumerate(cards))
        whole += weight
        for action, probability in policy(spot, cards[spot.to_act]).items():
            found[action] = found.get(action, 0.0) + weight * probability
    return {action: sum_ / whole for action, sum_ in found.items()}
