"""Spots against plain sums over all pairs of hands, for the strategy the solver stores."""

import threading
from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.schedule import SCHEDULES
from ai.solver.locks import Lock
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot
from engine.cards import parse_cards
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards, parse_combo
from tests.naive.random_spots import given, hands_of, random_spot
from tests.naive.spots import COMBOS, NaiveSpot

pytestmark = pytest.mark.slow

ROUNDING = 1e-9  # of the pot
SEEDS = range(12)


def spot_of(seed, on_turn, hands=10):
    rng = np.random.default_rng(seed)
    if on_turn:
        return random_spot(rng, 4, (hands + 1) // 2, 1, 1.5)
    return random_spot(rng, 5, hands)


def of_seed(seed):
    return spot_of(seed, not seed % 4)


def solved(spot, iterations, **more):
    solver = SpotSolver(Spot.parse(**spot.texts), **more)
    solver.step(iterations)
    return solver


def checked(naive, solver, close=ROUNDING):
    """The solver's average strategy as an oracle table; its figures match the oracle's."""
    table, pot = naive.table(lambda line, board: solver.answer(line, board)[1]), naive.spot.pot
    assert solver.ev() == pytest.approx(naive.evs(table)[1], rel=0, abs=close * pot)
    assert solver.equity() == pytest.approx(naive.equities(table)[1], rel=0, abs=ROUNDING)
    if not naive.spot.rake:
        assert sum(solver.ev()) == pytest.approx(pot, abs=close * pot)
    assert solver.exploitability() == pytest.approx(naive.exploitability(table), abs=close * pot)
    return table


def places(naive, rng, count):
    found = [
        (node.line, dealt)
        for node in naive.tree.walk()
        if node.to_act is not None
        for dealt in naive.runouts(node.street)
    ]
    return [found[0], *(found[i] for i in rng.choice(len(found), min(count, len(found)), False))]


def compare_view(naive, table, solver, line, dealt):
    view, node = solver.view(line, naive.board(dealt)), naive.tree.find(line)
    reach = naive.reach(table, line, dealt)
    assert (view.to_act, view.actions) == (node.to_act, node.actions)
    for player in (0, 1):
        full = np.zeros(COMBOS)
        full[naive.hands[player]] = reach[player]
        np.testing.assert_allclose(view.reach[player], full, rtol=1e-9, atol=1e-12)
    if not reach[0] @ naive.meets(dealt) @ reach[1] > 0:
        return
    evs, whole = naive.evs(table, line, dealt)
    equities, whole_equity = naive.equities(table, line, dealt)
    scale = naive.spot.pot + sum(node.put)

    def same(player, shown, expected, close):
        kept = (reach[player] > 0) & ~np.isnan(expected.reshape(len(expected), -1)[:, 0])
        hands = np.array(naive.hands[player])[kept]
        np.testing.assert_allclose(shown[hands], expected[kept], rtol=0, atol=close)

    for player in (0, 1):
        same(player, view.ev[player], evs[player], ROUNDING * scale)
        same(player, view.equity[player], equities[player], ROUNDING)
    np.testing.assert_allclose(view.total_ev, whole, rtol=0, atol=ROUNDING * scale)
    np.testing.assert_allclose(view.total_equity, whole_equity, rtol=0, atol=ROUNDING)
    if not naive.spot.rake:
        assert sum(view.total_ev) == pytest.approx(scale, abs=ROUNDING * scale)
    same(node.to_act, view.action_ev, naive.action_evs(table, line, dealt), ROUNDING * scale)


def compare(spot, rng, count=8, iterations=7):
    naive, solver = NaiveSpot(spot), solved(spot, iterations)
    table = checked(naive, solver)
    for line, dealt in places(naive, rng, count):
        compare_view(naive, table, solver, line, dealt)
    return solver


@pytest.mark.parametrize("seed", SEEDS)
def test_figures_match_the_oracle_on_the_same_strategy(seed):
    rng = np.random.default_rng(seed)
    compare(of_seed(seed), rng)
    spot = of_seed(seed + 300)
    cap = (None, 1, spot.pot // 20 + 1)[seed % 3]
    raked = replace(spot, rake=(5, 10, 100)[seed % 3], rake_cap=cap)
    if seed % 5 == 4:
        checked(NaiveSpot(raked), solved(raked, 7, half=True), 1e-7)  # unpacked in float32
    else:
        compare(raked, rng)


def test_raked_spots_converge():
    spot = replace(of_seed(1), rake=10, rake_cap=20)
    assert solved(spot, 2000).exploitability() < 1e-3 * spot.pot


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("board", "count", "menu"), [("Qs Jh 2h 8c 5d", 1081, "50,100,a"), ("9s 9h Ts Kd", 60, "75,a")]
)
def test_large_ranges_match_the_oracle(board, count, menu):
    rng = np.random.default_rng(12)
    free = np.flatnonzero(~np.isin(combo_cards(), parse_cards(board)).any(axis=1))
    ranges = [
        dict(zip(rng.choice(free, count, False).tolist(), rng.random(count).tolist(), strict=True))
        for _ in range(2)
    ]
    spot = given(board, *ranges, 100, 200 if len(free) > 1081 else 950, menu, menu)
    compare(spot, rng, 4, 10)


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed % 4][:6])
def test_value_matches_the_linear_program(seed):
    spot = of_seed(seed)
    naive, solver = NaiveSpot(spot), solved(spot, 500)
    table, value = checked(naive, solver), naive.value()
    best = [naive.best_response(table, player)[1] for player in (0, 1)]
    close = ROUNDING * spot.pot
    assert spot.pot - best[1] - close <= value <= best[0] + close
    assert abs(solver.ev()[0] - value) <= 2 * solver.exploitability() + close
    assert solver.exploitability() < 0.01 * spot.pot


