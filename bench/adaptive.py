"""Adaptive UCT vs a fixed number of simulations: Table 6 of Li et al., "NFSP-PLT", 2023.

With common random numbers: agreement is how often the same action is chosen as by 3,000 simulations
under the same seed. The ceiling is how often 3,000 simulations under another seed choose it. In
Leduc every decision is searched; in no-limit hold'em of 100 big blinds one decision each of some
self-play hands of NFSP's networks, with and without networks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ai.registry import build
from ai.search.adaptive import SearchableDecision, Stop, Stopped, search_adaptively
from ai.search.engine import decision_of
from ai.search.search import arena_of
from bench import figure
from engine.combos import combo_index
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import MatchChunk
from engine.player import PublicState
from engine.tree import DECISION

_MOST = 3000
_FIXED = Stop(threshold=_MOST, most=_MOST, confidence=1 - 1e-15)
_RUNS = [(threshold, level) for threshold in (2800, 2500, 2000) for level in (0.98, 0.95, 0.90)]
_EARLY = [(500, 0.98)]
_HANDS = {"uct": 400, "nfsp-uct": 100}

Decisions = Callable[[int], Iterator[tuple[SearchableDecision[Any], int]]]
"""Samples decisions and own hands from a seed."""


def _leduc(seed: int) -> Iterator[tuple[SearchableDecision[Any], int]]:
    """Every information set of Leduc, suit-isomorphic ones merged."""
    arena = arena_of(get_game("leduc"))
    for node in np.flatnonzero(arena.tree.kind == DECISION).tolist():
        street = int(arena.tree.street[node])
        for board in arena.deals.boards[street]:
            spot = PublicState(arena.tree.game, arena.tree.line_to(node), board)
            decision = decision_of(spot, "uct", _MOST, seed=seed)
            for row in decision.rows:
                yield decision, row


def _played(hands: int) -> list[tuple[PublicState, int]]:
    """Return a decision of each hand, and the combo of the player to act."""
    game = get_game("holdem-nolimit@100")
    agent, chunks = build("nfsp", game), list[MatchChunk]()
    Match(game, [agent, agent], 1).run(hands, JobControl(), chunks.append)
    rng, found = np.random.default_rng(1), []
    for chunk in chunks:
        for hand in range(chunk.hands):
            line, cards = chunk.lines[chunk.line_of[hand]], chunk.dealt[hand].tolist()
            betting = PublicState(game, line[: rng.integers(len(line))], ())
            size, seat = game.num_hole, betting.to_act
            board = cards[2 * size :][: game.board_sizes[betting.street]]
            combo = combo_index(cards[size * seat : size * (seat + 1)], game.deck)
            found.append((betting.on(tuple(board)), combo))
    return found


def _no_limit(method: str) -> Decisions:
    """Decisions of no-limit hold'em with a uniform belief over the opponent's hands."""
    spots = _played(_HANDS[method])

    def decisions(seed: int) -> Iterator[tuple[SearchableDecision[Any], int]]:
        for spot, combo in spots:
            yield decision_of(spot, method, _MOST, seed=seed), combo

    return decisions


def _run(decisions: Decisions, stop: Stop, seed: int) -> tuple[list[Stopped], float]:
    """All searches, and the processor time of one in milliseconds."""
    found, spent = [], 0.0
    for decision, row in decisions(seed):
        start = time.process_time()
        found.append(search_adaptively(decision, row, stop))
        spent += time.process_time() - start
    return found, 1000.0 * spent / len(found)


def _agreement(runs: list[Stopped], fixed: list[Stopped]) -> float:
    pairs = zip(runs, fixed, strict=True)
    return float(np.mean([one.action == other.action for one, other in pairs]))


def _table(name: str, decisions: Decisions, forms: tuple[bool, ...]) -> dict[str, dict[str, Any]]:
    fixed, spent = _run(decisions, _FIXED, 0)
    other, _ = _run(decisions, _FIXED, 1)
    found = {
        f"{name}_{_MOST}": figure(1.0, "agreement", milliseconds=spent, states=len(fixed)),
        f"{name}_{_MOST}_other_seed": figure(_agreement(other, fixed), "agreement"),
    }
    for literal in forms:
        for threshold, level in (*_RUNS, *_EARLY):
            runs, spent = _run(decisions, Stop(threshold, level, literal=literal), 0)
            simulations = float(np.mean([one.simulations for one in runs]))
            early = float(np.mean([one.simulations < _MOST for one in runs]))
            row = f"{name}_{'literal' if literal else 'adaptive'}_{threshold}_{level:.2f}"
            found[row] = figure(
                _agreement(runs, fixed),
                "agreement",
                simulations=simulations,
                stopped_early=early,
                milliseconds=spent,
            )
    return found


def figures() -> dict[str, dict[str, Any]]:
    """Agreement, simulations and time of each threshold and level, and of the literal form."""
    _run(_leduc, _FIXED, 0)  # compiles
    found = _table("leduc_uct", _leduc, (False, True))
    for method, forms in (("uct", (False, True)), ("nfsp-uct", (False,))):
        decisions = _no_limit(method)
        _run(decisions, Stop(threshold=10, most=10), 0)
        found |= _table(f"nolimit_{method}", decisions, forms)
    return found
