"""Beliefs about a seat's cards by Bayes' rule over every deal; shares no code with the engine."""

from itertools import permutations
from math import prod

from tests.naive.small_games import steps


def posterior(policy, spot, seat, known):
    """Card -> probability, all deals of cards to two players and the board counted one by one.

    ``policy(spot, card)`` gives the seat's action -> probability. The other player's cards are
    ``known`` or anything.
    """
    mass = dict.fromkeys(spot.game.deck, 0.0)
    for card, other in permutations(spot.game.deck, 2):
        if (not known or other in known) and not {card, other} & set(spot.board):
            own = [(at, action) for at, action in steps(spot) if at.to_act == seat]
            mass[card] += prod(policy(at, card)[action] for at, action in own)
    whole = sum(mass.values())
    return {card: part / whole for card, part in mass.items()}
