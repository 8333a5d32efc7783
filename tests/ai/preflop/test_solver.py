from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from ai.equity.matchups import class_results
from ai.preflop.locks import range_of_classes
from ai.preflop.solver import JamFoldSolver, solve
from ai.preflop.spot import ORDERS_OF_THREE, JamFoldDecision, JamFoldSpot
from ai.preflop.triples import NUM_TRIPLES, ThreeHands, count_all
from engine.combos import CLASS_NAMES, CLASS_SIZES

CHARTS = Path(__file__).parent / "charts"


def chart(name, number):
    """A published chart: the largest stack at which each hand is played, (169,)."""
    text = (CHARTS / name).read_text().split("#")[1 + number]
    return np.array(text.split("\n", 1)[1].split(), float)


@pytest.fixture(scope="session")
def triples():
    """True counts; made-up chances, so that the algebra is tested without dealing boards."""
    rng = np.random.default_rng(5)
    parts = rng.dirichlet(np.ones(13), NUM_TRIPLES)
    orders = np.floor(parts * 65_535).astype(np.uint16)
    orders[:, 0] += (65_535 - orders.sum(axis=1, dtype=np.int64)).astype(np.uint16)
    return ThreeHands(count_all(), orders)


@pytest.mark.parametrize(
    ("stack", "value", "jam", "call"),
    [(5, 0.0561, 0.709, 0.616), (8, -0.0045, 0.621, 0.450), (10, -0.0458, 0.586, 0.373),
     (15, -0.1277, 0.457, 0.286), (20, -0.1840, 0.400, 0.217)],
)  # fmt: skip
def test_two_seats_have_the_published_values(stack, value, jam, call):
    found = solve(JamFoldSpot((stack, stack)))
    assert found.values[0] == pytest.approx(value, abs=1e-3)
    assert found.values.sum() == pytest.approx(0, abs=1e-12)
    assert [one.frequency for one in found.charts] == pytest.approx([jam, call], abs=0.007)
    assert found.nash_conv <= 1e-6


def test_distance_is_what_best_responses_gain():
    """Best responses computed pair by pair, from the table of results alone."""
    spot = JamFoldSpot((7, 12), ante=0.1)
    solver = JamFoldSolver(spot)
    solver.step(7)
    found = solver.solution()
    wins, ties, pairs = class_results()
    chance = pairs / pairs.sum()
    jam, call = (one.jam for one in found.charts)
    pay = 7.0 * (2 * wins + ties) - 7.0  # the smaller stack against it
    of_jam = (chance * (call * pay + (1 - call) * 1.1)).sum(axis=1)
    of_fold = -0.6 * chance.sum(axis=1)
    of_call = (chance * jam[:, None] * -pay).sum(axis=0)
    of_pass = (chance * jam[:, None] * -1.1).sum(axis=0)
    walks = 0.6 * (chance * (1 - jam[:, None])).sum()
    small = (jam * of_jam + (1 - jam) * of_fold).sum()
    assert found.values[0] == pytest.approx(small)
    big = (call * of_call + (1 - call) * of_pass).sum() + walks
    assert found.values[1] == pytest.approx(big)
    best = np.maximum(of_jam, of_fold).sum() + np.maximum(of_call, of_pass).sum() + walks
    assert found.nash_conv == pytest.approx(best - small - big)


@pytest.mark.ci
def test_two_seats_play_the_published_chart():
    """HoldemResources' chart of the largest stacks, to 0.1 big blinds; Q4o is mixed there."""
    stacks = np.round(np.arange(1.2, 20.05, 0.1), 1)
    jams = np.array([
        [one.jam for one in solve(JamFoldSpot((stack, stack))).charts] for stack in stacks.tolist()
    ])  # fmt: skip
    for number in range(2):
        played = jams[:, number] > 0.5
        largest = np.max(np.where(played, stacks[:, None], 0), axis=0)
        apart = np.abs(largest - chart("two.txt", number)) > 0.1001
        assert [CLASS_NAMES[one] for one in np.flatnonzero(apart)] in ([], ["Q4o"])


