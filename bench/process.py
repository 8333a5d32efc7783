"""Overhead of an external engine: median ms per answer.

The same engine answers in both: a Python file that forwards all queries to a registered engine.
``program`` is a small program that only calls. On a busy machine another process waits for its
turn: ``best_ms`` is of the fastest tenth of the answers, ``worst_ms`` of the slowest hundredth.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np

from ai.external.agent import ProcessAgent, python_command
from ai.registry import build
from bench import figure
from engine.agent import Agent
from engine.game import Game, get_game
from engine.player import CALL, PublicState, SeatView

_FILE = """
from ai.registry import build


class Passes:
    def __init__(self, game):
        self.inner = build({name!r}, game)

    def act(self, view, rng):
        return self.inner.act(view, rng)

    def strategy(self, spot):
        return self.inner.strategy(spot)
"""
_PROGRAM = """
import sys
for line in sys.stdin:
    answers = {"hello": "name A\\nready", "END": "ready", "go": "act c"}
    if line.split()[0] in answers:
        print(answers[line.split()[0]], flush=True)
"""
_GAMES = ("leduc", "holdem-limit", "holdem-nolimit@100")
_BEFORE, _TIMES = 50, 500


def _views(game: Game) -> list[SeatView]:
    """Two consecutive decisions on the second round, so that no answer is cached."""
    size = game.board_sizes[1]
    boards = (game.deck[-size:], game.deck[-size - 1 : -1])
    spots = (PublicState(game, (CALL, CALL), board) for board in boards)
    return [SeatView(spot, spot.to_act, game.deck[: game.num_hole]) for spot in spots]


def _more(agents: tuple[Agent, Agent], ask: Callable[[Agent, SeatView], object], game: Game) -> Any:
    """Return the extra time of the second."""
    found = []
    for agent in agents:
        times, views = [], cycle(_views(game))
        for _ in range(_BEFORE + _TIMES):
            view, start = next(views), time.perf_counter()
            ask(agent, view)
            times.append(1000 * (time.perf_counter() - start))
        found.append(sorted(times[_BEFORE:]))
    own, usual = map(statistics.median, found)
    least, worst = found[1][_TIMES // 10] - own, found[1][-_TIMES // 100]
    return figure(
        round(usual - own, 3),
        "ms more",
        inside_ms=round(own, 3),
        best_ms=round(least, 3),
        worst_ms=round(worst, 2),
    )


def figures() -> dict[str, dict[str, Any]]:
    """A decision and a whole range on the second round, both ways."""
    found, rng = {}, np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        path, log = Path(folder) / "passes.py", Path(folder) / "log"
        path.write_text(_FILE.format(name="cfr"))
        for name in _GAMES:
            game = get_game(name)
            outside = ProcessAgent(python_command(path), game, name="it", log=log)
            agents = (build("cfr", game), outside)
            asks: dict[str, Callable[[Agent, SeatView], object]] = {
                "decision": lambda agent, view: agent.act(view, rng),
                "range": lambda agent, view: agent.strategy(view.spot),
            }
            for what, ask in asks.items():
                found[f"process-{what}-{name}"] = _more(agents, ask, game)
            outside.close()
        game = get_game("holdem-nolimit")
        command = (sys.executable, "-I", "-S", "-c", _PROGRAM)
        program = ProcessAgent(command, game, name="it", log=log)
        agents = (build("call", game), program)
        found["process-program"] = _more(agents, lambda agent, view: agent.act(view, rng), game)
        program.close()
    return found
