from itertools import permutations

import numpy as np
import pytest

from ai.betting.menus import Menu
from ai.blueprint import _walk as w
from ai.blueprint.blocks import Blocks
from ai.blueprint.blueprint import row_offsets
from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.solver import BlueprintSolver
from ai.blueprint.thresholding import MOST_POTS, purify, tame, too_deep
from ai.cfr.best_response import evaluate
from ai.cfr.robust_sampling import parse_picks
from ai.files.quantised import ONE, quantised
from engine.agent import PolicyTable
from engine.combos import CLASS_NAMES, combo_index
from engine.errors import EngineError
from engine.game import get_game
from engine.jit import kernel
from engine.jobs import JobControl
from engine.player import CALL, PublicState, raise_to
from engine.policy import all_rows, node_offsets, row_widths
from engine.rng import named_bits, next_u64, rng_state
from engine.tree import DECISION, build_tree
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


def test_average_strategy_calls_all_in_with_aces_and_folds_the_worst_hand(trained):
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
def test_visits_count_deals_where_the_opponent_traversed(weights):
    run = solver(weights=weights)
    assert not run.visits().any()
    run.step(50_000)
    visits, offsets = run.visits(), row_offsets(run.tree, OneBucket().num_rows)[0]

    def met(*line):
        first = int(offsets[run.tree.find(line)])
        return float(visits[first : first + 169].sum())

    shove = raise_to(GAME.stacks[0])
    assert met() == pytest.approx(50_000, rel=0.01)
    assert met(shove) == pytest.approx(50_000, rel=0.01)  # the traverser takes every action
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
        *((name, None, "arrays differ") for name in ARRAYS),
        *((name, lambda array: array[:-1], name) for name in ARRAYS),
        ("blocks", lambda array: array * np.float32(np.nan), "invalid"),
        ("blocks", lambda array: array + np.float32(np.inf), "invalid"),
        ("cards", lambda array: array ^ 1, "different card buckets"),
        ("counters", lambda array: array * 0 - 1, "invalid"),
    ],
)
def test_impossible_states_are_rejected(name, change, words):
    run = solver()
    state = run.save_state()
    array = state.pop(name)
    if change is not None:
        state[name] = change(array)
    with pytest.raises(EngineError, match=words):
        run.load_state(state)


def test_invalid_parameters_are_rejected():
    for name, *wrong in (
        *(("weights", "squared"), ("workers", 0, 65), ("picks", "constant:0")),
        ("hands", 0, 12),
    ):
        for value in wrong:
            with pytest.raises(EngineError):
                solver(**{name: value})


LEDUC = get_game("leduc")
ROWS = all_rows(LEDUC)
"""Rows without any merging."""


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
    def __init__(self, picks="constant:all", hands=1):
        self.tree = build_tree(LEDUC)
        self.lanes, self.edges = leduc_deals(permutations(LEDUC.deck, 2 * hands + 1))
        self.blocks = Blocks.of(self.tree, ROWS.num_rows)
        self.state = self.blocks.blank()
        self.walks = self.blocks.walks(parse_picks(picks))
        self.scratch = self.blocks.scratch(hands)
        self.rng = rng_state(1)
        self.counters = np.zeros(w.NUM_COUNTERS, np.int64)
        self.random = np.random.default_rng(1)

    def walk(self, weight, step, looks=None):
        order = self.random.integers(len(self.lanes), size=120)
        deals = self.lanes[order], self.edges[order]
        walked = (self.walks, self.state, *deals, self.scratch, self.rng, self.counters)
        w.walk_deals(*walked, np.zeros(0) if looks is None else looks, 0, weight, step, 0.0)

    def learn(self, times):
        for _ in range(times):
            self.walk(1e-3 * (self.counters[w.ITERATIONS] + 1), 1e-3)

    def table(self):
        average = self.blocks.average(self.state).astype(np.float64)
        offsets, _ = node_offsets(self.tree, ROWS.num_rows)
        return PolicyTable(self.tree, ROWS, offsets, average)


@pytest.mark.parametrize(
    ("picks", "hands"),
    [("constant:all", 1), ("explicit:1,all", 1), ("constant:2", 1), ("constant:all", 2)],
)
def test_average_strategy_approaches_the_equilibrium(picks, hands):
    run = Leduc(picks, hands=hands)
    run.learn(100)
    early = evaluate(run.table()).exploitability
    run.learn(3_000)
    late = evaluate(run.table()).exploitability
    assert late < early / 3
    assert late < 0.06


