"""The `equity` engine for three or more players.

The model is that of ``agent.py`` for two players: after the player's action every opponent facing a
bet continues with its strongest hands at the minimum defence frequency against a lone bluff, and
the hand is checked down. With P the pot after the action and p the chips to call, that is 1 - p / P
of all hands. Several opponents together therefore continue too often for a bluff to pay. An
opponent with nothing to call, because it has matched the bet or is all-in, has its full range.

Where players are all-in for different amounts the chips form a main pot and side pots: each is
contested by those who paid into it in full.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RowAgent
from ai.equity import _kernels, _multiway
from ai.equity.agent import (
    FLOP_RUNOUTS,
    MOST_RAISES,
    Runouts,
    mixed,
    raises,
    runouts,
    standard_error,
)
from ai.equity.matchups import ranked_classes
from ai.equity.winnings import Stakes
from engine.combos import CLASS_OF_COMBO, NUM_HOLDEM_COMBOS, combo_cards, combo_index
from engine.equity import COMBO_KEYS, COMBO_MASKS
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, PublicState, SeatView, Strategy, raise_to
from engine.rng import rng_state
from engine.wording import Wording

Layers = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""``fixed``, ``brings`` and ``leaves`` of ``Stakes``."""


@dataclass(frozen=True)
class MultiwayDecision:
    """A decision with everything that its EVs depend on, except the cards.

    Attributes:
        actions: the actions considered: fold to a bet, call, raises.
        costs: (actions but a fold,) cost of each in chips.
        others: the live opponents.
        stakes: the stakes of the actions but a fold, by opponent.
        parts: fractions of hands with which opponents continue, descending from all hands.
    """

    actions: tuple[Action, ...]
    costs: NDArray[np.float64]
    others: tuple[int, ...]
    stakes: Stakes
    parts: tuple[float, ...] = (1.0,)

    @property
    def first(self) -> int:
        """Index of the first action other than a fold."""
        return len(self.actions) - len(self.costs)


def question(spot: PublicState) -> MultiwayDecision:
    """Return the decision of the player to act.

    Bets are those of the two-player model, without a third raise on a street.
    """
    me, legal = spot.to_act, spot.legal
    put = spot.spent(me)
    level = put - spot.street_bet(me)
    totals, actions = [put + legal.call], [CALL]
    if legal.max_raise and spot.num_raises < MOST_RAISES:
        for to in raises(spot, spot.pot + legal.call):
            totals.append(level + to)
            actions.append(raise_to(to))
    seats = range(spot.game.num_players)
    others = [seat for seat in seats if seat != me and not spot.folded(seat)]
    shares = np.array([_continuing_shares(spot, total, others) for total in totals])
    parts = sorted({1.0, *shares.ravel().tolist()}, reverse=True)
    places = np.searchsorted(-np.array(parts), -shares).astype(np.int64)
    return MultiwayDecision(
        ((FOLD,) if legal.fold else ()) + tuple(actions),
        np.array(totals, np.float64) - put,
        tuple(others),
        Stakes(places, shares, *layers(spot, totals, others)),
        tuple(parts),
    )


def layers(spot: PublicState, totals: Sequence[int], others: Sequence[int]) -> Layers:
    """Return the pots at stake for each action of the player to act, main pot first.

    Args:
        spot: the decision.
        totals: chips over the whole hand that each action puts in.
        others: the live opponents.
    """
    pots = [_showdown_pots(spot, total, others) for total in totals]
    most = max(len(fixed) for fixed, _, _ in pots)
    fixed = np.zeros((len(totals), most))
    brings, leaves = np.zeros((2, len(totals), most, len(others)))
    for at, (own, brought, left) in enumerate(pots):
        fixed[at, : len(own)] = own
        brings[at, : len(own)], leaves[at, : len(own)] = brought, left
    return fixed, brings, leaves


def _continuing_chips(spot: PublicState, total: int, seat: int) -> int:
    """Return a continuing opponent's chips over the whole hand that are at stake."""
    return min(total, spot.game.betting_stacks[seat])


def _continuing_shares(spot: PublicState, total: int, others: Sequence[int]) -> list[float]:
    """Return the fraction of hands with which each opponent continues."""
    pot = spot.pot + total - spot.spent(spot.to_act)
    pays = [max(0, _continuing_chips(spot, total, seat) - spot.spent(seat)) for seat in others]
    return [1.0 - price / pot for price in pays]


def _showdown_pots(spot: PublicState, total: int, others: Sequence[int]) -> Layers:
    """Return pots from the lowest: fixed chips (pots,), those of continuing and folding opponents.

    Both of these are (pots, opponents).
    """
    seats = range(spot.game.num_players)
    matched = [_continuing_chips(spot, total, seat) for seat in others]
    gone = [spot.spent(seat) for seat in seats if seat != spot.to_act and seat not in others]
    tops = np.array(sorted({*matched, total}))
    bottoms = np.concatenate([[0], tops[:-1]])

    def between(chips: list[int]) -> NDArray[np.float64]:
        layers = np.clip(chips, bottoms[:, None], tops[:, None]) - bottoms[:, None]
        return np.asarray(layers, np.float64)

    fixed = (tops - bottoms) + between(gone).sum(axis=1)
    fixed[0] += spot.game.opening_pot
    return fixed, between(matched), between([spot.spent(seat) for seat in others])


PREFLOP_RUNOUTS = 512
"""Random boards for a decision before the flop."""
_AT_ONCE = 64
"""Runouts per kernel call, which cannot be interrupted."""


class MultiwayEquityAgent(RowAgent):
    """An engine that acts on its equity against a range for each live opponent.

    It values calls and bets by ``question``; actions within 2% of the pot of the best are
    mixed. On turn and river all runouts are enumerated; before that they are random, depending on
    seed and board alone: preflop ``PREFLOP_RUNOUTS`` of them, with hands merged by class. Hands are
    ranked as in ``EquityAgent``.
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
