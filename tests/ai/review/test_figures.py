import math

import numpy as np
import pytest

from ai.agents.sparring import RUNGS
from ai.review.classes import (
    BEST,
    BLUNDER,
    CORRECT,
    INACCURACY,
    STANDARD,
    USUAL_PERCENTS,
    WRONG,
    Thresholds,
    class_of,
)
from ai.review.decision import RARE
from ai.review.ledger import Parts
from ai.review.levels import LEVELS, RATES, cut_offs, standing
from ai.review.totals import DecisionTally, LuckTally, score_and_accuracy
from ai.review.traits import CALL, Traits, traits_of
from ai.review.verdict import HandReview, Verdict
from engine.card_display import parse_shown
from engine.errors import PokerError
from engine.game import get_game
from engine.lines import parse_action, spot_of
from engine.running_result import Interval

KIND = Traits(3, 0, CALL, "large", "top_pair")


def verdict(quality=BEST, loss=0.0, **more):
    given = {"floor_mbb": 10.0, "pot_mbb": 2000.0, "skill_mbb": -loss, **more}
    return Verdict(2, KIND, quality, "f", loss_mbb=loss, **given)


def test_error_rate_is_loss_per_decision_clustered_by_hand():
    rng, tally = np.random.default_rng(1), DecisionTally()
    hands = [rng.exponential(100.0, rng.integers(1, 4)) for _ in range(500)]
    for hand in hands:
        tally.add([verdict(BLUNDER, float(loss)) for loss in hand])
    totals, losses = tally.totals, np.concatenate(hands)
    assert (totals.hands, totals.decisions) == (500, len(losses))
    assert totals.error.mean == pytest.approx(losses.mean())
    assert totals.lost_bb == pytest.approx(losses.sum() / 1000)
    rates = [
        np.concatenate([hands[at] for at in rng.integers(0, 500, 500)]).mean() for _ in range(400)
    ]
    assert totals.error.half_width == pytest.approx(1.96 * np.std(rates), rel=0.15)


def test_only_mistakes_count_and_forced_or_unjudged_decisions_do_not():
    tally = DecisionTally()
    totals = tally.totals
    assert totals.decisions == 0 and math.isnan(totals.score) and math.isnan(totals.accuracy)
    tally.add([verdict(CORRECT, 50.0), verdict(BEST), verdict(BLUNDER, 90.0)])
    tally.add([verdict(BLUNDER, 70.0, unforced=False)])
    tally.add([Verdict(1, KIND, unread=RARE)])
    totals = tally.totals
    assert (totals.hands, totals.decisions, totals.unjudged) == (1, 3, 1)
    assert totals.error.mean == pytest.approx(30.0) and math.isinf(totals.error.half_width)
    assert totals.floor == pytest.approx(10.0)
    assert totals.accuracy == pytest.approx(2 / 3)
    assert totals.score == pytest.approx(200 * (1.0 + 0.9 + 0.0) / 3 - 100)
    assert score_and_accuracy({BEST: 3, CORRECT: 0, BLUNDER: 1}) == (50.0, 0.75)
    assert score_and_accuracy({BEST: 0, CORRECT: 0, BLUNDER: 2}) == (-100.0, 0.0)


def test_luck_is_summed_in_bb_per_100_hands():
    tally = LuckTally()
    tally.add(HandReview((), Parts(0.0, 100.0, -50.0, 0.0, 20.0, -30.0), True), 100)
    tally.add(HandReview((), Parts(0.0, -100.0, 150.0, 0.0, 0.0, -50.0)), 100)
    tally.add(HandReview(()), 100)
    luck, nothing = tally.luck, LuckTally().luck
    assert (nothing.hands, nothing.parts.result) == (0, 0.0)
    assert luck.hands == 2 and luck.unknown == 1
    assert luck.raw.mean == pytest.approx(20.0)  # 0.4 and 0 bb
    assert luck.adjusted.mean == pytest.approx(-30.0)
    assert luck.parts.skill == pytest.approx(-40.0)


