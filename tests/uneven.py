from dataclasses import replace

from engine.game import get_game
from engine.player import CALL, FOLD, raise_to


def uneven(players, rng):
    game = get_game(f"holdem-nolimit-{6 if players > 3 else 3}")
    stacks = tuple(rng.randint(1, 60) * 100 for _ in range(players))
    blinds = (50, 100, *(0,) * (players - 2))
    return replace(game, num_players=players, stacks=stacks, blinds=blinds)


def some_action(hand, rng):
    legal = hand.spot.legal
    chance = rng.random()
    if chance < 0.15 and legal.fold:
        return FOLD
    if chance < 0.5 and legal.max_raise:
        return raise_to(rng.choice([legal.min_raise, legal.max_raise]))
    return CALL
