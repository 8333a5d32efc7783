import threading
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ai.reading.reach as module
import tests.naive.small_games as naive
from ai.agents.baselines import CallAgent, RandomAgent
from ai.equity.agent import EquityAgent
from ai.reading.reach import RangeReader, given_folds, matchups, total_shares, visible
from engine.card_display import parse_shown
from engine.combos import combo_cards, combo_index
from engine.errors import CancelledError, CardError, EngineError
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, FOLD, PublicState, raise_to
from tests.ai.opponent.known import Known, every_spot
from tests.controls import cancelled
from tests.naive.reach import frequencies, reach_of

pytestmark = pytest.mark.slow
CARDS = [set(row) for row in combo_cards().tolist()]


class Counting(EquityAgent):
    def __init__(self):
        super().__init__()
        self.asked = Counter()

    def strategy(self, spot, control=None):
        self.asked[spot.actions, spot.board] += 1
        return super().strategy(spot, control)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
@settings(max_examples=10)
@given(seed=st.integers(0, 1000))
def test_reach_is_the_product_of_own_probabilities(name, seed):
    game = get_game(name)
    policy = naive.random_policy(game, seed, zeros=0.2 * (seed % 3))
    reader = RangeReader(Known(policy))
    spots = list(every_spot(game))
    rng = np.random.default_rng(seed)
    for spot in [spots[i] for i in rng.integers(len(spots), size=12)]:
        found = reader.reach(spot)
        for seat in (0, 1):
            for combo, card in enumerate(game.deck):
                expected = reach_of(policy, spot, seat, card)
                assert found.weights[seat, combo] == pytest.approx(expected, abs=1e-14)
        assert found.misses == ()


def test_custom_starting_ranges_are_accepted_and_boards_must_be_possible():
    game = get_game("leduc")
    policy, start = naive.random_policy(game, 3), np.random.default_rng(1).random((2, 6))
    reader, narrow = RangeReader(Known(policy)), RangeReader(Known(policy), start)
    for spot in list(every_spot(game))[::7]:
        whole, found = reader.reach(spot), narrow.reach(spot)
        assert found.weights == pytest.approx(whole.weights * start, abs=1e-15)
        assert found.guess == pytest.approx(whole.guess * start, abs=1e-15)
    first = next(narrow.steps(PublicState(game, (CALL,), ())))
    assert (first.reach.weights == start).all()
    for spot in (
        PublicState(game, (CALL, CALL), ()),
        PublicState(game, (CALL,), parse_shown(game, "Kh")),
    ):
        with pytest.raises(CardError):
            reader.reach(spot)
    agent = CallAgent(game)
    agent.has_ranges = False
    with pytest.raises(EngineError, match="can only act"):
        RangeReader(agent)


@pytest.mark.parametrize(
    ("name", "step"), [("kuhn", 7), ("leduc", 7), ("kuhn-3", 1), ("leduc-3", 2999)]
)
def test_frequencies_match_enumeration_of_all_deals(name, step):
    game = get_game(name)
    policy = naive.random_policy(game, 3)
    reader = RangeReader(Known(policy))
    for spot in list(every_spot(game))[::step]:
        answer = reader.answer(spot)
        weights = matchups(game, reader.reach(spot).weights, spot.to_act)
        found = total_shares([(weights, answer.probabilities)])
        expected = frequencies(policy, spot)
        assert found == pytest.approx([expected[action] for action in answer.actions], abs=1e-12)
        assert found.sum() == pytest.approx(1.0)


def test_two_card_matchups_respect_card_removal():
    lone = np.array([[0.5, 0.2, 0.0], [0.0, 0.0, 0.0]])  # leaves the opponent nothing
    assert matchups(get_game("kuhn"), lone, 0).tolist() == [0.5, 0.2, 0.0]
    assert np.isnan(total_shares([(np.zeros(3), np.ones((3, 2)))])).all()
    rng = np.random.default_rng(1)
    weights = rng.random((2, 1326)) * (rng.random((2, 1326)) < 0.3)
    found = matchups(get_game("holdem-nolimit"), weights, 0)
    for combo in rng.integers(1326, size=25).tolist():
        others = [weights[1, o] for o in range(1326) if CARDS[o].isdisjoint(CARDS[combo])]
        assert found[combo] == pytest.approx(weights[0, combo] * sum(others), abs=1e-9)


