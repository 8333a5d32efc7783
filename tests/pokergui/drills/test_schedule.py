"""The schedule of cards."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pokergui.drills.schedule import Schedule
from pokergui.localtime import time_text
from tests.pokergui.store.drilled import drill_answer

BEGIN = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_what_is_known_comes_ever_later_and_what_is_forgotten_soon() -> None:
    schedule, moment, waits = Schedule(), BEGIN, []
    for rating in ("good", "good", "good", "again"):
        state = schedule.take(drill_answer(rating=rating, time=time_text(moment)))
        waits.append(state.due - moment)
        moment = state.due
    assert waits[0] == timedelta(minutes=10)
    assert waits[0] < waits[1] < waits[2]
    assert waits[3] == timedelta(minutes=10)
    (card,) = schedule.cards
    assert (card.answers, card.lapses) == (4, 1)


def test_better_answers_wait_longer() -> None:
    waits = []
    for rating in ("again", "hard", "good", "easy"):
        state = Schedule().take(drill_answer(rating=rating, time=time_text(BEGIN)))
        waits.append(state.due)
    assert waits == sorted(set(waits))


def test_due_cards_are_those_whose_time_has_come_the_oldest_first() -> None:
    times = {card: time_text(BEGIN + timedelta(minutes=at)) for at, card in enumerate("JQK")}
    schedule = Schedule(drill_answer(time=time, card=card) for card, time in times.items())
    assert schedule.due(BEGIN) == ()
    due = schedule.due(BEGIN + timedelta(minutes=11, seconds=1))
    assert [one.key.holding for one in due] == ["J", "Q"]


def test_a_clock_that_was_put_back_breaks_nothing() -> None:
    first = drill_answer(time=time_text(BEGIN))
    second = drill_answer(time=time_text(BEGIN - timedelta(days=400)))
    (card,) = Schedule([first, second]).cards
    assert card.due > BEGIN
