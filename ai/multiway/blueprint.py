"""A blueprint of three and more players: a strategy of situations and card buckets.

Probabilities are bytes as in ``ai/blueprint/blueprint.py``. Only situations that play reached have
rows; a decision in any other gets those of the nearest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.cards import CardRows
from ai.betting.menus import Menu
from ai.files.quantised import FEW_VISITS, ONE, STEPS
from ai.files.strategy import StrategyInfo
from ai.multiway import _situations as s
from ai.multiway._walk import SLOTS
from engine.combos import CLASS_OF_COMBO
from engine.game import Game

LEAST_VISITS = 1000
"""Visits of a situation, over all of its hands, from which on it is kept."""
_LEAST = (0.1, 0.02, 0.02, 0.02)
"""Probability, by street, below which a hand's action is noise of sampling: it is never taken."""
_LEAST_SHARE = 0.01
"""Share of the range below which a raise before the flop is not made if another one is."""
_LEAST_RAISES = 0.003
"""Share of the range below which no raise at all is made before the flop; aces are 0.0045."""
_CLASSES = np.bincount(CLASS_OF_COMBO) / len(CLASS_OF_COMBO)

Block = tuple[int, NDArray[np.floating[Any]], NDArray[np.floating[Any]]]


@dataclass(frozen=True, eq=False)
class MultiwayBlueprint:
    """A strategy with everything needed to play it.

    Attributes:
        menu: its bets; slots are fold, call, sizes ascending, all-in.
        situations: ascending, numbered over all streets.
        probabilities: (rows, slots) uint8, the rows of each situation in turn; each sums to 255.
        rare: (rows,) bool, whether a row had little training.
        values: (2, situations before the flop, 169, slots) float16: EVs of the actions in big
            blinds from here on, and their standard errors; NaN where unknown. Empty if there are
            none.
        info: its origin.
    """

    game: Game
    menu: Menu
    cards: CardRows
    situations: NDArray[np.int32]
    probabilities: NDArray[np.uint8]
    rare: NDArray[np.bool_]
    values: NDArray[np.float16]
    info: StrategyInfo

    @staticmethod
    def of(
        info: StrategyInfo,
        cards: CardRows,
        blocks: Iterable[Block],
        values: Mapping[int, NDArray[np.float32]] | None = None,
    ) -> MultiwayBlueprint:
        """Build a blueprint from the averages of a run; ``values`` by situation before the flop."""
        menu = Menu.parse(info.menu)
        slots = num_slots(menu)
        ends = np.cumsum(s.num_situations(info.game.num_players))
        numbers, worth = [], []
        rows, rare = [np.zeros((0, slots), np.uint8)], [np.zeros(0, np.bool_)]
        for number, shares, visits in blocks:
            if visits.sum() < LEAST_VISITS:
                continue
            street = int(np.searchsorted(ends, number, side="right"))
            numbers.append(number)
            rows.append(_quantised(_purified(shares[:, :slots], street), STEPS[street]))
            rare.append(visits < FEW_VISITS)
            if street == 0 and values:
                known = values.get(number)
                worth.append(np.full((2, len(shares), SLOTS), np.nan) if known is None else known)
        return MultiwayBlueprint(
            info.game,
            menu,
            cards,
            np.array(numbers, np.int32),
            np.concatenate(rows),
            np.concatenate(rare),
            np.array([each[..., :slots] for each in worth], np.float16)
            .reshape(len(worth), 2, len(_CLASSES), slots)
            .swapaxes(0, 1),
            info,
        )

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """Where the rows of each kept situation begin: (situations + 1,)."""
        return row_starts(self.game, self.cards.num_rows, self.situations)

    def number(self, street: int, situation: int) -> int:
        """Return the number of a street's situation over all streets."""
        return sum(s.num_situations(self.game.num_players)[:street]) + situation

    def rare_rows(self, street: int, situation: int) -> NDArray[np.bool_] | None:
        """Return which rows of a situation had little training; None if it is not kept."""
        place = self.find(street, situation)
        if place < 0 or self.situations[place] != self.number(street, situation):
            return None
        return self.rare[self.starts[place] : self.starts[place + 1]]

    def find(self, street: int, situation: int) -> int:
        """Return the place of a situation of a street among those kept, or of the nearest one.

        Returns:
            -1 if the street has none.
        """
        ends = np.cumsum((0, *s.num_situations(self.game.num_players)))
        first, last = np.searchsorted(self.situations, ends[street : street + 2])
        if first == last:
            return -1
        wanted = ends[street] + situation
        place = int(np.searchsorted(self.situations, wanted))
        if place < last and self.situations[place] == wanted:
            return place
        kept = self.situations[first:last] - ends[street]
        far = s.distances(self.game.num_players, street, situation, kept)
        return int(first + np.argmin(far))


def num_slots(menu: Menu) -> int:
    """Return the most actions of a decision: fold, call, sizes, all-in."""
    return int(menu.bets.parts.shape[2]) + 3


def row_starts(
    game: Game, num_rows: tuple[int, ...], situations: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Return where the rows of each situation begin: (situations + 1,)."""
    ends = np.cumsum(s.num_situations(game.num_players))
    sizes = np.array(num_rows, np.int64)[np.searchsorted(ends, situations, side="right")]
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _purified(shares: NDArray[np.floating[Any]], street: int) -> NDArray[np.floating[Any]]:
    """Return probabilities without noise, and preflop without sizes that are hardly used."""
    shares = np.where(shares < _LEAST[street], 0.0, shares)
    if street == 0:
        taken = _CLASSES @ shares
        raises = np.flatnonzero(taken[2:] > 0.0) + 2
        kept = [slot for slot in raises if taken[slot] >= _LEAST_SHARE]
        if not kept and taken[2:].sum() >= _LEAST_RAISES:
            kept = [np.argmax(taken[2:]) + 2]
        for slot in raises:
            if slot not in kept:
                shares[:, kept[0] if kept else 1] += shares[:, slot]
                shares[:, slot] = 0.0
    return shares


def _quantised(shares: NDArray[np.floating[Any]], steps: int) -> NDArray[np.uint8]:
    """Return bytes that sum to 255 in each row, as ``ai.blueprint.blueprint.quantised``.

    Rows that were never met get the mean of the others.
    """
    shares = shares.astype(np.float64)
    shares[shares.sum(axis=1) <= 0.0] = shares.mean(axis=0)
    upto = np.cumsum(shares, axis=1)
    levels = np.rint(steps * upto / upto[:, -1:])
    quantised: NDArray[np.uint8] = np.diff(levels, axis=1, prepend=0.0).astype(np.uint8)
    return quantised * np.uint8(ONE // steps)