def test_folded_hands_are_removed_from_the_ranges_left():
    game = get_game("holdem-nolimit-3")
    board = parse_shown(game, "Kh8d3c5s2h")
    spot = spot_of(game, "fr300c/cc/cc/", board)  # the button folds
    free = ~np.isin(combo_cards(), board).any(axis=1)
    rng = np.random.default_rng(4)
    ranges = [np.where(free & (rng.random(1326) < part), 1.0, 0.0) for part in (0.03, 0.03, 0.2)]
    aces = (combo_cards() >= 48).any(axis=1)
    weights = np.stack([*ranges[:2], np.where(free & aces, 1.0, ranges[2])])
    held = [np.flatnonzero(each).tolist() for each in weights]

    def left(taken):
        return sum(weights[2, out] for out in held[2] if CARDS[out].isdisjoint(taken))

    # All deals of three hands, one by one: how often the first holds each of its hands.
    exact = np.zeros(1326)
    for first in held[0]:
        for second in held[1]:
            if CARDS[first].isdisjoint(CARDS[second]):
                exact[first] += left(CARDS[first] | CARDS[second])
    found = given_folds(spot, weights)
    assert found[0].max() <= 1.0 and not found[:, ~free].any()
    for seat in (0, 1):  # up to a factor, what the folded range leaves
        shares = [found[seat, own] / left(CARDS[own]) for own in held[seat]]
        assert shares == pytest.approx([shares[0]] * len(shares))
    game = get_game("holdem-nolimit")
    joint, without = (matchups(game, each[:2], 0) for each in (found, weights))
    exact, joint, without = (each / each.sum() for each in (exact, joint, without))
    assert np.abs(joint - exact).sum() < 0.2 * np.abs(without - exact).sum()
    every = np.where(free, 1.0, 0.0)[None].repeat(3, axis=0)  # a range that says nothing
    assert given_folds(spot, every) == pytest.approx(every)
    two = spot_of(game, "r300c/cc/cc/", board)
    assert (given_folds(two, weights[:2]) == weights[:2]).all()


def test_three_hands_share_no_card_with_each_other():
    rng = np.random.default_rng(2)
    weights = np.zeros((3, 1326))
    for own in weights:  # of few cards, so that many conflict
        own[rng.choice(60, 30, replace=False)] = rng.random(30)
    found = matchups(get_game("holdem-nolimit-3"), weights, 0)
    second, third = (np.flatnonzero(own).tolist() for own in weights[1:])
    for combo in np.flatnonzero(weights[0]).tolist():
        met = sum(
            weights[1, two] * weights[2, three]
            for two in second
            for three in third
            if len(CARDS[combo] | CARDS[two] | CARDS[three]) == 6
        )
        assert found[combo] == pytest.approx(weights[0, combo] * met, abs=1e-12)


def test_never_played_actions_keep_or_zero_the_reach_and_mark_it_as_a_guess():
    game = get_game("holdem-nolimit@100")
    reader = RangeReader(CallAgent(game))
    found = reader.reach(spot_of(game, "r300c/cr600", parse_shown(game, "Kh8d3c")))
    assert found.misses == (0, 3)
    possible = found.weights[0] > 0
    assert possible.sum() == 49 * 48 / 2
    assert (found.weights[:, possible] == 1.0).all()
    assert found.weights[0, combo_index(parse_shown(game, "KhAs"))] == 0.0
    game = get_game("kuhn")

    class Stubborn(RandomAgent):
        def row(self, legal):
            if legal.fold:  # folds every hand to a bet
                return (FOLD, CALL), np.array([1.0, 0.0])
            return super().row(legal)

    reader = RangeReader(Stubborn(game))
    found = reader.reach(PublicState(game, (raise_to(1), CALL), ()))
    assert found.weights.tolist() == [[0.5] * 3, [0.0] * 3]
    assert found.guess.tolist() == [[0.5] * 3, [1.0] * 3]
    assert (found.misses, found.ends) == ((), (1,))
    assert visible([found])[0].tolist() == found.guess.tolist()
    alive = reader.reach(PublicState(game, (raise_to(1),), ()))
    both = visible([found, replace(alive, weights=alive.weights * 0.1)])
    assert both[0].tolist() == found.weights.tolist()


def test_cancellation_does_not_wait_for_a_hung_engine():
    game = get_game("kuhn")
    begun, release = threading.Event(), threading.Event()

    class Hangs(CallAgent):
        def strategy(self, spot, control=None):
            begun.set()
            assert release.wait(60)
            return super().strategy(spot, control)

    reader = RangeReader(Hangs(game))
    thread = threading.Thread(target=reader.answer, args=(PublicState(game, (), ()),))
    thread.start()
    assert begun.wait(60)
    with pytest.raises(CancelledError):
        reader.answer(PublicState(game, (CALL,), ()), cancelled())
    release.set()
    thread.join()


def test_each_decision_is_queried_once_while_cached(monkeypatch):
    game, agent = get_game("holdem-nolimit@100"), Counting()
    reader, line, board = RangeReader(agent), "r300c/cc/", parse_shown(game, "Kh8d3c2s")
    first = reader.reach(spot_of(game, line, board))
    assert [len(board) for _, board in agent.asked] == [0, 0, 3, 3]  # unchanged
    assert (reader.reach(spot_of(game, line + "c", board)).weights <= first.weights + 1e-15).all()
    steps = list(reader.steps(spot_of(game, line, board)))
    assert [step.answer is None for step in steps] == [False] * 4 + [True]
    assert set(agent.asked.values()) == {1} and len(agent.asked) == 5
    monkeypatch.setattr(module, "KEPT_BYTES", 3 * 1326 * 6 * 8 * 3)  # little room in the cache
    agent.asked.clear()
    reader = RangeReader(agent)
    lines = ("", "r300", "r300r900", "r300r900r2700", "c", "cr300", "cr300r900")
    for line in (*lines, lines[-1]):
        reader.answer(spot_of(game, line))
    assert set(agent.asked.values()) == {1}
    reader.answer(spot_of(game, lines[0]))
    assert max(agent.asked.values()) == 2
