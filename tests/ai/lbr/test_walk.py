from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from ai.abstraction.menus import Menu
from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.blueprint import Blueprint
from ai.cfr.agent import CfrAgent
from ai.cfr.best_response import agent_table, evaluate
from ai.lbr.menu import parse_lbr_menu
from ai.lbr.target import Target
from ai.lbr.walk import Walk, split
from ai.simple import CallAgent, RaiseAgent, RandomAgent
from ai.strategy import StrategyInfo
from engine.game import get_game
from engine.jobs import JobControl
from engine.policy import all_rows, node_offsets
from tests.ai.opponent.known import Known
from tests.naive.lbr import local_best_response
from tests.naive.small_games import ALWAYS_FOLD, expected, random_policy

pytestmark = pytest.mark.slow


LEDUC = get_game("leduc")
NO_LIMIT = replace(
    LEDUC, name="small", betting="nolimit", stacks=(9, 9), raise_sizes=(), max_raises=(255, 255)
)
UNEVEN = replace(NO_LIMIT, stacks=(7, 12))


def mean_over_deals(game, agent, seat, menu, rounds):
    target = Target(game, agent)
    values = [
        Walk(game, target, seat, (own,), board, parse_lbr_menu(menu, game, rounds)).value(None)
        for own, *board in permutations(game.deck, 1 + game.board_sizes[-1])
    ]
    return float(np.mean(values))


CASES = {
    "limit": (LEDUC, "fcpa", (1, 2)),
    "fold and call": (LEDUC, "fc", (1, 2)),
    "last round": (LEDUC, "fcpa", (2, 2)),
    "no-limit": (NO_LIMIT, "fcpa", (1, 2)),
    "no-limit, first round": (NO_LIMIT, "fcpa", (1, 1)),
    "any sizes": (NO_LIMIT, "25,50,100,a", (1, 2)),
    "uneven stacks": (UNEVEN, "fcpa", (1, 2)),
}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("game", "menu", "rounds"), CASES.values(), ids=CASES.keys())
def test_every_deal_and_action_sum_to_what_loops_over_hands_give(game, menu, rounds, seat):
    policy = random_policy(game, seed=seat, zeros=0.4)
    naive = local_best_response(game, policy, seat, menu, rounds)
    wins = expected(game, [naive, policy] if seat == 0 else [policy, naive])
    found = mean_over_deals(game, Known(policy), seat, menu, rounds)
    assert found == pytest.approx(wins if seat == 0 else -wins, abs=1e-12)


FIXED = {
    "cfr": CfrAgent(LEDUC, None, JobControl()),
    "random": RandomAgent(LEDUC),
    "call": CallAgent(LEDUC),
    "raise": RaiseAgent(LEDUC),
    "fold": Known(ALWAYS_FOLD, "fold"),
    "weak": Known(random_policy(LEDUC, seed=7, zeros=0.3)),
}


@pytest.mark.parametrize("menu", ["fc", "fcpa"])
@pytest.mark.parametrize("agent", FIXED.values(), ids=FIXED.keys())
def test_it_never_wins_more_than_the_exact_best_response(agent, menu):
    best = evaluate(agent_table(LEDUC, agent)).best_response
    for seat in (0, 1):
        for rounds in ((1, 2), (2, 2)):
            assert mean_over_deals(LEDUC, agent, seat, menu, rounds) <= best[seat] + 1e-9
        if menu == "fcpa" and agent.name in ("call", "fold"):  # it wins all that it can, antes too
            found = mean_over_deals(LEDUC, agent, seat, menu, (1, 2))
            assert found == pytest.approx(best[seat], abs=1e-9)


@pytest.mark.parametrize("paths", [1, 3])
def test_drawn_actions_have_the_mean_of_weighted_ones(paths):
    target = Target(NO_LIMIT, Known(random_policy(NO_LIMIT, seed=3)))
    moves = parse_lbr_menu("fcpa", NO_LIMIT, (1, 2))
    walk = Walk(NO_LIMIT, target, 1, (LEDUC.deck[2],), (LEDUC.deck[5],), moves)
    rng = np.random.default_rng(0)
    drawn = [walk.value(rng.random, paths) for _ in range(2000)]
    error = np.std(drawn) / len(drawn) ** 0.5
    assert error > 0.0
    assert abs(np.mean(drawn) - walk.value(None)) < 5.0 * error


def test_splitting_rounds_shares_up_or_down_and_is_exact_in_the_mean():
    rng = np.random.default_rng(5)
    for _ in range(10):
        shares = rng.random(5) * (rng.random(5) < 0.7)
        shares[0] += 0.1
        counts = np.array([split(shares.tolist(), 3, (step + 0.5) / 2000) for step in range(2000)])
        assert (counts.sum(axis=1) == 3).all()
        assert not counts[:, shares == 0.0].any()
        exact = 3 * shares / shares.sum()
        assert (np.abs(counts - exact) < 1.0).all()
        assert counts.mean(axis=0) == pytest.approx(exact, abs=2e-3)
    assert split([0.0, 0.0], 3, 0.5) == [0, 0]


BLUEPRINT_GAME = replace(NO_LIMIT, stacks=(7, 7))
MENU = "60,a/a/a"


class Rows:
    key = "all cards"

    def __init__(self):
        self._rows = all_rows(BLUEPRINT_GAME)
        self.num_rows = self._rows.num_rows

    def rows_on(self, board):
        return self._rows.rows_on(board)

    def rows_of(self, street, boards, combos):
        return np.zeros(len(boards), np.int32)  # single hands mean nothing in these tests


class Asked(BlueprintAgent):
    def __init__(self, other):
        super().__init__(other.name, other.blueprint)
        self.translated = False

    def strategy(self, spot, control=None):
        found = super().strategy(spot, control)
        self.translated = self.translated or found.note == "translated"
        return found

    def table(self):
        return None


@pytest.fixture(scope="module")
def blueprint():
    rows, tree = Rows(), Menu.parse(MENU).tree(BLUEPRINT_GAME)
    _, total = node_offsets(tree, rows.num_rows)
    numbers = np.random.default_rng(6).random(total) ** 3
    info = StrategyInfo(BLUEPRINT_GAME, "none", "none", menu=MENU)
    return BlueprintAgent("blueprint", Blueprint.of(info, rows, numbers, tree=tree))


def test_off_the_tree_too_it_wins_at_most_what_the_exact_best_response_does(blueprint):
    best = evaluate(agent_table(BLUEPRINT_GAME, blueprint)).best_response
    asked = Asked(blueprint)
    for seat in (0, 1):
        by_table, by_asking = (
            mean_over_deals(BLUEPRINT_GAME, source, seat, "fcpa", (1, 2))
            for source in (blueprint, asked)
        )
        assert by_table == pytest.approx(by_asking, abs=1e-12)
        assert 0.0 < by_table < best[seat]
    assert asked.translated
