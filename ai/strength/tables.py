"""Tables of three and more at which engines are measured: the line-ups of the other players."""

from __future__ import annotations

from ai.agents.entry import Measured, TableResult
from ai.registry import find_engine
from engine.game import Game

MIXED = "mixed"
RIVAL = "equity"
"""The line-up that a strong engine must not lose to."""
LINE_UPS = {
    MIXED: (RIVAL, "passive", "bluffer", "call", RIVAL),
    RIVAL: (RIVAL,),
    "passive": ("passive",),
    "nfsp": ("nfsp",),
}
"""Engines around the table after the measured one; repeated, or as many as there are seats."""


def line_ups(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the line-ups of a game: those whose engines all play it; none for two players."""
    if game.is_heads_up:
        return {}
    seats = game.num_players - 1
    seated = {name: (listed * seats)[:seats] for name, listed in LINE_UPS.items()}
    return {
        name: listed
        for name, listed in seated.items()
        if all((row := find_engine(one, None, game)) and row.fits(game) for one in listed)
    }


def result_at(measured: Measured | None, line_up: str) -> TableResult | None:
    """Return the result against a line-up; None if it was not measured."""
    listed = () if measured is None else measured.tables
    return next((one for one in listed if one.line_up == line_up), None)
