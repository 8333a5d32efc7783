"""Matches played decision by decision, each decision timed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from engine.match import Match
from engine.player import SeatView


def decisions(
    match: Match, hands: int, clock: Callable[[], float]
) -> Iterator[tuple[SeatView, float]]:
    """Return the first engine's decisions in some hands: its views, and the seconds of each.

    Args:
        match: of two engines.
        hands: to play.
        clock: in seconds, wall time or this thread's processor time.
    """
    draws = np.random.default_rng(1)
    for _ in range(hands):
        match.deal()
        while match.in_progress:
            player, view = match.table.player_to_act, match.view()
            start = clock()
            action = match.agents[player].act(view, draws)
            taken = clock() - start
            match.apply(action)
            if player == 0:
                yield view, taken
