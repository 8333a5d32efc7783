"""Equity at hold'em: exact and sampled, hand or range against hand or range."""

from engine.equity._api import Equity, combo_equities, equity
from engine.equity._symmetry import COMBO_IMAGES, SUIT_ORDERS
from engine.equity.showdown import (
    ALL_COMBOS,
    BLOCKED,
    COMBO_KEYS,
    COMBO_MASKS,
    add_board_showdowns,
    add_showdowns,
    rank_combos,
)

__all__ = [
    "ALL_COMBOS",
    "BLOCKED",
    "COMBO_IMAGES",
    "COMBO_KEYS",
    "COMBO_MASKS",
    "SUIT_ORDERS",
    "Equity",
    "add_board_showdowns",
    "add_showdowns",
    "combo_equities",
    "equity",
    "rank_combos",
]
