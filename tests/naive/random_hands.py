"""Random finished hands of any game, for property tests."""

import random
from dataclasses import replace

from engine.game import Game, get_game
from engine.hand import HandState
from engine.player import PublicState
from engine.records import HandRecord
from tests.naive.pokerkit_hands import random_action, random_game

_BUILT_IN = (
    "kuhn",
    "leduc",
    "leduc@1",  # all-in from the antes
    "leduc@3",
    "holdem-limit",
    "holdem-nolimit",
    "holdem-nolimit@3",
)


def any_game(rng: random.Random) -> Game:
    if rng.random() < 0.4:
        return get_game(rng.choice(_BUILT_IN))
    return random_game(rng, live=rng.random() < 0.5)


def uneven(players: int, rng: random.Random) -> Game:
    game = get_game(f"holdem-nolimit-{6 if players > 3 else 3}")
    stacks = tuple(rng.randint(1, 60) * 100 for _ in range(players))
    blinds = (50, 100, *(0,) * (players - 2))
    return replace(game, num_players=players, stacks=stacks, blinds=blinds)


def start(rng: random.Random, game: Game) -> HandState:
    return HandState.deal(game, rng.sample(game.deck, len(game.deck)))


def over(rng: random.Random, game: Game) -> HandState:
    hand = start(rng, game)
    while not hand.finished:
        hand.apply(random_action(rng, hand))
    return hand


def finished(rng: random.Random, game: Game) -> HandRecord:
    hand = over(rng, game)
    names = tuple(rng.choice("AB' é") + str(seat) for seat in range(game.num_players))
    return HandRecord.of(hand, rng.randrange(10**6), names)


def at_a_decision(rng: random.Random, game: Game) -> HandState:
    """A random hand stopped at one of its first nine decisions."""
    while True:
        hand = start(rng, game)
        for _ in range(rng.randrange(9)):
            if not hand.finished:
                hand.apply(random_action(rng, hand))
        if not hand.finished:
            return hand


def decisions(game: Game, count: int, seed: int) -> list[PublicState]:
    rng = random.Random(seed)
    return [at_a_decision(rng, game).spot for _ in range(count)]