# The nuts or air against a bluff-catcher: half as many bluffs as value bets, and
# half of the bets are called.
POLAR = given(
    "Ks Qs 9s 2d 3c", hands_of("JsTs, 6h5h"), hands_of("KdKh"), 100, 100, "100", "", bets_ip=""
)


@pytest.mark.parametrize(
    ("algorithm", "half"), [*((schedule.name, False) for schedule in SCHEDULES), ("dcfr", True)]
)
def test_every_algorithm_finds_the_hand_calculated_solution(algorithm, half):
    solver = solved(POLAR, 1000, algorithm=algorithm, half=half)
    assert 0.0 <= solver.exploitability() < 0.5
    assert solver.ev() == pytest.approx((75, 25), abs=1.0)
    root = solver.view((), POLAR.board)
    assert root.strategy[parse_combo("JsTs")] == pytest.approx([0, 1], abs=0.03)
    assert root.strategy[parse_combo("6h5h")] == pytest.approx([0.5, 0.5], abs=0.03)
    facing = solver.view((root.actions[1],), POLAR.board)
    assert facing.strategy[parse_combo("KdKh")] == pytest.approx([0.5, 0.5], abs=0.03)
    assert NaiveSpot(POLAR).value() == pytest.approx(75, abs=1e-6)


def a_lock(rng, node, hands, cards=(), pure=0.0):
    combos, actions = np.zeros(NUM_HOLDEM_COMBOS, bool), len(node.children)
    combos[hands] = True
    rows = rng.dirichlet(np.ones(actions), NUM_HOLDEM_COMBOS)
    alone = rng.random(NUM_HOLDEM_COMBOS) < pure
    rows[alone] = np.eye(actions)[rng.integers(0, actions, alone.sum())]
    return Lock(node.line, cards, combos, np.where(combos[:, None], rows, 0.0))


