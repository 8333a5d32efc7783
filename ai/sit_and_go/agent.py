"""The engine ``tournament``: jam or fold with short stacks, another engine with deep ones.

Below 15 big blinds ``jam-fold`` plays; above, and where ``jam-fold`` does not play the game as
two stacks are deep, the usual engine, or ``equity`` in games that the usual engine does not play.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from ai.agents.base import RangeAgent
from ai.agents.entry import TOURNAMENT, Engine
from ai.preflop.agent import NAME as JAM_FOLD
from ai.preflop.agent import payouts_option
from ai.preflop.triples import triples
from ai.sit_and_go.plan import MOST_PLAYERS, Level, SitAndGo
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, SeatView, Strategy
from engine.wording import Wording

SHORT, USUAL = JAM_FOLD, "equity"
PAYOUTS = "payouts="
"""Begins the option with prizes."""
SHORT_BLINDS = 15
"""Stack in big blinds below which ``SHORT`` plays."""

Find = Callable[[str, Path | None, Game], Engine | None]


def is_short(spot: PublicState) -> bool:
    """Return whether the player to act began the hand with a short effective stack."""
    me, stacks = spot.to_act, spot.game.stacks
    most = max(stack for seat, stack in enumerate(stacks) if seat != me)
    return min(stacks[me], most) < SHORT_BLINDS * spot.game.big_blind


def _checked(way: str) -> str:
    """Return the text after the engine's name. Raises EngineError for prizes that are none."""
    if way.startswith(PAYOUTS):
        payouts_option(way)
    return way


class TournamentAgent(RangeAgent):
    """An engine for short stacks and one for all others.

    Jam or fold for six players takes seconds to solve: a table waits ``limit_s``.

    Args:
        short: builds the one for short stacks when it is first needed.
    """

    limit_s = 60.0

    def __init__(self, name: str, usual: Agent, short: Callable[[JobControl], Agent]) -> None:
        self.name = name
        self._usual, self._build = usual, short
        self._short: Agent | None = None

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The strategy of the engine for this stack."""
        return self._for(spot, control).strategy(spot, control)

    def act(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
    ) -> Action:
        """Let the engine for this stack act."""
        return self._for(view.spot, control).act(view, rng, control)

    def _for(self, spot: PublicState, control: JobControl | None) -> Agent:
        if not is_short(spot):
            return self._usual
        if self._short is None:
            control = control or JobControl()
            if spot.game.num_players > 2:  # the first solution is within 0.03% of all prizes
                control = control.hasty()
            self._short = self._build(control)
        return self._short


_UNEVEN = SitAndGo((2_000, 2_100), (Level(50, 100),), 1, (1.0,)).start().game
"""A hand of two players with stacks as the last hands of sit-and-gos have them."""


def _plays_uneven(engine: Engine | None) -> bool:
    return engine is not None and engine.fits(_UNEVEN)


def tournament_engine(find: Find) -> Engine:
    """Return the registry entry.

    ``tournament:ENGINE`` has another usual engine; ``tournament:payouts=50/30/20`` plays short
    stacks for prizes by the Independent Chip Model.
    """

    def make(way: str, game: Game, home: Path | None, control: JobControl) -> Agent:
        for_prizes = way.startswith(PAYOUTS)
        usual = USUAL if for_prizes or not way else way
        wanted = find(usual, home, game)
        if wanted is None:
            raise EngineError("there is no engine '{name}'", name=usual[:60])
        if not _plays_uneven(find(usual, home, _UNEVEN)):
            raise EngineError(
                "'{name}' knows some depths only, and stacks of a sit-and-go change",
                name=usual[:60],
            )
        deep = wanted if wanted.fits(game) else find(USUAL, home, game)
        short = find(f"{SHORT}:{way}" if for_prizes else SHORT, home, game)
        assert deep is not None and short is not None, "they are built in"
        if game.num_players > 2:
            triples(home, control)  # takes a minute when it is first used
        name = f"{TOURNAMENT}:{way}" if way else TOURNAMENT
        engine = short if short.fits(game) else deep
        agent = deep.make(game, home, control)
        return TournamentAgent(name, agent, partial(engine.make, game, home))

    return Engine(
        name=TOURNAMENT,
        title="Grinder",
        character=Wording(
            "Jams or folds below {blinds} big blinds; deeper it counts its odds.",
            blinds=SHORT_BLINDS,
        ),
        needs=Wording("no-limit hold'em for 2 to {most} players", most=MOST_PLAYERS),
        fits=lambda game: game.is_holdem and not game.is_limit and game.num_players <= MOST_PLAYERS,
        make=partial(make, ""),
        options=lambda way: partial(make, _checked(way)),
    )
