"""Priors for an opponent's behaviour."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RangeAgent
from ai.blueprint.shipped import shipped_blueprints, shipped_engines
from ai.cfr.agent import CfrAgent, is_small
from ai.equity.handrank import hand_ranks
from ai.opponent.situations import situations_of
from engine.agent import Agent
from engine.errors import GameError, IllegalActionError
from engine.game import UNLIMITED, Game
from engine.jobs import JobControl
from engine.player import Action, ActionKind, PublicState, Strategy, raise_to
from engine.wording import Wording

_FOLDED = 0.9
"""Frequency of folds, relative to that at which a bluff breaks even: people call too often."""
_NEAR = 1.3
"""Largest ratio of a blueprint's depth to a spot's, or the inverse."""


class StrengthAgent(RangeAgent):
    """An engine that plays by hand strength alone; supports every game.

    Facing a bet it folds about the fraction of its hands at which a bluff breaks even, and raises
    the best; with nothing to call it bets good hands and some of the rest. Probabilities change
    smoothly with strength, and sizes are equally likely.
    """

    name = "strength"

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """Probabilities of one action of each kind."""
        actions, _ = situations_of(spot.game).actions(spot)
        shares = hand_ranks(spot.game, spot.board)
        free = ~np.isnan(shares)
        strong = np.where(free, shares, 0.0)
        legal = spot.legal
        probabilities = np.zeros((len(shares), len(actions)))
        raises = [place for place, a in enumerate(actions) if a.kind is ActionKind.RAISE]
        fold = np.zeros(len(shares))
        if legal.fold:
            bet = legal.call / max(1, spot.pot - legal.call)
            fold = 0.02 + 0.94 * _above(_FOLDED * bet / (1.0 + bet), 0.08, strong)
            best = 0.03 + 0.60 * _above(strong, 0.05, 0.88)
        else:
            best = 0.12 + 0.60 * _above(strong, 0.08, 0.65)
        raised = best * (1.0 - fold) if raises else np.zeros(len(shares))
        for place in raises:
            probabilities[:, place] = raised / len(raises)
        call = next(place for place, a in enumerate(actions) if a.kind is ActionKind.CALL)
        if legal.fold:
            probabilities[:, 0] = fold
        probabilities[:, call] = 1.0 - fold - raised
        probabilities[~free] = 0.0
        return Strategy(actions, probabilities, note=str(Wording("by strength")))


def _above(
    value: NDArray[np.float64] | float, width: float, bound: NDArray[np.float64] | float
) -> NDArray[np.float64]:
    """A smooth step: 0 well below a bound, 1 well above it."""
    return np.asarray(1.0 / (1.0 + np.exp((bound - value) / width)), np.float64)


class BlueprintPrior(RangeAgent):
    """The shipped blueprints of a family of games, each used near its own depth.

    A spot is mapped to the blueprint of the nearest depth if the depths differ by no more than
    ``_NEAR`` and the same line is legal there, in chips of equal value; otherwise it is played by
    strength.
    """

    name = "blueprints"

    def __init__(self) -> None:
        self._agents: dict[Game, Agent] = {}
        self._by_strength = StrengthAgent()

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The nearest blueprint's answer, in the spot's own chips."""
        for game in _near(spot.game):
            scale = Fraction(game.big_blind, spot.game.big_blind)
            try:
                there = PublicState(game, tuple(_scaled(a, scale) for a in spot.actions), ())
                if there.to_act != spot.to_act or there.street != spot.street:
                    continue
            except IllegalActionError:
                continue
            if game not in self._agents:
                self._agents[game] = shipped_engines()[0].make(game, None, JobControl())
            there = PublicState(game, there.actions, spot.board, there.betting)
            answer = self._agents[game].strategy(there, control)
            actions = tuple(_scaled(action, 1 / scale) for action in answer.actions)
            return Strategy(actions, answer.probabilities, note=answer.note)
        return self._by_strength.strategy(spot, control)


@lru_cache(64)
def _near(game: Game) -> tuple[Game, ...]:
    """Games of the shipped blueprints that differ only in depth, and little; nearest first."""
    near = []
    for _, info in shipped_blueprints():
        other = info.game
        scale = Fraction(other.big_blind, game.big_blind)
        stacks = tuple(round(stack * scale) for stack in game.stacks) if game.has_stacks else ()
        try:
            same = replace(
                game,
                stacks=other.stacks,
                blinds=tuple(int(blind * scale) for blind in game.blinds),
                raise_sizes=tuple(int(size * scale) for size in game.raise_sizes),
                least_bet=int(game.least_bet * scale),
            )
        except GameError:  # such as another number of players
            continue
        if same != other:
            continue
        away = abs(log(min(stacks or (UNLIMITED,)) / min(other.stacks)))
        if away <= log(_NEAR):
            near.append((away, other))
    return tuple(other for _, other in sorted(near, key=lambda item: item[0]))


def _scaled(action: Action, scale: Fraction) -> Action:
    if action.kind is not ActionKind.RAISE:
        return action
    return raise_to(round(action.raise_to * scale))


def prior_of(game: Game, home: Path | None = None, control: JobControl | None = None) -> Agent:
    """Return the best prior for a game: its equilibrium, the blueprints, or strength of hands.

    ``home``: folder in which an equilibrium is cached; None caches nothing.
    """
    if is_small(game):
        return CfrAgent(game, home, control or JobControl())
    return BlueprintPrior() if _near(game) else StrengthAgent()
