"""The end of a heads-up tournament: how much jam or fold gives away.

Miltersen and Sørensen, "A near-optimal strategy for a heads-up no-limit Texas Hold'em poker
tournament", 2007: blinds 300/600, 8,000 chips in all. One player goes all-in or folds, the other
may do anything. Against such a player a raise that is not all-in is no better than a call of the
big blind, which costs less where the answer is an all-in; and the big blind gives the pot up to it
at worst, because he who checks only folds later. So the unrestricted player needs four ways before
the flop: fold, all-in, and a call that folds or calls an all-in. The value of that game is the
least that jam or fold wins; what the rival's jam or fold wins at least bounds what anybody can win
above it.

The stage games of all stacks are solved together by CFR+ with linear averages, on continuation
values that are updated in between; at the end the rival's best response to the fixed strategy over
the whole tournament gives the exact figure.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.equity.matchups import class_results
from bench import figure

Values = NDArray[np.float64]

SMALL, BIG, CHIPS = 3, 6, 80
"""Blinds and all chips, in hundreds."""
_ROUNDS, _STEPS = 12, 60
_ENOUGH = 1e-13


class Endgame:
    """The least chance to win of a player who goes all-in or folds, for every number of chips.

    Attributes:
        button: with the button and small blind, by chips in hundreds: (81,).
        blind: with the big blind.
    """

    def __init__(self) -> None:
        wins, ties, pairs = class_results()
        meet = pairs / pairs.sum()
        self._wins, self._ties, self._loses = meet * wins, meet * ties, meet * (1 - wins - ties)
        self._met, self._held = meet, meet.sum(axis=1)
        self.button = self.blind = np.arange(CHIPS + 1) / CHIPS
        self._deep = np.arange(BIG + 1, CHIPS - BIG)
        shape = (len(self._deep), len(meet))
        # Regrets and sums of strategies: all-in on the button, call an all-in, all-in over a call.
        self._regrets = np.zeros((3, 2, *shape))
        self._sums = np.zeros((3, *shape))
        self._rival_regrets = [np.zeros((n, *shape)) for n in (2, 3, 2)]
        self._seen = 0

    def solve(self) -> None:
        """Solve the stage games and the tournament."""
        for _ in range(_ROUNDS):
            for _ in range(_STEPS):
                self._seen += 1
                self._step_button()
                self._step_blind()
            self.evaluate(4)
        self.button, self.blind = np.zeros((2, CHIPS + 1))  # from below: no endless play
        self.evaluate(10_000)

    @property
    def gaps(self) -> Values:
        """What nobody can win above jam or fold: (2, 79), on the button, in the big blind."""
        inner = slice(1, CHIPS)
        mine = np.stack([self.button[inner], self.blind[inner]])
        rival = np.stack([self.blind[inner][::-1], self.button[inner][::-1]])
        return np.asarray(1.0 - mine - rival)

    def _shown(self, after: Values, own: Values, transposed: bool) -> Values:
        """Chances after a showdown of all chips with hands of weight ``own``, by the other's hand.

        Args:
            after: the values by chips after the hand.
            own: (states, 169) weights of one side.
            transposed: whether that side is the player, not the rival.
        """
        c = self._deep
        stake = np.minimum(c, CHIPS - c)
        parts = (
            (self._wins, after[c + stake]),
            (self._ties, after[c]),
            (self._loses, after[c - stake]),
        )
        total = np.zeros_like(own)
        for matrix, value in parts:
            total += value[:, None] * (own @ (matrix if transposed else matrix.T))
        return total

    def _step_button(self) -> None:
        c, after = self._deep, self.blind
        jams = _matched(self._regrets[0])[0]
        calls = _matched(self._rival_regrets[0])[0]
        pot, given = after[c + BIG][:, None], after[c - SMALL][:, None]
        jam = self._shown(after, calls, False) + pot * ((1 - calls) @ self._met.T)
        self._learn(0, np.stack([jam, given * self._held + np.zeros_like(jam)]), jams)
        jams = _matched(self._regrets[0])[0]
        call, fold = self._shown(after, jams, True), pot * (jams @ self._met)
        _add(self._rival_regrets[0], -np.stack([call, fold]))

    def _step_blind(self) -> None:
        c, after = self._deep, self.button
        lost, won = after[c - BIG][:, None], after[c + BIG][:, None]
        ways, answers = _matched(self._rival_regrets[1]), _matched(self._rival_regrets[2])
        jams, limps = ways[1], ways[2]
        calls, raises = _matched(self._regrets[1])[0], _matched(self._regrets[2])[0]
        call = self._shown(after, jams, False)
        self._learn(1, np.stack([call, lost * (jams @ self._met.T)]), calls)
        over = self._shown(after, limps * answers[0], False)
        over += won * ((limps * answers[1]) @ self._met.T)
        self._learn(2, np.stack([over, lost * (limps @ self._met.T)]), raises)
        calls, raises = _matched(self._regrets[1])[0], _matched(self._regrets[2])[0]
        jam = self._shown(after, calls, True) + lost * ((1 - calls) @ self._met)
        shown, folded = self._shown(after, raises, True), won * (raises @ self._met)
        _add(self._rival_regrets[2], -limps * np.stack([shown, folded]))
        limp = answers[0] * shown + answers[1] * folded + lost * ((1 - raises) @ self._met)
        fold = after[c + SMALL][:, None] * self._held + np.zeros_like(jam)
        _add(self._rival_regrets[1], -np.stack([fold, jam, limp]))

    def _learn(self, which: int, values: Values, taken: Values) -> None:
        self._sums[which] += self._seen * taken
        _add(self._regrets[which], values)

    def evaluate(self, rounds: int) -> None:
        """Let the rival respond best to the average strategy, hand after hand, up to ``rounds``."""
        weight = self._seen * (self._seen + 1) / 2
        jams, calls, raises = self._sums / weight
        for _ in range(rounds):
            button, blind = self._responded(jams, calls, raises)
            change = max(np.abs(button - self.button).max(), np.abs(blind - self.blind).max())
            self.button, self.blind = button, blind
            if change < _ENOUGH:
                return

    def _responded(self, jams: Values, calls: Values, raises: Values) -> tuple[Values, Values]:
        c = self._deep
        button, blind = self._shallow(self.blind, True), self._shallow(self.button, False)
        after = self.blind
        pot = after[c + BIG][:, None] * (jams @ self._met)
        best = np.minimum(self._shown(after, jams, True), pot).sum(axis=1)
        button[c] = best + after[c - SMALL] * ((1 - jams) @ self._held)
        after = self.button
        lost, won = after[c - BIG][:, None], after[c + BIG][:, None]
        jam = self._shown(after, calls, True) + lost * ((1 - calls) @ self._met)
        limp = np.minimum(self._shown(after, raises, True), won * (raises @ self._met))
        limp += lost * ((1 - raises) @ self._met)
        fold = after[c + SMALL][:, None] * self._held
        blind[c] = np.minimum(np.minimum(fold, jam), limp).sum(axis=1)
        return button, blind

    def _shallow(self, after: Values, on_button: bool) -> Values:
        """Values where a blind puts a player all-in: the button folds or plays; by chips."""
        values = np.zeros(CHIPS + 1)
        values[CHIPS] = 1.0
        for c in range(1, CHIPS):
            stake = min(c, CHIPS - c)
            if stake > BIG:
                continue
            parts = ((self._wins, c + stake), (self._ties, c), (self._loses, c - stake))
            shown = sum(after[chips] * part for part, chips in parts).sum(
                axis=1 if on_button else 0
            )
            if stake > SMALL:
                folded = after[c - SMALL if on_button else c + SMALL] * self._held
                shown = np.maximum(shown, folded) if on_button else np.minimum(shown, folded)
            values[c] = shown.sum()
        return values


def _matched(regrets: Values) -> Values:
    """Strategies in proportion to positive regrets, by action first."""
    total = regrets.sum(axis=0)
    even = np.full_like(regrets, 1.0 / len(regrets))
    np.divide(regrets, total, out=even, where=total > 0)
    return even


def _add(regrets: Values, values: Values) -> None:
    strategy = _matched(regrets)
    regrets += values - (strategy * values).sum(axis=0)
    np.maximum(regrets, 0.0, out=regrets)


def figures() -> dict[str, dict[str, Any]]:
    """Points of the chance to win that jam or fold gives away at most, and at even stacks."""
    began = time.perf_counter()
    endgame = Endgame()
    endgame.solve()
    seconds = time.perf_counter() - began
    gaps = 100.0 * endgame.gaps
    least = endgame.button[CHIPS // 2], endgame.blind[CHIPS // 2]
    return {
        "endgame-gap-most": figure(float(gaps.max()), "points", published=1.4),
        "endgame-gap-even": figure(
            float(gaps[0, CHIPS // 2 - 1]),
            "points",
            button=float(least[0]),
            blind=float(least[1]),
        ),
        "endgame-seconds": figure(seconds, "s"),
    }