def random_locks(spot, rng, count):
    naive = NaiveSpot(spot)
    nodes = [node for node in naive.tree.walk() if node.to_act is not None]
    for at in rng.choice(len(nodes), min(count, len(nodes)), replace=False):
        node, held = nodes[at], naive.hands[nodes[at].to_act]
        come = naive.runouts(node.street if rng.random() < 0.5 else 0)
        cards = come[rng.integers(len(come))]
        hands = rng.choice(held, rng.integers(1, len(held) + 1), replace=False)
        yield a_lock(rng, node, hands, cards, 1 / 3)


def check_locked(spot, locks, iterations, share):
    """Locked rows stay; less than a share of the pot is left for best responses that keep to them.

    The value of a river is that of the constrained linear program.
    """
    locks = tuple(locks)
    solver, naive = solved(spot, iterations, locks=locks), NaiveSpot(spot, locks)
    for (line, dealt), rows in checked(naive, solver).items():
        locked, expected = naive.lock_at(line, dealt)
        kept = locked & (naive.free(naive.tree.find(line).to_act, dealt) > 0)
        np.testing.assert_allclose(rows[kept], expected[kept], rtol=0, atol=1e-6)
    assert solver.exploitability() < share * spot.pot
    if naive.streets == 1:
        left = 2 * solver.exploitability() + 1e-7 * spot.pot
        assert abs(solver.ev()[0] - naive.value()) <= left


@pytest.mark.parametrize("seed", [*range(100, 105), 200])
def test_locked_spots_have_the_constrained_value(seed):
    rng = np.random.default_rng(seed)
    if seed == 200:
        spot = random_spot(rng, 4, 5, 1, 1.5)
        check_locked(spot, random_locks(spot, rng, 3), 150, 0.05)
    else:
        spot = random_spot(rng, 5, 6)
        check_locked(spot, random_locks(spot, rng, 3), 600, 0.01)


def test_locks_on_all_rivers_and_on_one_river_combine():
    rng = np.random.default_rng(5)
    spot = random_spot(rng, 4, 4, 1, 1.5)
    naive = NaiveSpot(spot)
    node = next(n for n in naive.tree.walk() if n.to_act is not None and n.street == 1)
    held = naive.hands[node.to_act]
    locks = a_lock(rng, node, held[::2]), a_lock(rng, node, held[1::2], (naive.next_cards()[3],))
    check_locked(spot, locks, 100, 0.1)


def bits_of(solver):
    return {name: array.tobytes() for name, array in solver.save_state().items()}


@pytest.mark.parametrize("on_turn", [True, False])
def test_threads_change_only_the_order_of_summation(on_turn):
    spot, found = spot_of(8, on_turn, 15), {}
    for workers in (1, 2, 3):
        one, two = found[workers] = [solved(spot, 9, workers=workers) for _ in range(2)]
        assert bits_of(one) == bits_of(two)
        alone, close = found[1][0], 1e-6 * spot.pot
        assert one.ev() == pytest.approx(alone.ev(), abs=close)
        assert one.exploitability() == pytest.approx(alone.exploitability(), abs=close)
    assert bits_of(found[2][0]) == bits_of(found[1][0])


@pytest.mark.ci
@pytest.mark.parametrize("half", [True, False])
def test_any_number_of_threads_gives_the_same_bits_on_a_flop(half):
    spot = given("9s 6s 3s", hands_of("AA, 87s"), hands_of("TT"), 10, 8, ";;", ";;", bets_ip="a;a;")
    alone, *others = [solved(spot, 3, half=half, workers=workers) for workers in (1, 2, 5)]
    for solver in others:
        assert bits_of(solver) == bits_of(alone)
        assert solver.best_responses() == alone.best_responses()


