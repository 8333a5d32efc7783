"""Strength of poker hands of 1 to 7 cards.

``strengths`` and ``strength`` check their arguments. All other exports are for the kernels of other
folders, which check nothing: keep a hand as ``key``, KEY_START plus the CARD_KEYS of its cards, and
``mask``, MASK_START plus their CARD_MASKS; add cards as they come; and ask
``key_strength(key, mask)``. ``showdown_strength`` does all that for an array of cards. The cache
key of engine.jit covers kernels that freeze these tables, since kernels import engine.jit.
"""

from engine.evaluator._api import strength, strengths
from engine.evaluator._kernels import (
    flush_strength,
    key_strength,
    rank_strength,
    showdown_strength,
)
from engine.evaluator.describe import Category, HandDescription, describe, strength_category
from engine.evaluator.tables import (
    CARD_KEYS,
    CARD_MASKS,
    CATEGORY_BITS,
    FLUSH_BITS,
    KEY_START,
    MASK_START,
)

__all__ = [
    "CARD_KEYS",
    "CARD_MASKS",
    "CATEGORY_BITS",
    "FLUSH_BITS",
    "KEY_START",
    "MASK_START",
    "Category",
    "HandDescription",
    "describe",
    "flush_strength",
    "key_strength",
    "rank_strength",
    "showdown_strength",
    "strength",
    "strength_category",
    "strengths",
]
