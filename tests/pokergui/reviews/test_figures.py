import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from ai.review.classes import BEST, BLUNDER, CLASSES, MISTAKES
from ai.review.ledger import Parts
from ai.review.multiway import SEVERAL
from ai.review.totals import DecisionTally
from ai.review.traits import CALL, DEEDS, Traits
from ai.review.verdict import HandReview, Verdict
from engine.game import get_game
from engine.lines import parse_line
from engine.records.record import HandRecord
from pokergui.localtime import time_text
from pokergui.reviews.figures import (
    GAP_MINUTES,
    GROUPS,
    MOST_WORST,
    FiguresTally,
    SessionsTally,
    figures_of,
    play_order,
)
from pokergui.reviews.work import NO_CARDS, ReviewedHand

GAME = get_game("holdem-nolimit@100")
KIND = Traits(0, 0, CALL)
START = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


def hand(number, *verdicts, minutes=None):
    time = "" if minutes is None else time_text(START + timedelta(minutes=minutes))
    record = HandRecord(GAME, number, ("a", "b"), ((0, 1), (2, 3)), (), (), (100, -100), time=time)
    return ReviewedHand(number, 0, record, HandReview(verdicts))


def timed(number, minutes, loss=0.0):
    quality = BLUNDER if loss else BEST
    verdict = Verdict(0, KIND, quality, "f", loss_mbb=loss, floor_mbb=0.0, pot_mbb=2000.0)
    return hand(number, verdict, minutes=minutes)


def test_results_add_up_in_the_order_of_play():
    def split(number, minutes, cards, skill):
        one = timed(number, minutes)
        parts = Parts(0.0, cards, 0.0, 0.0, 0.0, skill)
        return replace(one, review=replace(one.review, parts=parts))

    hands = [split(1, 9, 300.0, 100.0), split(2, 3, -100.0, 0.0), timed(3, 5)]
    assert figures_of(hands).results == ((-1.0, 0.0), (3.0, 1.0))


def some_hand(number, rng):
    if rng.random() < 0.1:
        return ReviewedHand(number, -1, reason=NO_CARDS)
    verdicts = []
    for place in range(rng.randint(0, 4)):
        quality = rng.choice(CLASSES)
        traits = Traits(rng.randrange(4), rng.randrange(2), rng.choice(DEEDS), made="pair")
        loss = rng.choice((50.0, rng.uniform(0, 900))) if quality in MISTAKES else 0.0
        unforced = rng.random() < 0.9
        numbers = {"loss_mbb": loss, "floor_mbb": 1.0, "pot_mbb": 2000.0, "unforced": unforced}
        verdicts.append(Verdict(place, traits, quality, "f", **numbers))
    return hand(number, *verdicts)


@pytest.fixture(scope="module")
def hands():
    rng = random.Random(4)
    return [some_hand(number, rng) for number in range(2_000)]


@pytest.mark.ci
def test_partial_figures_match_the_hands_so_far(hands):
    tally = FiguresTally()
    for number, one in enumerate(hands):
        if number in (0, 700):
            assert repr(tally.figures) == repr(figures_of(hands[:number]))
        tally.add(one)
    assert tally.hands == len(hands)
    assert repr(tally.figures) == repr(figures_of(hands))


