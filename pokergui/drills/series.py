"""The order of questions: due cards, then the user's mistakes, then spots of engine play."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

import numpy as np

from ai.drill.dice import SIDES
from ai.drill.kinds import CardKey
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action
from pokergui.drills.judge import DAILY, PLAY, DrillJudge, Question
from pokergui.drills.mistakes import MistakeCard

DAILY_SPOTS = 5
USUAL_SPOTS = 20


@dataclass(frozen=True)
class Wanted:
    """A card to be asked.

    Attributes:
        key: the card.
        line: the actions up to it.
        source: its origin.
    """

    key: CardKey
    line: tuple[Action, ...]
    source: str


def wanted(
    due: Sequence[Wanted], mistakes: Sequence[MistakeCard], known: set[CardKey]
) -> tuple[Wanted, ...]:
    """Return the cards to ask: due ones, then mistakes never asked, sorted by EV loss.

    Args:
        due: cards that are due.
        mistakes: cards of the user's mistakes.
        known: cards that were asked before.
    """
    fresh = [
        Wanted(one.key, one.line, f"hand {one.hand}") for one in mistakes if one.key not in known
    ]
    return (*due, *fresh)


def questions(
    judge: DrillJudge,
    cards: Sequence[Wanted],
    rng: np.random.Generator,
    control: JobControl | None = None,
) -> Iterator[Question]:
    """Yield a question for each card that the judge has an answer for, then spots of engine play.

    Raises:
        CancelledError: if stopped.
        PokerError: any error of the engine of the ranges.
    """
    for one in cards:
        asked = judge.fresh(one.key, one.line, one.source, rng, control)
        if asked is not None:
            yield asked
    yield from judge.played(PLAY, rng, control)


def daily(judge: DrillJudge, day: date, control: JobControl | None = None) -> Iterator[Question]:
    """Yield the five spots of a day: the same for everybody with this game and judge.

    Raises:
        CancelledError: if stopped.
        PokerError: any error of the engine of the ranges.
    """
    source = f"{DAILY} {day.isoformat()}"
    rng = np.random.default_rng(daily_seed(judge.game, judge.name, day))
    return islice(judge.played(source, rng, control), DAILY_SPOTS)


def daily_seed(game: Game, judge: str, day: date) -> int:
    """Return the seed of a day's spots."""
    words = f"{day.isoformat()} {game.name} {judge}"
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8])


def roll(rng: np.random.Generator) -> int:
    """Roll the dice: 1 to 100."""
    return int(rng.integers(1, SIDES + 1))