def test_hands_sharing_a_traversal_learn_as_in_separate_ones():
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


@pytest.mark.ci
def test_values_belong_to_the_average_strategy():
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


@pytest.mark.ci
def test_stochastic_rounding_keeps_large_sums_growing():
    shares = np.array([[0.01, 0.65, 0.34], [0.0, 0.33, 0.67]], np.float32)
    by_chance, to_nearest = np.zeros((2, 3), np.float32)
    exact = np.zeros(3)
    visit_often(rng_state(1), 26, shares, by_chance, to_nearest, exact)  # 67 million
    average = exact / exact.sum()
    assert by_chance == pytest.approx(exact, rel=1e-3)
    assert by_chance / by_chance.sum() == pytest.approx(average, abs=1e-3)
    assert np.abs(to_nearest / to_nearest.sum() - average).max() > 0.01  # it is biased


FULL_MENU = "50,100,a/100,a/100,a/a"
MORE = f"{FULL_MENU};33,100,a/100,a/100,a/a;{FULL_MENU}"


@pytest.mark.parametrize(
    ("game", "menu", "buckets", "measured"),
    [
        # The largest growth of a run in a fresh process, tables included, in MB, with evaluations,
        # checkpoints and values computed.
        ("holdem-limit", "all", 200, 312),
        ("holdem-nolimit@200", FULL_MENU, 200, 397),
        ("holdem-nolimit@100", MORE, 1000, 853),
    ],
)
def test_memory_estimate_is_within_ten_percent(game, menu, buckets, measured):
    recipe = BlueprintRecipe(get_game(game), menu, str(buckets))
    assert recipe.num_bytes / 1e6 == pytest.approx(measured, rel=0.1)


def test_old_bucket_defaults_load_and_menu_all_needs_limit():
    recipe = BlueprintRecipe(get_game("holdem-nolimit@100"))
    assert recipe.buckets == "1000,30x32,60x16"
    assert recipe.cards(None, JobControl()).num_rows == (169, 1000, 960, 960)
    parameters = {**recipe.parameters, "buckets": ""}  # from when the defaults differed
    assert BlueprintRecipe.of(recipe.game, recipe.algorithm, parameters).buckets == "1000,400,220"
    assert BlueprintRecipe(get_game("holdem-limit"), "all").menu == "all"
    with pytest.raises(EngineError, match="needs a list of bet sizes"):
        BlueprintRecipe(recipe.game, "all")


RICH_MENU = Menu.parse("50,100,300,a/100,300,a/100,a/a;100,a")
DEEP = get_game("holdem-nolimit@100")
NUM_ROWS = (3, 2, 2, 2)
COMBOS = np.array([6, 4, 990])


def purified(tree, blocks):
    """Rows of the blocks named, all others calling, after ``purify``; and the offsets."""
    offsets, total = node_offsets(tree, NUM_ROWS)
    bytes_ = np.zeros(total, np.uint8)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        call = next(i for i, one in enumerate(tree.actions_at(node)) if one == CALL)
        view(bytes_, tree, offsets, node)[:, call] = ONE
    for node, block in blocks.items():
        view(bytes_, tree, offsets, node)[:] = block
    purify(bytes_, tree, offsets, COMBOS)
    return offsets, bytes_


def view(bytes_, tree, offsets, node):
    rows, actions = NUM_ROWS[tree.street[node]], int(tree.num_actions[node])
    return bytes_[offsets[node] :][: rows * actions].reshape(rows, actions)


