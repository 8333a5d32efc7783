"""Compare all estimators on one off-policy evaluation problem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.cfr.exact_game import exact_game
from ai.cfr.named_profiles import is_profile, profile_of
from ai.evaluation.aivat import aivat
from ai.evaluation.enumeration import Estimator, Listing, list_hands
from ai.evaluation.estimators import MAPS, Map, by_map
from ai.evaluation.exact_strategies import InFractions, Written
from ai.evaluation.exact_values import Continued
from ai.evaluation.luck import CHIPS, value_of
from ai.evaluation.support import WEIGHTS, beyond, departures
from ai.reading.line import Answers, PlayedLine, PlayerLine
from ai.reading.reach import RangeReader
from ai.registry import build
from engine.agent import Agent
from engine.combos import combo_cards
from engine.game import Game, get_game
from engine.jobs import JobControl

AIVAT = "aivat"
TITLES = {how.name: how.title for how in MAPS} | {AIVAT: "AIVAT, exact node values"}
"""Titles of the estimators."""

FIRST, LAST = 100, 1_000_000
"""Smallest and largest sample size."""
_IN_A_DECADE = 16
_Z95 = 1.96

Builder = Callable[[str, Game, Path, JobControl], Agent]


@dataclass(frozen=True)
class EvaluationProblem:
    """An off-policy evaluation problem: the behaviour, the target and the rival.

    Attributes:
        game: a small game of two.
        behaviour: name of the engine or profile that plays the hands.
        target: name of the one evaluated.
        rival: name of the behaviour's opponent.
    """

    game: Game
    behaviour: str
    target: str
    rival: str
    seat: int = 0
    value: str = CHIPS


@dataclass(frozen=True)
class Answered:
    """The results of the estimators.

    ``listing``: all hands; AIVAT, which is on-policy, is included where behaviour and target are
    the same.
    """

    question: EvaluationProblem
    behaviour: Answers
    target: Answers
    listing: Listing


def answer(
    question: EvaluationProblem, home: Path, control: JobControl, builder: Builder = build
) -> Answered:
    """Evaluate a question with every estimator.

    Raises PokerError if a strategy does not exist, or does not support the game.
    """
    game, behaviour = question.game, question.behaviour
    names = (behaviour, question.target, question.rival)
    kind = object if game == get_game("kuhn") else float  # fractions where they stay short
    built: dict[str, Answers] = {}
    for name in dict.fromkeys(names):
        if is_profile(name):
            written = exact_game(game)
            built[name] = Written(written, profile_of(written, name), kind)
        else:
            reader = RangeReader(builder(name, game, home, control))
            built[name] = InFractions(reader) if kind is object else reader
    plays, judged, against = (built[name] for name in names)
    value = value_of(question.value, game)
    estimators: dict[str, Estimator] = {how.name: partial(by_map, how, value) for how in MAPS}
    if behaviour == question.target:
        worth = Continued(game, plays, against, kind)
        estimators[AIVAT] = lambda line, own, _, other: np.full_like(
            own.reach[-1], aivat(line, own, worth, other)
        )
    listing = list_hands(game, plays, judged, against, estimators, question.seat, control)
    return Answered(question, plays, judged, listing)


def shown_of(answered: Answered, how: Map) -> NDArray[Any]:
    """Return the target's probability beyond each weight, and the behaviour's.

    Returns (2, len(WEIGHTS)) for ``unsupported``.
    """
    listing, game = answered.listing, answered.question.game
    cards = combo_cards(game.deck, game.num_hole)
    total = np.zeros((2, len(WEIGHTS)), listing.chance.dtype)
    played: tuple[PlayerLine, PlayedLine, PlayedLine] | None = None
    for line, combo, chance in zip(listing.lines, listing.others, listing.chance, strict=True):
        if played is None or played[0] is not line:
            played = line, line.played(answered.behaviour), line.played(answered.target)
        other = tuple(cards[combo].tolist())
        total += (chance * beyond(departures(*played, how, other))).sum(axis=2)
    return total


def looks() -> tuple[int, ...]:
    """Return sample sizes at which the means are recorded, ascending."""
    count = round(_IN_A_DECADE * np.log10(LAST / FIRST)) + 1
    return tuple(np.geomspace(FIRST, LAST, count).round().astype(int).tolist())


@dataclass(frozen=True)
class Drawn:
    """Statistics of the hands sampled so far.

    ``means``: of each estimator at each sample size, in chips: (looks, estimators). ``halves``:
    half widths of their 95% intervals: (looks, estimators). ``sums``: of the estimates, and of
    their squares: (2, estimators).
    """

    hands: int
    means: NDArray[np.float64]
    halves: NDArray[np.float64]
    sums: NDArray[np.float64]


class SampledHands:
    """Samples hands from the behaviour strategy, independent of the order of requests."""

    def __init__(self, listing: Listing, seed: int) -> None:
        chance = listing.chance.astype(np.float64)
        played = np.flatnonzero(chance)
        self._seed = seed
        self._chance = chance.flat[played] / chance.sum()
        self._estimates = np.stack(
            [guess.astype(np.float64).flat[played] for guess in listing.estimates.values()]
        )
        self._places = np.stack(np.unravel_index(played, chance.shape), axis=1)

    def start(self) -> Drawn:
        """Return empty statistics."""
        none = np.zeros((0, len(self._estimates)))
        return Drawn(0, none, none, np.zeros((2, len(self._estimates))))

    def go_on(self, drawn: Drawn) -> Drawn:
        """Sample up to the next sample size; unchanged after the last."""
        at = len(drawn.means)
        if at == len(looks()):
            return drawn
        hands = looks()[at]
        # Only the count of each hand matters for the sums.
        counts = self._random(at).multinomial(hands - drawn.hands, self._chance)
        sums = drawn.sums + np.stack([self._estimates @ counts, self._estimates**2 @ counts])
        mean = sums[0] / hands
        variance = np.maximum(0.0, sums[1] - hands * mean**2) / (hands - 1)
        half = _Z95 * np.sqrt(variance / hands)
        means, halves = np.vstack([drawn.means, mean]), np.vstack([drawn.halves, half])
        return Drawn(hands, means, halves, sums)

    def one(self, number: int) -> tuple[int, int]:
        """Return the row and own combo of a single sampled hand."""
        random = self._random(len(looks()) + number)
        row, combo = self._places[random.choice(len(self._chance), p=self._chance)].tolist()
        return row, combo

    def _random(self, number: int) -> np.random.Generator:
        return np.random.default_rng((self._seed, number))
