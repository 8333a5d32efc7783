"""The `equity` engine for three or more players."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RowAgent
from ai.equity import _kernels, _multiway
from ai.equity.agent import FLOP_RUNOUTS, Runouts, runouts, standard_error
from ai.equity.matchups import ranked_classes
from ai.equity.model import mixed
from ai.equity.multiway_model import MultiwayDecision, question
from engine.combos import CLASS_OF_COMBO, NUM_HOLDEM_COMBOS, combo_cards, combo_index
from engine.equity import COMBO_KEYS, COMBO_MASKS
from engine.jobs import JobControl
from engine.player import PublicState, SeatView, Strategy
from engine.rng import rng_state
from engine.wording import Wording

PREFLOP_RUNOUTS = 512
"""Random boards for a decision before the flop."""
_AT_ONCE = 64
"""Runouts per kernel call, which cannot be interrupted."""


class MultiwayEquityAgent(RowAgent):
    """An engine that acts on its equity against a range for each live opponent.

    It values calls and bets as in ``multiway_model.py``; actions within 2% of the pot of the best
    are mixed. On turn and river all runouts are enumerated; before that they are random, depending
    on seed and board alone: preflop ``PREFLOP_RUNOUTS`` of them, with hands merged by class. Hands
    are ranked as in ``EquityAgent``.

    Args:
        seed: of the runouts.
    """

    name = "equity"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """Probabilities, EVs and their standard errors for all 1,326 combos."""
        asked, boards = question(spot), self._runouts(spot)
        shape = len(boards.order), len(asked.costs)
        sums, squares = np.zeros((2, *shape))
        used = np.zeros(shape[0], np.int64)
        ends = boards.ends(asked.parts[1:])
        alike = None if spot.board else _alike()
        wanted = (
            np.ones(shape[0], np.bool_) if alike is None else alike[boards.order] == boards.order
        )
        for start in range(0, len(boards.strengths), _AT_ONCE):
            if control:
                control.check()
            part = boards.strengths[start : start + _AT_ONCE]
            _multiway.win_all(part, boards.cards, ends, asked.stakes, wanted, sums, squares, used)
        values, errors = np.zeros((2, NUM_HOLDEM_COMBOS, len(asked.actions)))
        means = sums / np.maximum(used, 1)[:, None]
        values[boards.order] = _option_values(asked, means)
        if _sampled(spot):
            errors[boards.order, asked.first :] = standard_error(means, squares, used[:, None])
        live = np.zeros(NUM_HOLDEM_COMBOS, np.bool_)
        live[boards.order] = True
        if alike is not None:
            values, errors = values[alike], errors[alike]
        probabilities = mixed(spot, values) * live[:, None]
        return Strategy(asked.actions, probabilities, values, errors, _note(spot))

    def row(self, view: SeatView) -> Strategy:
        """The answer for one combo, as a single row."""
        spot = view.spot
        asked, boards = question(spot), self._runouts(spot)
        combo = combo_index(view.hole)
        if not spot.board:
            combo = int(_alike()[combo])
        mine = int(np.flatnonzero(boards.order == combo)[0])
        sums, squares = np.zeros((2, 1, len(asked.costs)))
        ends = boards.ends(asked.parts[1:])
        used = _multiway.win_one(
            mine, boards.strengths, boards.cards, ends, asked.stakes, sums[0], squares[0]
        )
        values = _option_values(asked, sums / max(used, 1))
        return Strategy(asked.actions, mixed(spot, values), values, None, _note(spot))

    def _runouts(self, spot: PublicState) -> Runouts:
        return runouts(spot.board, self._seed) if spot.board else _preflop_runouts(self._seed)


def _sampled(spot: PublicState) -> bool:
    return len(spot.board) <= 3


def _note(spot: PublicState) -> str:
    if not _sampled(spot):
        return str(Wording("exact equities"))
    count = PREFLOP_RUNOUTS if not spot.board else FLOP_RUNOUTS
    return str(Wording("Monte Carlo, {count} runouts", count=count))


def _option_values(asked: MultiwayDecision, won: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return EVs from here on (combos, actions), a fold's 0 first if there is one."""
    values = np.zeros((len(won), len(asked.actions)))
    values[:, asked.first :] = won - asked.costs
    return values


@lru_cache(maxsize=1)
def _alike() -> NDArray[np.int64]:
    """Return the first combo of each combo's class: (1326,)."""
    first = np.unique(CLASS_OF_COMBO, return_index=True)[1]
    return np.asarray(first[CLASS_OF_COMBO], np.int64)


@lru_cache(maxsize=4)
def _preflop_runouts(seed: int) -> Runouts:
    """Return random boards, and the combos with the best classes first."""
    place = np.empty(len(ranked_classes()), np.int64)
    place[ranked_classes()] = np.arange(len(place))
    order = np.argsort(place[CLASS_OF_COMBO], kind="stable")
    full = np.zeros((PREFLOP_RUNOUTS, 5), np.uint8)
    _kernels.sample_runouts(np.zeros(0, np.uint8), rng_state(seed, 0), full)
    strengths = np.zeros((len(full), len(order)), np.int32)
    _kernels.fill_in_order(full, COMBO_KEYS[order], COMBO_MASKS[order], strengths)
    return Runouts(order, combo_cards()[order], strengths)
