"""Sessions of reviewed hands: gaps between their times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from ai.review.classes import BEST, BLUNDER
from ai.review.totals import Tally
from ai.review.traits import CALL, Traits
from ai.review.verdict import HandReview, Verdict
from engine.game import get_game
from engine.records.record import HandRecord
from pokergui.localtime import time_text
from pokergui.reviews.sessions import GAP_MINUTES, Session, SessionsTally
from pokergui.reviews.work import ReviewedHand

START = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
KIND = Traits(0, 0, CALL)


def hand(number: int, time: str, loss: float = 0.0) -> ReviewedHand:
    game = get_game("kuhn")
    verdict = Verdict(
        0, KIND, BLUNDER if loss else BEST, "f", loss_mbb=loss, floor_mbb=0.0, pot_mbb=2000.0
    )
    record = HandRecord(game, number, ("a", "b"), ((0,), (1,)), (), (), (1, -1), time=time)
    return ReviewedHand(number, 0, record, HandReview((verdict,)))


def sessions_of(hands: Iterable[ReviewedHand]) -> tuple[Session, ...]:
    tally = SessionsTally()
    for one in hands:
        tally.add(one)
    return tally.sessions


def at(minutes: float) -> str:
    return time_text(START + timedelta(minutes=minutes))


def test_a_gap_begins_a_session_and_rates_add_up_to_the_whole() -> None:
    times = [0, 5, GAP_MINUTES + 5, 2 * GAP_MINUTES + 6, 2 * GAP_MINUTES + 7]
    hands = [hand(n, at(minutes), 100.0 * n) for n, minutes in enumerate(times)]
    found = sessions_of(hands)
    assert [one.totals.hands for one in found] == [3, 2]
    assert [one.start for one in found] == [START, START + timedelta(minutes=times[3])]
    assert [one.totals.error.mean for one in found] == pytest.approx([100.0, 350.0])
    whole = Tally()
    for one in hands:
        assert one.review is not None
        whole.add(one.review.verdicts)
    lost = sum(one.totals.lost_bb for one in found)
    assert lost == pytest.approx(whole.totals.lost_bb)


def test_hands_are_taken_in_the_order_of_their_times() -> None:
    late, early = hand(1, at(500)), hand(2, at(0))
    assert [one.start for one in sessions_of([late, early])] == [
        START,
        START + timedelta(minutes=500),
    ]


def test_a_hand_between_two_sessions_makes_one_of_them() -> None:
    apart = [hand(1, at(0)), hand(2, at(GAP_MINUTES + 30), 50.0)]
    assert [one.totals.hands for one in sessions_of(apart)] == [1, 1]
    (one,) = sessions_of([*apart, hand(3, at(GAP_MINUTES))])
    assert one == sessions_of([apart[0], hand(3, at(GAP_MINUTES)), apart[1]])[0]
    assert one.totals.hands == 3 and one.start == START


def test_hands_without_a_time_or_a_review_are_left_out() -> None:
    sound = hand(1, at(0))
    odd = [hand(2, ""), hand(3, "soon"), replace(sound, review=None), ReviewedHand(5, -1)]
    assert [one.totals.hands for one in sessions_of([sound, *odd])] == [1]
    assert sessions_of(odd) == ()
    forced = replace(sound, review=HandReview(()))
    assert sessions_of([forced]) == ()
