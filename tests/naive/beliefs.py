"""Beliefs about a seat's cards by Bayes' rule over every deal; shares no code with the engine."""

from __future__ import annotations

from itertools import permutations

from engine.player import PublicState


def posterior(policy, spot, seat, known):
    """Card -> probability, all deals of cards to two players and the board counted one by one.

    ``policy(spot, card)`` gives the seat's action -> probability. The other player's cards are
    ``known`` or anything.
    """
    game = spot.game
    mass = dict.fromkeys(game.deck, 0.0)
    for card, other in permutations(game.deck, 2):
        if known and other not in known:
            continue
        if card in spot.board or other in spot.board:
            continue
        chance, here = 1.0, PublicState(game, (), ())
        for action in spot.actions:
            board = spot.board[: game.board_sizes[here.street]]
            if here.to_act == seat:
                at = PublicState(game, here.actions, board)
                chance *= policy(at, card)[action]
            here = here.after(action)
        mass[card] += chance
    whole = sum(mass.values())
    return {card: part / whole for card, part in mass.items()}
