"""Levels of error rates, by sparring partners of similar strength.

The rates are those of ``scripts/review_ladder.py``: each partner's decisions against the reference,
reviewed by the default judge. They depend on game and judge: only measured pairs have levels.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass

from ai.agents.sparring import NAME
from ai.registry import reference
from engine.game import Game
from engine.running_result import Interval

SHARP, SOLID, STEADY, SHAKY, LEAKY = "sharp", "solid", "steady", "shaky", "leaky"
LEVELS = (SHARP, SOLID, STEADY, SHAKY, LEAKY)
"""Levels by ascending error rate: like the reference and ``spar:1``, like ``spar:2`` and
``spar:3``, and so on in pairs, like ``spar:8``."""
RATES: dict[str, tuple[float, ...]] = {
    "kuhn": (3.4, 9.5, 14.1, 27.3, 41.0, 61.7, 96.9, 142.0),
    "leduc": (5.6, 11.9, 22.2, 36.8, 58.9, 92.7, 162.4, 262.7),
}
"""Error rates in mbb of ``spar:1`` to ``spar:8`` by game, reviewed by its default judge."""
_ENDS = (0, 2, 4, 6)
"""Indices of the partners at which a level ends, halfway to the next one's rate."""


@dataclass(frozen=True)
class Standing:
    """The level of an error rate.

    ``levels``: those that its 95% interval overlaps, best first. ``partner``: the engine whose
    error rate is nearest.
    """

    levels: tuple[str, ...]
    partner: str


def cut_offs(game: Game) -> tuple[float, ...]:
    """Return the thresholds in mbb between levels; () for none."""
    rates = RATES.get(game.name)
    return () if rates is None else tuple((rates[at] + rates[at + 1]) / 2.0 for at in _ENDS)


def standing(game: Game, judge: str, error: Interval) -> Standing | None:
    """Return the level of an error rate; None if nothing was measured for comparison.

    ``judge``: name of the engine that reviewed them. ``error``: mbb per decision, with its
    interval; an infinite one has no level.
    """
    from ai.review.judges import usual_judge  # imports solvers, which words need not

    rates, row, usual = RATES.get(game.name), reference(game), usual_judge(game)
    if rates is None or row is None or usual is None or judge not in (row.name, usual.name):
        return None
    if not math.isfinite(error.half_width):
        return None
    ends, half = cut_offs(game), error.half_width
    first, last = (bisect_right(ends, rate) for rate in (error.mean - half, error.mean + half))
    names = (row.name, *(f"{NAME}:{rung}" for rung in range(1, len(rates) + 1)))
    nearest = min(zip((0.0, *rates), names, strict=True), key=lambda one: abs(one[0] - error.mean))
    return Standing(LEVELS[first : last + 1], nearest[1])
