from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from ai.agents.base import RangeAgent
from ai.agents.baselines import CallAgent
from ai.cfr.best_response import expected_value
from ai.cfr.infoset_values import infoset_values
from ai.cfr.kuhn_family import family_table
from ai.reading.reach import RangeReader
from ai.reports.differences import Difference, difference_at, exact_answer, game_difference
from ai.reports.last_street import LastStreet, TwoStreets
from ai.reports.street_report import river_report, turn_report
from engine.card_display import parse_shown, shown_rank
from engine.cards import card_rank, parse_cards
from engine.combos import combo_cards, combo_index, num_combos
from engine.errors import GameError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import spot_of
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.policy import blocked
from tests.ai.cfr.games import solved
from tests.ai.opponent.known import table_of
from tests.naive import last_street as naive
from tests.naive.small_games import expected, random_policy

pytestmark = pytest.mark.slow

LEDUC, NO_LIMIT = get_game("leduc"), get_game("holdem-nolimit@20")
CONTROL = JobControl()


class Drawn(RangeAgent):
    def __init__(self, seed, percents, last=None):
        self.name = f"drawn-{seed}"
        self._seed, self._percents, self._last = seed, percents, last

    def strategy(self, spot, control=None):
        legal, game = spot.legal, spot.game
        pot = spot.pot + legal.call
        wanted = (spot.max_bet + pot * percent // 100 for percent in self._percents)
        bounded = {min(max(total, legal.min_raise), legal.max_raise) for total in wanted}
        raises = sorted(bounded) if legal.max_raise and spot.num_raises < 2 else []
        actions = (*((FOLD,) if legal.fold else ()), CALL, *map(raise_to, raises))
        late = self._last is not None and spot.street == game.num_rounds - 1
        line = [action.raise_to + 7 * action.kind for action in spot.actions]
        rng = np.random.default_rng([self._last if late else self._seed, *spot.board, *line])
        size = num_combos(len(game.deck), game.num_hole)
        rows = rng.exponential(size=(size, len(actions))) * (rng.random((size, len(actions))) > 0.2)
        rows[:, 0] += 1e-3
        rows /= rows.sum(axis=1, keepdims=True)
        return Strategy(actions, np.where(blocked(game, spot.board)[:, None], 0.0, rows))


def policy_of(agent):
    def policy(spot, hand):
        answer, hand = agent.strategy(spot), hand if isinstance(hand, tuple) else (hand,)
        row = answer.probabilities[combo_index(hand, spot.game.deck)]
        return dict(zip(answer.actions, row.tolist(), strict=True))

    return policy


HANDS = "AcAd AhAs KhQh 7h6h AcKc 2c2d Ac2h"
BOARD = parse_cards("QsJh7c5d2s")


@pytest.fixture(scope="module")
def small():
    start = PublicState(NO_LIMIT, (raise_to(300), CALL, *(CALL, CALL) * 2), BOARD)
    weights, ranges = np.zeros((2, 1326)), []
    rng = np.random.default_rng(3)
    for seat in (0, 1):
        hands = [tuple(sorted(parse_cards(hand))) for hand in HANDS.split()]
        ranges.append({hand: float(rng.random()) for hand in hands[seat:]})
        for hand, weight in ranges[seat].items():
            weights[seat, combo_index(hand, NO_LIMIT.deck)] = weight
    return start, weights, ranges


def test_report_covers_every_line_and_every_pair_of_hands(small):
    start, weights, ranges = small
    one, other = Drawn(1, (60, 200)), Drawn(2, (100,))
    sides = RangeReader(one), RangeReader(other)
    street = LastStreet(start, weights)
    for seat in (0, 1):
        policies = [policy_of(one), policy_of(other)][:: 1 - 2 * seat]
        found = street.won(seat, *sides, CONTROL)
        assert found == pytest.approx(naive.won(start, ranges, policies, seat), abs=1e-9)
        assert abs(found) > 1.0
        worth = street.worth(seat, *sides, CONTROL)
        meetings = sum(weight for *_, weight in naive.pairs(ranges, BOARD))
        assert weights[seat] @ worth / meetings == pytest.approx(found, abs=1e-9)
        menu = lambda here: other.strategy(here).actions  # noqa: E731
        found = street.best(seat, sides[1], menu, CONTROL)
        exact = naive.best(start, ranges, policy_of(other), seat, menu)
        assert found == pytest.approx(exact, abs=1e-9)
        assert found > street.won(seat, sides[1], sides[1], CONTROL) + 1.0
        assert found > street.best(seat, sides[1], lambda here: (CALL,), CONTROL) + 1.0


def test_same_engine_gains_zero_and_best_response_never_loses():
    found = river_report(NO_LIMIT, Drawn(1, (100,)), 4, 5, Drawn(1, (100,)))
    assert not found.gained.any() and (found.best > 0.0).all()
    assert np.array_equal(found.best, found.best_against)
    caller = CallAgent(LEDUC)
    assert not river_report(LEDUC, caller, 3, 0).best.any()
    assert (river_report(LEDUC, caller, 3, 0, menu="fcpa").best > 0.0).all()  # a declared menu


def test_rivers_are_seeded_by_number_and_cancellation_keeps_whole_ones():
    def look(rivers, first):
        agent, other = Drawn(1, (100,), last=4), Drawn(1, (100,))
        return river_report(LEDUC, agent, rivers, 9, other, first=first)

    whole, parts = look(6, 0), [look(2, 0), look(4, 2)]
    for name in ("hands", "pots", "best", "gained", "best_against"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert np.array_equal(getattr(whole, name), joined)
    assert not np.array_equal(look(6, 6).gained, whole.gained)
    control = JobControl(lambda fraction, text: control.cancel() if fraction > 0.4 else None)
    assert river_report(LEDUC, Drawn(1, (100,)), 4, 0, control=control).streets == 2
    assert np.isinf(river_report(LEDUC, CallAgent(LEDUC), 1, 0).of_pots(np.ones(1)).half_width)


@pytest.mark.nightly
def test_figures_match_the_whole_game():
    base, other = Drawn(1, (100,)), Drawn(1, (100,), last=11)
    plays = [policy_of(base), policy_of(other)]
    own = expected(LEDUC, plays[:1] * 2)
    gains = expected(LEDUC, plays[::-1]) - own, own - expected(LEDUC, plays)
    found = river_report(LEDUC, other, 200, 2, base)
    assert 200 < found.hands.sum() < 2000
    for seat, gain in enumerate(gains):
        interval = found.a_hand(found.gained[:, seat])
        assert abs(interval.mean - gain) < 1.5 * interval.half_width
        assert abs(gain) > 1.3 * interval.half_width


def test_impossible_reports_are_rejected(small, monkeypatch):
    start, weights, _ = small
    alone = np.zeros_like(weights)
    alone[:, combo_index(tuple(sorted(parse_cards("AcAd"))), NO_LIMIT.deck)] = 1.0
    with pytest.raises(GameError, match="exclude each other"):
        LastStreet(start, alone)
    monkeypatch.setattr("ai.reports.last_street.MOST_LINES", 5)
    side = RangeReader(Drawn(1, (60, 200)))
    with pytest.raises(GameError, match="more than 5 lines"):
        LastStreet(start, weights).won(0, side, side, CONTROL)

    class Folder(RangeAgent):
        name = "folder"

        def strategy(self, spot, control=None):
            return Strategy((FOLD if spot.legal.fold else CALL,), np.ones((1326, 1)))

    monkeypatch.setattr("ai.reports.street_report.MOST_HANDS", 20)
    with pytest.raises(GameError, match="no river is reached in 20 hands"):
        river_report(get_game("holdem-limit"), Folder(), 1, 0)


def test_two_streets_are_enumerated_in_full():
    agents = [Drawn(1, (100,)), Drawn(2, (100,))]
    exact, (first, second) = expected(LEDUC, [*map(policy_of, agents)]), map(RangeReader, agents)
    start, ranges = PublicState(LEDUC, (), ()), np.ones((2, 6))
    whole = TwoStreets(start, ranges, LEDUC.deck)
    assert whole.won(0, first, second, CONTROL) == pytest.approx(exact, abs=1e-9)
    assert whole.won(1, second, first, CONTROL) == pytest.approx(-exact, abs=1e-9)
    assert abs(exact) > 0.01
    single = [TwoStreets(start, ranges, (card,)) for card in LEDUC.deck]
    found = [one.won(0, first, second, CONTROL) for one in single]
    assert np.mean(found) == pytest.approx(exact, abs=1e-9)
    assert np.ptp(found) > 0.01


@pytest.mark.ci
def test_turn_report_with_few_hands_all_in(small):
    _, weights, _ = small
    start = PublicState(NO_LIMIT, (raise_to(300), CALL, CALL, CALL), BOARD[:4])
    sides = RangeReader(Drawn(1, (60, 2000))), RangeReader(Drawn(2, (100,)))
    cards = [card for card in NO_LIMIT.deck if card not in BOARD[:4]]
    streets = TwoStreets(start, weights, cards)
    first = streets.won(0, *sides, CONTROL)
    assert streets.won(1, *sides[::-1], CONTROL) == pytest.approx(-first, abs=1e-9)
    assert abs(first) > 1.0
    with pytest.raises(GameError, match="exactly one board card"):
        TwoStreets(PublicState(NO_LIMIT, start.actions[:2], BOARD[:3]), weights, cards)


@pytest.mark.ci
def test_turns_are_seeded_by_number():
    game = get_game("holdem-limit")
    agent, other = CallAgent(game), Drawn(1, (100,))
    whole = turn_report(game, other, 2, 3, agent)
    parts = [turn_report(game, other, 1, 3, agent, first=number) for number in (0, 1)]
    assert whole.gained.tolist() == [part.gained[0].tolist() for part in parts]
    assert whole.gained.any()
    assert not turn_report(game, agent, 2, 3, agent).gained.any()
    for name in ("kuhn", "holdem-nolimit-3"):
        with pytest.raises(GameError, match="two-player game with two streets"):
            turn_report(get_game(name), agent, 1, 0, agent)


KUHN = get_game("kuhn")


def test_decision_cost_matches_a_hand_calculation():
    spot = spot_of(get_game("holdem-nolimit@100"), "")
    small, large = raise_to(200), raise_to(300)
    rows = np.tile([0.1, 0.2, 0.7], (1326, 1)), np.tile([0.0, 40.0, 100.0], (1326, 1))
    first = Strategy((FOLD, CALL, small), np.tile([0.5, 0.2, 0.3], (1326, 1)))
    second = Strategy((FOLD, CALL, large), *rows)
    weights = np.ones((2, 1326))
    found = difference_at([spot], [first], [second], [weights])
    assert found.actions == (FOLD, CALL, small, large)
    assert found.first[0].tolist() == [0.5, 0.2, 0.3, 0.0]
    assert found.second[0].tolist() == pytest.approx([0.1, 0.2, 0.0, 0.7])
    assert found.variation == pytest.approx(np.full(1326, 0.7))
    assert found.reach.sum() == pytest.approx(1.0)
    # the second has no value for 200, which the first has
    assert not found.valued and np.isnan(found.loss).all()
    # where the first has the second's size, 0.4 goes from fold (0 chips) to 300 (100 chips)
    same = replace(first, actions=(FOLD, CALL, large))
    found = difference_at([spot], [same], [second], [weights])
    assert found.valued and found.variation == pytest.approx(np.full(1326, 0.4))
    assert found.loss == pytest.approx(np.full(1326, 40.0))
    assert found.cost.sum() == pytest.approx(40.0)
    # a little of an action without a value counts as the mean of the second's others, 78
    some = Strategy((FOLD, CALL, small, large), np.tile([0.1, 0.2, 0.08, 0.62], (1326, 1)))
    found = difference_at([spot], [some], [second], [weights])
    assert found.valued
    assert found.loss == pytest.approx(np.full(1326, 0.08 * 100.0 - 0.08 * 78.0))
    # identical actions need no value
    found = difference_at([spot], [first], [replace(first, values=rows[1] * np.nan)], [weights])
    assert found.valued and not found.cost.any() and found.ranked() == []


def test_grouped_hands_are_reach_weighted_means_sorted_by_cost():
    first = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
    second = np.array([[0.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    reach, loss = np.array([0.2, 0.6, 0.0]), np.array([4.0, 0.0, np.nan])
    hands = Difference((CALL, FOLD), first, second, reach, np.array([1.0, 0.0, 0.5]), loss)
    assert hands.valued and hands.cost.tolist() == pytest.approx([0.8, 0.0, 0.0])
    found = hands.merged(np.array([1, 1, 0]), 2)
    assert found.first == pytest.approx(np.array([[0.5, 0.5], [0.25, 0.75]]))
    assert found.second == pytest.approx(np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert found.reach.tolist() == pytest.approx([0.0, 0.8])
    assert found.variation[1] == pytest.approx(0.25) and found.loss[1] == pytest.approx(1.0)
    assert found.cost.tolist() == pytest.approx([0.0, 0.8]) and found.ranked() == [1]
    reach, loss = np.full(3, 1 / 3), np.array([1.0, -2.0, 3.0])
    known = replace(hands, reach=reach, loss=loss, variation=np.full(3, 0.1))
    assert known.ranked() == [2, 0, 1]
    apart = replace(known, loss=loss * np.nan, variation=np.array([0.1, 0.4, 0.0]))
    assert not apart.valued and apart.ranked() == [1, 0]
    few = replace(known, reach=np.array([0.005, 0.5, 0.495]), loss=np.array([np.nan, -2.0, 3.0]))
    assert few.valued and few.cost[0] == 0.0 and few.ranked() == [2, 0, 1]


@pytest.mark.parametrize(
    ("game", "one", "other"), [*((KUHN, seed, seed + 7) for seed in range(8)), (LEDUC, 1, 2)]
)
def test_costs_sum_to_the_ev_lost(game, one, other):
    first, second = (table_of(game, random_policy(game, seed)) for seed in (one, other))
    found = game_difference(first, second)
    among = expected_value(second, second)
    alike = game_difference(first, first)
    assert alike.costs == (0.0, 0.0) and len(alike.infosets) == {KUHN: 12, LEDUC: 288}[game]
    assert found.costs[0] == pytest.approx(among - expected_value(first, second), abs=1e-12)
    assert found.costs[1] == pytest.approx(expected_value(second, first) - among, abs=1e-12)
    costs = [row.cost for row in found.infosets]
    assert costs == sorted(costs, reverse=True)
    # at every depth a player's information sets partition the hands that get there
    assert sum([row.reach for row in found.infosets if row.node == 0]) == pytest.approx(1.0)


def test_perturbed_decision_ranks_first():
    table = solved(LEDUC).table()
    tree = table.tree
    node = tree.find(spot_of(LEDUC, "cc/crr", parse_shown(LEDUC, "Kh")).actions)
    boards = infoset_values(table, table).boards[1]
    changed = table.probabilities.copy()
    width = int(tree.num_actions[node])
    for board in boards:
        if card_rank(board[0]) != card_rank(parse_shown(LEDUC, "Kh")[0]):
            continue
        held = table.rows.rows_on(board)
        for combo, (card,) in enumerate(combo_cards(LEDUC.deck, 1).tolist()):
            if shown_rank(LEDUC, card_rank(card)) == "J":
                start = int(table.offsets[node]) + int(held[combo]) * width
                changed[start : start + width] = [0.0, 1.0]
    found = game_difference(replace(table, probabilities=changed), table)
    first = found.infosets[0]
    assert (first.node, first.to_act) == (node, int(tree.actor[node]))
    assert shown_rank(LEDUC, card_rank(first.hole)) == "J"
    assert shown_rank(LEDUC, card_rank(first.board[0])) == "K"
    assert first.cost > 0.0 and first.cost == pytest.approx(sum(found.costs), abs=1e-9)
    assert all(row.variation < 1e-12 for row in found.infosets[1:])


def test_single_small_game_decision_has_exact_values():
    table = family_table(Fraction(0))
    answer = exact_answer(infoset_values(table, table), spot_of(KUHN, "r"))
    assert answer.actions == (FOLD, CALL)
    assert np.isnan(answer.values).all()  # against a bet from an empty range nothing is known
    answer = exact_answer(infoset_values(table, table), spot_of(KUHN, "c"))
    assert answer.values.shape == (3, 2) and np.isfinite(answer.values).all()
    with pytest.raises(GameError):
        exact_answer(infoset_values(table, table), PublicState(KUHN, (CALL, CALL), ()))
    large = replace(table, tree=replace(table.tree, game=get_game("holdem-limit")))
    with pytest.raises(GameError, match="too many cards"):
        game_difference(large, large)
