"""The rows of the list of engines for those that solve turns and rivers at the table."""

from __future__ import annotations

import os
from functools import partial

from ai.blueprint.shipped import find_shipped, shipped_agent, shipped_blueprints
from ai.entry import Engine
from ai.resolve.agent import NAME, ResolveAgent
from ai.resolve.effort import EFFORTS
from ai.resolve.street import RIVER
from engine.game import Game
from engine.jobs import JobControl

SAFE = "safety=combined"
"""The way to play it that lets the other choose with which hands it comes to a river."""
RIVERS = f"{NAME}:rivers"
"""The one that leaves turns to the blueprint: tens of times as fast."""


def resolving_engines() -> tuple[Engine, ...]:
    """The engines that resolve on top of the shipped blueprints; none where none is shipped."""
    return _ROWS if shipped_blueprints() else ()


def _make(
    name: str,
    game: Game,
    home: object,
    control: JobControl,
    *,
    turns: bool = True,
    safe: bool = False,
) -> ResolveAgent:
    efforts = EFFORTS if turns else {RIVER: EFFORTS[RIVER]}
    workers = min(2, os.cpu_count() or 1)
    return ResolveAgent(name, shipped_agent(game), efforts, workers, safe)


_RIVERS = Engine(
    name=RIVERS,
    title="River resolver",
    character="Plays the blueprint, and solves the river you are on: fast enough for long matches.",
    needs="hold'em with a blueprint",
    fits=lambda game: find_shipped(game) is not None,
    make=partial(_make, RIVERS, turns=False),
    solves=True,
)
_ROWS = (
    _RIVERS,
    Engine(
        name=NAME,
        title="Resolver",
        character="Plays the blueprint, and solves turns and rivers with the bets you made.",
        needs=_RIVERS.needs,
        fits=_RIVERS.fits,
        make=partial(_make, NAME),
        solves=True,
        plays={SAFE: partial(_make, f"{NAME}:{SAFE}", safe=True)},
    ),
)
