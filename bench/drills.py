"""EV loss of a simulated learner: cards chosen by spaced repetition vs at random.

The learner plays Leduc. Its habit is to check or call, as a sparring partner does. A card is a kind
of spot and a class of hands; its cost is the habit's exact EV loss there, and its frequency is the
equilibrium's reach. Each day the learner answers the same number of drills, either those of the
schedule (what is due, else the costliest new one), or cards drawn at random from all with a cost:
uniformly, by frequency, or by total cost. A drilled card is recalled with the learner's own
probability: a recalled card is played as by the judge, any other by habit. Its memory is not the
schedule's: the probability halves every H days, H grows with each recalled answer, by less the
fresher the card still is, up to threefold, and is reset to one day by a failed one. The loss is in
mbb per decision, over all decisions with a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import numpy as np

from ai.drill.kinds import CardKey, card_of
from ai.reading.line import Decision
from ai.reading.reach import RangeReader, matchups
from ai.registry import build
from ai.review.classes import INACCURACY
from ai.review.reviewer import Reviewer
from bench import figure
from engine.combos import combo_cards
from engine.game import get_game
from engine.player import CALL, PublicState
from engine.running import Interval
from pokergui.drills.schedule import Schedule
from pokergui.localtime import time_text
from pokergui.store.drills import DrillAnswer

_DAYS, _A_DAY, _SEEDS = 60, 5, 40
_BEGIN = datetime(2026, 1, 1, 18, tzinfo=UTC)
_FIRST_DAYS = 1.0
_LEAST = 1e-9


@dataclass
class _Card:
    """A card of the learner.

    Attributes:
        key: the card.
        spot: one of its spots.
        hole: a hand of the class.
        weight: share of all decisions, summing to 1.
        loss: mbb that the habit loses there.
        quality: class of the habit's action.
        half: half-life of recall in days; 0 before the first drill.
        last: day of the last drill.
    """

    key: CardKey
    spot: PublicState
    hole: tuple[int, ...]
    weight: float
    loss: float
    quality: str
    half: float = 0.0
    last: float = 0.0

    def known(self, day: float) -> float:
        """Probability of recall."""
        return 2.0 ** (-(day - self.last) / self.half) if self.half else 0.0

    def drill(self, day: float, rng: np.random.Generator) -> bool:
        """Answer it; return whether it was recalled. The verdict is shown, and learned from."""
        chance = self.known(day)
        known = bool(rng.random() < chance)
        # A card asked while fresh adds little: the spacing effect.
        self.half = self.half * (1.0 + 2.0 * (1.0 - chance)) if known else _FIRST_DAYS
        self.last = day
        return known


def _cards() -> list[_Card]:
    """Return all cards of Leduc, with the habit's loss on each."""
    game = get_game("leduc")
    judge = build("cfr", game)
    reviewer, reader = Reviewer(game, judge), RangeReader(judge)
    combos = combo_cards(game.deck, game.num_hole)
    found: dict[CardKey, _Card] = {}
    totals: dict[CardKey, float] = {}
    waiting = [PublicState(game, (), ())]
    while waiting:
        here = waiting.pop()
        boards = list(combinations(game.deck, game.board_sizes[here.street]))
        for board in boards:
            spot = here.on(board)
            # Two private cards are dealt: each deal meets all other boards.
            dealt = max(1, len(boards) - game.num_players)
            joint = matchups(game, reader.reach(spot).weights, spot.to_act) / dealt
            for combo in np.flatnonzero(joint > _LEAST):
                hole = tuple(combos[combo].tolist())
                one = reviewer.decide(Decision(spot, CALL), hole)
                key, lost = card_of(spot, hole), 1000.0 * one.counted / game.big_blind
                share = float(joint[combo])
                if key not in found:
                    found[key] = _Card(key, spot, hole, 0.0, 0.0, one.quality)
                if lost > totals.get(key, -1.0):
                    found[key].spot, found[key].hole = spot, hole
                    found[key].quality, totals[key] = one.quality, lost
                found[key].loss += share * lost
                found[key].weight += share
        answer = reader.answer(here.on(boards[0]))
        for action in answer.actions:
            after = here.after(action)
            if not after.finished:
                waiting.append(after)
    cards = list(found.values())
    whole = sum(card.weight for card in cards)
    for card in cards:
        card.loss /= card.weight
        card.weight /= whole
    return cards


