"""The session strip: hands, result with its interval, sparkline."""

from __future__ import annotations

import numpy as np

from engine.game import Game
from engine.match import Interval
from pokergui.formatting.words import chips, signed, tr
from pokergui.viewmodel import Figure, SessionScene

_MOST_POINTS = 400


def session_scene(game: Game, payoffs: list[int], saved: int) -> SessionScene:
    """The strip after some hands of one game against one opponent.

    Games with antes count in chips per hand, games with blinds in big blinds per 100 hands.

    Args:
        game: the game.
        payoffs: the person's net chips in each hand.
        saved: finished hands in the database.
    """
    count = len(payoffs)
    hands = Figure(tr("Session"), chips(count), tr("hand") if count == 1 else tr("hands"))
    on_disk = (
        tr("1 finished hand on disk")
        if saved == 1
        else tr("{count} finished hands on disk").format(count=chips(saved))
    )
    if not count:
        return SessionScene(hands, saved=on_disk)
    values = np.array(payoffs, np.float64)
    unit = tr("chips/hand") if game.ante else tr("bb/100")
    digits = 2 if game.ante else 1
    scale = 1.0 if game.ante else 100.0 / game.big_blind
    result = Interval.of(values * scale)
    if count == 1:
        rest, verdict, short = unit, "", ""
    else:
        rest = f"± {result.half_width:,.{digits}f} {unit}"
        verdict = tr("Interval includes 0: no verdict yet") if result.includes_zero else ""
        short = tr("Includes 0") if result.includes_zero else ""
    figure = Figure(tr("Raw"), signed(result.mean, digits), rest)
    return SessionScene(hands, figure, _thinned(np.cumsum(values)), verdict, short, on_disk)


def _thinned(series: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, ...]:
    """At most 400 points, first and last among them."""
    if len(series) > _MOST_POINTS:
        series = series[np.linspace(0, len(series) - 1, _MOST_POINTS).astype(int)]
    return (0.0, *(float(value) for value in series))
