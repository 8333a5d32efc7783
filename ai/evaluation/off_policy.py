"""Off-policy evaluation of one strategy by recorded hands of another, by every map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from ai.evaluation.estimators import FOLDS, MAPS, Map, estimate
from ai.evaluation.support import MOST_LOST, MOST_MOVED, WEIGHTS, beyond, departures, unsupported
from ai.reading.line import Answers, PlayedLine, PlayerLine
from ai.reading.reach import Weights
from ai.registry import FILE, PYTHON, find_engine
from ai.values.payoffs import Chips, HandValue, Once, Stated, net
from engine.combos import combo_index
from engine.errors import EngineError, RecordMismatchError
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import line_text
from engine.named_file import path_after
from engine.records.record import HandRecord
from engine.running_result import Interval
from engine.wording import Wording

FEW = 50
"""Effective sample size below which neither mean nor interval is reliable."""
_WITHOUT_RIVAL = (MAPS[0], FOLDS)
"""Maps that need no cards of the rival."""
_MAPS = (*MAPS, FOLDS)
_NUMBERS = 2 + 2 * len(WEIGHTS)
_SMALL, _MOST_KNOWN = 100, 50_000
"""Most combos of games whose hands are cached, and most hands cached."""


@dataclass(frozen=True)
class OffPolicyEstimate:
    """Off-policy estimate of the target by one map.

    Attributes:
        interval: chips per hand, with its 95% interval; a duplicate deal is one unit.
        sd: standard deviation of the estimate of one hand, in chips.
        effective_samples: effective sample size: (sum w)^2 / sum w^2.
        unsupported: fraction of the target's play without support in so many hands: 0 to 1.
        missing: True if that is too much for mean and interval.
    """

    how: Map
    hands: int
    interval: Interval
    sd: float
    effective_samples: float
    unsupported: float
    missing: bool

    @property
    def few(self) -> bool:
        """True if the effective sample size is too small."""
        return self.effective_samples < FEW

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings that invalidate the mean and its interval; empty if none."""
        lost = Wording(
            "these hands do not cover {lost:.2%} of the target's play: mean and interval are not"
            " valid",
            lost=self.unsupported,
        )
        few = Wording(
            "only {effective:,.0f} effective samples, fewer than {least}: mean and interval are"
            " not valid",
            effective=self.effective_samples,
            least=FEW,
        )
        return tuple(str(text) for text, true in ((lost, self.missing), (few, self.few)) if true)


@dataclass(frozen=True)
class _Estimates:
    """The estimates of a hand, for each of the player's combos or only the one held.

    ``by_map``: (maps, _NUMBERS, num_combos or 1) float64: by each of ``_MAPS`` estimate, weight,
    and the parts ``beyond`` each weight; NaN where a map needs hidden cards.
    """

    line: PlayerLine
    plays: PlayedLine
    by_map: Weights


class HandJudge:
    """Computes estimates of single hands from two strategies.

    ``value``: value function of finished hands; None is the chips won.
    """

    def __init__(
        self, game: Game, behaviour: Answers, target: Answers, value: HandValue | None = None
    ) -> None:
        self._game = game
        self._value = value or Chips()
        self._behaviour, self._target = behaviour, target
        self._known: dict[tuple[object, ...], _Estimates] = {}

    def estimates(
        self, record: HandRecord, seat: int, control: JobControl | None = None
    ) -> Weights:
        """Estimate the target's result from a finished hand.

        ``record``: the hand. With hidden rival cards only chips won can be valued. Returns (maps,
        _NUMBERS) float64, for ``Judge.take``. Raises RecordMismatchError if the game differs, or
        needed cards are hidden, EngineError if the behaviour never plays so, or any error of a
        strategy.
        """
        if record.game != self._game:
            raise RecordMismatchError(
                "hand {number} is not of {title}",
                number=record.number,
                title=Wording(self._game.title),
            )
        own, other = record.holes[seat], record.holes[1 - seat]
        if own is None:
            raise RecordMismatchError(
                "hand {number} hides cards that the evaluation needs", number=record.number
            )
        if other is None and not isinstance(self._value, Chips):
            raise RecordMismatchError(
                "hand {number} hides the rival's cards, which all values but chips need",
                number=record.number,
            )
        _verify(record, seat)
        combo = combo_index(own, self._game.deck)
        estimates = self._of_line(record, seat, combo, control)
        for place, one in enumerate(estimates.line.decisions):
            if estimates.plays.reach[place + 1][combo] > 0.0:
                continue
            here = line_text(self._game, one.spot.actions)
            if not here:
                raise EngineError(
                    "hand {number} was not played by the behaviour: at the start it never takes"
                    " that action with these cards",
                    number=record.number,
                )
            raise EngineError(
                "hand {number} was not played by the behaviour: after {line} it never takes"
                " that action with these cards",
                number=record.number,
                line=here,
            )
        return estimates.by_map[:, :, combo if estimates.by_map.shape[2] > 1 else 0].copy()

    def _of_line(
        self, record: HandRecord, seat: int, combo: int, control: JobControl | None
    ) -> _Estimates:
        spot, other, chips = record.spot, record.holes[1 - seat], record.payoffs[seat]
        key = (spot.actions, spot.board, seat, other, chips if other is None else 0)
        estimates = self._known.get(key)
        if estimates is None:
            line = PlayerLine.of(spot, seat)
            plays = line.played(self._behaviour, control)
            judged = line.played(self._target, control)
            small = len(plays.reach[-1]) <= _SMALL
            held = slice(None) if small else slice(combo, combo + 1)
            by_map = np.full((len(_MAPS), _NUMBERS, len(plays.reach[-1][held])), np.nan)
            value, cards = (Stated(chips), ()) if other is None else (self._value, other)
            for place, how in enumerate(_MAPS):
                if other is None and how not in _WITHOUT_RIVAL:
                    continue
                by_map[place, 0] = estimate(line, plays, judged, how, value, cards)[held]
                by_map[place, 1] = estimate(line, plays, judged, how, Once(), cards)[held]
                parts = beyond(departures(line, plays, judged, how, cards)[:, :, held])
                by_map[place, 2:] = parts.reshape(2 * len(WEIGHTS), -1)
            estimates = _Estimates(line, plays, by_map)
            if small and len(self._known) < _MOST_KNOWN:
                self._known[key] = estimates
        return estimates


