from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

from ai.cfr.best_response import agent_table, evaluate, expected_value
from ai.cfr.exact_game import exact_game
from ai.cfr.infoset_values import infoset_values
from ai.cfr.infosets import infoset_figures
from ai.cfr.kuhn_family import MOST, family_table, nearest_alpha, parse_alpha
from ai.cfr.profiles import LECTURE_PROFILE, kuhn_equilibrium, two_action_profile
from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solver
from ai.lab.lecture import tables_of
from ai.registry import build
from ai.small_games.joint import listed_deals
from engine.cards import Card
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.lines import line_text
from engine.player import PublicState, Strategy, raise_to
from engine.policy import policy_table
from tests.ai.cfr.games import SHORT_LEDUC, solved
from tests.ai.opponent.known import table_of
from tests.naive import small_games as naive

pytestmark = pytest.mark.slow


def figures_of(table):
    return infoset_figures(infoset_values(*[table] * table.tree.game.num_players))


def test_kuhn_matches_the_lecture_tables():
    exact = exact_game(get_game("kuhn"))
    profile = two_action_profile(exact, LECTURE_PROFILE)
    rows = {(x.line, x.cards): list(map(float, row)) for x, row in profile.items()}

    def answer(spot):
        line = line_text(exact.game, spot.actions)
        shares = np.array([rows[line, cards] for cards in exact.hand_names])
        return Strategy(exact.tree.actions_at(exact.tree.find(spot.actions)), shares)

    found = {(x.line, x.cards): x for x in figures_of(policy_table(exact.game, answer))}
    assert len(found) == 12
    for player in (0, 1):
        for table in tables_of(exact, profile, player):
            here = found[table.infoset.line, table.infoset.cards]
            mixed, weight, reach = map(float, (table.mixed, table.weight, table.own_reach))
            regrets = [float(x) for x in table.cf_regrets]
            assert (here.to_act, here.actions) == (player, table.infoset.actions)
            assert here.probabilities == pytest.approx([float(p) for p in table.strategy])
            assert (here.reach, here.cf_reach) == pytest.approx((reach, weight))
            assert here.regrets == pytest.approx(regrets, abs=1e-15)
            assert here.value == pytest.approx(mixed * weight, abs=1e-15)
            assert here.cost == pytest.approx(here.reach * max(*regrets, 0), abs=1e-15)
            assert here.ev == pytest.approx(mixed + here.spent)
            assert here.evs == pytest.approx([float(x) + here.spent for x in table.values])


