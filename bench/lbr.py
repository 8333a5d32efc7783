"""Local best response deals per second, each from both positions, all rounds and raises.

``answer_ms`` is the engine's own time for its whole range on a flop.
"""

from __future__ import annotations

from typing import Any

from ai.lbr.response import local_best_response
from ai.registry import build
from bench import best_seconds, figure
from engine.game import get_game
from engine.player import CALL, PublicState

_CASES = (
    ("holdem-limit", "call", 60),
    ("holdem-limit", "random", 60),
    ("holdem-limit", "equity", 10),
    ("holdem-nolimit", "call", 60),
    ("holdem-nolimit", "random", 60),
    ("holdem-nolimit", "equity", 10),
)
_FLOP = (0, 17, 34)


def figures() -> dict[str, dict[str, Any]]:
    """Best rates of several runs of the same deals."""
    found = {}
    for name, engine, deals in _CASES:
        game = get_game(name)
        agent = build(engine, game)
        spot = PublicState(game, (CALL, CALL), _FLOP)

        def measure(game: Any = game, agent: Any = agent, deals: int = deals) -> object:
            return local_best_response(game, agent, deals, seed=1)

        def answer(agent: Any = agent, spot: PublicState = spot) -> object:
            return agent.strategy(spot)

        found[f"lbr-{name.removeprefix('holdem-')}-{engine}"] = figure(
            deals / best_seconds(measure, 3),
            "deals/s",
            answer_ms=round(1000 * best_seconds(answer), 2),
        )
    return found
