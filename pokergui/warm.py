"""Compiles every kernel that play needs, and solves what is solved once, before anybody waits."""

from __future__ import annotations

from ai.registry import build, engines
from engine.game import built_in_games
from engine.jobs import JobControl
from engine.match import play
from pokergui.paths import strategies_dir

_HANDS = 2


def warm(control: JobControl) -> None:
    """Let every engine play a few hands of every game that it plays.

    Args:
        control: is told which game is being prepared; cancelling stops between two engines.

    Raises:
        CancelledError: if stopped.
    """
    games = built_in_games()
    for done, game in enumerate(games):
        control.progress(done / len(games), game.title)
        for engine in engines(game):
            control.check()
            agent = build(engine.name, game, strategies_dir(), control)
            play(game, [agent] * game.num_players, _HANDS, seed=0)
    control.progress(1.0)
