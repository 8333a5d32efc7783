"""The `equity` engine for heads-up hold'em.

With P the pot after calling and x the bet beyond the call as a fraction of P, the opponent is
assumed to continue with the strongest 1/(1+x) of its combos (minimum defence frequency), after
which both check down. So bet size has an interior optimum: larger bets win the pot more often and
are called by better hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RowAgent
from ai.equity import _kernels
from ai.equity.matchups import class_matchups, ranked_classes
from engine.cards import Card
from engine.combos import CLASS_OF_COMBO, CLASS_SIZES, NUM_HOLDEM_COMBOS, combo_cards, combo_index
from engine.equity import COMBO_KEYS, COMBO_MASKS
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, PublicState, SeatView, Strategy, raise_to
from engine.rng import rng_state
from engine.wording import Wording

_MENU = ((1, 3), (2, 3), (1, 1))
_MIXED_WITHIN = 0.02
MOST_RAISES = 2
"""Most raises on a street: further ones are only called or folded to in the model."""


@dataclass(frozen=True)
class BetOption:
    """An action with the parameters of its EV, in chips over the whole hand.

    Attributes:
        action: the action.
        matched: chips that each player has put in once the opponent continues.
        share: fraction of the belief that continues, 1 for a call.
    """

    action: Action
    matched: int
    share: float


def options(spot: PublicState) -> list[BetOption]:
    """The actions considered: fold to a bet, call, and bets of 1/3, 2/3, 1 pot and all-in.

    In limit there is one size. A third raise on a street is never considered, because the model
    assumes that raises are only called or folded to.
    """
    me = spot.to_act
    legal = spot.legal
    called = spot.spent(me) + legal.call
    found = [BetOption(FOLD, 0, 0.0)] if legal.fold else []
    found.append(BetOption(CALL, called, 1.0))
    if legal.max_raise and spot.num_raises < MOST_RAISES:
        base = spot.spent(me) - spot.street_bet(me)
        for to in raises(spot, 2 * called):
            matched = min(base + to, spot.game.betting_stacks[1 - me])
            bet = (matched - called) / (2 * called)
            found.append(BetOption(raise_to(to), matched, 1.0 / (1.0 + bet)))
    return found


def raises(spot: PublicState, pot: int) -> list[int]:
    """Return raise-to amounts of the menu, ascending and legal; ``pot`` is that after calling."""
    low, high = spot.legal.min_raise, spot.legal.max_raise
    wanted = {spot.max_bet + (2 * pot * num + den) // (2 * den) for num, den in _MENU}
    amounts = {min(max(amount, low), high) for amount in wanted}
    if not spot.game.is_limit:
        amounts.add(high)
    return sorted(amounts)


def raise_shares(found: list[BetOption]) -> tuple[float, ...]:
    """Continuing fractions of the raises, descending."""
    return tuple(option.share for option in found if option.action.raise_to)


def action_values(
    spot: PublicState, found: list[BetOption], wins: NDArray[np.float64]
) -> NDArray[np.float64]:
    """EV of each option, in chips from here on.

    Args: spot: the decision.
    """
    first = len(found) - wins.shape[1]  # 1 where the first option is to fold, with EV 0
    matched = np.array([option.matched for option in found[first:]])
    share = np.array([option.share for option in found[first:]])
    showdown = wins * (2 * matched) - (matched - spot.spent(spot.to_act))
    values = np.zeros((len(wins), len(found)))
    values[:, first:] = (1.0 - share) * spot.pot + share * showdown
    return values


def mixed(spot: PublicState, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mixed strategy (combos, options): uniform over actions within 2% of the pot of the best."""
    good = values >= values.max(axis=1, keepdims=True) - _MIXED_WITHIN * spot.pot
    return np.asarray(good / good.sum(axis=1, keepdims=True), np.float64)


FLOP_RUNOUTS = 128
"""Random turns and rivers for a decision on the flop."""
_CACHED_BOARDS = 16
_CACHED_SIZES = 4096


