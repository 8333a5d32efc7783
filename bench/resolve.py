"""Cost of real-time re-solving: decision times on turn and river, hands per second, memory.

``cfr-resolve`` plays the blueprint, one thread on a river and two on a turn if there are two cores,
in wall-clock time: median and 99th percentile of decisions for which a street is ``solved``, or
solved again because of an off-menu bet; its other decisions are read from the solution. Matches of
``cfr-resolve:rivers`` are in processor time. Memory is the peak of the real program's window while
hands were played against ``cfr-resolve``.
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from ai.registry import build
from bench import figure
from bench._decisions import decisions
from bench._program import play_against, screen
from engine.agent import Agent
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.match import Match

_GAMES = ("holdem-limit", "holdem-nolimit@100", "holdem-nolimit@200")
_HANDS, _MATCH_HANDS = 150, 400
_SOLVED_S = 0.005
"""Minimum time of a solved decision; reading from a solution takes less."""
_PLAYED_S = 40.0
_STREETS = {4: "turn", 5: "river"}


def _decisions(game: Game, agents: list[Agent]) -> dict[str, dict[str, Any]]:
    for _ in decisions(Match(game, agents, 2), 20, time.perf_counter):
        pass  # compiles
    by_cards = defaultdict(list)
    for view, taken in decisions(Match(game, agents, 1), _HANDS, time.perf_counter):
        by_cards[len(view.spot.board)].append(taken)
    found = {}
    for cards, street in _STREETS.items():
        seconds = by_cards[cards]
        first = [one for one in seconds if one > _SOLVED_S]
        found[f"{game.name}-{street}"] = figure(
            float(np.median(first)),
            "s",
            p99=round(float(np.quantile(first, 0.99)), 3),
            solved=len(first),
            decisions=len(seconds),
        )
    return found


def _rate(game: Game, agents: list[Agent]) -> dict[str, Any]:
    match = Match(game, agents, 1, True)
    match.run(20, JobControl(), lambda chunk: None)  # compiles
    start = time.process_time()
    match.run(_MATCH_HANDS, JobControl(), lambda chunk: None)
    return figure(_MATCH_HANDS / (time.process_time() - start), "hands/s", hands=_MATCH_HANDS)


def _memory(game: Game) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, screen() as display:
        played = play_against(game, "cfr-resolve", Path(folder), display, _PLAYED_S, installed=True)
    return figure(played.memory / 1e6, "MB", hands=played.hands)


def figures() -> dict[str, dict[str, Any]]:
    """All figures, for limit and for no-limit at two depths."""
    found: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        for game in map(get_game, _GAMES):
            blueprint, solves, rivers = (
                build(engine, game, home) for engine in ("cfr", "cfr-resolve", "cfr-resolve:rivers")
            )
            found |= _decisions(game, [solves, blueprint])
            found[f"{game.name}-rivers-match"] = _rate(game, [rivers, blueprint])
            found[f"{game.name}-memory"] = _memory(game)
    return found
