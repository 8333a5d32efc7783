import numpy as np
import pytest

from ai.cfr.schedule import SCHEDULES
from ai.spot.solver import SpotSolver
from ai.spot.spot import Spot
from engine.cards import parse_cards
from engine.combos import combo_cards, parse_combo
from tests.naive.random_spots import given, hands_of, random_spot
from tests.naive.spots import COMBOS, NaiveSpot

pytestmark = pytest.mark.slow

ROUNDING = 1e-9  # of the pot
SEEDS = range(12)


def of_seed(seed, **more):
    rng = np.random.default_rng(seed)
    if seed % 4:
        return random_spot(rng, 5, 10, **more)
    return random_spot(rng, 4, 5, 1, 1.5, **more)


def solved(spot, iterations, **more):
    solver = SpotSolver(Spot.parse(**spot.texts), **more)
    solver.step(iterations)
    return solver


def stored(naive, solver):
    return naive.table(lambda line, board: solver.view(line, board).strategy)


def places(naive, rng, count):
    found = [
        (node.line, card)
        for node in naive.tree.walk()
        if node.to_act is not None
        for card in (naive.rivers if node.street == 1 else [None])
    ]
    return [found[0], *(found[i] for i in rng.choice(len(found), min(count, len(found)), False))]


def same(naive, player, shown, expected, reach, close):
    alive = reach[player] > 0
    kept = alive & ~np.isnan(expected.reshape(len(alive), -1)[:, 0])
    hands = np.array(naive.hands[player])[kept]
    np.testing.assert_allclose(shown[hands], expected[kept], rtol=0, atol=close)
    return kept


def compare_view(naive, table, solver, line, card):
    pot = naive.spot.pot
    view = solver.view(line, naive.board(card))
    node = naive.tree.find(line)
    reach = naive.reach(table, line, card)
    assert view.to_act == node.to_act
    assert view.actions == node.actions
    for player in (0, 1):
        full = np.zeros(COMBOS)
        full[naive.hands[player]] = reach[player]
        np.testing.assert_allclose(view.reach[player], full, rtol=1e-9, atol=1e-12)
    if not reach[0] @ naive.meets(card) @ reach[1] > 0:
        return
    evs, whole = naive.evs(table, line, card)
    equities, whole_equity = naive.equities(table, line, card)
    scale = pot + sum(node.put)
    for player in (0, 1):
        same(naive, player, view.ev[player], evs[player], reach, ROUNDING * scale)
        same(naive, player, view.equity[player], equities[player], reach, ROUNDING)
    np.testing.assert_allclose(view.total_ev, whole, rtol=0, atol=ROUNDING * scale)
    np.testing.assert_allclose(view.total_equity, whole_equity, rtol=0, atol=ROUNDING)
    assert sum(view.total_ev) == pytest.approx(scale, abs=ROUNDING * scale)
    values = naive.action_evs(table, line, card)
    same(naive, node.to_act, view.action_ev, values, reach, ROUNDING * scale)


@pytest.mark.parametrize("seed", SEEDS)
def test_figures_equal_the_oracles_on_the_same_strategy(seed):
    spot = of_seed(seed)
    naive, solver = NaiveSpot(spot), solved(spot, 7)
    table = stored(naive, solver)
    close = ROUNDING * spot.pot
    _, evs = naive.evs(table)
    _, equities = naive.equities(table)
    np.testing.assert_allclose(solver.ev(), evs, rtol=0, atol=close)
    np.testing.assert_allclose(solver.equity(), equities, rtol=0, atol=ROUNDING)
    assert sum(solver.ev()) == pytest.approx(spot.pot, abs=close)
    assert solver.exploitability() == pytest.approx(naive.exploitability(table), abs=close)
    rng = np.random.default_rng(seed)
    for line, card in places(naive, rng, 8):
        compare_view(naive, table, solver, line, card)


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed % 4][:6])
def test_the_value_is_that_of_the_linear_program(seed):
    spot = of_seed(seed)
    naive, solver = NaiveSpot(spot), solved(spot, 500)
    table = stored(naive, solver)
    best = [naive.best_response(table, player)[1] for player in (0, 1)]
    value, close = naive.value(), ROUNDING * spot.pot
    assert spot.pot - best[1] - close <= value <= best[0] + close
    assert abs(solver.ev()[0] - value) <= 2 * solver.exploitability() + close
    assert solver.exploitability() < 0.01 * spot.pot


