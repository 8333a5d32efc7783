import numpy as np
import pytest

from ai.registry import build
from ai.review.hands import HandReviewer
from ai.review.ledger import Ledger
from ai.review.reviewer import Reviewer
from ai.simple import CallAgent
from engine.combos import combo_cards
from engine.errors import CancelledError, GameError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import PublicState
from tests.ai.opponent.known import Known
from tests.ai.review.test_reviewer import DEEP, end_of, hands_of
from tests.naive import responses
from tests.naive.small_games import missing, payoff

pytestmark = pytest.mark.slow

LUCK = ("cards", "board", "rival", "mixing")


def parts_of(game, judge, rival, hands, player):
    reviewer, found = HandReviewer(game, judge, rival), []
    for record in hands_of(game, (player, rival), hands, seed=11):
        seat = record.players.index("A")
        review = reviewer.review(record, seat)
        assert review.parts is not None and review.knows_rival
        assert review.parts.result == pytest.approx(record.payoffs[seat], abs=1e-9)
        known = [one.skill_mbb for one in review.verdicts if not np.isnan(one.skill_mbb)]
        skill = sum(known) * game.big_blind / 1000.0
        assert review.parts.skill == pytest.approx(skill, abs=1e-9)
        found.append(review.parts)
    return found


@pytest.mark.parametrize(("name", "hands"), [("kuhn", 600), ("leduc", 600)])
def test_luck_has_mean_zero_in_self_play(name, hands):
    game = get_game(name)
    judge = build("cfr", game)
    parts = parts_of(game, judge, judge, hands, judge)
    for part in LUCK:
        values = np.array([getattr(one, part) for one in parts])
        assert abs(values.mean()) <= 3.5 * values.std() / np.sqrt(hands) + 1e-9, part
    assert max(abs(one.skill) for one in parts) < 1e-3  # an equilibrium loses nothing by its own


@pytest.mark.nightly
def test_luck_has_mean_zero_in_holdem():
    judge = build("cfr", DEEP)
    parts = parts_of(DEEP, judge, judge, 1500, judge)
    for part in (*LUCK, "skill"):
        values = np.array([getattr(one, part) for one in parts])
        assert abs(values.mean()) <= 3.5 * values.std() / np.sqrt(len(values)), part


def test_skill_is_what_a_weak_player_loses():
    game = get_game("leduc")
    judge = build("cfr", game)
    parts = parts_of(game, judge, judge, 300, CallAgent(game))
    skill = np.array([one.skill for one in parts])
    assert skill.mean() < -5 * skill.std() / np.sqrt(len(skill))
    # With the luck taken out, the result is closer to its mean than the result itself.
    adjusted = np.array([one.adjusted for one in parts])
    raw = np.array([one.result for one in parts])
    assert adjusted.std() < 0.75 * raw.std()


def plain_value(spot, cards, policy):
    """Chips that seat 0 wins from a place on, by recursion over one history at a time."""
    if not spot.finished or spot.showdown:
        size = missing(spot)
        if size:
            left = [c for c in spot.game.deck if c not in cards and c not in spot.board]
            boards = [spot.on((*spot.board, card)) for card in left]
            return sum(plain_value(one, cards, policy) for one in boards) / len(boards)
    if spot.finished:
        return float(payoff(spot, cards, spot.board))
    answer = policy.policy(spot, cards[spot.to_act])
    return sum(
        share * plain_value(spot.after(action), cards, policy)
        for action, share in answer.items()
        if share
    )


def test_parts_are_differences_of_plain_values():
    game = get_game("leduc")
    policy = Known(responses.random_rank_policy(game, 3))
    ledger, reviewer = Ledger(game, policy, policy), Reviewer(game, policy)
    start = PublicState(game, (), ())
    deck = [int(card) for (card,) in combo_cards(game.deck, 1).tolist()]
    pairs = [(one, two) for one in deck for two in deck if one != two]
    seats = np.mean([plain_value(start, pair, policy) for pair in pairs])
    for record in hands_of(game, (policy, policy), 25):
        holes = [hole for hole in record.holes if hole is not None]
        cards = (int(holes[0][0]), int(holes[1][0]))
        end = end_of(record)
        reviewed = reviewer.review(end, 0, holes[0])
        parts = ledger.parts(end, 0, holes, record.payoffs[0], reviewed)
        assert parts.seat == pytest.approx(seats, abs=1e-9)
        dealt = plain_value(start, cards, policy)
        assert parts.cards == pytest.approx(dealt - seats, abs=1e-9)
        here, board, rival = start, 0.0, 0.0
        for action in record.actions:
            if missing(here):
                shown = here.on(record.board)
                board += plain_value(shown, cards, policy) - plain_value(here, cards, policy)
                here = shown
            after = here.after(action)
            if here.to_act == 1:
                rival += plain_value(after, cards, policy) - plain_value(here, cards, policy)
            here = after
        assert parts.board == pytest.approx(board, abs=1e-9)
        assert parts.rival == pytest.approx(rival, abs=1e-9)


def test_a_rival_that_is_not_known_has_no_luck():
    game = get_game("kuhn")
    judge = build("cfr", game)
    ledger = Ledger(game, judge, None)
    assert not ledger.knows_rival
    reviewer = HandReviewer(game, judge, None)
    for record in hands_of(game, (judge, judge), 20):
        review = reviewer.review(record, 0)
        assert review.parts is not None and not review.knows_rival and review.parts.rival == 0.0


def test_luck_is_not_taken_apart_for_three():
    game = get_game("kuhn-3")
    judge = build("cfr", game)
    with pytest.raises(GameError, match="not split into parts"):
        Ledger(game, judge, None)
    reviewer = HandReviewer(game, judge, None)
    (record,) = hands_of(game, [judge] * 3, 1)
    review = reviewer.review(record, 0)
    assert review.parts is None


def test_a_stop_is_heard():
    game = get_game("leduc")
    judge = build("cfr", game)
    stopped = JobControl()
    stopped.cancel()
    (record,) = hands_of(game, (judge, judge), 1)
    with pytest.raises(CancelledError):
        HandReviewer(game, judge, judge).review(record, 0, stopped)
