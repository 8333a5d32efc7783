"""Searches against plain recursion, and what becomes of UCT and Smooth UCT in self-play."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ai.search.arena import arena_of
from ai.search.methods import FINALS, METHODS, final_shares, get_method
from ai.search.search import Search
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.tree import DECISION
from tests.naive.uct import PlainUct

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
UCT, SMOOTH = METHODS


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
@pytest.mark.parametrize("method", [*METHODS, replace(SMOOTH, least_mix=0.5, decay=0.1)])
def test_a_search_is_the_tree_of_plain_recursion_bit_for_bit(game, method):
    search, twin = Search(game, method, seed=5), PlainUct(game, method, 5)
    for count in (1, 2, 700, 3000):
        search.run(count)
        twin.run(count)
        assert_same_tree(search, twin, game)
    assert search.simulations == 3703


def test_from_a_later_node_nothing_else_is_visited():
    tree = arena_of(LEDUC).tree
    node = int(tree.first_child[tree.first_child[0]])  # check, bet
    search, twin = Search(LEDUC, SMOOTH, 3, root=node), PlainUct(LEDUC, SMOOTH, 3, node)
    search.run(500)
    twin.run(500)
    assert_same_tree(search, twin, LEDUC)
    assert not search.statistics(0).any()


def test_every_visit_but_the_last_goes_on_to_a_state_of_the_same_player():
    search = Search(KUHN, UCT, seed=2)
    search.run(1000)
    counts = search.statistics(0)[:, :, 0]
    assert counts.sum() == 1000
    assert (search.statistics(0)[:, :, 2] >= counts).all()  # squares of chips, at least 1 each


def test_kuhn_smooth_uct_nears_equilibrium_where_uct_does_not():
    found = {}
    for method in METHODS:
        search = Search(KUHN, method, seed=1)
        found[method.name] = []
        for _ in range(2):
            search.run(300_000)
            found[method.name].append(search.exploitability())
    first, second = found["smooth-uct"]
    assert second < first < 0.01
    assert min(found["uct"]) > 0.01


@pytest.mark.long
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
        "best": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], third],
    }
    for final in FINALS:
        assert final_shares(counts, sums, final).tolist() == expected[final]
    with pytest.raises(EngineError, match="choose one of visits, most, best"):
        final_shares(counts, sums, "luck")


def test_bad_input_is_one_sentence():
    with pytest.raises(EngineError, match="there are uct and smooth-uct"):
        get_method("alpha-beta")
    with pytest.raises(GameError):
        Search(get_game("holdem-limit"), UCT)
    with pytest.raises(EngineError, match="no deal"):
        Search(KUHN, UCT, weights=np.zeros(6))


def test_memory_is_known_before():
    assert Search(KUHN, UCT).num_bytes == 24 * arena_of(KUHN).size == 24 * 24
