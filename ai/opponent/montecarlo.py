"""Monte Carlo action EVs: deals sampled from a belief about the opponent.

Each sample is a hand of the opponent, drawn from the belief without the player's cards, and a
runout from the remaining cards. A tie is half a win. All actions of a hand are evaluated on the
same samples, in chips from now on, so a fold is 0:

* literally, E = p * win + (1 - p) * lose with one probability p of winning for all actions. The
  source writes count_win / count_lose for p, twice; that is the odds. Here it is (wins + ties / 2)
  / samples, and losses are negative;
* with replies, the value of a bet is f * pot + (1 - f) * (result of the showdown) in each sample,
  where f is the probability that this hand folds to it: the continuing range differs from the range
  that faced the bet.

Either way the hand is checked down after the action. Source: a Chinese patent, "Strategy generation
for games of incomplete information", steps 3 and 4; the bets with replies are Lisy and Bowling's
local best response (arXiv 1612.07547) to a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ai.betting.sizes import parse_sizes
from ai.opponent import _samples
from engine.combos import NUM_HOLDEM_COMBOS
from engine.equity import make_sampler
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, PublicState, raise_to
from engine.policy import blocked
from engine.rng import rng_state

Floats = NDArray[np.float64]

SIZES = parse_sizes("33.3333,66.6667,100,200,a")
"""Bets and raises considered in no-limit, percent of the pot after calling: the sizes on a person's
buttons have values."""
MOST_SAMPLES = 1_000_000
"""Most samples for one hand: some 40 ms, the longest between two checks of the control."""
_CHUNK = 400_000  # samples between two checks where hands have fewer
_NEVER = 1e-12
"""Total weight of all hands added to a belief, so that some hand can always be drawn."""


@dataclass(frozen=True)
class ActionOutcomes:
    """An action with its possible results, in chips from here on.

    ``win``: if the opponent continues and loses the showdown. ``lose``: if the opponent continues
    and wins it; 0 or less. ``pot``: if the opponent folds to it.
    """

    action: Action
    win: int
    lose: int
    pot: int

    @property
    def stakes(self) -> int:
        """The pot that the action plays for once the opponent continues."""
        return self.win - self.lose


def options(spot: PublicState) -> tuple[ActionOutcomes, ...]:
    """The actions considered: fold to a bet, call, and raises.

    In limit there is one size. In no-limit the smallest, those of ``SIZES`` and all-in: up to six.
    """
    me, legal = spot.to_act, spot.legal
    own, called = spot.spent(me), spot.spent(me) + legal.call
    considered = [ActionOutcomes(FOLD, 0, 0, 0)] if legal.fold else []
    considered.append(_outcomes(spot, CALL, called))
    base = own - spot.street_bet(me)
    for to in raises(spot):
        matched = min(base + to, spot.game.betting_stacks[1 - me])
        considered.append(_outcomes(spot, raise_to(to), matched))
    return tuple(considered)


def _outcomes(spot: PublicState, action: Action, matched: int) -> ActionOutcomes:
    added = matched - spot.spent(spot.to_act)
    return ActionOutcomes(action, 2 * matched + spot.game.opening_pot - added, -added, spot.pot)


def raises(spot: PublicState) -> list[int]:
    """Street totals of the raises considered, ascending."""
    legal = spot.legal
    if not legal.max_raise:
        return []
    if spot.game.is_limit:
        return [legal.min_raise]
    pot = spot.pot + legal.call
    sizes = SIZES.totals(spot.max_bet, pot, legal.min_raise, legal.max_raise)
    return sorted({legal.min_raise, *sizes})


@dataclass(frozen=True)
class Estimate:
    """EVs of options for some of the player's hands, with their components.

    Attributes:
        values: (hands, options) float64 mean in chips from now on.
        error: (hands, options) float64 standard error of it.
        chance: (hands,) float64 probability of winning against the whole belief, ties as half.
        chances: (hands, options) float64 the same if the opponent continues, ties as half.
        folded: (hands, options) float64 probability that the opponent folds; 0 if not requested.
        counts: (hands, 3) int64 samples lost, tied and won; None if deals were enumerated.
    """

    values: Floats
    error: Floats
    chance: Floats
    chances: Floats
    folded: Floats
    counts: NDArray[np.int64] | None


def win_rate(wins: ArrayLike, ties: ArrayLike, losses: ArrayLike) -> Floats:
    """The probability of winning, a tie counted as half: 3 wins and 1 loss are 0.75."""
    won, tied, lost = (np.asarray(count, np.float64) for count in (wins, ties, losses))
    return np.asarray((won + 0.5 * tied) / (won + tied + lost))


def estimate(
    spot: PublicState,
    considered: Sequence[ActionOutcomes],
    belief: Floats,
    folds: Floats | None,
    combos: NDArray[np.int64],
    samples: int,
    seed: int,
    control: JobControl | None = None,
    *,
    parts: bool = False,
) -> Estimate:
    """Estimate the EVs of options for the player's hands in hold'em.

    The samples of a hand depend on the belief, the board, the number of actions so far, the seed
    and that hand alone, not on the other hands wanted. Raises ValueError if the number of samples
    is out of bounds.

    Args:
        belief: (1326,) float64 weights of the opponent's hands, the player's cards not considered.
        folds: (1326, options) each opposing hand's probability of folding to each option; None
            gives literal values.
        combos: the player's hands, none blocked by the board.
        samples: for each of the player's hands, 2 to ``MOST_SAMPLES``.
        parts: whether to compute ``chances`` and ``folded`` of each option, too, where folds are
            given; otherwise they are the same for all and 0.
    """
    if not 2 <= samples <= MOST_SAMPLES:
        raise ValueError(f"a hand is valued by 2 to {MOST_SAMPLES:,} samples, not {samples:,}")
    opponents = make_sampler(never_empty(belief, spot))
    win, lose, pot = (
        np.array([getattr(each, name) for each in considered], np.float64)
        for name in ("win", "lose", "pot")
    )
    folding = np.zeros((NUM_HOLDEM_COMBOS, 0)) if folds is None else folds
    width = folding.shape[1]
    low = folding * pot[:width] + (1.0 - folding) * lose[:width]
    gain = (1.0 - folding) * (win - lose)[:width]
    if parts:  # probabilities of a fold, and of a call that loses
        low = np.hstack((low, folding, np.zeros_like(folding)))
        gain = np.hstack((gain, np.zeros_like(folding), 1.0 - folding))
    size = len(combos)
    sums, squares = np.empty((2, size, low.shape[1]))
    counts = np.empty((size, 3), np.int64)
    board = np.array(spot.board, np.uint8)
    key = rng_state(seed, stream_number(spot))[0]
    step = max(1, _CHUNK // samples)
    for first in range(0, size, step):
        if control is not None:
            control.check()
            control.progress(first / size)
        part = slice(first, first + step)
        written = sums[part], squares[part], counts[part]
        _samples.sample_hands(combos[part], opponents, board, samples, key, low, gain, *written)
    lost, tied, won = counts.T
    chance = win_rate(won, tied, lost)
    alike = np.broadcast_to(chance[:, None], (size, len(win)))
    chances, folded = alike, np.zeros(alike.shape)
    if folds is None:
        values = expected(alike, considered)
        error = standard_error(alike, (won + 0.25 * tied)[:, None], samples) * (win - lose)
    else:
        means = sums / samples
        values, error = means[:, :width], standard_error(means, squares, samples)[:, :width]
        if parts:
            folded, beaten = means[:, width : 2 * width], means[:, 2 * width :]
            goes_on = 1.0 - folded
            chances = np.divide(beaten, goes_on, out=alike.copy(), where=goes_on > 0.0)
    return Estimate(values, error, chance, chances, folded, counts)


def expected(chances: Floats, considered: Sequence[ActionOutcomes]) -> Floats:
    """Return literal values, p * win + (1 - p) * lose: (hands, options)."""
    win, lose = (
        np.array([getattr(each, name) for each in considered], np.float64)
        for name in ("win", "lose")
    )
    return np.asarray(chances * win + (1.0 - chances) * lose)


def standard_error(means: Floats, squares: Floats, samples: int) -> Floats:
    """Return the standard error of the mean of independent samples."""
    variance = np.maximum(squares / samples - means**2, 0.0)
    return np.asarray(np.sqrt(variance / (samples - 1)), np.float64)


def never_empty(belief: Floats, spot: PublicState) -> Floats:
    """Return the belief with a trace of every unblocked hand."""
    free = ~blocked(spot.game, spot.board)
    weights = np.where(free, belief, 0.0)
    return np.where(free, weights + _NEVER * max(weights.sum(), 1.0) / free.sum(), 0.0)


def stream_number(spot: PublicState) -> int:
    """Return the number of a spot's random streams, different for other boards and decisions."""
    return int.from_bytes(bytes([len(spot.actions) % 256, *sorted(spot.board)]), "big")
