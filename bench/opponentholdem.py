"""Cost of opponent modelling in hold'em: samples, decisions, whole ranges, beliefs.

Everything runs in one thread, whose processor time is measured, to reduce the effect of other load.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ai.opponent.agent import NAME, OpponentModelAgent
from ai.opponent.belief import belief
from ai.opponent.montecarlo import estimate, options
from ai.registry import build
from bench import figure
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, PublicState, SeatView, raise_to

_GAME = "holdem-nolimit@100"
_SAMPLES = 1_000_000
_LINES = (("r300", ""), ("r300c/r600", "Kh7d2c"), ("r300c/cc/cc/r900", "Kh7d2c9s3s"))
_BOARDS = 20


def figures() -> dict[str, dict[str, Any]]:
    """Samples per second, and milliseconds of a decision, of a whole range and of a belief."""
    game = get_game(_GAME)
    spots = [spot_of(game, line, parse_cards(board)) for line, board in _LINES]
    agent = build(NAME, game)
    assert isinstance(agent, OpponentModelAgent)
    hole = (*parse_cards("AsQs"),)
    combo, everything = np.array([parse_combo("AsQs")]), np.ones(1326)
    found = {}
    for spot, street in zip(spots, ("preflop", "flop", "river"), strict=True):
        considered = options(spot)
        folds = np.zeros((1326, len(considered)))
        seconds = _best(partial(estimate, spot, considered, everything, folds, combo, _SAMPLES, 1))
        found[f"opponent-samples-{street}"] = figure(_SAMPLES / seconds, "samples/s")
        view = SeatView(spot, spot.to_act, tuple(sorted(hole)))
        row = agent.row(view)
        assert row.error is not None
        stakes = np.array([max(option.stakes, 1) for option in considered])
        found[f"opponent-decision-{street}"] = figure(
            1e3 * _best(partial(agent.row, view)),
            "ms",
            samples=agent.model.parameters.samples,
            error_of_pot=float((row.error[0] / stakes).max()),
        )
        seconds = _best(partial(agent.strategy, spot), 2)
        found[f"opponent-range-{street}"] = figure(1e3 * seconds, "ms")
    found |= _first_looks(agent)
    return found


def _first_looks(agent: OpponentModelAgent) -> dict[str, dict[str, Any]]:
    """On new boards: one more action of the opponent, and a decision with all before it."""
    rng = np.random.default_rng(1)
    updates, decisions = [], []
    for number in range(2 * _BOARDS):
        cards = [int(card) for card in rng.choice(52, 7, replace=False)]
        spot = PublicState(get_game(_GAME), (), ()).after(raise_to(300))
        spot = spot.after(CALL, cards[:3]).after(CALL)
        spot = spot.after(CALL, cards[:4]).after(CALL)
        spot = spot.after(CALL, cards[:5])
        rival = spot.to_act
        bet = spot.after(raise_to(400))
        if number % 2:
            view = SeatView(bet, bet.to_act, tuple(sorted(cards[5:])))
            decisions.append(_once(partial(agent.row, view)))
        else:
            belief(agent.model, spot, rival)
            updates.append(_once(partial(belief, agent.model, bet, rival)))
    return {
        "opponent-belief-update": _spread(updates),
        "opponent-decision-new-board": _spread(decisions),
    }


def _best(work: Callable[[], object], repeats: int = 5) -> float:
    """Minimum processor time of several runs in seconds, after one that fills caches."""
    work()
    return min(_once(work) for _ in range(repeats)) / 1e3


def _once(work: Callable[[], object]) -> float:
    """Processor time of one run in milliseconds."""
    start = time.thread_time()
    work()
    return 1e3 * (time.thread_time() - start)


def _spread(milliseconds: list[float]) -> dict[str, Any]:
    return figure(float(np.median(milliseconds)), "ms", most=max(milliseconds))