class Judge:
    """Collects the estimates of hands.

    ``hidden``: number of hands with hidden cards of the rival.
    """

    def __init__(self) -> None:
        self._all: list[Weights] = []
        self._beyond = np.zeros((len(_MAPS), _NUMBERS - 2))
        self._squares = 0.0
        self._last: HandRecord | None = None
        self._paired = True
        self.hidden = 0

    @property
    def hands(self) -> int:
        """The number of hands taken."""
        return len(self._all)

    def take(self, record: HandRecord, estimates: Weights) -> None:
        """Add the estimates of a hand, in order."""
        self._all.append(estimates[:, :2])
        self._beyond += estimates[:, 2:]
        self._squares += max(map(abs, record.payoffs)) ** 2
        self.hidden += int(np.isnan(estimates).any())
        if self.hands % 2 == 0 and self._last is not None:
            first = self._last
            mirrored = None not in first.holes and first.holes == record.holes
            self._paired &= mirrored and first.players == record.players[::-1]
        self._last = record

    def verdicts(self) -> tuple[OffPolicyEstimate, ...]:
        """Return the result of each map that needs no hidden card in any hand.

        Whether the rival's cards are shown depends on how a hand ended. Omitting hands would bias
        the result, so all hands count, by the same map.
        """
        hands, verdicts = self.hands, []
        numbers = np.array(self._all).reshape(-1, len(_MAPS), 2)
        typical = (self._squares / max(hands, 1)) ** 0.5
        for how in _WITHOUT_RIVAL if self.hidden else MAPS:
            place, paired = _MAPS.index(how), self._paired and hands % 2 == 0
            parts = self._beyond[place].reshape(2, -1) / max(hands, 1)
            verdicts.append(verdict_of(how, numbers[:, place], parts, typical, paired))
        return tuple(verdicts)


def verdict_of(
    how: Map, numbers: Weights, parts: Weights, typical: float, paired: bool = False
) -> OffPolicyEstimate:
    """Return the estimate from hands by one map.

    ``numbers``: (hands, 2) estimate in chips and weight of each hand. ``parts``: (2, len(WEIGHTS))
    mean of ``beyond`` for each weight. ``typical``: root mean square of the chips won per hand,
    assumed for unsupported hands.
    """
    chips, weights = np.ascontiguousarray(numbers.T)
    interval = Interval.of(chips.reshape(-1, 2).mean(axis=1) if paired else chips)
    squares = float((weights**2).sum())
    effective = float(weights.sum()) ** 2 / squares if squares > 0.0 else 0.0
    lost = float(unsupported(parts, len(chips))[0])
    sd = float(chips.std(ddof=1)) if len(chips) > 1 else float("inf")
    missing = lost > MOST_LOST or lost * typical > MOST_MOVED * interval.half_width
    return OffPolicyEstimate(how, len(chips), interval, sd, effective, lost, missing)


def _verify(record: HandRecord, seat: int) -> None:
    """Validate a record; at a showdown with hidden cards, check that the result is possible.

    Raises PokerError if an action is illegal, or the ending or the result differs.
    """
    spot = record.spot
    if None not in record.holes or not spot.showdown:
        record.verify()
        return
    results = {net(spot, seat, sign) for sign in (-1, 0, 1)}
    complete = len(record.board) == record.game.board_sizes[-1]
    if not complete or sum(record.payoffs) != 0 or record.payoffs[seat] not in results:
        raise RecordMismatchError(
            "hand {number} cannot have ended as recorded", number=record.number
        )


def learns(name: str, game: Game, strategies: Path) -> bool:
    """Return whether an engine adapts during play."""
    engine = find_engine(name, strategies, game)
    return engine is not None and engine.learns


def cautions_of(
    behaviour: str, rival: str, targets: Sequence[str], game: Game, began: str, strategies: Path
) -> list[Wording]:
    """Return warnings about engines that may violate the assumptions of the evaluation.

    ``rival``: name of its opponent; empty for a person or where unknown. ``began``: start of their
    match, ISO 8601; empty where unknown.
    """
    cautions = []
    if began and _written(behaviour, game, strategies) > datetime.fromisoformat(began).timestamp():
        changed = Wording(
            "the file of {engine} was written after the match began: it may not be the strategy"
            " that played",
            engine=behaviour,
        )
        cautions.append(changed)
    if rival and learns(rival, game, strategies):
        learning = Wording(
            "{engine} learns, so it would have played differently against another rival",
            engine=rival,
        )
        cautions.append(learning)
    cautions += [
        Wording("{engine} is evaluated as it plays before learning anything", engine=name)
        for name in targets
        if learns(name, game, strategies)
    ]
    return cautions


def _written(name: str, game: Game, strategies: Path) -> float:
    """Return the modification time of a user's engine file; 0 if there is none."""
    for kind in (FILE, PYTHON):
        if name.startswith(kind):
            path: Path | None = path_after(kind, name)
            break
    else:
        engine = find_engine(name, strategies, game)
        path = None if engine is None else engine.path
    try:
        return 0.0 if path is None else path.stat().st_mtime
    except OSError:
        return 0.0  # building the engine reports it
