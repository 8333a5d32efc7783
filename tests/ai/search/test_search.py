from dataclasses import replace

import numpy as np
import pytest

from ai.networks.environment import environment
from ai.networks.network import Network
from ai.networks.play_modes import Player
from ai.networks.record import Networks
from ai.networks.table import network_table, plan_of
from ai.search.methods import BEYOND, FINALS, METHODS, final_shares, get_method
from ai.search.search import Guide, Search, arena_of, network_guide, table_guide
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.policy import node_block
from engine.tree import DECISION
from tests.naive.learned import random_networks
from tests.naive.uct import PlainUct

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
UCT, SMOOTH, GUIDED = METHODS


def numbers_of(game):
    arena, rng = arena_of(game), np.random.default_rng(4)
    ranks = sorted({card // 4 for card in game.deck})
    arrays = np.zeros(arena.size), rng.normal(size=arena.size)

    def rows(array, node):
        return node_block(array, arena.tree, arena.offsets, arena.rows.num_rows, node)

    for node in np.flatnonzero(arena.tree.kind == DECISION).tolist():
        # Multiples of an eighth add up without rounding; some actions are never done.
        for row in rows(arrays[0], node):
            row[:] = rng.multinomial(8, np.full(len(row), 1 / len(row))) / 8

    def function(array):
        def of(node, board, rank):
            row = ranks.index(rank) + (0 if board is None else ranks.index(board) * len(ranks))
            return rows(array, node)[row].tolist()

        return of

    return Guide(*arrays), *map(function, arrays)


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
    guide, prior, values = numbers_of(game)
    method = replace(
        GUIDED, exploration=0.5, beyond=beyond, other_learns=other_learns, mix=mix, least_mix=0.2
    )
    arena = arena_of(game)
    node = int(arena.tree.first_child[0]) + 1  # a bet
    ranks = sorted({card // 4 for card in game.deck})
    lanes, classes = arena.cells.lanes.astype(int), len(ranks)
    weights = arena.chances * (1.0 + lanes[:, 0] % classes) * (lanes[:, -1] % classes != 1)

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
        for count in (1, 2):
            search.run(300_000)
            found[method, count] = search.exploitability()
    assert found[SMOOTH, 2] < found[SMOOTH, 1] < 0.01 < min(found[UCT, 1], found[UCT, 2])


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
    guide = replace(numbers_of(KUHN)[0], values=np.zeros(0))
    for game, method, more, error, words in (
        (get_game("holdem-limit"), UCT, {}, GameError, None),
        (KUHN, GUIDED, {}, EngineError, "has none"),
        (KUHN, GUIDED, {"guide": guide}, EngineError, "has none"),
        (KUHN, UCT, {"weights": np.zeros(6)}, EngineError, "no deal"),
    ):
        with pytest.raises(error, match=words):
            Search(game, method, **more)
    with pytest.raises(EngineError, match="choose one of uct, smooth-uct, nfsp-uct"):
        get_method("alpha-beta")


def test_networks_give_a_prior_and_whole_hand_values_to_every_state():
    trained = random_networks("leduc")
    guide, arena = network_guide(trained.environment, trained.networks), arena_of(LEDUC)
    table = network_table(trained.environment, trained.networks)
    assert table.offsets.tolist() == arena.offsets.tolist()
    assert guide.prior.tolist() == table.probabilities.tolist()
    assert guide.prior.shape == guide.values.shape == (arena.size,)
    player, plan = Player(trained.environment, trained.networks), plan_of(trained.environment)
    for node, decision in plan.decisions:
        own, rows = int(arena.tree.spent[node, decision.seat]), arena.rows.num_rows
        block = node_block(guide.values, arena.tree, arena.offsets, rows, node)
        if arena.tree.actions_at(node)[0].kind.name == "FOLD":
            assert (block[:, 0] == -own).all()  # chips put in are lost
        cards = plan.cards[int(arena.tree.street[node])]
        assert np.allclose(block + own, player.values(decision, cards))
    guide = network_guide(trained.environment, Networks(trained.networks.averages, ()))
    assert len(guide.prior) and not len(guide.values)


def test_a_menu_that_is_not_the_whole_game_gives_no_prior():
    small = environment(get_game("kuhn"))
    sizes = (small.num_inputs, 16, small.num_actions)
    nets = tuple(Network.random(sizes, small.max_active, seat) for seat in range(2))
    table = network_table(small, Networks(nets, ()))
    assert len(table_guide(table).prior) == arena_of(small.game).size
    with pytest.raises(EngineError, match="a prior for all bets"):
        table_guide(replace(table, tree=arena_of(LEDUC).tree))
