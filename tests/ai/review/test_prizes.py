import pytest

from ai.review.classes import BEST, BLUNDER
from ai.review.decision import NOT_JAM_FOLD
from ai.review.judges import judged_payouts, prize_judge
from ai.review.prizes import PrizeReviewer
from ai.sit_and_go.plan import Level, SitAndGo
from engine.cards import parse_cards
from engine.hand import HandState
from engine.lines import parse_line
from engine.player import CALL, FOLD, raise_to
from engine.records import HandRecord

SEAT = 1
"""The small blind, which acts first."""


def hand_of(stage, cards, *actions):
    rest = [card for card in stage.game.deck if card not in parse_cards(cards)]
    hand = HandState.deal(stage.game, (*rest[:2], *parse_cards(cards), *rest[2:]))
    for action in actions:
        hand.apply(action)
    return HandRecord.of(hand, 1, ("Rival", "You"))


def stage_of(payouts, chips=1_000):
    return SitAndGo((chips, chips), (Level(50, 100),), 10, payouts).start(big_blind=1)


def review(payouts, cards, *actions, chips=1_000):
    record = hand_of(stage_of(payouts, chips), cards, *actions)
    return PrizeReviewer(payouts).decisions(record, SEAT)


def test_prizes_of_two_players_are_judged_as_chips_are():
    """With two players left the chip model is linear: prizes are chips at a fixed price."""
    (chips,) = review((1.0,), "AsAh", FOLD)
    (prizes,) = review((65.0, 35.0), "AsAh", FOLD)
    assert prizes.loss == pytest.approx(chips.loss, rel=1e-3) and prizes.loss > 100
    assert prizes.quality == chips.quality == BLUNDER
    assert prizes.actions == (FOLD, raise_to(1_000))
    assert (prizes.evs * 30 / 2_000)[0] == pytest.approx(35 + 30 * 950 / 2_000)


def test_a_raise_counts_as_all_in_and_other_decisions_are_not_judged():
    folds = parse_line(stage_of((65.0, 35.0)).game, "r250f")
    (raised,) = review((65.0, 35.0), "AsAh", *folds)
    assert (raised.quality, raised.loss) == (BEST, 0.0)
    called, later = review((65.0, 35.0), "AsAh", CALL, raise_to(300), FOLD)
    (deep,) = review((65.0, 35.0), "AsAh", FOLD, chips=1_500)
    assert {one.unread for one in (called, later, deep)} == {NOT_JAM_FOLD}


def test_verdicts_in_another_unit_keep_their_class():
    record = hand_of(stage_of((65.0, 35.0)), "AsAh", FOLD)
    (one,) = PrizeReviewer((65.0, 35.0)).review(record, SEAT).verdicts
    other = one.times(0.25)
    assert other.loss_mbb == one.loss_mbb / 4 and other.quality == one.quality
    assert other.loss_of_pot == pytest.approx(one.loss_of_pot)
    assert [ev for *_, ev in other.options] == [ev / 4 for *_, ev in one.options]


def test_judges_are_named_by_their_prizes():
    assert prize_judge((50.0, 30.5)) == "jam-fold:payouts=50/30.5"
    assert judged_payouts(prize_judge((50.0, 30.5))) == (50.0, 30.5)
    assert judged_payouts("jam-fold") == judged_payouts("cfr") == ()