_Pick = Callable[[Sequence[_Card], int, np.random.Generator], Sequence[_Card]]
"""The cards of a day, from all with a cost."""


def _at_random(weigh: Callable[[_Card], float]) -> _Pick:
    """Draw the cards of a day by their weights."""

    def pick(cards: Sequence[_Card], day: int, rng: np.random.Generator) -> Sequence[_Card]:
        weights = np.array([weigh(card) for card in cards])
        chosen = rng.choice(len(cards), _A_DAY, replace=False, p=weights / weights.sum())
        return [cards[at] for at in chosen]

    return pick


def _run(cards: Sequence[_Card], seed: int, pick: _Pick | None) -> list[float]:
    """Loss in mbb per decision before the drills of each day; None picks by the schedule."""
    rng, schedule = np.random.default_rng(seed), Schedule()
    cards = [replace(card) for card in cards if card.loss > 0.0]
    by_key = {card.key: card for card in cards}
    costliest = sorted(cards, key=lambda card: -card.weight * card.loss)
    course = []
    for day in range(_DAYS):
        course.append(sum(c.weight * c.loss * (1.0 - c.known(day)) for c in cards))
        now = _BEGIN + timedelta(days=day)
        if pick is not None:
            asked = pick(cards, day, rng)
        else:
            due = [by_key[one.key] for one in schedule.due(now)]
            fresh = [card for card in costliest if not schedule.knows(card.key)]
            asked = [*due, *fresh][:_A_DAY]
        for card in asked:
            known = card.drill(day, rng)
            missed = "hard" if card.quality == INACCURACY else "again"
            if pick is None:
                schedule.take(_answer(card, "good" if known else missed, now))
    return course


def _answer(card: _Card, rating: str, now: datetime) -> DrillAnswer:
    quality = "correct" if rating == "good" else card.quality
    head = (card.key, card.spot, card.hole, "c", "cfr", "play", quality, rating)
    return DrillAnswer(*head, 0.0, 0.0, time=time_text(now))


def _compared(scheduled: np.ndarray, other: np.ndarray) -> dict[str, Any]:
    """The mean loss over all days of both, and the schedule's reduction."""
    gain = Interval.of(other.mean(axis=1) - scheduled.mean(axis=1))
    last = Interval.of(other[:, -1] - scheduled[:, -1])
    return figure(
        round(gain.mean, 2),
        "mbb/decision lower by the schedule, mean over all days",
        ci95=round(gain.half_width, 2),
        scheduled=round(float(scheduled.mean()), 2),
        random=round(float(other.mean()), 2),
        last_day=f"{last.mean:.2f} +- {last.half_width:.2f}",
        without_drills=round(float(scheduled[:, 0].mean()), 2),
        seeds=_SEEDS,
    )


def figures() -> dict[str, dict[str, Any]]:
    """EV loss of learners over two months, five drills a day."""
    cards = _cards()
    ways: dict[str, _Pick | None] = {
        "schedule": None,
        "uniform": _at_random(lambda card: 1.0),
        "played": _at_random(lambda card: card.weight),
        "costly": _at_random(lambda card: card.weight * card.loss),
    }
    courses = {
        name: np.array([_run(cards, seed, pick) for seed in range(_SEEDS)])
        for name, pick in ways.items()
    }
    return {
        f"drills-v-random-{name}": _compared(courses["schedule"], courses[name])
        for name in ("uniform", "played", "costly")
    }
