from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.betting.menus import Menu
from ai.blueprint import _walk as w
from ai.blueprint.blocks import Blocks
from ai.blueprint.blueprint import row_offsets
from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.solver import BlueprintSolver
from ai.cfr.best_response import evaluate
from ai.cfr.robust_sampling import parse_picks
from engine.agent import PolicyTable
from engine.combos import CLASS_NAMES, combo_index
from engine.errors import EngineError
from engine.game import get_game
from engine.jit import kernel
from engine.jobs import JobControl
from engine.player import CALL, raise_to
from engine.policy import all_rows, node_offsets, row_widths
from engine.rng import named_bits, next_u64, rng_state
from engine.tree import build_tree
from tests.ai.blueprint.coarse import GAME, OneBucket, coarse_tables

pytestmark = pytest.mark.slow

MENU = Menu.parse("100,a/a")


def solver(**changes):
    return BlueprintSolver(GAME, MENU, OneBucket(), coarse_tables(), **changes)


@pytest.fixture(scope="module")
def trained():
    made = solver()
    made.step(300_000)
    return made


def test_averages_are_a_strategy_by_which_aces_call_all_in_and_the_worst_hand_folds(trained):
    tree, average = trained.tree, trained.average()
    offsets, total = node_offsets(tree, OneBucket().num_rows)
    widths = row_widths(tree, OneBucket().num_rows)
    assert average.shape == (total,) and average.min() >= 0.0
    assert np.add.reduceat(average, np.cumsum(widths) - widths) == pytest.approx(1.0, abs=1e-5)
    facing = tree.find((raise_to(GAME.stacks[0]),))
    rows = average[offsets[facing] :][: 169 * 2].reshape(169, 2)
    assert rows[CLASS_NAMES.index("AA"), 1] > 0.99
    assert rows[CLASS_NAMES.index("72o"), 0] > 0.99
    assert average[: 169 * 4].reshape(169, 4)[CLASS_NAMES.index("AA"), 0] < 0.01


@pytest.mark.parametrize("weights", ["linear", "plain"])
def test_visits_are_the_deals_in_which_the_other_player_walked(weights):
    run = solver(weights=weights)
    assert not run.visits().any()
    run.step(50_000)
    visits, offsets = run.visits(), row_offsets(run.tree, OneBucket().num_rows)[0]

    def met(*line):
        first = int(offsets[run.tree.find(line)])
        return float(visits[first : first + 169].sum())

    shove = raise_to(GAME.stacks[0])
    assert met() == pytest.approx(50_000, rel=0.01)
    assert met(shove) == pytest.approx(50_000, rel=0.01)  # the walking player takes every action
    assert 0 < met(CALL, shove) < 49_000


def test_two_workers_share_the_work():
    run = solver(workers=2)
    run.step(20_001)
    assert run.iteration == 20_001
    assert run.average().min() >= 0.0


ARRAYS = ("blocks", "cards", "rng", "counters")


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        *((name, None, "other arrays") for name in ARRAYS),
        *((name, lambda array: array[:-1], name) for name in ARRAYS),
        ("blocks", lambda array: array * np.float32(np.nan), "invalid"),
        ("blocks", lambda array: array + np.float32(np.inf), "invalid"),
        ("cards", lambda array: array ^ 1, "other card buckets"),
        ("counters", lambda array: array * 0 - 1, "invalid"),
    ],
)
def test_impossible_states_are_refused(name, change, words):
    run = solver()
    state = run.save_state()
    array = state.pop(name)
    if change is not None:
        state[name] = change(array)
    with pytest.raises(EngineError, match=words):
        run.load_state(state)


def test_parameters_without_sense_are_refused():
    for name, *wrong in (
        *(("weights", "squared"), ("workers", 0, 65), ("picks", "constant:0"), ("hands", 0, 12)),
    ):
        for value in wrong:
            with pytest.raises(EngineError):
                solver(**{name: value})


LEDUC = get_game("leduc")


ROWS = all_rows(LEDUC)
"""Rows without any merging."""
Deals = tuple[NDArray[np.uint16], NDArray[np.float32]]


def leduc_deals(dealt):
    lanes, edges = [], []
    for *own, board in dealt:
        holes = [combo_index([card], LEDUC.deck) for card in own]
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
        self.tree = build_tree(LEDUC)
        self.rows = ROWS
        self.lanes, self.edges = leduc_deals(permutations(LEDUC.deck, 2 * hands + 1))
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
    jack, other_jack, queen, other_queen, king, _ = LEDUC.deck

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


FULL_MENU = "50,100,a/100,a/100,a/a"
MORE = f"{FULL_MENU};33,100,a/100,a/100,a/a;{FULL_MENU}"


@pytest.mark.parametrize(
    ("game", "menu", "buckets", "measured"),
    [
        # The most that runs grew by in a fresh process, tables included, in MB, with looks,
        # checkpoints, and values taken.
        ("holdem-limit", "all", 200, 312),
        ("holdem-nolimit@200", FULL_MENU, 200, 397),
        ("holdem-nolimit@100", MORE, 1000, 853),
    ],
)
def test_memory_is_announced_within_a_tenth(game, menu, buckets, measured):
    recipe = BlueprintRecipe(get_game(game), menu, str(buckets))
    assert recipe.num_bytes / 1e6 == pytest.approx(measured, rel=0.1)


def test_buckets_are_shipped_or_those_of_old_and_all_bets_are_for_limit_alone():
    recipe = BlueprintRecipe(get_game("holdem-nolimit@100"))
    assert recipe.buckets == "1000,30x32,60x16"
    assert recipe.cards(None, JobControl()).num_rows == (169, 1000, 960, 960)
    parameters = {**recipe.parameters, "buckets": ""}  # of a time when others were the default
    assert BlueprintRecipe.of(recipe.game, recipe.algorithm, parameters).buckets == "1000,400,220"
    assert BlueprintRecipe(get_game("holdem-limit"), "all").menu == "all"
    with pytest.raises(EngineError, match="needs a list of bet sizes"):
        BlueprintRecipe(recipe.game, "all")
