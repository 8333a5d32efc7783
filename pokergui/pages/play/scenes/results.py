"""The session strip: hands, result with its interval, sparkline."""

from __future__ import annotations

from engine.game import Game
from pokergui.formatting.words import chips, signed
from pokergui.language import tr_play as tr
from pokergui.pages.play.work.results import SessionResults
from pokergui.units import has_antes, of_session
from pokergui.viewmodel import Figure, SessionScene


def session_scene(game: Game, results: SessionResults, saved: int) -> SessionScene:
    """Build the strip after some hands of one game against one opponent.

    Games with antes count in mA per hand, games with blinds in big blinds per 100 hands.

    Args:
        game: the game.
        results: the user's results.
        saved: number of finished hands in the database.
    """
    count = results.hands
    hands = Figure(tr("Session"), chips(count), tr.plural("hand", "hands", count))
    on_disk = tr.plural("1 finished hand on disk", "{count} finished hands on disk", saved)
    on_disk = on_disk.format(count=chips(saved))
    if not count:
        return SessionScene(hands, saved=on_disk)
    unit, scale = of_session(game)
    digits = 0 if has_antes(game) else 1
    result = results.interval(100.0 * scale / game.big_blind)
    if count == 1:
        rest, verdict, short = unit, "", ""
    else:
        rest = f"± {result.half_width:,.{digits}f} {unit}"
        verdict = tr("Interval includes 0: no verdict yet") if result.includes_zero else ""
        short = tr("Includes 0") if result.includes_zero else ""
    figure = Figure(tr("Raw"), signed(result.mean, digits), rest)
    return SessionScene(hands, figure, results.series, verdict, short, on_disk)
