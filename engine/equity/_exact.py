"""Exact equity of ranges, by the cheaper of two methods.

For narrow ranges: enumerate pairs of a hero and a villain combo up to suit isomorphism, and all
boards for each. For wide ranges: enumerate boards up to the suit permutations that leave one of the
ranges unchanged, with one sweep over all combos for each.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.equity._matchups import count_matchups
from engine.equity._symmetry import COMBO_IMAGES, distinct_boards, invariant_orders
from engine.equity.showdown import add_board_showdowns
from engine.jobs import JobControl

Weights = NDArray[np.float64]

# Rough costs in microseconds, by missing board cards; only their ratios matter.
_MATCHUP_COST = {5: 2000.0, 2: 5.0, 1: 0.6, 0: 0.1}
_BOARD_COST, _BOARD_COMBO_COST = 3.0, 0.012
_CHUNK_COST = 20_000.0
_MOST_PAIRS = 50_000


def exact_totals(
    hero: Weights, villain: Weights, board: NDArray[np.uint8], control: JobControl
) -> tuple[float, float, float]:
    """Weight of all deals that the hero wins, ties and loses.

    Args:
        hero: (1326,), 0 for combos on the board.
        villain: (1326,), the same.
        board: (k,) uint8.
        control: polled, and given the progress, every 20 ms or so.

    Returns:
        Sums over pairs of combos that share no card, and over boards, of the product of weights.
    """
    orders_hero, orders_villain = invariant_orders(board, hero), invariant_orders(board, villain)
    swap = len(orders_hero) > len(orders_villain)
    orders = orders_hero if swap else orders_villain
    num_boards = comb(52 - board.size, 5 - board.size) / len(orders)
    num_combos = np.count_nonzero(hero + villain)
    sweep_cost = num_boards * (_BOARD_COST + _BOARD_COMBO_COST * num_combos)
    if np.count_nonzero(hero) * np.count_nonzero(villain) <= _MOST_PAIRS:
        pairs, weights = _distinct_matchups(hero, villain, board)
        cost = _MATCHUP_COST[5 - board.size]
        if cost * len(pairs) < sweep_cost:
            return _sum_matchups(pairs, weights, board, max(1, int(_CHUNK_COST / cost)), control)
    if swap:
        lose, tie, win = _sum_sweeps(villain, hero, board, orders, control)
    else:
        win, tie, lose = _sum_sweeps(hero, villain, board, orders, control)
    return win, tie, lose


def matchup_counts(hero: int, villain: int, board: NDArray[np.uint8]) -> tuple[int, int, int]:
    """Boards on which one combo wins, ties and loses against another."""
    counts = np.empty((1, 3), dtype=np.int64)
    count_matchups(combo_cards()[[hero]], combo_cards()[[villain]], board, counts)
    win, tie, lose = counts[0].tolist()
    return win, tie, lose


def compatible(heroes: NDArray[np.intp], villains: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return a mask of pairs of combos that share no card: (len(heroes), len(villains))."""
    held = np.uint64(1) << combo_cards().astype(np.uint64)
    held = held[:, 0] | held[:, 1]
    apart: NDArray[np.bool_] = held[heroes][:, None] & held[villains][None, :] == 0
    return apart


def _distinct_matchups(
    hero: Weights, villain: Weights, board: NDArray[np.uint8]
) -> tuple[NDArray[np.intp], Weights]:
    """One pair of combos from each orbit under the suit permutations that keep the board.

    Returns:
        pairs (n, 2), and the total weight of each orbit.
    """
    heroes, villains = np.flatnonzero(hero), np.flatnonzero(villain)
    rows, columns = np.nonzero(compatible(heroes, villains))
    heroes, villains = heroes[rows], villains[columns]
    images = COMBO_IMAGES[invariant_orders(board)].astype(np.intp)
    codes = (images[:, heroes] * NUM_HOLDEM_COMBOS + images[:, villains]).min(axis=0)
    distinct, orbit = np.unique(codes, return_inverse=True)
    weights = np.zeros(len(distinct))
    np.add.at(weights, orbit, hero[heroes] * villain[villains])
    return np.column_stack(np.divmod(distinct, NUM_HOLDEM_COMBOS)), weights


def _sum_matchups(
    pairs: NDArray[np.intp],
    weights: Weights,
    board: NDArray[np.uint8],
    chunk: int,
    control: JobControl,
) -> tuple[float, float, float]:
    counts = np.empty((len(pairs), 3), dtype=np.int64)
    cards = combo_cards()
    for start in range(0, len(pairs), chunk):
        control.check()
        control.progress(start / len(pairs))
        part = pairs[start : start + chunk]
        count_matchups(cards[part[:, 0]], cards[part[:, 1]], board, counts[start : start + chunk])
    win, tie, lose = (weights @ counts).tolist()
    return win, tie, lose


def _sum_sweeps(
    hero: Weights,
    villain: Weights,
    board: NDArray[np.uint8],
    orders: NDArray[np.intp],
    control: JobControl,
) -> tuple[float, float, float]:
    win, tie, total = combo_totals(villain[None], board, orders, control, hero > 0)[:, 0]
    wins, ties = float(hero @ win), float(hero @ tie)
    return wins, ties, float(hero @ total) - wins - ties


def combo_totals(
    villains: Weights,
    board: NDArray[np.uint8],
    orders: NDArray[np.intp],
    control: JobControl,
    wanted: NDArray[np.bool_],
) -> Weights:
    """Weight that each wanted combo beats, ties and meets in each range over all boards.

    Args:
        villains: (n, 1326).
        board: (k,) uint8.
        orders: a group of suit permutations that leaves the board and all ranges unchanged.
        control: polled, and given the progress, every 20 ms or so.
        wanted: (1326,); entries of other combos are undefined.

    Returns:
        (3, n, 1326).
    """
    boards, sizes = distinct_boards(board, orders, control.check)
    images = COMBO_IMAGES[orders]
    held = (villains > 0).any(axis=0)
    combos = np.flatnonzero(wanted[images].any(axis=0) | held).astype(np.uint16)
    totals = np.zeros((3, *villains.shape))
    # Ranking takes as long as the sweep for one range.
    cost = (_BOARD_COST + _BOARD_COMBO_COST * combos.size) * (1 + len(villains)) / 2
    chunk = max(1, int(_CHUNK_COST / cost))
    for start in range(0, len(boards), chunk):
        control.check()
        control.progress(start / len(boards))
        part = slice(start, start + chunk)
        add_board_showdowns(boards[part], sizes[part], combos, villains, *totals)
    # A board represents its images, and a combo's share of them went to its own images.
    means: Weights = totals[:, :, images].mean(axis=2)
    return means
