"""Figures of reviewed hands: added one by one, they are those of all hands at once."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from ai.review.classes import CLASSES, MISTAKES
from ai.review.several import SEVERAL
from ai.review.totals import Tally
from ai.review.traits import CALL, DEEDS, Traits
from ai.review.verdict import HandReview, Verdict
from engine.game import get_game
from engine.lines import parse_line
from engine.records.record import HandRecord
from pokergui.localtime import time_text
from pokergui.reviews.figures import GROUPS, MOST_WORST, FiguresTally, figures_of
from pokergui.reviews.sessions import play_order
from pokergui.reviews.work import NO_CARDS, ReviewedHand

GAME = get_game("holdem-nolimit@100")


def reviewed(number: int, rng: random.Random) -> ReviewedHand:
    if rng.random() < 0.1:
        return ReviewedHand(number, -1, reason=NO_CARDS)
    verdicts = []
    for place in range(rng.randint(0, 4)):
        quality = rng.choice(CLASSES)
        verdicts.append(
            Verdict(
                place,
                Traits(rng.randrange(4), rng.randrange(2), rng.choice(DEEDS), made="pair"),
                quality,
                "f",
                loss_mbb=rng.choice((50.0, rng.uniform(0, 900))) if quality in MISTAKES else 0.0,
                floor_mbb=1.0,
                pot_mbb=2000.0,
                unforced=rng.random() < 0.9,
            )
        )
    record = HandRecord(GAME, number, ("a", "b"), ((0, 1), (2, 3)), (), (), (100, -100))
    return ReviewedHand(number, 0, record, HandReview(tuple(verdicts)))


@pytest.fixture(scope="module")
def hands() -> list[ReviewedHand]:
    rng = random.Random(4)
    return [reviewed(number, rng) for number in range(2_000)]


def test_figures_so_far_are_those_of_the_hands_so_far(hands: list[ReviewedHand]) -> None:
    tally = FiguresTally()
    for one in hands[:700]:
        tally.add(one)
    assert tally.figures.totals == figures_of(hands[:700]).totals
    for one in hands[700:]:
        tally.add(one)
    so_far, anew = tally.figures, figures_of(hands)
    assert tally.hands == len(hands)
    assert (so_far.totals, so_far.trend, so_far.skipped) == (anew.totals, anew.trend, anew.skipped)
    assert [(one.key, one.totals) for one in so_far.leaks] == [
        (one.key, one.totals) for one in anew.leaks
    ]
    assert [one.key for one in so_far.worst] == [one.key for one in anew.worst]


def test_the_costliest_are_found_among_all(hands: list[ReviewedHand]) -> None:
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
    assert [one.key for one in found.worst] == [
        f"{number}:{place}" for _, number, place, _ in mistakes[:MOST_WORST]
    ]
    for leak in found.leaks:
        of_kind = [one for one in mistakes if GROUPS[leak.group](one[3]) == leak.kind]
        assert [one.key for one in leak.worst] == [
            f"{number}:{place}" for _, number, place, _ in of_kind[:MOST_WORST]
        ]


def test_leaks_and_trend_add_up_to_the_whole(hands: list[ReviewedHand]) -> None:
    found = figures_of(hands)
    for group in GROUPS:
        parts = [leak.totals for leak in found.leaks if leak.group == group]
        assert sum(one.decisions for one in parts) == found.totals.decisions
        assert sum(one.lost_bb for one in parts) == pytest.approx(found.totals.lost_bb)
    with_review = [one.review for one in hands if one.review is not None]
    tally = Tally()
    for review in with_review[: len(with_review) // 12]:
        tally.add(review.verdicts)
    assert len(found.trend) == 12
    assert found.trend[0] == pytest.approx(tally.totals.error.mean)


def test_the_trend_goes_by_the_time_of_play_as_sessions_do() -> None:
    """Imported hands have higher numbers than hands played later."""
    begin = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
    hands = []
    for number in range(80):
        minutes = 3 * number if number < 40 else 3 * (number - 40) - 1_000
        loss = 100.0 if number < 40 else 500.0
        quality = "wrong"
        verdict = Verdict(0, Traits(0, 0, CALL), quality, "f", loss_mbb=loss, pot_mbb=2000.0)
        time = time_text(begin + timedelta(minutes=minutes))
        record = HandRecord(
            GAME, number, ("a", "b"), ((0, 1), (2, 3)), (), (), (100, -100), time=time
        )
        hands.append(ReviewedHand(number, 0, record, HandReview((verdict,))))
    found = figures_of(hands)
    assert found.trend == pytest.approx([500.0, 500.0, 100.0, 100.0])
    assert [one.totals.error.mean for one in found.sessions] == pytest.approx([500.0, 100.0])
    random.Random(1).shuffle(hands)
    assert figures_of(hands).trend == found.trend
    assert sorted(hands, key=play_order)[0].number == 40


def test_what_is_not_judged_is_counted_by_reason() -> None:
    three = get_game("holdem-nolimit-3@100")
    verdicts = tuple(
        Verdict(place, Traits(0, 0, CALL), unread=reason)
        for place, reason in ((0, "hardly trained"), (3, "no answer"))
    )
    line = parse_line(three, "r300cc/ccc")
    record = HandRecord(
        three, 1, ("a", "b", "c"), ((0, 1), (2, 3), (4, 5)), tuple(range(6, 9)), line, (0, 0, 0)
    )
    found = figures_of([ReviewedHand(1, 0, record, HandReview(verdicts))])
    assert found.unread == (("hardly trained", 1), (SEVERAL, 1))


def test_few_hands_make_no_trend() -> None:
    kind = Traits(0, 0, CALL)
    verdict = Verdict(0, kind, CLASSES[0], "f", loss_mbb=0.0, floor_mbb=0.0, pot_mbb=1.0)
    record = HandRecord(GAME, 1, ("a", "b"), ((0, 1), (2, 3)), (), (), (100, -100))
    hand = ReviewedHand(1, 0, record, HandReview((verdict,)))
    assert figures_of([hand] * 39).trend == ()
    assert figures_of([hand] * 40).trend == (0.0, 0.0)
    assert figures_of([]).leaks == ()