def test_mistakes_are_classed_by_ev_loss_limits_in_pot_percent_and_big_blinds():
    for frequency, highest, loss, expected in (
        (0.6, 0.6, 1.0, BEST),  # within the floor its most frequent action is best
        (0.5, 0.5, 0.0, BEST),
        (0.6, 0.6, 150.0, BLUNDER),  # beyond it no action is best, whatever the judge plays
        (0.5, 0.6, 1.1, INACCURACY),
        (0.0, 1.0, 1.0, CORRECT),
        (0.0, 1.0, 20.9, INACCURACY),  # less than 20 beyond the floor
        (0.0, 1.0, 21.0, WRONG),
        (0.0, 1.0, 100.9, WRONG),
        (0.0, 1.0, 101.0, BLUNDER),
        (0.9, 0.9, math.nan, BEST),
        (0.035, 0.9, math.nan, CORRECT),
        (0.034, 0.9, math.nan, INACCURACY),
    ):
        assert class_of(frequency, highest, loss, 1.0, 1000.0, 100.0) == expected
    # A loss of two big blinds is a blunder in any pot.
    assert class_of(0.0, 1.0, 200.0, 1.0, 40_000.0, 100.0) == INACCURACY
    assert class_of(0.0, 1.0, 201.0, 1.0, 40_000.0, 100.0) == BLUNDER
    assert Thresholds.of_percents(USUAL_PERCENTS) == STANDARD
    other = Thresholds.of_percents((10.0, 1.0, 5.0, 3.0))
    assert (other.frequency, other.blunder_bb) == (0.1, 3.0)
    for frequency, highest, loss, pot, expected in (
        (0.05, 0.9, math.nan, 1000.0, INACCURACY),
        (0.0, 1.0, 9.0, 1000.0, INACCURACY),
        (0.0, 1.0, 40.0, 1000.0, WRONG),
        (0.0, 1.0, 301.0, 9000.0, BLUNDER),
    ):
        assert class_of(frequency, highest, loss, 1.0, pot, 100.0, other) == expected
    for percents, words in (
        ((0.0, 0.5, 2.0, 2.0), "between 0.1 and 50%"),
        ((math.nan, 0.5, 2.0, 2.0), "between 0.1 and 50%"),
        ((3.5, 3.0, 2.0, 2.0), "at most Blunder"),
        ((3.5, -1.0, 2.0, 2.0), "at most Blunder"),
        ((3.5, 0.5, math.inf, 2.0), "at most 100%"),
        ((3.5, 0.5, 2.0, 0.0), "at most 1000 bb"),
    ):
        with pytest.raises(PokerError, match=words):
            Thresholds.of_percents(percents)


@pytest.mark.parametrize("name", RATES)
def test_each_sparring_partner_has_its_level(name):
    game, rates = get_game(name), RATES[name]
    assert len(rates) == len(RUNGS) and list(rates) == sorted(rates)
    assert len(cut_offs(game)) == len(LEVELS) - 1
    found = [standing(game, "cfr", Interval(rate, 0.0)) for rate in rates]
    assert [one.levels[0] for one in found] == [LEVELS[(n + 1) // 2] for n in range(len(rates))]
    assert [one.partner for one in found] == [f"spar:{n}" for n in range(1, 9)]
    best = standing(game, "cfr", Interval(0.0, 0.0))
    assert (best.levels, best.partner) == (LEVELS[:1], "cfr")


def test_interval_spanning_several_levels_names_them_all():
    leduc, rate = get_game("leduc"), Interval(50.0, 1.0)
    _, second, third, _ = cut_offs(leduc)
    for mean, half, levels in (
        ((second + third) / 2, 0.6 * (third - second), LEVELS[1:4]),
        (50.0, 1e6, LEVELS),
    ):
        assert standing(leduc, "cfr", Interval(mean, half)).levels == levels
    assert standing(leduc, "cfr", rate) is not None
    assert standing(get_game("leduc-3"), "cfr", rate) is None  # not measured
    assert standing(leduc, "call", rate) is None
    assert standing(leduc, "cfr", Interval(50.0, math.inf)) is None


DEEP = get_game("holdem-nolimit@100")


def test_decision_records_street_position_action_size_and_hand():
    for line, board, action, hole, expected in (
        ("", "", "r300", "AsAh", Traits(0, 1, "raise", "large", "pair")),
        ("", "", "c", "AsKs", Traits(0, 1, "call", "", "suited")),
        ("c", "", "c", "As7d", Traits(0, 0, "check", "", "offsuit")),
        ("r300", "", "f", "As7d", Traits(0, 0, "fold", "large", "offsuit")),
        ("r300c/", "7d3cKh", "r400", "Ks2s", Traits(1, 0, "bet", "small", "top_pair")),
        ("r300c/r400", "7d3cKh", "c", "7s7c", Traits(1, 1, "call", "small", "set")),
        ("cc/r400", "7d3cKh", "r10000", "7s2c", Traits(1, 1, "raise", "all-in", "second_pair")),
        ("cc/cc/cc/r500", "7d3cKh2sQs", "f", "8s9s", Traits(3, 1, "fold", "large", "no_made_hand")),
    ):
        spot = spot_of(DEEP, line, parse_shown(DEEP, board))
        assert traits_of(spot, parse_action(spot, action), parse_shown(DEEP, hole)) == expected
    game = get_game("leduc")  # a single bet size has no class, and small games have none
    spot = spot_of(game, "r", ())
    assert traits_of(spot, parse_action(spot, "c"), (game.deck[0],)) == Traits(0, 1, "call")
