"""Match results by several variance-reduction methods at once, hand by hand.

With two players it is the result of the first; with more, each has its own. Each method has one
observation per hand, and the same expectation. Sums are integers in binary fractions of a chip, so
a result does not depend on how its hands were split into chunks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.agents.entry import AIVAT, DUPLICATE
from ai.equity.hand_equity import pair_equities
from ai.evaluation.match_aivat import Correction
from ai.values.payoffs import net
from engine.combos import combo_index
from engine.game import Game
from engine.jobs import JobControl
from engine.match_chunk import Line, MatchChunk, joined
from engine.player import PublicState
from engine.rake import NO_RAKE
from engine.running_result import Z95, Interval
from engine.stopping import Look


class AllIn:
    """All-in EV: each player gets its equity in the pot if cards were dealt after the betting."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._ends: dict[Line, PublicState] = {}

    def of(self, chunk: MatchChunk) -> NDArray[np.float64]:
        """Return net chips (hands,) of player 0, adjusted for all-ins."""
        chips = chunk.payoffs[:, 0].astype(np.float64)
        before = np.array([self._all_in(line) for line in chunk.lines], np.bool_)
        for hand in np.flatnonzero(before[chunk.line_of]).tolist():
            end = self._ends[chunk.lines[chunk.line_of[hand]]]
            game, size = self._game, self._game.num_hole
            seat, cards = int(chunk.positions[hand]), tuple(chunk.dealt[hand].tolist())
            holes = cards[:size], cards[size : 2 * size]
            board = cards[2 * size : 2 * size + game.board_sizes[end.street]]
            share = pair_equities(game, holes[1 - seat], board)[combo_index(holes[seat], game.deck)]
            lost, won = net(end, seat, -1), net(end, seat, 1)
            chips[hand] = lost + float(share) * (won - lost)
        return chips

    def _all_in(self, line: Line) -> bool:
        end = self._ends.get(line)
        if end is None:
            end = self._ends[line] = PublicState(self._game, line, ())
        return end.showdown and self._game.board_sizes[end.street] < self._game.board_sizes[-1]


RAW, ALL_IN = "raw", "all-in"
"""Chips won; chips averaged over boards after an all-in."""
_BITS = 20
"""Binary digits of a chip's fractions in sums."""


@dataclass(frozen=True)
class Reading:
    """The result so far by one method.

    ``units``: independent observations: hands, or deals in duplicate. ``interval``: mbb per hand,
    with the 95% interval for a sample size fixed in advance. ``sd``: mbb: standard error of the
    mean times the root of ``hands``; without duplicate, the standard deviation of a hand.
    """

    method: str
    hands: int
    units: int
    interval: Interval
    sd: float

    @property
    def look(self) -> Look:
        """The result as input of stopping rules."""
        return Look.of(self.units, self.interval)

    def cut(self, raw: Reading) -> float:
        """Return the reduction of the standard deviation against raw results: 0 to 1."""
        return 1.0 - self.sd / raw.sd if 0.0 < raw.sd < math.inf else 0.0


class _Sums:
    def __init__(self, group: int) -> None:
        self._group = group
        self.units = 0
        self._total = self._squares = 0

    def add(self, chips: NDArray[np.float64]) -> None:
        parts = np.rint(np.ldexp(chips, _BITS)).astype(np.int64)
        units = parts.reshape(-1, self._group).sum(axis=1)
        high, low = units >> _BITS, units & ((1 << _BITS) - 1)
        self.units += len(units)
        self._total += int(units.sum())
        self._squares += int(high @ high) << 2 * _BITS
        self._squares += (int(high @ low) << _BITS + 1) + int(low @ low)

    def interval(self, unit: float) -> Interval:
        """Mean of a hand with its interval, times ``unit``."""
        scale = math.ldexp(unit / self._group, -_BITS)
        return Interval.of_sums(self.units, self._total, self._squares, scale)


class Verdicts:
    """Match results by every applicable method.

    In a duplicate match a deal counts once it has been played from all positions. ``duplicate``:
    whether each deal is played from every position. ``aivat``: the AIVAT estimator; None omits it.
    """

    def __init__(
        self, game: Game, duplicate: bool = False, aivat: Correction | None = None
    ) -> None:
        self._game = game
        self._aivat = aivat
        self._all_in = AllIn(game) if game.is_heads_up and not game.is_limit else None
        self._group = game.num_players if duplicate else 1
        self._open: list[MatchChunk] = []  # hands of the deal that is not yet played out
        used = {RAW: True, DUPLICATE: duplicate, ALL_IN: self._all_in is not None}
        players = range(1 if game.is_heads_up else game.num_players)
        self._sums = {
            method: [_Sums(1 if method == RAW else self._group) for _ in players]
            for method, applies in (used | {AIVAT: aivat is not None}).items()
            if applies
        }

    def add(self, chunk: MatchChunk, control: JobControl | None = None) -> None:
        """Add the next hands; those of an incomplete deal count with the rest of it.

        Raises any error of an engine queried for its range; if cancelled, none of the hands counts.
        """
        if self._open:
            chunk = joined([*self._open, chunk])
        whole = chunk.hands - chunk.hands % self._group
        if whole:
            done = chunk.part(0, whole)
            chips = dict.fromkeys((RAW, DUPLICATE), done.results.astype(np.float64))
            if self._aivat is not None:
                chips[AIVAT] = self._aivat.of(done, control)
                if done.rake != NO_RAKE:  # which only tables of more than two have
                    chips[AIVAT] = chips[AIVAT] - done.taken
            if self._all_in is not None:
                chips[ALL_IN] = self._all_in.of(done)
            for method, sums in self._sums.items():
                for one, of_player in zip(sums, chips[method].reshape(whole, -1).T, strict=False):
                    one.add(of_player)
        self._open = [chunk.part(whole, chunk.hands)] if whole < chunk.hands else []

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The current reading of each method, raw results first, for the first player."""
        return tuple(self.reading(method) for method in self._sums)

    def reading(self, method: str, player: int = 0) -> Reading:
        """Return the current reading of one method, with two players of the first."""
        sums, hands = self._sums[method][player], self._sums[RAW][0].units
        interval = sums.interval(1000.0 / self._game.big_blind)
        sd = interval.half_width / Z95 * math.sqrt(max(hands, 1))
        return Reading(method, hands, sums.units, interval, sd)
