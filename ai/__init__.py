"""Poker engines: playing, training and evaluation.

The public interface of the package:

>>> import ai
>>> result = ai.match("kuhn", ["cfr", "random"], hands=1000, seed=1)
>>> solved = ai.solve("kuhn", "cfr+", iterations=100)

Each function imports what it needs, so ``import ai`` loads neither numpy nor kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # each function imports what it needs
    from ai.agents.entry import Engine
    from ai.cfr.run import CfrRun
    from engine.agent import Agent
    from engine.game import Game
    from engine.match import MatchResult

__all__ = ["build", "engines", "match", "solve"]


def engines(game: Game | str | None = None) -> tuple[Engine, ...]:
    """Return the built-in engines, or those that support a game.

    Raises:
        GameError: if there is no such game.
    """
    import ai.registry  # ``import ai`` stays light

    return ai.registry.engines(_game(game) if game else None)


def build(name: str, game: Game | str) -> Agent:
    """Build an engine by its name in commands: ``cfr``, ``file:PATH``, ``uct:simulations=300``.

    Raises:
        EngineError: if there is no such engine, or it does not play the game.
        GameError: if there is no such game.
    """
    import ai.registry  # ``import ai`` stays light

    return ai.registry.build(name, _game(game))


def solve(
    game: Game | str, algorithm: str = "dcfr", iterations: int = 1000, seed: int = 0
) -> CfrRun:
    """Solve a small game, such as Kuhn or Leduc; ``trainer.average()`` is the strategy.

    Args:
        game: the game, or its name.
        algorithm: a name of ``pokergui solve --help``.
        iterations: number of iterations.
        seed: of sampled algorithms.

    Raises:
        EngineError: if there is no such algorithm.
        GameError: if there is no such game, or it is too large.
    """
    from ai.cfr.run import CfrRecipe, CfrRun  # ``import ai`` stays light
    from ai.training.run import Bounds  # ``import ai`` stays light

    run = CfrRun(CfrRecipe(_game(game), algorithm, seed=seed))
    run.run(Bounds(iterations))
    return run


def match(
    game: Game | str,
    players: Sequence[Agent | str],
    hands: int,
    seed: int = 0,
    duplicate: bool = False,
) -> MatchResult:
    """Play a match; ``result.mbb()`` is the first player's result with its 95% interval.

    Args:
        game: the game, or its name.
        players: engines or their names, one for each position; positions rotate.
        hands: hands, or deals in a duplicate match.
        seed: of the cards and of the engines' random numbers.
        duplicate: whether to play each deal from every position.

    Raises:
        PokerError: if a name is unknown, or the number of players or hands is wrong.
    """
    from engine.match import play  # ``import ai`` stays light

    game = _game(game)
    agents = [build(one, game) if isinstance(one, str) else one for one in players]
    return play(game, agents, hands, seed, duplicate)


def _game(game: Game | str) -> Game:
    from engine.game import get_game  # ``import ai`` stays light

    return get_game(game) if isinstance(game, str) else game