def by_hand(spot, triples, jams):
    """Values of three seats over all triples of hands, one first hand at a time."""
    button, small, small_calls, big_of_button, big_of_small, big_over = (
        jams[JamFoldDecision(*one)]
        for one in (
            (0,), (1,), (1, (0,)), (2, (0,)), (2, (1,)), (2, (0, 1)),
        )
    )  # fmt: skip
    wins, ties, _ = class_results()
    results = np.array([wins, ties, 1 - wins - ties])

    def two(pair, h, b):
        pays = np.array([spot.won(pair, places) for places in ((0, 1), (0, 0), (1, 0))])
        return np.einsum("r...,rm->m...", results[:, h, b], pays)

    alone = [spot.won((seat,), (0,)) for seat in range(3)]
    sizes = np.arange(169)
    b, c = np.meshgrid(sizes, sizes, indexing="ij")
    everything = triples.counts.astype(np.int64)
    total, seats = 0, np.zeros(3)
    found = {one: np.zeros((3, 169)) for one in spot.decisions}
    for h in range(169):
        hands = np.stack([np.full_like(b, h), b, c])
        order = np.argsort(hands, axis=0, kind="stable")
        low, middle, high = np.take_along_axis(hands, order, axis=0)
        rows = high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low
        weight = everything[rows]
        total += weight.sum()
        three = np.zeros((3, 169, 169))
        for result, places in enumerate(ORDERS_OF_THREE):
            chance = triples.orders[rows, result] / 65_535
            for roles in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
                mask = (order == np.array(roles)[:, None, None]).all(axis=0)
                of_seats = [0, 0, 0]
                for place, role in zip(places, roles, strict=True):
                    of_seats[role] = place
                won = spot.won((0, 1, 2), of_seats)
                three += won[:, None, None] * np.where(mask, chance, 0)
        walk = np.broadcast_to(alone[2][:, None, None], three.shape)

        def mix(chance, first, second):
            return chance * first + (1 - chance) * second

        one, other = (np.broadcast_to(alone[i][:, None, None], three.shape) for i in (0, 1))
        if_small_jams = mix(big_of_small[c], two((1, 2), b, c), other)
        if_folds = mix(small[b], if_small_jams, walk)
        if_called = mix(big_over[c], three, np.asarray(two((0, 1), h, b)))
        if_passed = mix(big_of_button[c], two((0, 2), h, c), one)
        if_jams = mix(small_calls[b], if_called, if_passed)
        value = mix(button[h], if_jams, if_folds)
        seats += (weight * value).sum(axis=(1, 2))

        def add(decision, met, jam, fold, axis, seat, weight=weight, h=h):
            for row, term in enumerate((met, met * jam[seat], met * fold[seat])):
                if axis is None:
                    found[decision][row, h] += (weight * term).sum()
                else:
                    found[decision][row] += (weight * term).sum(axis=axis)

        ones = np.ones_like(weight, float)
        add(JamFoldDecision(0), ones, if_jams, if_folds, None, 0)
        add(JamFoldDecision(1), ones * (1 - button[h]), if_small_jams, walk, 1, 1)
        add(JamFoldDecision(1, (0,)), ones * button[h], if_called, if_passed, 1, 1)
        met = ones * button[h] * (1 - small_calls[b])
        add(JamFoldDecision(2, (0,)), met, np.asarray(two((0, 2), h, c)), one, 0, 2)
        met = ones * (1 - button[h]) * small[b]
        add(JamFoldDecision(2, (1,)), met, two((1, 2), b, c), other, 0, 2)
        met = ones * button[h] * small_calls[b]
        add(JamFoldDecision(2, (0, 1)), met, three, np.asarray(two((0, 1), h, b)), 0, 2)
    return seats / total, {one: values / total for one, values in found.items()}


@pytest.mark.ci
@pytest.mark.parametrize("payouts", [(), (50, 30, 20)])
def test_three_seats_are_worth_what_all_deals_say(triples, payouts):
    spot = JamFoldSpot((9, 5, 14), ante=0.1, payouts=payouts)
    solver = JamFoldSolver(spot, triples)
    solver.step(3)
    found = solver.solution()
    seats, values = by_hand(spot, triples, {one.decision: one.jam for one in found.charts})
    assert found.values == pytest.approx(seats, abs=1e-9)
    assert found.values.sum() == pytest.approx(0, abs=1e-9)
    gap = 0.0
    for one in found.charts:
        reach, jam, fold = values[one.decision]
        assert one.reach == pytest.approx(reach, abs=1e-12)
        met = reach > 0
        assert (one.values[:, 0] * reach)[met] == pytest.approx(jam[met], abs=1e-9)
        assert (one.values[:, 1] * reach)[met] == pytest.approx(fold[met], abs=1e-9)
        gap += (np.maximum(jam, fold) - one.jam * jam - (1 - one.jam) * fold).sum()
    assert found.nash_conv == pytest.approx(gap, abs=1e-9)