def test_suits_are_merged_by_sum_or_average():
    game = get_game("leduc")
    table = table_of(game, naive.random_policy(game, 8))
    values = infoset_values(table, table)
    found = {x.key: x for x in infoset_figures(values)}
    sums, cost, reach = defaultdict(float), defaultdict(float), defaultdict(list)
    for node, here in values.nodes.items():
        actor, street = values.tree.actor[node], values.tree.street[node]
        for at, board in enumerate(values.boards[street]):
            for combo, card in enumerate(game.deck):
                if card in board:
                    continue
                key = (node, board[0] // 4 - 10 if board else 0, card // 4 - 10)
                value = here.values[actor, at, combo]
                sums[key] += value
                reach[key].append(here.reach[actor, at, combo])
                most = max(here.action_values[at, combo]) - value
                cost[key] += reach[key][-1] * max(most, 0.0)
    assert set(sums) == set(found)
    for key, here in found.items():
        assert here.value == pytest.approx(sums[key], abs=1e-12)
        assert here.cost == pytest.approx(cost[key], abs=1e-12)
        assert here.reach == pytest.approx(sum(reach[key]) / len(reach[key]), abs=1e-12)
        assert sum(here.probabilities) == pytest.approx(1.0)


@pytest.mark.parametrize("game", [get_game("kuhn-3"), SHORT_LEDUC], ids=lambda game: game.name)
def test_three_player_figures_match_cfr(game):
    table = agent_table(game, build("random", game))
    figures, judged = figures_of(table), evaluate(table)
    solver = Solver(game, get_schedule("cfr"), simultaneous=True)
    solver.step(1)
    regrets, classes = solver.regrets(), listed_deals(game, merge_suits=True)
    assert len(figures) == solver.num_infosets
    for one in figures:
        node, board, hand = one.key
        start = regrets.offsets[node] + (board * classes.num_classes + hand) * len(one.actions)
        summed = regrets.probabilities[start : start + len(one.actions)]
        assert one.regrets == pytest.approx(summed, abs=1e-14)
    values = infoset_values(table, table, table)
    assert values.value == pytest.approx(judged.value, abs=1e-12)
    for seat in range(3):
        assert values.nodes[0].values[seat].sum() == pytest.approx(judged.values[seat], abs=1e-12)
        assert values.nodes[0].chance[seat].sum() == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("alpha", ["0", "1/6", "0.2", "1/3"])
def test_kuhn_family_members_are_equilibria(alpha):
    table, last = family_table(Fraction(alpha)), kuhn_equilibrium(Fraction(alpha))
    found = evaluate(table)
    assert found.value == pytest.approx(-1 / 18, abs=1e-15) and found.exploitability < 1e-15
    assert found.best_response == pytest.approx((-1 / 18, 1 / 18), abs=1e-15)
    for here in figures_of(table):
        assert here.probabilities[1] == pytest.approx(float(last[here.line, here.cards]))


def read_openspiel(pyspiel, name, values):
    """Return all figures of each information set by OpenSpiel's own walk of its game.

    By (node, board, card): own reach, counterfactual reach, value of each player's combo and of
    each action of the player to act. ``values`` only says which row of a strategy is whose.
    """
    game, tree = get_game(name), values.tree
    theirs = pyspiel.load_game(f"{name}_poker")
    rows, reach, weight, worth = {}, {}, defaultdict(float), defaultdict(float)
    by_action = defaultdict(lambda: np.zeros(len(game.deck)))

    def walk(state, node, cards, parts, chance):
        if state.is_terminal():
            return np.array(state.returns())
        if state.is_chance_node():
            return sum(
                p * walk(state.child(card), node, (*cards, game.deck[card]), parts, chance * p)
                for card, p in state.chance_outcomes()
            )
        actor, board = int(tree.actor[node]), values.boards[tree.street[node]].index(cards[2:])
        combos = [game.deck.index(Card(card)) for card in cards[:2]]
        row, legal = values.nodes[node].strategy[board, combos[actor]], state.legal_actions()
        rows[state.information_state_string()] = list(zip(legal, row.tolist(), strict=True))
        after = []
        for child, action in enumerate(legal, int(tree.first_child[node])):
            there = list(parts)
            there[actor] *= row[len(after)]
            after.append(walk(state.child(action), child, cards, there, chance))
        here = row @ after
        for player in (0, 1):
            key, other = (player, node, board, combos[player]), chance * parts[1 - player]
            reach[key] = parts[player]
            weight[key] += other
            worth[key] += other * here[player]
            if player == actor:
                by_action[key][: len(legal)] += [other * each[player] for each in after]
        return here

    walk(theirs.new_initial_state(), 0, (), [1.0, 1.0], 1.0)
    start = theirs.new_initial_state().history_str()
    best = [pyspiel.TabularBestResponse(theirs, p, rows).value(start) for p in (0, 1)]
    return reach, weight, worth, by_action, best


@pytest.mark.scorecard("S1")
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.nightly) for n in (3, 5))])
def test_every_information_set_matches_openspiel(name, seed):
    pyspiel = pytest.importorskip("pyspiel")
    game = get_game(name)
    one = table_of(game, naive.random_policy(game, seed))
    two = table_of(game, naive.random_policy(game, seed + 1, zeros=0.2))
    values = infoset_values(one, two)
    reach, weight, worth, by_action, best = read_openspiel(pyspiel, name, values)
    ours = [evaluate(table).best_response[player] for player, table in enumerate((two, one))]
    assert ours == pytest.approx(best, abs=1e-9)
    for (player, node, board, combo), known in reach.items():
        here, key = values.nodes[node], (player, node, board, combo)
        assert here.reach[player, board, combo] == pytest.approx(known, abs=1e-9)
        assert here.chance[player, board, combo] == pytest.approx(weight[key], abs=1e-9)
        assert here.values[player, board, combo] == pytest.approx(worth[key], abs=1e-9)
        spent = values.tree.spent[node, player]
        if weight[key] > 0:
            ev = worth[key] / weight[key] + spent
            assert values.ev(node, player)[board, combo] == pytest.approx(ev, abs=1e-9)
        if key in by_action:
            count = here.action_values.shape[2]
            found = here.action_values[board, combo]
            assert found == pytest.approx(by_action[key][:count], abs=1e-9)
            if weight[key] > 0:
                evs = by_action[key][:count] / weight[key] + spent
                assert values.action_ev(node)[board, combo] == pytest.approx(evs, abs=1e-9)
    seen = [np.count_nonzero(x.reach.any(axis=0)) for x in values.nodes.values()]
    assert len(reach) == 2 * sum(seen)
    assert values.value == pytest.approx(expected_value(one, two), abs=1e-12)


@pytest.mark.ci
def test_merging_suits_changes_nothing_and_blocked_combos_have_no_values():
    game = get_game("leduc")
    agent = solved(game)
    merged, whole = agent.table(), agent_table(game, agent)
    one, values = infoset_values(merged, merged), infoset_values(whole, whole)
    for node, here in values.nodes.items():
        assert here.values == pytest.approx(one.nodes[node].values, abs=1e-12)
        for place, board in enumerate(values.boards[values.tree.street[node]]):
            out = np.isin(np.array(game.deck), board)
            for array in (here.reach, here.chance, here.values):
                assert not array[:, place, out].any()
            assert not here.action_values[place, out].any()
            assert np.isnan(values.ev(node, 0)[place, out]).all()


def test_unlistable_games_are_rejected():
    names = ("holdem-limit", "kuhn", "leduc")
    limit, kuhn, leduc = (build("call", get_game(name)).table() for name in names)
    with pytest.raises(GameError, match="too many"):
        infoset_values(limit, limit)
    with pytest.raises(EngineError, match="same betting tree"):
        infoset_values(kuhn, leduc)


def test_kuhn_family_members_are_engines():
    game = get_game("kuhn")
    answer = build("kuhn-family:1/6", game).strategy(PublicState(game, (), ()))
    assert answer.actions[1] == raise_to(1)
    assert answer.probabilities[:, 1].tolist() == [1 / 6, 0.0, 0.5]
    assert answer.note == "equilibrium"


@pytest.mark.parametrize("text", ["", "a", "1/0", "-0.1", "0.334", "1e9", "1" * 50, "1/6/2"])
def test_alphas_out_of_range_are_rejected(text):
    with pytest.raises(EngineError, match="from 0 to 1/3, such as 1/6"):
        build(f"kuhn-family:{text}", get_game("kuhn"))
    with pytest.raises(EngineError, match="plays kuhn, not leduc"):
        build("kuhn-family:1/6", get_game("leduc"))


def test_nearest_alpha_is_the_closest_family_member():
    assert [nearest_alpha(p) for p in (0.0, 1 / 6, 0.9, -1e-17)] == [0, Fraction(1, 6), MOST, 0]
    assert parse_alpha(" 0.25 ") == Fraction(1, 4)
