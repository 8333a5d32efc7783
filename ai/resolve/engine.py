"""The row of the list of engines for the one that solves turns and rivers at the table."""

from __future__ import annotations

import os

from ai.blueprint.shipped import find_shipped, shipped_agent, shipped_blueprints
from ai.entry import Engine
from ai.resolve.agent import NAME, ResolveAgent
from engine.game import Game

SAFE = "safety=combined"
"""The way to play it that lets the other choose with which hands it comes to a river."""


def resolving_engines() -> tuple[Engine, ...]:
    """The engine that resolves on top of the shipped blueprints; none where none is shipped."""
    games = [info.game.name for _, info in shipped_blueprints()]
    return (_ROW,) if games else ()


def _make(game: Game, name: str, safe: bool) -> ResolveAgent:
    workers = min(2, os.cpu_count() or 1)
    return ResolveAgent(name, shipped_agent(game), workers=workers, safe=safe)


_ROW = Engine(
    name=NAME,
    title="Resolver",
    character="Plays the blueprint, and solves turns and rivers with the bets you made.",
    needs="hold'em with a blueprint",
    fits=lambda game: find_shipped(game) is not None,
    make=lambda game, home, control: _make(game, NAME, safe=False),
    solves=True,
    plays={SAFE: lambda game, home, control: _make(game, f"{NAME}:{SAFE}", safe=True)},
)
