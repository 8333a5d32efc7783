"""Hands of three to six players with stacks that differ, by chance."""

from __future__ import annotations

import random
from dataclasses import replace

from engine.game import Game, get_game
from engine.hand import HandState
from engine.player import CALL, FOLD, Action, raise_to


def uneven(players: int, rng: random.Random) -> Game:
    """A game with stacks of 1 to 60 big blinds."""
    game = get_game(f"holdem-nolimit-{6 if players > 3 else 3}")
    stacks = tuple(rng.randint(1, 60) * 100 for _ in range(players))
    blinds = (50, 100, *(0,) * (players - 2))
    return replace(game, num_players=players, stacks=stacks, blinds=blinds)


def some_action(hand: HandState, rng: random.Random) -> Action:
    """Calls most often, folds now and then, raises to anything."""
    legal = hand.spot.legal
    chance = rng.random()
    if chance < 0.15 and legal.fold:
        return FOLD
    if chance < 0.5 and legal.max_raise:
        return raise_to(rng.choice([legal.min_raise, legal.max_raise]))
    return CALL
