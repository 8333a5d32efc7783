"""Due dates of drill cards: spaced repetition by FSRS.

A card's memory state follows from its answers alone, so only these are stored. FSRS (the package
``fsrs``, with its default parameters, without fuzzing) schedules a card for when its retrievability
has fallen to 90%.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from fsrs import Card, Rating, Scheduler

from ai.drill.kinds import CardKey
from engine.player import PublicState
from pokergui.store.drills import RATINGS, DrillAnswer

_RATINGS = dict(zip(RATINGS, Rating, strict=True))
AGAIN = RATINGS[0]


@dataclass(frozen=True)
class CardState:
    """The state of a card.

    Attributes:
        spot, judge: of the last answer.
        stability: days until retrievability falls to 90%; 0 while it is being learned.
        lost_mbb: EV lost on it by mistakes, in mbb.
    """

    key: CardKey
    spot: PublicState
    judge: str
    source: str
    due: datetime
    stability: float
    answers: int
    lapses: int
    lost_mbb: float
    last: datetime


class Schedule:
    """The cards asked so far, with their memory states.

    Args:
        answers: oldest first.
    """

    def __init__(self, answers: Iterable[DrillAnswer] = ()) -> None:
        self._scheduler = Scheduler(enable_fuzzing=False)
        self._memory: dict[CardKey, Card] = {}
        self._states: dict[CardKey, CardState] = {}
        for one in answers:
            self.take(one)

    def take(self, answer: DrillAnswer) -> CardState:
        """Record a timed answer; return its card's new state."""
        key, moment = answer.card, answer.moment
        assert key is not None
        before = self._states.get(key)
        card = self._memory.get(key) or Card(card_id=len(self._memory) + 1, due=moment)
        if before is not None:
            moment = max(moment, before.last)  # the clock was put back
        card, _ = self._scheduler.review_card(card, _RATINGS[answer.rating], moment)
        self._memory[key] = card
        state = CardState(
            key,
            answer.spot,
            answer.judge,
            answer.source,
            card.due,
            card.stability or 0.0,
            1 + (0 if before is None else before.answers),
            (answer.rating == AGAIN) + (0 if before is None else before.lapses),
            answer.counted_mbb + (0.0 if before is None else before.lost_mbb),
            moment,
        )
        self._states[key] = state
        return state

    @property
    def cards(self) -> tuple[CardState, ...]:
        return tuple(sorted(self._states.values(), key=lambda one: (one.due, one.key.text)))

    def due(self, now: datetime) -> tuple[CardState, ...]:
        return tuple(one for one in self.cards if one.due <= now)

    def knows(self, key: CardKey) -> bool:
        return key in self._states
