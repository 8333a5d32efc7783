"""Players' statistics over stored hands."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from engine.lines import parse_line
from engine.stats import NUM_COUNTS, LineCounts, PlayerStats, count_line
from pokergui.store.hands import StoredHand

PERSON = "You"
"""Name of the person in statistics, whatever the hands call him or her."""


def count_players(hands: Iterable[StoredHand]) -> dict[str, PlayerStats]:
    """Statistics by name: the person, engines, and other people by their names."""
    lines: dict[tuple[str, str, str], LineCounts] = {}
    sums: dict[str, NDArray[np.int64]] = {}
    for hand in hands:
        key = (hand.definition, hand.game_name, hand.line)
        counted = lines.get(key)
        if counted is None:
            counted = lines[key] = count_line(hand.game, parse_line(hand.game, hand.line))
        counts = counted.with_result(np.array(hand.payoffs, np.int64))
        for seat, (engine, player) in enumerate(zip(hand.engines, hand.players, strict=True)):
            name = PERSON if seat == hand.hero else engine or player
            if name not in sums:
                sums[name] = np.zeros(NUM_COUNTS, np.int64)
            sums[name] += counts[seat]
    return {name: PlayerStats.of(counts) for name, counts in sums.items()}
