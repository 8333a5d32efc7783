from pathlib import Path

import numpy as np

from ai.agents.baselines import RaiseAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import MatchChunk, joined
from engine.running_result import RunningResult
from pokergui.store import HandReader, MatchTicket, Store, verify


def new_match() -> Match:
    game = get_game("leduc")
    return Match(game, [RandomAgent(game), RaiseAgent(game)], 7, duplicate=True)


def begin_match(store: Store) -> MatchTicket:
    names = ("random", "raise")
    return store.begin_match(
        get_game("leduc"), engines=names, players=names, seed=7, duplicate=True, hands=0
    )


def check_match(path: Path) -> int:
    """Check that the store has the beginning of the match, sums and all; return its hands."""
    assert verify(path).problems == ()
    with HandReader(path) as reader:
        match = reader.matches()[0]
        kept = joined(list(reader.match_hands(match)))
    chunks: list[MatchChunk] = []
    new_match().run(match.hands, JobControl(), chunks.append)
    played = joined(chunks)
    assert kept.hands == match.hands
    assert np.array_equal(kept.payoffs, played.payoffs)
    assert np.array_equal(kept.dealt, played.dealt)
    running = RunningResult(match.game, match.players, True)
    running.add(kept)
    assert (match.interval(), match.stats) == (running.interval(), running.stats)
    return match.hands
