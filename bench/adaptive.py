"""Adaptive UCT against a fixed number of simulations, at every decision of Leduc.

Table 6 of Li et al., "NFSP-PLT", 2023, on the smaller of its two games, with common random numbers:
agreement is how often the same action is chosen as by 3,000 simulations under the same seed. The
ceiling is how often 3,000 simulations under another seed choose it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from ai.search.adaptive import Stop, Stopped, search_adaptively
from ai.search.arena import arena_of
from ai.search.decision import DecisionSearch
from ai.search.methods import get_method
from bench import figure
from engine.game import get_game
from engine.player import PublicState
from engine.tree import DECISION

_FIXED = Stop(threshold=3000, most=3000, confidence=1 - 1e-15)
_RUNS = [(threshold, level) for threshold in (2800, 2500, 2000) for level in (0.98, 0.95, 0.90)]
_EARLY = [(500, 0.98)]


def _decisions(seed: int) -> Iterator[tuple[DecisionSearch, int]]:
    """Every information set of Leduc, suits merged."""
    arena, method = arena_of(get_game("leduc")), get_method("uct")
    for node in np.flatnonzero(arena.tree.kind == DECISION).tolist():
        street = int(arena.tree.street[node])
        for board in arena.deals.boards[street]:
            spot = PublicState(arena.tree.game, arena.tree.line_to(node), board)
            decision = DecisionSearch(spot, method, seed=seed)
            for row in decision.rows:
                yield decision, row


def _run(stop: Stop, seed: int) -> tuple[list[Stopped], float]:
    """All searches, and the processor time of one in milliseconds."""
    found, spent = [], 0.0
    for decision, row in _decisions(seed):
        start = time.process_time()
        found.append(search_adaptively(decision, row, stop))
        spent += time.process_time() - start
    return found, 1000.0 * spent / len(found)


def _agreement(runs: list[Stopped], fixed: list[Stopped]) -> float:
    pairs = zip(runs, fixed, strict=True)
    return float(np.mean([one.action == other.action for one, other in pairs]))


def figures() -> dict[str, dict[str, Any]]:
    """Agreement, simulations and time of each threshold and level, and of the literal form."""
    _run(_FIXED, 0)  # compiles
    fixed, spent = _run(_FIXED, 0)
    other, _ = _run(_FIXED, 1)
    found = {
        "leduc_uct_3000": figure(1.0, "agreement", milliseconds=spent, states=len(fixed)),
        "leduc_uct_3000_other_seed": figure(_agreement(other, fixed), "agreement"),
    }
    for literal in (False, True):
        for threshold, level in (*_RUNS, *_EARLY):
            runs, spent = _run(Stop(threshold, level, literal=literal), 0)
            simulations = float(np.mean([one.simulations for one in runs]))
            early = float(np.mean([one.simulations < 3000 for one in runs]))
            name = f"leduc_{'literal' if literal else 'adaptive'}_{threshold}_{level:.2f}"
            found[name] = figure(
                _agreement(runs, fixed),
                "agreement",
                simulations=simulations,
                stopped_early=early,
                milliseconds=spent,
            )
    return found