def test_costliest_decisions_are_found_and_leaks_sum_to_the_total(hands):
    mistakes = [
        (-verdict.counted_mbb, one.number, verdict.place, verdict.traits)
        for one in hands
        if one.review is not None
        for verdict in one.review.verdicts
        if verdict.unforced and verdict.quality in MISTAKES
    ]
    mistakes.sort(key=lambda one: one[:3])
    found = figures_of(hands)
    assert len(mistakes) > 2 * MOST_WORST

    def first(those):
        return [f"{number}:{place}" for _, number, place, _ in those[:MOST_WORST]]

    assert [one.key for one in found.worst] == first(mistakes)
    for leak in found.leaks:
        of_kind = [one for one in mistakes if GROUPS[leak.group](one[3]) == leak.kind]
        assert [one.key for one in leak.worst] == first(of_kind)
    for group in GROUPS:
        parts = [leak.totals for leak in found.leaks if leak.group == group]
        assert sum(one.decisions for one in parts) == found.totals.decisions
        assert sum(one.lost_bb for one in parts) == pytest.approx(found.totals.lost_bb)
    with_review, tally = [one.review for one in hands if one.review is not None], DecisionTally()
    for review in with_review[: len(with_review) // 12]:
        tally.add(review.verdicts)
    assert len(found.trend) == 12
    assert found.trend[0] == pytest.approx(tally.totals.error.mean)


def test_trend_and_sessions_follow_playing_time():
    """Imported hands have higher numbers than hands played later."""
    hands = [timed(number, 3 * number, 100.0) for number in range(40)]
    hands += [timed(number, 3 * (number - 40) - 1_000, 500.0) for number in range(40, 80)]
    found = figures_of(hands)
    assert found.trend == pytest.approx([500.0, 500.0, 100.0, 100.0])
    assert [one.totals.error.mean for one in found.sessions] == pytest.approx([500.0, 100.0])
    random.Random(1).shuffle(hands)
    assert figures_of(hands).trend == found.trend
    assert sorted(hands, key=play_order)[0].number == 40
    sound = timed(1, 0)
    for count, trend in ((39, ()), (40, (0.0, 0.0))):  # too few hands give none
        assert figures_of([sound] * count).trend == trend


def test_unjudged_decisions_are_counted_by_reason():
    three = get_game("holdem-nolimit-3@100")
    reasons = ((0, "hardly trained"), (3, "no answer"))
    verdicts = tuple(Verdict(place, KIND, unread=reason) for place, reason in reasons)
    holes, line = ((0, 1), (2, 3), (4, 5)), parse_line(three, "r300cc/ccc")
    record = HandRecord(three, 1, ("a", "b", "c"), holes, tuple(range(6, 9)), line, (0, 0, 0))
    found = figures_of([ReviewedHand(1, 0, record, HandReview(verdicts))])
    assert found.unread == (("hardly trained", 1), (SEVERAL, 1))


def sessions_of(*hands):
    tally = SessionsTally()
    for one in hands:
        tally.add(one)
    return tally.sessions


def test_gaps_start_a_session_and_session_rates_sum_to_the_total():
    times = [0, 5, GAP_MINUTES + 5, 2 * GAP_MINUTES + 6, 2 * GAP_MINUTES + 7]
    hands = [timed(n, minutes, 100.0 * n) for n, minutes in enumerate(times)]
    for found in (sessions_of(*hands), sessions_of(*hands[::-1])):  # in any order
        assert [one.totals.hands for one in found] == [3, 2]
        assert [one.start for one in found] == [START, START + timedelta(minutes=times[3])]
        assert [one.totals.error.mean for one in found] == pytest.approx([100.0, 350.0])
    assert sum(one.totals.lost_bb for one in found) == pytest.approx(
        figures_of(hands).totals.lost_bb
    )


def test_hand_in_between_merges_two_sessions():
    first, last = timed(1, 0), timed(2, GAP_MINUTES + 30, 50.0)
    between = timed(3, GAP_MINUTES)
    assert [one.totals.hands for one in sessions_of(first, last)] == [1, 1]
    (one,) = sessions_of(first, last, between)
    assert one == sessions_of(first, between, last)[0]
    assert one.totals.hands == 3 and one.start == START


def test_hands_without_a_time_or_review_are_skipped():
    sound = timed(1, 0)
    soon = replace(sound, record=replace(sound.record, time="soon"))
    odd = [hand(2), soon, replace(sound, review=None), ReviewedHand(5, -1), hand(6, minutes=0)]
    assert [one.totals.hands for one in sessions_of(sound, *odd[:-1])] == [1]
    assert sessions_of(*odd) == ()
