"""Write ``versionN.sql``: a small database of the present version with rows in every table.

Run as ``python -m tests.pokergui.store.make_version FILE`` when a version is added, before anything
later is. A file of an older version is never written again: it is what that version wrote.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import numpy as np

from ai.simple import RaiseAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match, MatchChunk
from engine.match_chunk import joined
from engine.table import live_deck
from pokergui.store import (
    OpponentStore,
    Store,
    TournamentJournal,
    begin_tournament,
    import_hands,
    learn_people,
)
from pokergui.store.drills import keep_answers
from pokergui.tournaments.plan import Entrant, Plan
from tests.pokergui.store.drilled import drill_answer
from tests.pokergui.store.random_hands import play_into

IMPORTED = """PokerStars Hand #101:  Hold'em No Limit ($0.50/$1.00 USD) - 2026/05/01 20:00:00 ET
Table 'Alpha' 6-max Seat #1 is the button
Seat 1: ann ($100.00 in chips)
Seat 2: bob ($100.00 in chips)
ann: posts small blind $0.50
bob: posts big blind $1
*** HOLE CARDS ***
ann: raises $1 to $2
bob: calls $1
*** FLOP *** [2c 7d Jh]
bob: checks
ann: bets $2
bob: folds
Uncalled bet ($2) returned to ann
ann collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
Board [2c 7d Jh]
Seat 1: ann (button) (small blind) collected ($4)
Seat 2: bob (big blind) folded on the Flop

"""


def fill(store: Store, folder: Path) -> None:
    """Write rows of every kind."""
    play_into(store, 3, games=("kuhn", "leduc", "holdem-limit"))
    file = folder / "site.txt"
    file.write_text(IMPORTED, "utf-8")
    import_hands(store, [file])
    learn_people(store, ["ann"], ["bob"]).result()
    state = {"format": 1, "key": "leduc", "n": np.full(4, 1.0)}
    OpponentStore(store).save("you", "leduc", 1, state).result()
    game = get_game("leduc")
    chunks: list[MatchChunk] = []
    Match(game, (RaiseAgent(game), RandomAgent(game)), 3, True).run(8, JobControl(), chunks.append)
    ticket = store.begin_match(
        game,
        engines=("raise", "random"),
        players=("raise", "random"),
        seed=3,
        duplicate=True,
        hands=8,
    )
    store.append_block(ticket, joined(chunks)).result()
    store.finish_match(ticket).result()
    plan = Plan((Entrant("raise"), Entrant("random")), False, 1000, 4, 3, 10.0)
    begun = begin_tournament(store, game, plan).result()
    TournamentJournal(store, begun).write((0, 1), 0, joined(chunks).part(0, 4), -1, "").result()
    keep_answers(store, [drill_answer(number) for number in range(2)]).result()
    store.begin_hand(game, live_deck(game), engines=("", "random"), hero=0).committed.result()


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "hands.db"
        with closing(Store.open(path)) as store:
            fill(store, Path(name))
        with closing(sqlite3.connect(path)) as db:
            ((number,),) = db.execute("PRAGMA user_version")
            text = "\n".join((*db.iterdump(), f"PRAGMA user_version = {number};"))
    Path(sys.argv[1]).write_text(f"-- A database of version {number}.\n{text}\n", "utf-8")


if __name__ == "__main__":
    main()
