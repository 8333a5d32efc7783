"""The equilibrium family of Kuhn poker as engines, one for each alpha: ``kuhn-family:1/6``."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ai.agents.base import TableAgent
from ai.agents.entry import FAMILY
from ai.cfr.profiles import fraction_of, kuhn_equilibrium
from engine.agent import PolicyTable
from engine.card_display import shown_rank
from engine.errors import EngineError
from engine.game import Game, get_game
from engine.lines import line_text
from engine.player import PublicState, Strategy
from engine.policy import policy_table
from engine.tree import build_tree

MOST = Fraction(1, 3)
_SIMPLE = 1_000


def has_family(game: Game) -> bool:
    """Return whether a game is Kuhn poker by its rules."""
    return game == get_game("kuhn")


def parse_alpha(text: str) -> Fraction:
    """Parse a typed alpha: "1/6", "0.17".

    Raises:
        EngineError: if it is not a number from 0 to 1/3.
    """
    alpha = fraction_of(text.strip())
    if alpha is None or not 0 <= alpha <= MOST:
        raise EngineError("alpha must be a number from 0 to 1/3, such as 1/6 or 0.17")
    return alpha


def family_table(alpha: Fraction) -> PolicyTable:
    """Return a member of the family as a table.

    Raises:
        GameError: if alpha is not between 0 and 1/3.
    """
    game, last = get_game("kuhn"), kuhn_equilibrium(alpha)
    tree = build_tree(game)

    def answer(spot: PublicState) -> Strategy:
        line = line_text(game, spot.actions)
        second = [float(last[line, shown_rank(game, card >> 2)]) for card in game.deck]
        rows = np.array([[1.0 - p, p] for p in second])
        return Strategy(tree.actions_at(tree.find(spot.actions)), rows)

    return policy_table(game, answer)


def family_agent(name: str, game: Game) -> TableAgent:
    """Return the engine with that name.

    Args:
        name: ``FAMILY`` and an alpha.
        game: the game it must play.

    Raises:
        EngineError: if the game is another, or the alpha is not a number from 0 to 1/3.
    """
    if not has_family(game):
        raise EngineError("'{name}' plays kuhn, not {game}", name=name[:40], game=game.name)
    return TableAgent(name, family_table(parse_alpha(name.removeprefix(FAMILY))), "equilibrium")


def nearest_alpha(bluff: float) -> Fraction:
    """The alpha of the family member nearest to an engine.

    Args:
        bluff: probability with which the engine opens by betting the jack.
    """
    return min(MOST, Fraction(max(0.0, bluff)).limit_denominator(_SIMPLE))