def test_rare_sizes_merge_into_the_minimum_raise_and_the_likeliest_stays():
    """By hand: fold, call, 2, 3, 7 big blinds and all-in."""
    tree = RICH_MENU.tree(DEEP)
    before = [
        [0, 51, 102, 0, 0, 102],  # 6 combos of 1,000 go all-in two times in five: 0.24%
        [100, 0, 0, 0, 0, 155],
        [55, 0, 60, 80, 60, 0],
    ]
    offsets, after = purified(tree, {0: before})
    assert view(after, tree, offsets, 0).tolist() == [
        [0, 51, 204, 0, 0, 0],
        [100, 0, 155, 0, 0, 0],
        [55, 0, 60, 80, 60, 0],
    ]
    opened = tree.find((raise_to(300),))
    # Of all hands, 0.24%, 0.4% and 0.35% choose the three sizes.
    sizes = [[0, 5, 100, 0, 150], [0, 0, 0, ONE, 0], [ONE, 0, 0, 0, 0]]
    offsets, after = purified(tree, {opened: sizes})
    assert view(after, tree, offsets, opened).tolist() == [[0, 5, 0, 250, 0], *sizes[1:]]


def test_purification_weighs_by_reach_and_turns_a_third_raise_into_a_call():
    tree = RICH_MENU.tree(DEEP)
    reraised = tree.find((raise_to(300), raise_to(900)))
    again = [[0, 0, ONE, 0], [0, 0, 0, ONE], [ONE, 0, 0, 0]]
    strong = [[0, 0, 0, ONE, 0, 0], [0, 0, 0, ONE, 0, 0], [155, 0, 100, 0, 0, 0]]
    offsets, after = purified(tree, {0: strong, reraised: again})
    assert view(after, tree, offsets, reraised).tolist() == again  # every hand arriving raises
    every = [[0, 0, 0, ONE, 0, 0]] * 3
    offsets, after = purified(tree, {0: every, reraised: again})
    # 0.6% and 0.4% of the arriving range.
    assert view(after, tree, offsets, reraised).tolist() == [
        [0, 0, ONE, 0],
        [0, ONE, 0, 0],
        [ONE, 0, 0, 0],
    ]


def test_purification_keeps_row_sums_and_later_streets():
    tree = RICH_MENU.tree(DEEP)
    offsets, total = node_offsets(tree, NUM_ROWS)
    widths, chances = row_widths(tree, NUM_ROWS), np.random.default_rng(1).random(total) ** 12
    before = quantised(chances, widths, np.full(len(widths), ONE))
    once = before.copy()
    purify(once, tree, offsets, COMBOS)
    twice = once.copy()
    purify(twice, tree, offsets, COMBOS)
    assert (twice == once).all() and (once != before).any()
    starts = np.cumsum(widths) - widths
    assert (np.add.reduceat(once.astype(int), starts) == ONE).all()
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        block, old = (view(each, tree, offsets, node) for each in (once, before))
        if tree.street[node] > 0:
            assert (block == old).all()
        elif tree.actions_at(node)[0] != CALL:
            assert (block[:, 0] == old[:, 0]).all()  # folds


TAME_MENU = Menu.parse("100,a;50,100,a/100,a/a")


@pytest.mark.parametrize("depth", [10, 20, 100])
def test_purification_matches_its_definition(depth):
    game = get_game(f"holdem-nolimit@{depth}")
    tree = TAME_MENU.tree(game)
    deep = set(too_deep(tree).tolist())
    for node in range(0, tree.num_nodes, 7):
        if tree.actor[node] < 0:
            continue
        board = (0, 17, 34, 51, 8)[: game.board_sizes[tree.street[node]]]
        here = PublicState(game, tree.line_to(node), board)
        raises = [one.raise_to for one in tree.actions_at(node) if one.raise_to]
        pot = here.pot + here.legal.call
        expected = (
            here.street > 0 and len(raises) > 1 and raises[-1] - here.max_bet > MOST_POTS * pot
        )
        assert (node in deep) == expected


def test_largest_other_raise_takes_its_place():
    tree = TAME_MENU.tree(get_game("holdem-nolimit@100"))
    offsets, total = node_offsets(tree, NUM_ROWS)
    before = np.random.default_rng(1).random(total)
    after = before.copy()
    tame(after, tree, NUM_ROWS)
    limped = tree.find((CALL, CALL))
    old, new = (view(each, tree, offsets, limped) for each in (before, after))
    assert (new[:, 3] == 0.0).all()
    assert (new[:, 2] == old[:, 2] + old[:, 3]).all()
    assert (new[:, :2] == old[:, :2]).all()
    for line in ((), (CALL, CALL, raise_to(9900)), (raise_to(300), raise_to(900), CALL)):
        node = tree.find(line)
        assert (view(after, tree, offsets, node) == view(before, tree, offsets, node)).all()
