"""Buckets of all canonical boards and combos as arrays: what training reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._deals import DealArrays, fill_deals
from ai.abstraction.canonical import (
    CARD_IMAGES,
    COMBO_IMAGES,
    ORDER_PRODUCTS,
    child_table,
    flop_table,
)
from engine.combos import CLASS_OF_COMBO

__all__ = ["BucketTables", "DealArrays", "fill_deals"]


@dataclass(frozen=True, eq=False)
class BucketTables:
    """The bucket of every combo on every canonical board.

    Attributes:
        num_rows: rows of each street, the 169 before the flop first.
        flop: (1755, 1326) uint8 or uint16; what blocked combos have means nothing.
        turn: (16432, 1326).
        river: (134459, 1326).
    """

    num_rows: tuple[int, ...]
    flop: NDArray[Any]
    turn: NDArray[Any]
    river: NDArray[Any]

    @cached_property
    def arrays(self) -> DealArrays:
        """What ``fill_deals`` reads."""
        return DealArrays(
            CLASS_OF_COMBO.astype(np.uint16),
            flop_table(),
            child_table(3).ravel(),
            child_table(4).ravel(),
            CARD_IMAGES.ravel(),
            COMBO_IMAGES.ravel(),
            ORDER_PRODUCTS.ravel(),
            self.flop.ravel(),
            self.turn.ravel(),
            self.river.ravel(),
        )

    @property
    def num_bytes(self) -> int:
        """Memory that the tables take, those that number the boards included."""
        return sum(array.nbytes for array in self.arrays)