@pytest.mark.ci
@pytest.mark.parametrize(
    ("oop", "ip", "bets"),
    [
        ("AsAd:.5, Th9h", "KhTs", "a"),
        ("AsAd:.5, Th9h, 7d6d", "QdQc, KhTs, 9s9d", "a;"),
        ("AsAd:.5, Th9h", "QdQc, KhTs", ";50"),
    ],
)
def test_the_value_of_a_turn_is_that_of_the_linear_program(oop, ip, bets):
    spot = given("Qs Jh 2h 8c", hands_of(oop), hands_of(ip), 100, 50, bets, "")
    naive, solver = NaiveSpot(spot), solved(spot, 500)
    assert abs(solver.ev()[0] - naive.value()) <= 2 * solver.exploitability() + 1e-7
    assert solver.exploitability() < 0.1


# The nuts or nothing against what beats nothing: bluffs are half as many as bets of the nuts, and
# half of them are called.
POLAR = given(
    "Ks Qs 9s 2d 3c", hands_of("JsTs, 6h5h"), hands_of("KdKh"), 100, 100, "100", "", bets_ip=""
)


RUNS = [*((schedule.name, False) for schedule in SCHEDULES), ("dcfr", True)]


@pytest.mark.parametrize(("algorithm", "half"), RUNS)
def test_every_algorithm_finds_the_solution_worked_by_hand(algorithm, half):
    solver = solved(POLAR, 1000, algorithm=algorithm, half=half)
    assert 0.0 <= solver.exploitability() < 0.5
    assert solver.ev() == pytest.approx((75, 25), abs=1.0)
    root = solver.view((), POLAR.board)
    bet = root.actions[1]
    assert root.strategy[parse_combo("JsTs")] == pytest.approx([0, 1], abs=0.03)
    assert root.strategy[parse_combo("6h5h")] == pytest.approx([0.5, 0.5], abs=0.03)
    facing = solver.view((bet,), POLAR.board)
    assert facing.strategy[parse_combo("KdKh")] == pytest.approx([0.5, 0.5], abs=0.03)
    assert NaiveSpot(POLAR).value() == pytest.approx(75, abs=1e-6)


@pytest.mark.parametrize("algorithm", ["dcfr", "pdcfr+"])
def test_every_algorithm_converges_on_a_turn(algorithm):
    spot = of_seed(4)
    few, many = (solved(spot, count, algorithm=algorithm).exploitability() for count in (8, 200))
    assert many < max(few / 10, 1e-6 * spot.pot)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("board", "count", "menu"), [("Qs Jh 2h 8c 5d", 1081, "50,100,a"), ("9s 9h Ts Kd", 60, "75,a")]
)
def test_large_ranges_equal_the_oracle(board, count, menu):
    rng = np.random.default_rng(12)
    free = np.flatnonzero(~np.isin(combo_cards(), parse_cards(board)).any(axis=1))
    ranges = [
        dict(zip(rng.choice(free, count, False).tolist(), rng.random(count).tolist(), strict=True))
        for _ in range(2)
    ]
    spot = given(board, *ranges, 100, 200 if len(free) > 1081 else 950, menu, menu)
    naive, solver = NaiveSpot(spot), solved(spot, 10)
    table = stored(naive, solver)
    close = ROUNDING * spot.pot
    np.testing.assert_allclose(solver.ev(), naive.evs(table)[1], rtol=0, atol=close)
    np.testing.assert_allclose(solver.equity(), naive.equities(table)[1], rtol=0, atol=ROUNDING)
    assert solver.exploitability() == pytest.approx(naive.exploitability(table), abs=close)
    for line, card in places(naive, rng, 4):
        compare_view(naive, table, solver, line, card)
