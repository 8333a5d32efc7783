"""Cost of shipped blueprints: response times, hands per second, loading, memory.

Answers are timed at the decisions of hands of an engine against itself and against ``random``,
whose bets are off-menu and translated. ``range`` is the whole range on a board reached in play,
``act`` the decision for the player's cards alone: the 99th percentile, in milliseconds. Matches of
two tables are played by the kernel, matches against other engines decision by decision. Both are in
processor time, to exclude other load. Loading is from the file to the first answer in a fresh
process, kernels compiled. Memory is the peak of the real program's window while hands were played
against the engine.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ai.blueprint.agent import BlueprintAgent
from ai.registry import build
from bench import figure
from bench._decisions import decisions
from bench._program import play_against, screen
from engine.agent import Agent
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.match import Match

_GAMES = ("holdem-limit", "holdem-nolimit@20", "holdem-nolimit@100", "holdem-nolimit@200")
_HANDS = 400
_FAST_HANDS, _SLOW_HANDS = 100_000, 2_000
_RUNS = 3
_PLAYED_S = 20.0


def _quantiles(seconds: Sequence[float]) -> dict[str, float]:
    ms = 1000 * np.array(seconds)
    return {"median": round(float(np.median(ms)), 3), "largest": round(float(ms.max()), 3)}


def _answers(game: Game, agent: BlueprintAgent, home: Path) -> dict[str, dict[str, Any]]:
    found = {}
    for name in ("itself", "random"):
        other: Agent = agent if name == "itself" else build(name, game, home)
        for view, _ in decisions(Match(game, [agent, other], 2), 20, time.thread_time):  # compiles
            agent.strategy(view.spot)
        taken = decisions(Match(game, [agent, other], 1), _HANDS, time.thread_time)
        views, acts = zip(*taken, strict=True)
        ranges = []
        for view in views:
            start = time.thread_time()
            agent.strategy(view.spot)
            ranges.append(time.thread_time() - start)
        for kind, seconds in (("range", ranges), ("act", acts)):
            found[f"{game.name}-{kind}-v-{name}"] = figure(
                1000 * float(np.quantile(seconds, 0.99)),
                "ms",
                decisions=len(seconds),
                **_quantiles(seconds),
            )
    return found


def _rate(game: Game, agents: Sequence[Agent], hands: int, duplicate: bool) -> float:
    """Hands per second of processor time, best of several runs."""
    match = Match(game, agents, 1, duplicate)
    match.run(min(hands, 2_000), JobControl(), lambda chunk: None)  # compiles
    best = 0.0
    for _ in range(_RUNS):
        start = time.process_time()
        match.run(hands, JobControl(), lambda chunk: None)
        best = max(best, hands / (time.process_time() - start))
    return best


def _matches(game: Game, agent: BlueprintAgent, home: Path) -> dict[str, dict[str, Any]]:
    found = {
        f"{game.name}-match-v-itself": figure(
            _rate(game, [agent, agent], _FAST_HANDS, False),
            "hands/s",
            duplicate=round(_rate(game, [agent, agent], _FAST_HANDS, True)),
        )
    }
    for name in ("call", "random"):
        other = build(name, game, home)
        rate = _rate(game, [agent, other], _SLOW_HANDS, False)
        found[f"{game.name}-match-v-{name}"] = figure(rate, "hands/s")
    return found


def _loading(name: str) -> dict[str, Any]:
    """Seconds from a file to the first answer, in a fresh process."""
    work = (
        "import json, sys, time\n"
        "from pathlib import Path\n"
        "from ai.registry import build\n"
        "from engine.game import get_game\n"
        "from engine.lines import spot_of\n"
        "game = get_game(sys.argv[1])\n"
        "start, begun = time.perf_counter(), time.process_time()\n"
        "agent = build('cfr', game, Path(sys.argv[2]))\n"
        "loaded, busy = time.perf_counter(), time.process_time()\n"
        "agent.strategy(spot_of(game, '', ()))\n"
        "answered = time.perf_counter()\n"
        "print(json.dumps([loaded - start, busy - begun, answered - start]))\n"
    )
    best = [float("inf")] * 3
    with tempfile.TemporaryDirectory() as home:
        for _ in range(1 + _RUNS):
            done = subprocess.run(
                [sys.executable, "-c", work, name, home], stdout=subprocess.PIPE, check=True
            )
            best = min(best, json.loads(done.stdout))
    return figure(best[0], "s", processor=round(best[1], 3), first_answer=round(best[2], 3))


def _memory(games: Sequence[Game]) -> dict[str, dict[str, Any]]:
    """Peak memory of the real program while it plays."""
    found = {}
    with tempfile.TemporaryDirectory() as folder, screen() as display:
        for game in [*games[:1], *games]:  # the first start compiles
            played = play_against(game, "cfr", Path(folder), display, _PLAYED_S)
            memory = figure(played.memory / 1e6, "MB", hands=played.hands)
            found[f"{game.name}-memory"] = memory
    return found


def figures() -> dict[str, dict[str, Any]]:
    """All figures, for each game that has a blueprint."""
    found: dict[str, dict[str, Any]] = {}
    games = []
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        for game in map(get_game, _GAMES):
            try:
                agent = build("cfr", game, home)
            except PokerError:  # none shipped
                continue
            assert isinstance(agent, BlueprintAgent)
            games.append(game)
            found |= _answers(game, agent, home) | _matches(game, agent, home)
            found[f"{game.name}-load"] = _loading(game.name)
    return {**found, **_memory(games)}
