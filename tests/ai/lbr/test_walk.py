"""Whole walks against the loops of tests/naive/lbr.py, and against exact best responses."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from ai.base import RangeAgent
from ai.cfr.agent import CfrAgent
from ai.cfr.best_response import agent_table, evaluate
from ai.lbr.menu import parse_lbr_menu
from ai.lbr.target import Target
from ai.lbr.walk import Walk, split
from ai.simple import CallAgent, RaiseAgent, RandomAgent
from engine.agent import Agent
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import Strategy
from engine.policy import blocked
from tests.naive.lbr import local_best_response
from tests.naive.small_games import ALWAYS_FOLD, expected, legal_actions, random_policy

pytestmark = pytest.mark.slow


LEDUC = get_game("leduc")
NO_LIMIT = replace(
    LEDUC, name="small", betting="nolimit", stacks=(9, 9), raise_sizes=(), max_raises=(255, 255)
)
UNEVEN = replace(NO_LIMIT, stacks=(7, 12))


class PolicyAgent(RangeAgent):
    """A policy for single cards as an engine."""

    def __init__(self, policy, name="policy"):
        self._policy, self.name = policy, name

    def strategy(self, spot, control=None):
        actions = tuple(legal_actions(spot))
        rows = np.zeros((len(spot.game.deck), len(actions)))
        for combo, card in enumerate(spot.game.deck):
            if card not in spot.board:
                row = self._policy(spot, card)
                rows[combo] = [row.get(action, 0.0) for action in actions]
        assert not rows[blocked(spot.game, spot.board)].any()
        return Strategy(actions, rows)


def mean_over_deals(game, agent, seat, menu, rounds):
    """Return what local best response wins over every deal and every action of the target."""
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
    found = mean_over_deals(game, PolicyAgent(policy), seat, menu, rounds)
    assert found == pytest.approx(wins if seat == 0 else -wins, abs=1e-12)


FIXED: dict[str, Agent] = {
    "cfr": CfrAgent(LEDUC, None, JobControl()),
    "random": RandomAgent(LEDUC),
    "call": CallAgent(LEDUC),
    "raise": RaiseAgent(LEDUC),
    "fold": PolicyAgent(ALWAYS_FOLD, "fold"),
    "weak": PolicyAgent(random_policy(LEDUC, seed=7, zeros=0.3)),
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
    target = Target(NO_LIMIT, PolicyAgent(random_policy(NO_LIMIT, seed=3)))
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