class EquityAgent(RowAgent):
    """An engine that acts on its equity against a uniform belief.

    Facing a bet it compares the pot odds with its equity; its own bets are valued as above;
    actions within 2% of the pot of the best are mixed. Preflop equities are exact (a table of 169 x
    169), on the flop they come from ``FLOP_RUNOUTS`` random runouts that depend on seed and board
    alone, on turn and river all runouts are enumerated. Hands of a belief are ranked by equity
    preflop and by strength on the board after it.
    """

    name = "equity"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """Probabilities, EVs and their standard errors for all 1,326 combos."""
        found = options(spot)
        shares = raise_shares(found)
        if not spot.board:
            wins = _preflop_wins(shares)[CLASS_OF_COMBO]
            live = np.ones(NUM_HOLDEM_COMBOS, np.bool_)
            spread = np.zeros(NUM_HOLDEM_COMBOS)
        else:
            boards = runouts(spot.board, self._seed)
            size = len(boards.order)
            counts = np.zeros((size, 1 + len(shares), 2), np.int64)
            squares, used = np.zeros(size), np.zeros(size, np.int64)
            _kernels.count_all(
                boards.strengths, boards.cards, boards.ends(shares), counts, squares, used
            )
            live = np.zeros(NUM_HOLDEM_COMBOS, np.bool_)
            live[boards.order] = True
            wins = np.zeros((NUM_HOLDEM_COMBOS, 1 + len(shares)))
            wins[boards.order] = rates = _win_rates(counts)
            spread = np.zeros(NUM_HOLDEM_COMBOS)
            if len(spot.board) == 3:
                spread[boards.order] = standard_error(rates[:, 0], squares, used)
        values = action_values(spot, found, wins)
        probabilities = mixed(spot, values) * live[:, None]
        stakes = np.array([2.0 * option.matched * option.share for option in found])
        return Strategy(
            tuple(option.action for option in found),
            probabilities,
            values * live[:, None],
            spread[:, None] * stakes * live[:, None],
            _note(spot),
        )

    def row(self, view: SeatView) -> Strategy:
        """The answer for one combo, as a single row."""
        spot = view.spot
        found = options(spot)
        shares = raise_shares(found)
        combo = combo_index(view.hole)
        if not spot.board:
            wins = _preflop_wins(shares)[CLASS_OF_COMBO[combo]][None, :]
        else:
            boards = runouts(spot.board, self._seed)
            counts = np.zeros((1 + len(shares), 2), np.int64)
            mine = int(np.flatnonzero(boards.order == combo)[0])
            _kernels.count_one(mine, boards.strengths, boards.cards, boards.ends(shares), counts)
            wins = _win_rates(counts[None])
        values = action_values(spot, found, wins)
        return Strategy(_actions(found), mixed(spot, values), values, None, _note(spot))


def _actions(found: list[BetOption]) -> tuple[Action, ...]:
    return tuple(option.action for option in found)


def _note(spot: PublicState) -> str:
    if len(spot.board) != 3:
        return str(Wording("exact equities"))
    return str(Wording("Monte Carlo, {count} runouts", count=FLOP_RUNOUTS))


def _win_rates(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Convert (n, parts, 2) counts of nested sets to (n, parts) win rates.

    If card removal leaves no combo of a set, the whole belief replaces it.
    """
    nested = counts[:, ::-1].cumsum(axis=1)[:, ::-1]
    total = nested[:, :, 1]
    rates = nested[:, :, 0] / np.maximum(total, 1)
    return np.asarray(np.where(total > 0, rates, rates[:, :1]), np.float64)


def standard_error(
    means: NDArray[np.float64], squares: NDArray[np.float64], used: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return standard errors of means over runouts, from sums of squares and numbers of runouts."""
    count = np.maximum(used, 1)
    variance = np.maximum(squares / count - means**2, 0.0)
    return np.asarray(np.sqrt(variance / count), np.float64)


@dataclass(frozen=True)
class Runouts:
    """The runouts and combos of a decision on a board.

    Attributes:
        order: (live,) unblocked combos, strongest first.
        cards: (live, 2) uint8 their cards.
        strengths: (runouts, live) int32 their strengths on each full board, -1 where blocked.
    """

    order: NDArray[np.int64]
    cards: NDArray[np.uint8]
    strengths: NDArray[np.int32]

    def ends(self, shares: tuple[float, ...]) -> NDArray[np.int64]:
        """Sizes of the nested sets: the whole belief, then its strongest parts."""
        return np.array([int(np.ceil(s * len(self.order))) for s in (1.0, *shares)], np.int64)


@lru_cache(maxsize=_CACHED_BOARDS)
def runouts(board: tuple[Card, ...], seed: int) -> Runouts:
    """All full boards from the turn on, random ones on the flop."""
    here = np.zeros(NUM_HOLDEM_COMBOS, np.int32)
    cards = np.array(board, np.uint8)
    _kernels.fill_strengths(cards, here)
    live = np.flatnonzero(here >= 0)
    order = live[np.argsort(-here[live], kind="stable")]
    if len(board) == 3:
        full = np.zeros((FLOP_RUNOUTS, 5), np.uint8)
        state = rng_state(seed, int.from_bytes(bytes(sorted(board)), "big"))
        _kernels.sample_runouts(cards, state, full)
    elif len(board) == 4:
        full = np.array([(*board, c) for c in range(52) if c not in board], np.uint8)
    else:
        full = cards[None]
    strengths = np.zeros((len(full), len(order)), np.int32)
    _kernels.fill_in_order(full, COMBO_KEYS[order], COMBO_MASKS[order], strengths)
    return Runouts(order, combo_cards()[order], strengths)


@lru_cache(maxsize=_CACHED_SIZES)
def _preflop_wins(shares: tuple[float, ...]) -> NDArray[np.float64]:
    """(169, 1 + raises) exact preflop win rates against the belief and its strongest parts."""
    (equity, pairs), ranked = class_matchups(), ranked_classes()
    sizes = CLASS_SIZES[ranked]
    before = np.cumsum(sizes) - sizes
    columns = []
    for share in (1.0, *shares):
        weights = np.zeros(len(ranked))
        weights[ranked] = np.clip((share * NUM_HOLDEM_COMBOS - before) / sizes, 0.0, 1.0)
        columns.append((equity * pairs) @ weights / (pairs @ weights))
    return np.stack(columns, axis=1)
