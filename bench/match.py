"""Match hands per second: bare, with statistics, and stored, compared with a Python peer.

Peers play the same game in the same run, choosing at random: OpenSpiel's Leduc (C++ behind Python)
and PokerKit's no-limit hold'em. ``alone`` only plays; ``counted`` adds interval, statistics and
curve; ``stored`` adds the database. Leduc is played from tables, no-limit by querying the engines.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ai.registry import build
from bench import figure
from bench.simulation import peer_hand
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import MatchChunk
from engine.running_result import RunningResult
from pokergui.store import Store

_MATCHES = {
    "match-leduc-cfr-cfr": ("leduc", ("cfr", "cfr"), 3_000_000),
    "match-nolimit-equity-call": ("holdem-nolimit@100", ("equity", "call"), 1_500),
}
_RUNS = 3
_PEER_LEDUC, _PEER_NOLIMIT = 5_000, 200


def _rate(match: Match, hands: int, keep: Callable[[MatchChunk], None]) -> float:
    match.run(50, JobControl(), keep)  # compiles
    start = time.perf_counter()
    match.run(hands, JobControl(), keep)
    return hands / (time.perf_counter() - start)


def _stored(match: Match, hands: int, path: Path) -> tuple[float, float]:
    """Hands per second until all are on disk, and bytes of each."""
    running = RunningResult(match.game, match.names)
    store = Store.open(path)
    ticket = store.begin_match(
        match.game,
        engines=match.names,
        players=match.names,
        seed=match.seed,
        duplicate=False,
        hands=hands + 50,
    )

    def keep(chunk: MatchChunk) -> None:
        running.add(chunk)
        store.append_block(ticket, chunk)

    match.run(50, JobControl(), keep)
    ticket.number.result()
    empty = path.stat().st_size  # of its tables
    start = time.perf_counter()
    match.run(hands, JobControl(), keep)
    store.finish_match(ticket).result()
    seconds = time.perf_counter() - start
    store.close()
    return hands / seconds, (path.stat().st_size - empty) / hands


def _leduc_peer() -> float | None:
    try:
        import pyspiel  # only with the extra named bench
    except ImportError:
        return None
    game, draw = pyspiel.load_game("leduc_poker"), random.Random(1)
    start = time.perf_counter()
    for _ in range(_PEER_LEDUC):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
    return _PEER_LEDUC / (time.perf_counter() - start)


def _nolimit_peer() -> float:
    start = time.perf_counter()
    for number in range(_PEER_NOLIMIT):
        peer_hand(get_game("holdem-nolimit"), random.Random(number))
    return _PEER_NOLIMIT / (time.perf_counter() - start)


def figures() -> dict[str, dict[str, Any]]:
    """Return best rates, cost of counting and storing, bytes per hand, peer ratio."""
    found = {}
    peers = {"leduc": ("openspiel", _leduc_peer()), "nolimit": ("pokerkit", _nolimit_peer())}
    with tempfile.TemporaryDirectory() as name:
        for title, (game_name, engines, hands) in _MATCHES.items():
            game = get_game(game_name)
            agents = [build(engine, game, Path(name)) for engine in engines]

            def match(game: Any = game, agents: Any = agents) -> Match:
                return Match(game, agents, 1)

            alone = max(_rate(match(), hands, lambda chunk: None) for _ in range(_RUNS))
            counted = max(
                _rate(match(), hands, RunningResult(game, engines).add) for _ in range(_RUNS)
            )
            runs = [
                _stored(match(), hands, Path(name) / f"{title}-{run}.db") for run in range(_RUNS)
            ]
            stored, size = max(runs)
            peer, rate = peers[title.split("-")[1]]
            more = {} if rate is None else {"peer": peer, "peer_rate": rate, "ratio": alone / rate}
            found[title] = figure(
                alone,
                "hands/s",
                counted=round(counted),
                stored=round(stored),
                lost_counting=f"{100 * (1 - counted / alone):.0f}%",
                lost_storing=f"{100 * (1 - stored / counted):.0f}%",
                bytes_a_hand=round(size, 2),
                **more,
            )
    return found
