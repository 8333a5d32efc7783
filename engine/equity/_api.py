"""Equity of hands and ranges, exact or sampled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from engine.cards import NUM_CARDS, Card, check_distinct
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.equity._exact import combo_totals, compatible, exact_totals, matchup_counts
from engine.equity._sampling import make_sampler, sample_showdowns
from engine.equity._symmetry import invariant_orders
from engine.errors import CardError, RangeError
from engine.jobs import JobControl
from engine.ranges import check_weights
from engine.rng import rng_state

Weights = NDArray[np.float64]

_SAMPLES_A_CALL = 1 << 19


@dataclass(frozen=True)
class Equity:
    """The equity of a hand or range against another.

    Attributes:
        equity: win plus half of tie.
        win: share of deals won, weighted by the ranges.
        tie: share tied.
        lose: share lost.
        exact: whether every board was counted.
        boards: if exact, the boards that each pair of hands meets; otherwise the deals sampled.
        counts: wins, ties and losses as whole numbers, where there is one hand on either side
            or the deals were sampled.
    """

    equity: float
    win: float
    tie: float
    lose: float
    exact: bool
    boards: int
    counts: tuple[int, int, int] | None

    @property
    def standard_error(self) -> float:
        """Standard error of ``equity``; 0 if exact."""
        if self.exact:
            return 0.0
        return sqrt(max(0.0, self.win + self.tie / 4 - self.equity**2) / self.boards)


def equity(
    hero: Weights,
    villain: Weights,
    board: Sequence[Card] = (),
    samples: int | None = None,
    seed: int = 0,
    control: JobControl | None = None,
) -> Equity:
    """Equity of a range against another at hold'em, with card removal.

    Args:
        hero: (1326,) weights of combos, of any scale; combos that hold a board card are ignored.
        villain: (1326,) weights.
        board: 0, 3, 4 or 5 cards.
        samples: number of random deals; None counts all boards.
        seed: of the random deals; the same seed gives the same result.
        control: polled, and given the progress, every 20 to 50 ms.

    Raises:
        CardError: if the board is not 0, 3, 4 or 5 different cards.
        RangeError: if a range is malformed or empty after card removal, or all matchups are
            blocked.
        ValueError: if ``samples`` is not positive.
        CancelledError: if ``control`` was cancelled.
    """
    if samples is not None and samples < 1:
        raise ValueError(f"the number of samples must be positive, not {samples}")
    control = control or JobControl()
    cards = _checked_board(board)
    hero, villain = _live_weights(hero, cards), _live_weights(villain, cards)
    heroes, villains = np.flatnonzero(hero), np.flatnonzero(villain)
    meets = compatible(heroes, villains) @ villain[villains]
    if not meets.any():
        raise RangeError("these hands cannot meet: each shares a card with all of the others")
    if samples is not None:
        reach = np.zeros(NUM_HOLDEM_COMBOS)
        reach[heroes] = hero[heroes] * meets
        counts = _sample(reach, villain, cards, samples, seed, control)
        return _result(counts, False, samples, counts)
    boards = comb(NUM_CARDS - 4 - cards.size, 5 - cards.size)
    if len(heroes) == len(villains) == 1:
        counts = matchup_counts(int(heroes[0]), int(villains[0]), cards)
        return _result(counts, True, boards, counts)
    return _result(exact_totals(hero, villain, cards, control), True, boards, None)


def combo_equities(
    villain: Weights, board: Sequence[Card] = (), control: JobControl | None = None
) -> Weights:
    """Exact equity of every combo against a range: ``equities_against`` with one (1326,)."""
    equities: Weights = equities_against(villain[None], board, control)[0]
    return equities


def equities_against(
    villains: Weights, board: Sequence[Card] = (), control: JobControl | None = None
) -> Weights:
    """Exact equity of every combo against each of several ranges, computed together.

    Args:
        villains: (n, 1326) weights of combos, each range of any scale.
        board: 0, 3, 4 or 5 cards.
        control: polled, and given the progress, every 20 to 50 ms.

    Returns:
        (n, 1326) float64; NaN for combos blocked by the board or by every opposing combo.

    Raises:
        CardError: if the board is not 0, 3, 4 or 5 different cards.
        RangeError: if a range is malformed or empty after card removal.
        CancelledError: if ``control`` was cancelled.
    """
    cards = _checked_board(board)
    villains = np.stack([_live_weights(villain, cards) for villain in villains])
    held = villains > 0
    with_card = np.stack(
        [np.bincount(combo_cards()[one].ravel(), minlength=NUM_CARDS) for one in held]
    )
    # The own combo is counted with each of its cards.
    met = held.sum(axis=1)[:, None] - with_card[:, combo_cards()].sum(axis=2) + held
    live = ~np.isin(combo_cards(), cards).any(axis=1) & (met > 0)
    orders = invariant_orders(cards, *villains)
    totals = combo_totals(villains, cards, orders, control or JobControl(), live.any(axis=0))
    win, tie, total = totals[:, live]
    result = np.full(live.shape, np.nan)
    result[live] = np.clip((win + tie / 2) / total, 0.0, 1.0)
    return result


def _checked_board(board: Sequence[Card]) -> NDArray[np.uint8]:
    cards = [int(card) for card in board]
    if len(cards) not in (0, 3, 4, 5):
        raise CardError("a board has 0, 3, 4 or 5 cards, not {count}", count=len(cards))
    if any(not 0 <= card < NUM_CARDS for card in cards):
        raise CardError("the cards of a board are 0 to {most}", most=NUM_CARDS - 1)
    check_distinct(cards)
    return np.array(cards, dtype=np.uint8)


def _live_weights(weights: Weights, board: NDArray[np.uint8]) -> Weights:
    """Weights with blocked combos removed, scaled so that the largest is 1."""
    check_weights(weights)
    live = np.where(np.isin(combo_cards(), board).any(axis=1), 0.0, weights)
    if not live.any():
        if weights.any():
            raise RangeError("the range is empty on this board")
        raise RangeError("the range is empty")
    scaled: Weights = live / live.max()
    return scaled


def _sample(
    reach: Weights,
    villain: Weights,
    board: NDArray[np.uint8],
    samples: int,
    seed: int,
    control: JobControl,
) -> tuple[int, int, int]:
    heroes, villains = make_sampler(reach), make_sampler(villain)
    rng = rng_state(seed)
    counts = np.zeros(3, dtype=np.int64)
    for done in range(0, samples, _SAMPLES_A_CALL):
        control.check()
        control.progress(done / samples)
        count = min(_SAMPLES_A_CALL, samples - done)
        sample_showdowns(heroes, villains, board, count, rng, counts)
    win, tie, lose = counts.tolist()
    return win, tie, lose


def _result(
    sums: tuple[float, float, float], exact: bool, boards: int, counts: tuple[int, int, int] | None
) -> Equity:
    win, tie, lose = (max(0.0, part) for part in sums)  # rounding may leave less than 0
    total = win + tie + lose
    return Equity(
        (win + tie / 2) / total, win / total, tie / total, lose / total, exact, boards, counts
    )
