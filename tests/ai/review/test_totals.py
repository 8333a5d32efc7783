import math

import numpy as np
import pytest

from ai.review.classes import BEST, BLUNDER, CORRECT
from ai.review.decision import RARE
from ai.review.ledger import Parts
from ai.review.totals import LuckTally, Tally, score_and_accuracy
from ai.review.traits import CALL, Traits
from ai.review.verdict import HandReview, Verdict
from engine.errors import PokerError

KIND = Traits(3, 0, CALL, "large", "top_pair")


def verdict(quality=BEST, loss=0.0, **more):
    given = {"floor_mbb": 10.0, "pot_mbb": 2000.0, "skill_mbb": -loss, **more}
    return Verdict(2, KIND, quality, "f", loss_mbb=loss, **given)


def test_the_error_rate_is_lost_per_decision_with_hands_as_units():
    rng = np.random.default_rng(1)
    hands = [
        [verdict(BLUNDER, float(rng.exponential(100.0))) for _ in range(rng.integers(1, 4))]
        for _ in range(500)
    ]
    tally = Tally()
    for hand in hands:
        tally.add(hand)
    totals = tally.totals
    losses = [one.loss_mbb for hand in hands for one in hand]
    assert totals.hands == 500 and totals.decisions == len(losses)
    assert totals.error.mean == pytest.approx(np.mean(losses))
    assert totals.lost_bb == pytest.approx(sum(losses) / 1000)
    # The interval is that of a bootstrap over hands.
    rates = []
    for _ in range(400):
        drawn = [hands[i] for i in rng.integers(0, 500, 500)]
        every = [one.loss_mbb for hand in drawn for one in hand]
        rates.append(np.mean(every))
    assert totals.error.half_width == pytest.approx(1.96 * np.std(rates), rel=0.15)


def test_only_mistakes_count_and_forced_or_unjudged_decisions_do_not():
    tally = Tally()
    tally.add([verdict(CORRECT, 50.0), verdict(BEST), verdict(BLUNDER, 90.0)])
    tally.add([verdict(BLUNDER, 70.0, unforced=False)])
    tally.add([Verdict(1, KIND, unread=RARE)])
    totals = tally.totals
    assert (totals.hands, totals.decisions, totals.unjudged) == (1, 3, 1)
    assert totals.error.mean == pytest.approx(30.0) and math.isinf(totals.error.half_width)
    assert totals.floor == pytest.approx(10.0)
    assert totals.accuracy == pytest.approx(2 / 3)
    assert totals.score == pytest.approx(200 * (1.0 + 0.9 + 0.0) / 3 - 100)


def test_nothing_has_no_figures():
    totals = Tally().totals
    assert totals.decisions == 0 and math.isnan(totals.score) and math.isnan(totals.accuracy)
    luck = LuckTally().luck
    assert luck.hands == 0 and luck.parts.result == 0.0


def test_score_and_accuracy_follow_from_the_classes():
    assert score_and_accuracy({BEST: 3, CORRECT: 0, BLUNDER: 1}) == (50.0, 0.75)
    assert score_and_accuracy({BEST: 0, CORRECT: 0, BLUNDER: 2}) == (-100.0, 0.0)
    assert all(map(math.isnan, score_and_accuracy({BEST: 0, CORRECT: 0, BLUNDER: 0})))


def test_luck_is_added_up_in_bb_per_100_hands():
    tally = LuckTally()
    tally.add(HandReview((), Parts(0.0, 100.0, -50.0, 0.0, 20.0, -30.0), True), 100)
    tally.add(HandReview((), Parts(0.0, -100.0, 150.0, 0.0, 0.0, -50.0)), 100)
    tally.add(HandReview(()), 100)
    luck = tally.luck
    assert luck.hands == 2 and luck.unknown == 1
    assert luck.raw.mean == pytest.approx(20.0)  # 0.4 and 0 bb
    assert luck.adjusted.mean == pytest.approx(-30.0)
    assert luck.parts.skill == pytest.approx(-40.0)


def test_a_review_comes_back_from_json():
    parts = Parts(1.5, -2.0, 3.25, 0.0, -0.125, -7.0)
    review = HandReview((verdict(BLUNDER, 12.5), Verdict(0, KIND, unread=RARE)), parts, True)
    again = HandReview.from_json(review.to_json())
    assert again.parts == parts and again.knows_rival
    assert again.verdicts[0] == review.verdicts[0]
    assert again.verdicts[1].unread == RARE and math.isnan(again.verdicts[1].loss_mbb)
    assert HandReview.from_json(HandReview(()).to_json()) == HandReview(())


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        {},
        {"verdicts": 1, "parts": None, "knows_rival": False},
        {"verdicts": [[1, 2]], "parts": None, "knows_rival": False},
        {"verdicts": [], "parts": [1, 2], "knows_rival": False},
        {
            "verdicts": [[0, 0, "jump", "", "", 0, "best", "f", "", True, 1, 1, 1, 1]],
            "parts": None,
            "knows_rival": False,
        },
        {
            "verdicts": [[0, 0, "call", "", "", 0, "great", "f", "", True, 1, 1, 1, 1]],
            "parts": None,
            "knows_rival": False,
        },
    ],
)
def test_what_is_no_review_is_refused(wrong):
    with pytest.raises(PokerError, match="not a review"):
        HandReview.from_json(wrong)
