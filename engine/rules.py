"""The rulebook's kernels and layouts, for kernels of other folders.

``rules`` is ``Game.rules`` and ``state`` (STATE_SIZE,) int64 one hand's betting. Chips are counted
over the whole hand. Nothing here checks legality. The kernel cache, keyed by all files that name
engine.jit, covers this file too.
"""

from engine._rules import (
    BASE,
    BETTING,
    FOLDED,
    MAX_PLAYERS,
    MAX_ROUNDS,
    MAX_SPENT,
    NUM_PLAYERS,
    NUM_RAISES,
    RAISE,
    SHOWDOWN,
    SPENT,
    STACKS,
    STATE_SIZE,
    STATUS,
    STREET,
    TO_ACT,
    WITH_CHIPS,
    WON_BY_FOLD,
    apply,
    pot_size,
    settle,
    start,
    to_call,
)
from engine._tree import PotBets, choices

__all__ = [
    "BASE",
    "BETTING",
    "FOLDED",
    "MAX_PLAYERS",
    "MAX_ROUNDS",
    "MAX_SPENT",
    "NUM_PLAYERS",
    "NUM_RAISES",
    "RAISE",
    "SHOWDOWN",
    "SPENT",
    "STACKS",
    "STATE_SIZE",
    "STATUS",
    "STREET",
    "TO_ACT",
    "WITH_CHIPS",
    "WON_BY_FOLD",
    "PotBets",
    "apply",
    "choices",
    "pot_size",
    "settle",
    "start",
    "to_call",
]
