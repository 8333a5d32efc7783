"""Evaluation of an engine's whole strategy in a small game, compared with an equilibrium."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from ai.cfr.agent import equilibrium
from ai.cfr.best_response import evaluate
from ai.cfr.infoset_values import infoset_values
from ai.cfr.infosets import InfosetFigures, InfosetKey, infoset_figures
from ai.cfr.kuhn_family import has_family, nearest_alpha
from ai.cfr.profiles import kuhn_equilibrium
from engine.agent import PolicyTable
from engine.errors import GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState, Strategy
from engine.policy import policy_table

Beside: TypeAlias = Mapping[InfosetKey, tuple[float, ...]]
"""Probabilities of the actions at every information set."""


@dataclass(frozen=True)
class WholeGame:
    """Evaluation of a profile, in chips per hand.

    Attributes:
        game: the game.
        infosets: all of them, in the order of the betting tree.
        values: EV of each position; they sum to 0.
        exploitability: NashConv divided by the number of players.
        equilibrium: probabilities of an equilibrium at the same information sets. Empty where none
            is known: the game is too large to be solved, or has more than two players.
        alpha: in Kuhn poker the alpha of ``equilibrium``, the member of the family nearest to
            the profile; None elsewhere.
    """

    game: Game
    infosets: tuple[InfosetFigures, ...]
    values: tuple[float, ...]
    exploitability: float
    equilibrium: Beside
    alpha: Fraction | None = None

    @property
    def nash_conv(self) -> float:
        """The sum over positions of the gain from deviating alone; 0 at an equilibrium."""
        return self.exploitability * len(self.values)


def read_whole(
    game: Game,
    answer: Callable[[PublicState], Strategy],
    home: Path | None,
    control: JobControl,
) -> WholeGame:
    """Query an engine at every public state, and evaluate its strategy.

    Args:
        game: a small game.
        answer: the engine's strategy at a public state.
        home: folder of the solution's file; None caches nothing.
        control: to cancel.

    Raises:
        GameError: if the game is too large to enumerate.
        CancelledError: if cancelled.
        PokerError: any error of the engine.
    """
    table = policy_table(game, answer)
    evaluated, infosets = evaluate(table), _figures(table)
    alpha = None
    if has_family(game):
        alpha = nearest_alpha(infosets[0].probabilities[1])  # the jack, before any action
        beside = family_beside(infosets, alpha)
    else:
        beside = _solved_beside(game, home, control)
    return WholeGame(game, infosets, evaluated.values, evaluated.exploitability, beside, alpha)


def family_beside(infosets: Sequence[InfosetFigures], alpha: Fraction) -> Beside:
    """A member of Kuhn poker's equilibrium family, for comparison.

    Raises:
        GameError: if alpha is not between 0 and 1/3.
    """
    last = {place: float(p) for place, p in kuhn_equilibrium(alpha).items()}
    return {x.key: (1.0 - last[x.line, x.cards], last[x.line, x.cards]) for x in infosets}


def strategy_beside(game: Game, answer: Callable[[PublicState], Strategy]) -> Beside:
    """Another engine's strategy, for comparison.

    Raises:
        GameError: if the game is too large to enumerate.
        PokerError: any error of the engine.
    """
    return {x.key: x.probabilities for x in _figures(policy_table(game, answer))}


def _solved_beside(game: Game, home: Path | None, control: JobControl) -> Beside:
    if not game.is_heads_up:  # the average of CFR need not be an equilibrium
        return {}
    try:
        table, _ = equilibrium(game, home, control)
    except GameError:  # too large
        return {}
    return {x.key: x.probabilities for x in _figures(table)}


def _figures(table: PolicyTable) -> tuple[InfosetFigures, ...]:
    return infoset_figures(infoset_values(*[table] * table.tree.game.num_players))
