from datetime import UTC, datetime, timedelta

from pokergui.drills.schedule import Schedule
from pokergui.localtime import time_text
from tests.pokergui.store.drilled import drill_answer

BEGIN = datetime(2026, 5, 1, 12, tzinfo=UTC)


def answered(moment=BEGIN, **more):
    return drill_answer(time=time_text(moment), **more)


def test_known_cards_return_ever_later_and_forgotten_ones_soon():
    schedule, moment, waits = Schedule(), BEGIN, []
    for rating in ("good", "good", "good", "again"):
        state = schedule.take(answered(moment, rating=rating))
        waits.append(state.due - moment)
        moment = state.due
    assert waits[0] == waits[3] == timedelta(minutes=10)
    assert waits[0] < waits[1] < waits[2]
    (card,) = schedule.cards
    assert (card.answers, card.lapses) == (4, 1)
    ratings = ("again", "hard", "good", "easy")  # better answers wait longer
    due = [Schedule().take(answered(rating=rating)).due for rating in ratings]
    assert due == sorted(set(due))


def test_due_cards_come_oldest_first():
    times = {card: BEGIN + timedelta(minutes=at) for at, card in enumerate("JQK")}
    schedule = Schedule(answered(time, card=card) for card, time in times.items())
    assert schedule.due(BEGIN) == ()
    due = schedule.due(BEGIN + timedelta(minutes=11, seconds=1))
    assert [one.key.holding for one in due] == ["J", "Q"]
    (card,) = Schedule([answered(), answered(BEGIN - timedelta(days=400))]).cards
    assert card.due > BEGIN
