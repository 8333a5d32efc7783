"""Searches against plain recursion, and convergence of UCT and Smooth UCT in self-play."""

from dataclasses import replace

import numpy as np
import pytest

from ai.search.arena import arena_of
from ai.search.guide import Guide
from ai.search.methods import BEYOND, FINALS, METHODS, final_shares, get_method
from ai.search.search import Search
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.policy import node_block
from engine.tree import DECISION
from tests.naive.uct import PlainUct

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
UCT, SMOOTH, GUIDED = METHODS


def numbers_of(game):
    """A prior and values of every state, unlike each other: as arrays, and as functions of it."""
    arena, rng = arena_of(game), np.random.default_rng(4)
    ranks = sorted({card // 4 for card in game.deck})
    prior, values = np.zeros(arena.size), rng.normal(size=arena.size)
    blocks = {}
    for node in np.flatnonzero(arena.tree.kind == DECISION).tolist():
        for array in (prior, values):
            block = node_block(array, arena.tree, arena.offsets, arena.rows.num_rows, node)
            blocks[node, array is prior] = block
        prior_block = blocks[node, True]
        # Multiples of an eighth add up without rounding; some actions are never done.
        for row in prior_block:
            row[:] = rng.multinomial(8, np.full(len(row), 1 / len(row))) / 8

    def ask(is_prior):
        def of(node, board, rank):
            row = ranks.index(rank) + (0 if board is None else ranks.index(board) * len(ranks))
            return blocks[node, is_prior][row].tolist()

        return of

    return Guide(prior, values), ask(True), ask(False)


def assert_same_tree(search, twin, game):
    arena, found = arena_of(game), 0
    ranks = sorted({card // 4 for card in game.deck})
    for node in np.flatnonzero(arena.tree.kind == DECISION).tolist():
        statistics = search.statistics(node)
        for row in range(len(statistics)):
            board, own = divmod(row, len(ranks))
            seen = ranks[board] if arena.tree.street[node] else None
            expected = twin.states.get((node, seen, ranks[own]))
            assert statistics[row].tolist() == (expected or np.zeros_like(statistics[row]).tolist())
            found += expected is not None
    assert found == len(twin.states)


@pytest.mark.parametrize("game", [KUHN, LEDUC], ids=lambda game: game.name)
@pytest.mark.parametrize("method", [UCT, SMOOTH, replace(SMOOTH, least_mix=0.5, decay=0.1)])
def test_a_search_is_the_tree_of_plain_recursion_bit_for_bit(game, method):
    search, twin = Search(game, method, seed=5), PlainUct(game, method, 5)
    for count in (1, 2, 700):
        search.run(count)
        twin.run(count)
        assert_same_tree(search, twin, game)
    assert search.simulations == 703


@pytest.mark.parametrize("game", [KUHN, LEDUC], ids=lambda game: game.name)
@pytest.mark.parametrize("other_learns", [True, False])
@pytest.mark.parametrize("beyond", BEYOND)
@pytest.mark.parametrize("mix", [1.0, 0.6])
def test_a_guided_search_is_that_of_plain_recursion(game, other_learns, beyond, mix):
    """With a prior, values, a belief and an action that was dropped; from a later decision."""
    guide, prior, values = numbers_of(game)
    method = replace(
        GUIDED, exploration=0.5, beyond=beyond, other_learns=other_learns, mix=mix, least_mix=0.2
    )
    arena = arena_of(game)
    node = int(arena.tree.first_child[0]) + 1  # a bet
    ranks = sorted({card // 4 for card in game.deck})
    lanes, classes = arena.cells.lanes.astype(int), len(ranks)
    chances = arena.chances
    weights = chances * (1.0 + lanes[:, 0] % classes) * (lanes[:, -1] % classes != 1)

    def weigh(board, first, second):
        return (1 + ranks.index(first)) * (ranks.index(second) != 1)

    search = Search(game, method, 5, node, weights, guide=guide)
    twin = PlainUct(game, method, 5, node, weigh, prior, values)
    for count in (1, 2, 500):
        search.run(count)
        twin.run(count)
        assert_same_tree(search, twin, game)
    search.dropped, twin.dropped = 1, (0,)
    before = search.statistics(node)[:, 0].copy()
    search.run(500)
    twin.run(500)
    assert_same_tree(search, twin, game)
    assert search.statistics(node)[:, 0].tolist() == before.tolist()


def test_kuhn_smooth_uct_nears_equilibrium_where_uct_does_not():
    found = {}
    for method in (UCT, SMOOTH):
        search = Search(KUHN, method, seed=1)
        found[method.name] = []
        for _ in range(2):
            search.run(300_000)
            found[method.name].append(search.exploitability())
    first, second = found["smooth-uct"]
    assert second < first < 0.01
    assert min(found["uct"]) > 0.01


@pytest.mark.ci
def test_leduc_smooth_uct_comes_to_a_tenth_where_uct_gets_worse():
    smooth, plain = Search(LEDUC, SMOOTH, seed=1), Search(LEDUC, UCT, seed=1)
    smooth.run(5_000_000)
    assert smooth.exploitability() <= 0.1
    plain.run(1_000_000)
    early = plain.exploitability()
    plain.run(4_000_000)
    assert plain.exploitability() > early > 0.3


def test_the_same_seed_gives_the_same_bits_in_parts_or_at_once():
    whole, parts, other = Search(LEDUC, SMOOTH, 7), Search(LEDUC, SMOOTH, 7), Search(LEDUC, SMOOTH)
    whole.run(900)
    other.run(900)
    for count in (0, 1, 899):
        parts.run(count)
    same = whole.table().probabilities
    assert same.tobytes() == parts.table().probabilities.tobytes()
    assert same.tobytes() != other.table().probabilities.tobytes()


def test_the_final_answer_by_visits_most_visits_or_best_value():
    counts = np.array([[1.0, 3.0, 0.0], [2.0, 2.0, 4.0], [0.0, 0.0, 0.0]])
    sums = np.array([[5.0, -9.0, 0.0], [1.0, 6.0, -8.0], [0.0, 0.0, 0.0]])
    third = [1 / 3] * 3
    expected = {
        "visits": [[0.25, 0.75, 0.0], [0.25, 0.25, 0.5], third],
        "most": [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], third],
        "value": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], third],
    }
    for final in FINALS:
        assert final_shares(counts, sums, final).tolist() == expected[final]
    with pytest.raises(EngineError, match="choose one of visits, most, value"):
        final_shares(counts, sums, "luck")


def test_bad_input_is_one_sentence():
    with pytest.raises(EngineError, match="choose one of uct, smooth-uct, nfsp-uct"):
        get_method("alpha-beta")
    with pytest.raises(GameError):
        Search(get_game("holdem-limit"), UCT)
    with pytest.raises(EngineError, match="has none"):
        Search(KUHN, GUIDED)
    with pytest.raises(EngineError, match="has none"):
        Search(KUHN, GUIDED, guide=replace(numbers_of(KUHN)[0], values=np.zeros(0)))
    with pytest.raises(EngineError, match="no deal"):
        Search(KUHN, UCT, weights=np.zeros(6))
