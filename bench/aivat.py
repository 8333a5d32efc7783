"""CPU time of AIVAT per hand between table strategies, the best of several blocks.

Hands differ from block to block, so that caches work as in a match.
"""

from __future__ import annotations

import time
from typing import Any

from ai.evaluation.match_aivat import Aivat
from ai.registry import build
from bench import figure
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import MatchChunk

_GAMES = ("holdem-limit", "holdem-nolimit@100", "holdem-nolimit")
_KNOWN = {"one": (0,), "both": (0, 1)}
_BLOCKS, _HANDS = 20, 200


def figures() -> dict[str, dict[str, Any]]:
    """Milliseconds per hand, by game and number of known players."""
    found = {}
    for name in _GAMES:
        game = get_game(name)
        agent = build("cfr", game)
        chunks: list[MatchChunk] = []
        Match(game, [agent, agent], 1).run(
            (_BLOCKS + 1) * _HANDS, JobControl(), chunks.append, _HANDS
        )
        first, *rest = chunks
        for how, known in _KNOWN.items():
            aivat = Aivat(game, [agent, agent], known)
            aivat.of(first)  # compile, and fill caches with common lines
            seconds = [_seconds(aivat, chunk) for chunk in rest]
            label = f"aivat-{name.removeprefix('holdem-')}-{how}"
            found[label] = figure(1000.0 * min(seconds), "ms/hand")
    return found


def _seconds(aivat: Aivat, chunk: MatchChunk) -> float:
    start = time.thread_time()
    aivat.of(chunk)
    return (time.thread_time() - start) / chunk.hands
