from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from ai.networks.environment import environment
from ai.networks.network import Network
from ai.networks.play_modes import Player
from ai.networks.record import Networks
from ai.networks.table import network_table, plan_of
from ai.search.decision import DecisionSearch
from ai.search.holdem import HandDecision
from ai.search.incremental import HoldemSearchGame, unit_of
from ai.search.methods import BEYOND, FINALS, METHODS, final_shares, get_method
from ai.search.publictree import LEAST_PART, NOBODY, public_tree, snapshot_of
from ai.search.search import Guide, Search, arena_of, network_guide, table_guide
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.lines import spot_of
from engine.policy import node_block
from engine.tree import DECISION
from tests.naive.hand_uct import PlainHandUct
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
        # Multiples of an eighth sum without rounding; some actions are never tried.
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
def test_search_tree_matches_plain_recursion_bit_for_bit(game, method):
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
def test_guided_search_matches_plain_recursion(game, other_learns, beyond, mix):
    guide, prior, values = numbers_of(game)
    more = {"beyond": beyond, "other_learns": other_learns, "mix": mix, "least_mix": 0.2}
    method = replace(GUIDED, exploration=0.5, **more)
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


def test_final_answer_by_visit_share_most_visits_or_best_value():
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


def test_bad_input_gives_one_sentence_and_other_menus_no_prior():
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
    small = environment(get_game("kuhn"))
    sizes = (small.num_inputs, 16, small.num_actions)
    nets = tuple(Network.random(sizes, small.max_active, seat) for seat in range(2))
    table = network_table(small, Networks(nets, ()))
    assert len(table_guide(table).prior) == arena_of(small.game).size
    with pytest.raises(EngineError, match="a prior for all bets"):
        table_guide(replace(table, tree=arena_of(LEDUC).tree))


def test_networks_give_every_state_a_prior_and_values():
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
            assert (block[:, 0] == -own).all()  # chips already in are lost
        cards = plan.cards[int(arena.tree.street[node])]
        assert np.allclose(block + own, player.values(decision, cards))
    guide = network_guide(trained.environment, Networks(trained.networks.averages, ()))
    assert len(guide.prior) and not len(guide.values)


NOLIMIT, OWN = get_game("holdem-nolimit@100"), parse_combo("AsQs")


def compare(tree, spot, states):
    """The public tree as a sum of plain states: (seat, line from the spot, statistics)."""
    expected, counts, met = {}, Counter(), 0
    for seat, line, statistics in states:
        rows = np.multiply(statistics, (1.0, 1.0 if seat == spot.to_act else -1.0, 1.0))
        expected[line] = expected.get(line, 0.0) + rows
        counts[line] += 1
    numbers = np.stack([tree.visits, tree.sums, tree.squares], axis=1)
    todo = [((), 0)]
    for line, node in todo:
        children = list(tree.children(node))
        todo += [((*line, tree.actions[child]), child) for child in children]
        if not tree.visits[node]:
            assert not children and not tree.states[node]
            continue
        assert tree.states[node] == counts[line]
        met += counts[line]
        if counts[line]:
            assert numbers[children] == pytest.approx(expected[line], rel=1e-4, abs=1e-2)
    assert met == tree.states.sum() > 0
    return todo


@pytest.mark.parametrize("method", [UCT, SMOOTH], ids=lambda method: method.name)
@pytest.mark.parametrize("spot", [spot_of(KUHN, "c"), spot_of(LEDUC, "r")], ids=str)
def test_public_tree_sums_the_states_of_each_deal(spot, method):
    whole, own = arena_of(spot.game).tree, len(spot.actions)
    root = whole.find(spot.actions)
    search, twin = Search(spot.game, method, 5, root), PlainUct(spot.game, method, 5, root)
    search.run(2500)
    twin.run(2500)
    tree = public_tree(search, spot)
    assert tree.visits[0] == 2500
    states = [
        (whole.actor[node], whole.line_to(node)[own:], rows)
        for (node, *_), rows in twin.states.items()
    ]
    for line, node in compare(tree, spot, states):
        there = whole.find((*spot.actions, *line))
        deciding = whole.kind[there] == DECISION
        assert tree.actor[node] == (whole.actor[there] if deciding else NOBODY)
        assert tree.street[node] == whole.street[there]


@pytest.mark.parametrize("method", [UCT, GUIDED], ids=lambda method: method.name)
@pytest.mark.parametrize("line", ["r300", "r310c/cr800"])
def test_holdem_public_tree_sums_the_states_of_each_deal(line, method):
    spot = spot_of(NOLIMIT, line, parse_cards("Kh7d2c" if "/" in line else ""))
    networks = random_networks(NOLIMIT).networks if method is GUIDED else None
    ground = HoldemSearchGame(environment(NOLIMIT, dealing=False), networks)
    decision = HandDecision(ground, spot, method, seed=5)
    search, dealer = decision.search(OWN), decision.search(OWN)
    twin = PlainHandUct(ground.environment, spot, method, unit_of(ground, spot, method), networks)
    search.run(300)
    twin.run(dealer.deal(300))
    tree, own = decision.tree(search), len(spot.actions)
    assert tree.visits[0] == 300 and LEAST_PART * 300 < 1  # every line is followed
    states = [(seat, acts[own:], rows) for (seat, acts, *_), rows in twin.states.items()]
    todo = compare(tree, spot, states)
    if method is GUIDED:
        assert len(states) == search.num_states
        for _, node in todo[1:]:
            if tree.actor[tree.parent[node]] != spot.to_act:  # a player that does not learn
                assert tree.visits[node] == tree.visits[tree.children(node)].sum()


def test_means_and_standard_errors_match_the_samples():
    decision = DecisionSearch(spot_of(KUHN, "r"), UCT)
    search = decision.search(1)
    search.run(900)
    found = snapshot_of(decision, search, 1, {})
    search.run(100)  # the snapshot is unchanged
    tree = found.tree
    assert (found.simulations, found.paid) == (900, 1)
    fold, call = tree.children(0)
    assert (tree.means[fold], tree.errors[fold]) == (-1.0, 0.0)
    wins = round((tree.sums[call] / 2 + tree.visits[call]) / 2)  # a call wins or loses two chips
    results = np.repeat([2.0, -2.0], [wins, round(tree.visits[call] - wins)])
    assert tree.means[call] == pytest.approx(results.mean())
    assert tree.errors[call] == pytest.approx(results.std(ddof=1) / np.sqrt(len(results)))
    assert tree.means[0] == pytest.approx((tree.sums[fold] + tree.sums[call]) / 900)
    search = Search(LEDUC, UCT)
    search.run(1)
    tree = public_tree(search, spot_of(LEDUC, ""))
    assert np.isnan(tree.means[tree.visits == 0.0]).all()
    assert np.isnan(tree.errors[tree.visits < 2.0]).all()
    assert (tree.visits > 0.0).sum() == 3  # the deal, and each player's first action


def test_opponent_hands_respect_card_removal():
    spot = spot_of(LEDUC, "rc/", LEDUC.deck[2:3])
    # Two jacks, the other queen, the other king: four cards are left beside a king.
    believed = DecisionSearch(spot, UCT).believed(5)
    assert believed == pytest.approx([0.25, 0.25, 0.0, 0.25, 0.25, 0.0])
    ranges = np.ones((2, 6))
    ranges[1 - spot.to_act, :2] = 0.0
    narrow = DecisionSearch(spot, UCT, ranges).believed(5)
    assert narrow == pytest.approx([0.0, 0.0, 0.0, 0.5, 0.5, 0.0])
