from functools import partial
from pathlib import Path

import numpy as np

from ai.agents.baselines import RaiseAgent, RandomAgent
from ai.registry import build
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match, play
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


def keep_match(store, game, engines, hands, *, seed=5, duplicate=True, players=(), agents=()):
    names, kept = players or engines, {"seed": seed, "duplicate": duplicate, "hands": hands}
    ticket = store.begin_match(game, engines=engines, players=names, **kept)
    made, keep = agents or [build(name, game) for name in engines], store.append_block
    play(game, made, hands // (1 + duplicate), seed, duplicate, on_chunk=partial(keep, ticket))
    assert store.finish_match(ticket).result() == hands


def check_match(path: Path) -> int:
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
