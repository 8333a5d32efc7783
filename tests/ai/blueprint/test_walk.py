from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.blueprint import _walk as w
from ai.blueprint.blocks import Blocks
from ai.cfr.best_response import evaluate
from ai.cfr.picks import parse_picks
from engine.agent import PolicyTable
from engine.combos import combo_index
from engine.game import get_game
from engine.jit import kernel
from engine.policy import all_rows, node_offsets
from engine.rng import named_bits, next_u64, rng_state
from engine.tree import build_tree

pytestmark = pytest.mark.slow

GAME = get_game("leduc")


ROWS = all_rows(GAME)
"""Rows without any merging."""
Deals = tuple[NDArray[np.uint16], NDArray[np.float32]]


def leduc_deals(dealt):
    lanes, edges = [], []
    for *own, board in dealt:
        holes = [combo_index([card], GAME.deck) for card in own]
        lanes.append(
            [[int(ROWS.rows_on(cards)[hole]) for cards in ((), (board,))] for hole in holes]
        )
        worth = np.array([10 * (card // 4 == board // 4) + card // 4 for card in own])
        sides = worth.reshape(2, -1)
        edges.append(np.sign(sides - sides[::-1, :1]))
    hands = len(lanes[0]) // 2
    return np.array(lanes, np.uint16).reshape(-1, 2, hands, 2), np.array(edges, np.float32)


class Leduc:
    def __init__(self, picks="constant:all", seed=1, tremble=0.0, hands=1):
        self.tremble = tremble
        self.tree = build_tree(GAME)
        self.rows = ROWS
        self.lanes, self.edges = leduc_deals(permutations(GAME.deck, 2 * hands + 1))
        self.blocks = Blocks.of(self.tree, self.rows.num_rows)
        self.state = self.blocks.blank()
        self.walks = self.blocks.walks(parse_picks(picks))
        self.scratch = self.blocks.scratch(hands)
        self.rng = rng_state(seed)
        self.counters = np.zeros(w.NUM_COUNTERS, np.int64)
        self.random = np.random.default_rng(seed)

    def walk(self, weight, step, looks=None):
        order = self.random.integers(len(self.lanes), size=120)
        w.walk_deals(
            self.walks,
            self.state,
            self.lanes[order],
            self.edges[order],
            self.scratch,
            self.rng,
            self.counters,
            np.zeros(0) if looks is None else looks,
            0,
            weight,
            step,
            self.tremble,
        )

    def learn(self, times):
        for _ in range(times):
            self.walk(1e-3 * (self.counters[w.ITERATIONS] + 1), 1e-3)

    def table(self):
        average = self.blocks.average(self.state).astype(np.float64)
        offsets, _ = node_offsets(self.tree, self.rows.num_rows)
        return PolicyTable(self.tree, self.rows, offsets, average)


@pytest.mark.parametrize(
    ("picks", "hands"),
    [("constant:all", 1), ("explicit:1,all", 1), ("constant:2", 1), ("constant:all", 2)],
)
def test_the_average_comes_near_the_equilibrium(picks, hands):
    run = Leduc(picks, hands=hands)
    run.learn(100)
    early = evaluate(run.table()).exploitability
    run.learn(3_000)
    late = evaluate(run.table()).exploitability
    assert late < early / 3
    assert late < 0.06


def test_hands_of_one_walk_learn_as_in_walks_of_their_own():
    run = Leduc(hands=2)
    run.learn(20)
    jack, other_jack, queen, other_queen, king, _ = GAME.deck

    def regrets(state):
        found = [
            state[firsts[run.tree.actor[nodes] == 0][..., None] + np.arange(actions)].ravel()
            for nodes, firsts, actions in run.blocks.groups()
        ]
        return np.concatenate(found)

    def learned(*dealt):
        state = run.state.copy()
        lanes, edges = leduc_deals([dealt])
        scratch = run.blocks.scratch(lanes.shape[2])
        walked = (run.walks, state, lanes, edges, scratch, rng_state(7), run.counters)
        w.walk_deals(*walked, np.zeros(0), 0, 1.0, 0.0, 0.0)
        return regrets(state) - regrets(run.state)

    together = learned(jack, queen, king, other_jack, other_queen)
    apart = [learned(card, king, other_queen) for card in (jack, queen)]
    assert all(np.count_nonzero(part) > 4 for part in apart)
    assert together == pytest.approx(sum(apart), abs=1e-4)


def test_values_are_those_of_the_average():
    run = Leduc()
    run.learn(200)
    table = run.table()
    run.state = run.blocks.average_as_regrets(run.state)
    kept = run.state.copy()
    looks = np.zeros(run.blocks.looked_at)
    for _ in range(4_000):
        run.walk(0.0, 0.0, looks)
    assert np.array_equal(run.state, kept)
    width = int(run.tree.num_actions[0])
    blocks = looks[: run.blocks.starts[0] + 6 * run.blocks.lengths[0]].reshape(6, -1)
    means = blocks[:, :width] / blocks[:, width : width + 1]
    played = table.probabilities[: 6 * width].reshape(6, width)
    assert evaluate(table).value == pytest.approx((means * played).sum(axis=1).mean(), abs=0.02)


@kernel
def visit_often(rng, doublings, shares, by_chance, to_nearest, exact):
    """Sums of three actions, visited 2^doublings times with linear weights.

    Strategies change with each doubling of the visits, as those of regret matching do.
    """
    for doubling in range(doublings):
        for visit in range(1 << doubling, 2 << doubling):
            bits = named_bits(next_u64(rng), np.uint64(3))
            for action in range(3):
                addend = np.float32(1e-6 * visit) * shares[doubling % 2, action]
                w.add(by_chance, np.uint64(action), addend, bits)
                to_nearest[action] += addend
                exact[action] += float(addend)


def test_sums_of_rows_met_a_hundred_million_times_take_more_in():
    shares = np.array([[0.01, 0.65, 0.34], [0.0, 0.33, 0.67]], np.float32)
    by_chance, to_nearest = np.zeros((2, 3), np.float32)
    exact = np.zeros(3)
    visit_often(rng_state(1), 26, shares, by_chance, to_nearest, exact)  # 67 million
    average = exact / exact.sum()
    assert by_chance == pytest.approx(exact, rel=1e-3)
    assert by_chance / by_chance.sum() == pytest.approx(average, abs=1e-3)
    assert np.abs(to_nearest / to_nearest.sum() - average).max() > 0.01  # what chance prevents
