"""Multiway decisions: which ones a judge can judge, and by which EVs.

At hold'em an engine's answers are valid before the flop, where training covers every spot, once two
players are left, and on streets that the engine solves, whose EVs are the solution's. After actions
that end the betting they are known exactly (``ai/values/equities.py``). Others that an engine
states with more than two players count where it states their error, too, and it is small. Elsewhere
only frequencies count.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ai.reading.reach import RangeReader, Weights, visible
from ai.review.decision import RARE, UNKNOWN, UNREAD, Reviewed
from ai.small_games.joint import is_listable
from ai.values.equities import ends_after, live_equities
from engine.cards import Card
from engine.combos import combo_index
from engine.errors import CancelledError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState

_MOST_ERROR = 0.25
"""Fraction of the pot after a call above which two standard errors of EVs say less than how often
the judge acts so."""
SEVERAL = "several players after the flop"
"""Reason why a decision is not judged: the engine is not queried."""


def by_frequency(game: Game) -> bool:
    """Return whether a game has decisions without EVs: those on streets that nobody solves."""
    return not game.is_heads_up and not is_listable(game)


def can_judge(spot: PublicState) -> bool:
    """Return whether any engine can judge a decision: preflop, or with two live players."""
    game = spot.game
    if not by_frequency(game) or not game.board_sizes[spot.street]:
        return True
    return sum(not spot.folded(seat) for seat in range(game.num_players)) == 2


def is_solved(spot: PublicState, reader: RangeReader, control: JobControl | None = None) -> bool:
    """Return whether the engine solves the street of a decision."""
    try:
        return reader.solution(spot, control) is not None
    except CancelledError:
        raise
    except PokerError:
        return False


def why_unread(reason: str, spot: PublicState) -> str:
    """Return why a decision is not judged, from the stored reason; empty if it is."""
    return SEVERAL if reason == UNREAD and not can_judge(spot) else reason


def _is_precise(one: Reviewed) -> bool:
    return one.noise.estimate <= _MOST_ERROR * (one.spot.pot + one.spot.legal.call)


def with_known_evs(
    one: Reviewed, reader: RangeReader, hole: tuple[Card, ...], control: JobControl | None = None
) -> Reviewed:
    """Return a multiway decision with known EVs, or with stated ones that have an error.

    Raises any error of the judge.
    """
    if not one.actions or is_solved(one.spot, reader, control):
        return one
    spot, unread = one.spot, one.unread if one.unread in (RARE, UNKNOWN) else ""
    evs: Weights = np.full(len(one.actions), np.nan)
    answer = reader.answer(spot, control)
    if not unread and any(spot.after(action).showdown for action in one.actions):
        ranges = visible([reader.reach(spot, control)])[0]
        equity = live_equities(spot, ranges, control)
        unvalued = replace(answer, values=None)
        known = ends_after(spot, ranges, equity, unvalued, control)
        if known is not None and not np.isnan(row := known[combo_index(hole)]).any():
            evs = row
    elif not one.unread and answer.error is not None and _is_precise(one):
        return one
    return Reviewed(spot, one.action, one.actions, one.row, evs, one.taken, unread=unread)
