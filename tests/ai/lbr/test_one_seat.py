from dataclasses import replace

import numpy as np
import pytest

from ai.agents.baselines import CallAgent, RandomAgent
from ai.lbr.menu import parse_lbr_menu
from ai.lbr.one_seat import one_seat
from ai.lbr.player import LbrPlayer
from ai.reading.reach import answers_of
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.player import SeatView
from engine.rng import rng_state
from engine.table import shuffled_deck
from tests.ai.opponent.known import Known
from tests.naive.lbr import one_of_several
from tests.naive.small_games import (
    best_response_value,
    expected_values,
    legal_actions,
    random_policy,
)

pytestmark = pytest.mark.slow

KUHN, LEDUC, HOLDEM = map(get_game, ("kuhn-3", "leduc-3", "holdem-nolimit-3@20"))
NO_LIMIT = replace(
    LEDUC, betting="nolimit", stacks=(9, 9, 9), raise_sizes=(), max_raises=(255, 255)
)
UNEVEN = replace(NO_LIMIT, stacks=(7, 12, 4))
SHORT = replace(NO_LIMIT, stacks=(3, 3, 3))


def strategy(game, policy, first=1):
    """Local best response in any seat from a round on, as a policy."""
    moves = parse_lbr_menu("fcpa", game, (first, game.num_rounds))
    best = LbrPlayer(game, answers_of(Known(policy), game), moves)

    def rule(spot, card):
        if spot.street < first - 1:
            return policy(spot, card)
        return {best.action(SeatView(spot, spot.to_act, (card,))): 1.0}

    return rule


def naive(game, policy, seat):
    moves = parse_lbr_menu("fcpa", game, (1, game.num_rounds))
    return one_of_several(game, policy, seat, lambda spot: moves[spot.street].raises(spot))


@pytest.mark.ci
@pytest.mark.parametrize("game", [LEDUC, NO_LIMIT, UNEVEN], ids=["limit", "no-limit", "uneven"])
def test_decisions_match_loops_over_hands(game):
    policy = random_policy(game, seed=1, zeros=0.3)
    best, rng, cards, seen = strategy(game, policy), np.random.default_rng(2), rng_state(3), set()
    for number in range(24):
        hand, seat = HandState.deal(game, shuffled_deck(game, cards)), number % 3
        slow = naive(game, policy, seat)
        while not hand.finished:
            view = hand.view(hand.to_act)
            (card,) = view.hole
            if view.seat == seat:
                (action,) = best(view.spot, card)
                assert {action: 1.0} == slow(view.spot, card)
                seen.add(action.kind)
            else:
                row = policy(view.spot, card)
                actions = legal_actions(view.spot)
                action = actions[rng.choice(len(actions), p=[row[one] for one in actions])]
            hand.apply(action)
    assert len(seen) == 3


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_winnings_are_those_of_the_rule_and_below_a_best_response(seat):
    policy = random_policy(KUHN, seed=seat, zeros=0.2)
    won = []
    for rule in (strategy(KUHN, policy), naive(KUHN, policy, seat)):
        seated = [rule if one == seat else policy for one in range(3)]
        won.append(expected_values(KUHN, seated)[seat])
    assert won[0] == pytest.approx(won[1], abs=1e-12)
    own = expected_values(KUHN, [policy] * 3)[seat]
    assert own < won[0] <= best_response_value(KUHN, policy, seat) + 1e-12


@pytest.mark.ci
@pytest.mark.parametrize(
    ("game", "first"), [(KUHN, 1), (SHORT, 1), (SHORT, 2)], ids=["kuhn", "no-limit", "last round"]
)
def test_averaged_rests_of_hands_leave_the_mean(game, first):
    policy = random_policy(game, seed=5, zeros=0.3)
    found = one_seat(game, Known(policy), 400, seed=1, rounds=(first, game.num_rounds))
    rule = strategy(game, policy, first)
    own = expected_values(game, [policy] * 3)
    for seat in range(3):
        truth = expected_values(game, [rule if one == seat else policy for one in range(3)])[seat]
        won = found.in_position(seat)
        assert abs(won.mean - truth) < 2.0 * won.half_width
        assert abs(found.own_in(seat).mean - own[seat]) < 2.0 * found.own_in(seat).half_width
        assert found.from_folders_in(seat) == 2


def test_seed_determines_the_hands_and_cancellation_keeps_whole_deals():
    agent = RandomAgent(HOLDEM)
    first, again, other = (one_seat(HOLDEM, agent, 4, seed=seed) for seed in (4, 4, 5))
    assert np.array_equal(first.chips, again.chips) and np.array_equal(first.own, again.own)
    assert not np.array_equal(first.chips, other.chips) and not first.own.sum(axis=1).any()
    later = one_seat(HOLDEM, agent, 2, seed=4, first=2)
    assert np.array_equal(later.chips, first.chips[2:]) and (later.hands, later.deals) == (6, 2)

    def stop(done, _):
        if done * 9 > 2.5:
            control.cancel()

    control = JobControl(stop)
    stopped = one_seat(HOLDEM, agent, 9, seed=4, control=control)
    assert np.array_equal(stopped.chips, first.chips[:3])


@pytest.mark.ci
def test_a_caller_loses_to_good_hands_all_in():
    found = one_seat(HOLDEM, CallAgent(HOLDEM), 30, seed=2)
    assert found.interval.mean > 2 * HOLDEM.big_blind


def test_what_cannot_be_measured_is_refused():
    agent = CallAgent(HOLDEM)
    with pytest.raises(GameError, match="rounds 1-4, not 3-5"):
        one_seat(HOLDEM, agent, 1, seed=0, rounds=(3, 5))
    with pytest.raises(GameError, match="two-player"):
        one_seat(get_game("holdem-limit"), CallAgent(get_game("holdem-limit")), 1, seed=0)
    agent.learns = True
    with pytest.raises(EngineError, match="learns"):
        one_seat(HOLDEM, agent, 1, seed=0)
