"""Programs that write until they are killed: ``players hands|match DATABASE SEED``.

Each prints a line when it begins to open the database, and one whenever something is safe.
"""

from __future__ import annotations

import random
import sys
from itertools import count
from pathlib import Path

from ai.simple import RaiseAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from pokergui.store import MatchTicket, Store
from tests.pokergui.store.random_hands import GAMES, play_into


def new_match() -> Match:
    game = get_game("leduc")
    return Match(game, [RandomAgent(game), RaiseAgent(game)], 7, duplicate=True)


def begin_match(store: Store) -> MatchTicket:
    names = ("random", "raise")
    return store.begin_match(
        get_game("leduc"), engines=names, players=names, seed=7, duplicate=True, hands=0
    )


def play_hands(store: Store, seed: int) -> None:
    for one in count(seed):
        for number in play_into(store, 1, one, (GAMES[one % len(GAMES)],)):
            print(number, flush=True)


def play_match(store: Store, seed: int) -> None:
    match, ticket = new_match(), begin_match(store)
    size = random.Random(seed).randrange(50, 1_000)
    while True:
        match.run(size, JobControl(), lambda chunk: store.append_block(ticket, chunk).result())
        print(match.hands - store.unsaved, flush=True)


if __name__ == "__main__":
    print("opening", flush=True)
    play = {"hands": play_hands, "match": play_match}[sys.argv[1]]
    play(Store.open(Path(sys.argv[2])), int(sys.argv[3]))
