"""Equity of a hand against every other, and of every other against it, without betting."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from ai.equity.matchups import class_matchups, combo_matrix
from ai.equity.runouts import count_all_wins, count_wins, write_chances
from engine.cards import Card
from engine.combos import CLASS_OF_COMBO, combo_cards, combo_index
from engine.evaluator import CARD_KEYS, CARD_MASKS
from engine.game import Game

Weights = NDArray[np.float64]

MOST_RUNOUTS = 2000
"""Most runouts enumerated; more are replaced by this many random ones."""


class Chances:
    """Cached equities of a hand on the boards of one deal."""

    def __init__(self, game: Game, hole: Sequence[Card]) -> None:
        self._game = game
        self._hole = tuple(sorted(hole))
        self._known: dict[tuple[Card, ...], Weights] = {}

    def on(self, board: tuple[Card, ...]) -> Weights:
        """Return equity against each combo: (num_combos,) float64.

        Preflop in hold'em they are averaged over the suits of the other hand; in other games with
        more than ``MOST_RUNOUTS`` runouts they are sampled. They are undefined for blocked combos.
        """
        found = self._known.get(board)
        if found is None:
            if not board and self._game.is_heads_up_holdem:
                found = class_matchups()[0][CLASS_OF_COMBO[combo_index(self._hole)], CLASS_OF_COMBO]
            else:
                flop_or_before = self._game.board_sizes[-1] - len(board) > 1
                count = _count_once if flop_or_before else count_chances
                found = count(self._game, self._hole, board)
            self._known[board] = found
        return found

    def exact(self, board: tuple[Card, ...], reach: Weights) -> bool:
        """Return whether ``on`` has the exact mean over a range (num_combos,)."""
        game = self._game
        if not board and game.is_heads_up_holdem:
            return bool((reach == reach[_FIRST_OF_CLASS[CLASS_OF_COMBO]]).all())
        unseen = len(game.deck) - len(self._hole) - len(board)
        return comb(unseen, game.board_sizes[-1] - len(board)) <= MOST_RUNOUTS


_MASKS: list[int] = CARD_MASKS.tolist()
_FIRST_OF_CLASS = np.unique(CLASS_OF_COMBO, return_index=True)[1]


@cache
def _keys(game: Game) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sums of CARD_KEYS and CARD_MASKS of each combo, (num_combos,) int64."""
    cards = combo_cards(game.deck, game.num_hole)
    return (
        CARD_KEYS[cards].astype(np.int64).sum(axis=1),
        CARD_MASKS[cards].astype(np.int64).sum(axis=1),
    )


@cache
def _choices(size: int, count: int) -> NDArray[np.intp]:
    """Return all subsets of ``count`` indices below ``size``: (choices, count)."""
    return np.array(list(combinations(range(size), count)), np.intp).reshape(
        comb(size, count), count
    )


def count_chances(
    game: Game,
    hole: tuple[Card, ...],
    board: tuple[Card, ...],
    most: int = MOST_RUNOUTS,
    *,
    turned: bool = False,
) -> Weights:
    """Return a hand's equity against each combo: (num_combos,) float64.

    0 for blocked combos.

    Args:
        game: the game.
        hole: the hand's cards.
        board: the cards on the board.
        most: if there are more runouts, this many are sampled, always the same ones.
        turned: whether to return each combo's equity against the hand instead.
    """
    held = (*hole, *board)
    left = np.array([card for card in game.deck if card not in held], np.uint8)
    missing = game.board_sizes[-1] - len(board)
    whole = comb(len(left), missing)
    if whole <= most:
        places = _choices(len(left), missing)
    elif whole <= MOST_RUNOUTS:
        rng = np.random.default_rng(np.array(held, np.uint32))
        places = _choices(len(left), missing).take(rng.integers(whole, size=most), axis=0)
    else:
        rng = np.random.default_rng(np.array(held, np.uint32))
        places = rng.random((most, len(left))).argsort(axis=1)[:, :missing]
    runouts = left[places]
    full = np.empty((len(runouts), game.board_sizes[-1]), np.uint8)
    full[:, : len(board)] = board
    full[:, len(board) :] = runouts
    keys, masks = _keys(game)
    counts = np.zeros((len(keys), 2), np.int64)
    cards = np.array(hole, np.uint8)
    if game.is_heads_up_holdem:
        count_all_wins(cards, full, len(board), counts)
    else:
        count_wins(cards, full, keys, masks, counts)
    chances: Weights = np.empty(len(keys))
    write_chances(counts, masks, sum(_MASKS[card] for card in held), turned, chances)
    return chances


@lru_cache(maxsize=1024)
def _count_once(game: Game, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Weights:
    """Cache results for measurements with the same seed; 11 MB at most."""
    chances = count_chances(game, hole, board)
    chances.setflags(write=False)
    return chances


def pair_equities(
    game: Game, other: tuple[Card, ...], board: tuple[Card, ...], most: int = MOST_RUNOUTS
) -> Weights:
    """Return the equity of every combo against one hand: (num_combos,) float64, read-only.

    0 for blocked combos. In hold'em it is exact on every street unless limited by ``most``: preflop
    by a table, later over all runouts.

    Args:
        game: the game.
        other: the hand's cards, in any order.
        board: the cards on the board; those of one street in any order.
        most: if there are more postflop runouts, this many are sampled, deterministically.
    """
    hole, cards = tuple(sorted(other)), tuple(sorted(board))
    if not cards and game.is_heads_up_holdem:
        equities: Weights = _against()[combo_index(hole)]
        return equities
    return count_chances(game, hole, cards, most, turned=True)


@cache
def _against() -> Weights:
    """Equity of each combo (second) against each hand (first): (1326, 1326), read-only."""
    found = np.ascontiguousarray(combo_matrix().T)
    found.setflags(write=False)
    return found
