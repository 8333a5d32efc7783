"""Support: the fraction of a target's play that a sample of hands can estimate.

Where the target's reach is a thousand times the behaviour's, one hand represents a thousand, and
small samples contain none. A probability of 1e-30 is then no better than 0, although the estimator
is unbiased with one and biased with the other. So a sample supports the target's play up to some
importance weight, target / behaviour(U), and not beyond.

The weights follow from the strategies alone, also for actions that no hand took; chance and the
opponent cancel.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.cfr.matrix import Number
from ai.evaluation.estimators import Map, ending
from ai.reading.line import PlayedLine, PlayerLine, column
from ai.reading.reach import Weights
from engine.cards import Card
from engine.policy import blocked
from engine.running_result import Z95

LEAST = 3.0
"""Expected number of hands from which play counts as shown: with 3 none occurs in 5% of samples."""
MOST_LOST = 0.01
"""Largest unsupported fraction of the target's play for a valid mean and interval, and"""
MOST_MOVED = 0.25
"""the fraction of the interval's half width by which that may move the mean."""
_HEAVY = 0.01
"""Fraction of the spread of weights that hands may miss."""
WEIGHTS = 2.0 ** np.arange(31)
"""Weights at which the play beyond is recorded; a billion hands support nothing beyond the last."""


def departures(
    line: PlayerLine, behaviour: PlayedLine, target: PlayedLine, how: Map, other: tuple[Card, ...]
) -> Weights:
    """Return where the importance weight rises, along an observed hand and off it.

    ``how``: the map. The hands that it adds need no weight beyond that of their prefix. Returns (n,
    3, num_combos): the largest weight before, the weight after, and the target's probability there.
    The mean of the last over hands that the behaviour plays is the target's probability of going
    there.
    """
    most = np.zeros_like(target.reach[-1])
    rises: list[tuple[Weights, Weights, Weights]] = []
    for place, one in enumerate(line.decisions):
        free = ~blocked(one.spot.game, (*one.spot.board, *other))
        reach, answers = (target.reach[place], behaviour.reach[place]), target.answers[place]
        judged, seen = (_map_reach(part, free, how) for part in reach)
        # A board may block the cards that had compensated for others.
        here = _over(judged, seen)
        rises.append((most, here, _over(judged, seen, 0)))
        most = taken = np.maximum(most, here)
        for action in answers.actions:
            if how.endings and ending(one.spot.after(action), how) is not None:
                continue
            goes = _map_reach(reach[0] * column(answers, action), free, how)
            shown = _map_reach(reach[1] * column(behaviour.answers[place], action), free, how)
            weight = _over(goes, shown)
            rises.append((most, weight, _over(goes, seen, 0)))
            if action == one.action:
                taken = np.maximum(most, weight)
        most = taken
    return np.array(rises).reshape(-1, 3, len(most))


def beyond(rises: Weights) -> Weights:
    """Return the probability of a hand's departures beyond each weight.

    ``rises``: (n, 3, combos) as from ``departures``. Returns (2, len(WEIGHTS), combos): the
    target's fraction, and the behaviour's: how often hands show it.
    """
    before, after, goes = rises[:, 0], rises[:, 1], rises[:, 2]
    shown = np.divide(goes, after, out=np.zeros_like(goes), where=after > 0)
    first = (before <= WEIGHTS[:, None, None]) & (after > WEIGHTS[:, None, None])
    return np.stack([(first * part).sum(axis=1) for part in (goes, shown)])


def unsupported(parts: NDArray[np.generic], hands: int) -> tuple[Number, float]:
    """Return the target's unsupported fraction for a sample size, and from which weight on.

    ``parts``: (2, len(WEIGHTS)) mean of ``beyond`` over hands that the behaviour plays.
    """
    rare = hands * parts[1].astype(np.float64) < LEAST
    at = int(np.argmax(rare)) if rare.any() else len(WEIGHTS) - 1
    return parts[0, at], float(WEIGHTS[at])


def lacks_support(parts: NDArray[np.generic], hands: int) -> bool:
    """Return whether support is too small, for equal values of all hands."""
    lost, _ = unsupported(parts, hands)
    most: float = min(MOST_LOST, MOST_MOVED * Z95 / hands**0.5)
    return float(lost) > most


def lacks_spread(parts: NDArray[np.generic], hands: int) -> bool:
    """Return whether the sample cannot show the variance, lacking the heaviest weights."""
    lost, weight = unsupported(parts, hands)
    shown = float(parts[1, weight == WEIGHTS][0])
    return shown > 0.0 and float(lost) ** 2 / shown > _HEAVY


def _map_reach(reach: Weights, free: NDArray[np.bool_], how: Map) -> Weights:
    """Return the reach under U: each combo's own, or the sum over all."""
    own: Weights = np.where(free, reach, 0)
    return np.full_like(own, own.sum()) if how.private else own


def _over(part: Weights, whole: Weights, nothing: float = np.inf) -> Weights:
    """Return a ratio; ``nothing`` where the divisor is 0, and 0 for 0 / 0."""
    result = np.where(part > 0, nothing, 0 * part)
    return np.divide(part, whole, out=result.astype(part.dtype), where=whole > 0)
