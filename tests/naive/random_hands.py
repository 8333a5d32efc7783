"""Random finished hands of any game, for properties."""

import random

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
    """A built-in game, or hold'em with any stacks and players."""
    return get_game(rng.choice(_BUILT_IN)) if rng.random() < 0.4 else random_game(rng)


def start(rng: random.Random, game: Game) -> HandState:
    """A hand with random cards."""
    return HandState.deal(game, rng.sample(game.deck, len(game.deck)))


def over(rng: random.Random, game: Game) -> HandState:
    """A random hand that has ended."""
    hand = start(rng, game)
    while not hand.finished:
        hand.apply(random_action(rng, hand))
    return hand


def finished(rng: random.Random, game: Game) -> HandRecord:
    """The record of a random hand."""
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
    """Decisions of random hands, within the first nine of each."""
    rng = random.Random(seed)
    return [at_a_decision(rng, game).spot for _ in range(count)]
