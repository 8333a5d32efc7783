"""Equity at hold'em: exact and sampled, hand or range against hand or range.

The kernels and tables exported here are for kernels of other folders; the cache key of engine.jit
covers them.
"""

from engine.equity._api import Equity, combo_equities, equities_against, equity
from engine.equity._sampling import (
    Sampler,
    board_sums,
    draw_board,
    draw_combo,
    fill_deck,
    make_sampler,
    search_combo,
)
from engine.equity._symmetry import COMBO_IMAGES, SUIT_ORDERS
from engine.equity.multiway import Showdowns, showdowns
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
    "Sampler",
    "Showdowns",
    "add_board_showdowns",
    "add_showdowns",
    "board_sums",
    "combo_equities",
    "draw_board",
    "draw_combo",
    "equities_against",
    "equity",
    "fill_deck",
    "make_sampler",
    "rank_combos",
    "search_combo",
    "showdowns",
]
