"""One strategy judged by recorded hands of another, by every map at once."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ai.evaluation.estimators import MAPS, Map, estimate, unsupported
from ai.evaluation.line import Answers, Line, Played
from ai.evaluation.values import Chips, Once, Value
from ai.reach import Weights
from engine.cards import Card
from engine.combos import combo_index
from engine.errors import EngineError, RecordMismatchError
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import line_text
from engine.match import Interval
from engine.player import PublicState
from engine.records.record import HandRecord

MOST_LOST = 1e-3
"""With less of the target's play beyond the behaviour's the bias is not worth a word."""
FEW = 100
"""With fewer effective samples neither mean nor interval is to be trusted."""
_SMALL, _MOST_KNOWN = 100, 50_000
"""Of games with at most so many combos so many hands are remembered."""


@dataclass(frozen=True)
class Verdict:
    """What the hands say of the target by one map.

    Attributes:
        how: the map.
        hands: how many there are.
        interval: chips a hand, with its 95% interval; a deal played from both positions is one
            unit.
        sd: standard deviation of the estimate of one hand, in chips.
        effective_samples: hands of the target itself that weigh as much: (sum w)^2 / sum w^2.
        unsupported: how often the target does what the behaviour never does, which these hands
            cannot tell of: 0 to 1.
        warnings: sentences, empty where there is nothing to warn of.
    """

    how: Map
    hands: int
    interval: Interval
    sd: float
    effective_samples: float
    unsupported: float
    warnings: tuple[str, ...]


@dataclass
class _Sums:
    """What each hand gave by one map."""

    chips: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class _Told:
    """What a hand tells for every combo that may have been held.

    Attributes:
        line: its own decisions.
        plays: how the behaviour plays them.
        by_map: by the map's name: estimate, weight and what is not supported, each (num_combos,).
    """

    line: Line
    plays: Played
    by_map: dict[str, tuple[Weights, Weights, Weights]]


class Judge:
    """Takes hands one by one.

    Args:
        game: of all hands, of two players.
        behaviour: played them.
        target: is judged.
        value: of finished hands; None is the chips won.
    """

    def __init__(
        self, game: Game, behaviour: Answers, target: Answers, value: Value | None = None
    ) -> None:
        self._game = game
        self._value = value or Chips()
        self._behaviour, self._target = behaviour, target
        self._sums = {how.name: _Sums() for how in MAPS}
        self._known: dict[tuple[object, ...], _Told] = {}
        self._last: HandRecord | None = None
        self._paired = True
        self.hands = 0

    def add(self, record: HandRecord, seat: int, control: JobControl | None = None) -> None:
        """Take a finished hand.

        Args:
            record: the hand, both players' cards known.
            seat: the behaviour's position.
            control: is checked at every answer.

        Raises:
            RecordMismatchError: if it is of another game, or cards are not known.
            EngineError: if the behaviour never plays so.
            CancelledError: if stopped.
            PokerError: whatever a strategy says.
        """
        if record.game != self._game:
            raise RecordMismatchError(f"hand {record.number} is not of {self._game.title}")
        own, other = record.holes[seat], record.holes[1 - seat]
        if own is None or other is None:
            raise RecordMismatchError(
                f"hand {record.number} does not show both hands, which the estimators need"
            )
        record.verify()
        combo = combo_index(own, self._game.deck)
        told = self._told(record.spot, seat, other, control)
        self._check(record, told, combo)
        for how in MAPS:
            sums, (chips, weights, lost) = self._sums[how.name], told.by_map[how.name]
            sums.chips.append(float(chips[combo]))
            sums.weights.append(float(weights[combo]))
            sums.lost.append(float(lost[combo]))
        self.hands += 1
        if self.hands % 2 == 0:
            self._paired &= _mirrored(self._last, record)
        self._last = record

    def _told(
        self, spot: PublicState, seat: int, other: tuple[Card, ...], control: JobControl | None
    ) -> _Told:
        """What a hand tells whatever was held; in small games the same ones come again."""
        key = (spot.actions, spot.board, seat, other)
        told = self._known.get(key)
        if told is None:
            line = Line.of(spot, seat)
            plays = line.played(self._behaviour, control)
            judged = line.played(self._target, control)
            by_name = {
                how.name: (
                    estimate(line, plays, judged, how, self._value, other),
                    estimate(line, plays, judged, how, Once(), other),
                    unsupported(line, plays, judged, how, other),
                )
                for how in MAPS
            }
            told = _Told(line, plays, by_name)
            if len(plays.reach[-1]) <= _SMALL and len(self._known) < _MOST_KNOWN:
                self._known[key] = told
        return told

    def _check(self, record: HandRecord, told: _Told, combo: int) -> None:
        for place, one in enumerate(told.line.decisions):
            if not told.plays.reach[place + 1][combo] > 0.0:
                here = line_text(self._game, one.spot.actions)
                raise EngineError(
                    f"hand {record.number} was not played by the behaviour:"
                    f" {f'after {here}' if here else 'at the start'} it never does that with these"
                    " cards"
                )

    def verdict(self, how: Map) -> Verdict:
        """What the hands so far say by one map."""
        sums = self._sums[how.name]
        chips, weights = np.array(sums.chips), np.array(sums.weights)
        paired = self._paired and self.hands % 2 == 0
        units = chips.reshape(-1, 2).mean(axis=1) if paired else chips
        squares = float((weights**2).sum())
        effective = float(weights.sum()) ** 2 / squares if squares > 0.0 else 0.0
        lost = float(np.mean(sums.lost)) if sums.lost else 0.0
        warnings = []
        if lost > MOST_LOST:
            warnings.append(
                f"the target does what the behaviour never does in {lost:.1%} of its hands: biased"
            )
        if effective < FEW:
            warnings.append(f"only {effective:,.0f} effective samples: the interval is too narrow")
        return Verdict(
            how,
            self.hands,
            Interval.of(units),
            float(chips.std(ddof=1)) if len(chips) > 1 else float("inf"),
            effective,
            lost,
            tuple(warnings),
        )


def _mirrored(first: HandRecord | None, second: HandRecord) -> bool:
    """Whether two hands are one deal played from both positions."""
    return (
        first is not None and first.holes == second.holes and first.players == second.players[::-1]
    )
