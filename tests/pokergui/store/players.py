from functools import partial
from pathlib import Path

import numpy as np

from ai.agents.baselines import RaiseAgent, RandomAgent
from ai.registry import build
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match, play
from engine.match_chunk import MatchChunk, joined
from engine.rake import NO_RAKE
from engine.running_result import RunningResult
from pokergui.store import HandReader, MatchTicket, verify

LEDUC = get_game("leduc")


def new_match() -> Match:
    return Match(LEDUC, [RandomAgent(LEDUC), RaiseAgent(LEDUC)], 7, duplicate=True)


def begin_match(store, game=LEDUC, engines=("random", "raise"), hands=0, **more) -> MatchTicket:
    kept = {"players": engines, "seed": 7, "duplicate": True, **more}
    return store.begin_match(game, engines=engines, hands=hands, **kept)


def keep_match(
    store, game, engines, hands, *, seed=5, duplicate=True, agents=(), rake=NO_RAKE, **more
) -> MatchChunk:
    kept = {"seed": seed, "duplicate": duplicate, "rake": rake, **more}
    ticket, keep = begin_match(store, game, engines, hands, **kept), store.append_block
    made, deals = agents or [build(name, game) for name in engines], hands
    if duplicate:
        deals //= game.num_players
    played = play(game, made, deals, seed, duplicate, on_chunk=partial(keep, ticket), rake=rake)
    assert store.finish_match(ticket).result() == hands
    return played


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