def test_turn_solving_does_not_wait_for_threads_held_by_another_spot():
    spot = spot_of(8, True)
    alone, beside = solved(spot, 3, workers=1), solved(spot, 0, workers=2)
    held, free = threading.Event(), threading.Event()
    with beside.arena.alone() as pool:
        holder = pool.submit(lambda: (held.set(), free.wait(60.0)))
    try:
        assert held.wait(60.0)
        run = threading.Thread(target=beside.step, args=(3,))
        run.start()
        run.join(60.0)
        assert not run.is_alive() and not holder.done()
    finally:
        free.set()
    assert holder.result() == (None, True)
    assert bits_of(beside) == bits_of(alone)


def test_half_precision_solves_within_a_thousandth_of_the_pot():
    spot = spot_of(22, True)
    assert solved(spot, 500, half=True).exploitability() < 1e-3 * spot.pot


# Suits that board and ranges treat alike: three, two and two, clubs and diamonds, none.
SYMMETRIC = [
    ("3s 6s 9s Qs", "AA, 87s", "99, AKs:.5", 22),
    pytest.param("As Ah 2s 2h", "KK:.5, QJs", "JJ, KQs, 33", 24, marks=pytest.mark.ci),
    pytest.param("7h 7d 9c 9s", "AA:.25, 87s", "A9s, T8s, 66", 24, marks=pytest.mark.ci),
    ("3s 6s 9s Qs", "AA, 87s", "99, AdKd:.5", 35),
    pytest.param("Qs Jh 2h 8c", "AA, T9s", "KTs, QQ", 48, marks=pytest.mark.ci),
]


@pytest.mark.parametrize(("board", "oop", "ip", "boards"), SYMMETRIC)
def test_suit_isomorphism_does_not_change_the_figures(board, oop, ip, boards):
    ranges = [hands_of(text) for text in (oop, ip)]
    spot = given(board, *ranges, 37, 80, "50", "a;", bets_ip="a;100", raises_ip="")
    nothing = Lock((), (), np.zeros(NUM_HOLDEM_COMBOS, bool), np.zeros((NUM_HOLDEM_COMBOS, 2)))
    merged, apart = solved(spot, 3), solved(spot, 3, locks=(nothing,))
    assert (len(merged.plan.boards), len(apart.plan.boards)) == (boards + 1, 49)
    naive = NaiveSpot(spot)
    for solver in (merged, apart):
        checked(naive, solver)
    # The float32 error from the order of summation.
    assert merged.ev() == pytest.approx(apart.ev(), abs=1e-6 * spot.pot)
    assert merged.equity() == pytest.approx(apart.equity(), abs=1e-12)
    last = [node.line for node in naive.tree.walk() if node.to_act is not None][-1]
    for card in naive.next_cards()[::7]:
        one, two = (solver.view(last, naive.board((card,))) for solver in (merged, apart))
        np.testing.assert_allclose(one.strategy, two.strategy, rtol=0, atol=1e-4)
        np.testing.assert_allclose(one.equity, two.equity, rtol=0, atol=1e-6)


# Board, both ranges, boards of the turn and of the river after merging.
FLOPS = [
    ("Kh 7d 2c", "AsKs, QcQd", "JsTs, 7h7s:.5", 49, 2352),
    ("Qs Jh 2h", "AA", "KTs, QQ:.5", 36, 1429),
    ("9s 6s 3s", "AA, 87s", "TT", 23, 675),
    ("8s 8d 3c", "KK:.5", "QJs", 37, 1476),
    ("7h 7d 7s", "A9s", "JJ", 25, 744),
]


@pytest.mark.ci
@pytest.mark.parametrize(("board", "oop", "ip", "turns", "rivers"), FLOPS)
def test_flops_match_the_oracle_and_merge_suits(board, oop, ip, turns, rivers):
    spot = given(board, hands_of(oop), hands_of(ip), 10, 8, ";;", ";;", bets_ip="a;a;")
    solver = compare(spot, np.random.default_rng(0), 6, 3)
    assert [len(solver.plan.slots(street)) for street in (1, 2)] == [turns, rivers]