@pytest.mark.ci
@pytest.mark.slow
@pytest.mark.parametrize("payouts", [(), (50, 30, 20)])
def test_four_seats_keep_all_chips_and_gain_what_decisions_say(triples, payouts):
    spot = JamFoldSpot((8, 12, 6, 10), payouts=payouts)
    solver = JamFoldSolver(spot, triples)
    solver.step(2)
    first = solver.solution()
    assert first.values.sum() == pytest.approx(0, abs=1e-9)
    assert sum(one.reach.sum() for one in first.charts if one.decision.seat == 0) == 1
    for seat, all_in in ((0, ()), (1, (0,)), (2, (0, 1)), (3, (1,))):
        old = first.chart(seat, all_in)
        better = np.where(old.values[:, 0] > old.values[:, 1], 1.0, 0.0)
        given = {one.decision: one.jam for one in first.charts} | {old.decision: better}
        changed = JamFoldSolver(spot, triples, given).solution()
        more = old.values[:, 0] - old.values[:, 1]
        gain = np.nansum(old.reach * (better - old.jam) * more)
        assert changed.values[seat] - first.values[seat] == pytest.approx(gain, abs=1e-9)
        assert changed.values.sum() == pytest.approx(0, abs=1e-9)


@pytest.mark.ci
def test_three_seats_come_close_to_an_equilibrium(triples):
    found = solve(JamFoldSpot((10, 10, 10)), triples, aim=1e-3)
    assert 0 <= found.nash_conv <= 1e-3


def test_a_rival_who_calls_too_wide_is_exploited():
    spot = JamFoldSpot((10, 10))
    usual, wide = solve(spot), range_of_classes("22+,A2+,K2+,Q2+,J2+,T2+")
    found = solve(spot, locks={JamFoldDecision(1, (0,)): wide})
    assert found.charts[1].jam == pytest.approx(wide)
    assert found.values[0] > usual.values[0]
    assert found.charts[0].frequency < usual.charts[0].frequency
    assert found.nash_conv <= 1e-6
    held = np.full(169, np.nan)
    held[CLASS_NAMES.index("72o")] = 1.0
    found = solve(spot, locks={JamFoldDecision(0): held})
    assert found.charts[0].jam[CLASS_NAMES.index("72o")] == 1
    assert found.nash_conv <= 1e-6


def test_two_players_for_prizes_play_as_for_chips():
    """With two left the chip model is linear in chips."""
    chips = solve(JamFoldSpot((8, 12)))
    prizes = solve(JamFoldSpot((8, 12), payouts=(65, 35)))
    assert prizes.values == pytest.approx(chips.values * 30 / 20, abs=1e-4)
    assert prizes.charts[0].frequency == pytest.approx(chips.charts[0].frequency, abs=0.01)


def test_three_seats_need_the_showdowns_of_three():
    with pytest.raises(ValueError, match="triples"):
        solve(JamFoldSpot((10, 10, 10)))


def test_counts_of_three_classes(triples):
    def combos(one):
        name = CLASS_NAMES[one]
        ranks = "23456789TJQKA"
        cards = [(ranks.index(name[0]), suit) for suit in range(4)]
        if len(name) == 2:
            return [{a, b} for a, b in combinations(cards, 2)]
        second = ranks.index(name[1])
        return [
            {(cards[0][0], a), (second, b)}
            for a in range(4) for b in range(4) if (a == b) == (name[2] == "s")
        ]  # fmt: skip

    def of(*names):
        low, middle, high = sorted(CLASS_NAMES.index(name) for name in names)
        return triples.counts[
            high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low
        ]

    for names in (("AA", "KK", "QQ"), ("AA", "AKs", "AKo"), ("72o", "72o", "72s"), ("AA",) * 3):
        plain = sum(
            not (a & b or a & c or b & c)
            for a in combos(CLASS_NAMES.index(names[0]))
            for b in combos(CLASS_NAMES.index(names[1]))
            for c in combos(CLASS_NAMES.index(names[2]))
        )
        assert of(*names) == plain
    third = CLASS_SIZES.sum()
    every = triples.counts.astype(np.int64)
    high = np.repeat(np.arange(169), [(h + 1) * (h + 2) // 2 for h in range(169)])
    middle = np.concatenate([np.repeat(np.arange(h + 1), np.arange(1, h + 2)) for h in range(169)])
    low = np.concatenate(
        [np.concatenate([np.arange(m + 1) for m in range(h + 1)]) for h in range(169)]
    )
    same = (low == middle).astype(int) + (middle == high)
    assert (every * np.array([6, 3, 1])[same]).sum() == third * 1225 * 1128
