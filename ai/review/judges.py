"""Judges of decisions: a game's default, and how an engine is built to judge."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ai.agents.entry import Engine
from ai.preflop.icm import MOST_PLAYERS, read_payouts
from ai.registry import build, namesakes, reference
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl

if TYPE_CHECKING:  # imports solvers: whoever only names a judge builds none
    from ai.review.hands import HandReviewer

SOLVER = "solver"
"""Name of the judge that solves hands from the flop on, from the ranges of the game's reference."""
PRIZES = "prizes"
"""Name of the judge of all sit-and-gos; ``prize_judge`` names it for certain prizes."""
_FOR_PRIZES = "jam-fold:payouts="


def usual_judge(game: Game) -> Engine | None:
    """Return the default judge of a game; None if there is none.

    It is the one that solves turns and rivers on top of the game's blueprint, else the blueprint,
    else the reference.
    """
    usual = reference(game)
    if game.is_heads_up and (usual is None or not game.is_holdem):
        return usual
    rows = (row for name in ("cfr-resolve", "cfr") for row in namesakes(name))
    return next((row for row in rows if row.fits(game)), usual)


def usual_name(game: Game) -> str:
    """Return the name of a game's default judge, or of its solution if there is none."""
    usual = usual_judge(game)
    return "cfr" if usual is None else usual.name


def build_judge(
    name: str, game: Game, home: Path | None = None, control: JobControl | None = None
) -> Agent:
    """Build an engine to judge decisions.

    A blueprint judges preflop and flop; turns and rivers are solved on top of it, with more effort
    than in play. Of ``SOLVER`` it is the engine of the ranges before the flop. Raises EngineError
    if there is no such engine, or it does not play the game, or StrategyFileError if a strategy
    file cannot be used.
    """
    from ai.blueprint.agent import BlueprintAgent  # whoever only names a judge builds none
    from ai.resolving.agent import ResolveAgent  # as above
    from ai.resolving.street import JUDGING  # as above

    if name == SOLVER:
        row = reference(game) if solves_hands(game) else None
        if row is None:
            raise EngineError("hands of this game are not solved from the flop on")
        return row.make(game, home, control or JobControl())
    agent = build(name, game, home, control)
    if isinstance(agent, BlueprintAgent) and game.is_heads_up_holdem:
        return ResolveAgent(name, agent, JUDGING, min(2, os.cpu_count() or 1))
    return agent.judging() if isinstance(agent, ResolveAgent) else agent


def solves_hands(game: Game) -> bool:
    """Return whether the judge ``SOLVER`` judges hands of a game."""
    return game.is_heads_up_holdem and not game.is_limit


def prize_judge(payouts: tuple[float, ...]) -> str:
    """Return the name of the judge by a tournament's prizes, an engine's name."""
    return _FOR_PRIZES + "/".join(f"{prize:.15g}" for prize in payouts)


def judged_payouts(judge: str) -> tuple[float, ...]:
    """Return the prizes by which a judge judges; none for judges of chips.

    Raises:
        PokerError: if it names impossible ones.
    """
    if not judge.startswith(_FOR_PRIZES):
        return ()
    return read_payouts(judge.removeprefix(_FOR_PRIZES), MOST_PLAYERS)


def reviewer_of(name: str, game: Game, judge: Agent, rival: Agent | None) -> HandReviewer:
    """Return what reviews whole hands by a judge that ``build_judge`` built."""
    from ai.review.hands import HandReviewer  # whoever only names a judge builds none
    from ai.review.solved import SolvedHandReviewer  # as above

    kind = SolvedHandReviewer if name == SOLVER else HandReviewer
    return kind(game, judge, rival)
