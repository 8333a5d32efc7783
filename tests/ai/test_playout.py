"""Values of hands if both go on as an engine plays, against values known otherwise."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai import playout
from ai.base import RangeAgent
from ai.beliefs import waiting_ev
from ai.blueprint.agent import BlueprintAgent
from ai.cfr.best_response import agent_table
from ai.cfr.infoset_values import infoset_values
from ai.evs import NO_ANSWER, TOO_LONG, with_more_ev
from ai.playout import TooLongError, play_out
from ai.reach import RangeReader, matchups, visible
from ai.registry import build
from ai.spot.agent import SpotAgent
from ai.spot.solver import SpotSolver
from ai.spot.spot import Spot
from ai.worth import INFERRED, PLAYED, STATED, values_after, worth_at
from engine.cards import parse_cards
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.player import CALL, PublicState, Strategy
from engine.policy import blocked, policy_table, strategy_at
from engine.tree import DECISION
from tests.naive.blueprints import random_blueprint
from tests.naive.random_spots import random_spot
from tests.naive.small_games import legal_actions, random_policy

NOLIMIT = get_game("holdem-nolimit@100")
RIVER = tuple(parse_cards("Kh8d3c2s2h"))
SHALLOW = BlueprintAgent("random", random_blueprint("holdem-nolimit@20", "50,100,a/100,a/a"))


class Odd(RangeAgent):
    """An engine with a random policy, optionally without an answer somewhere."""

    def __init__(self, game, seed, fails=None, values=None):
        self.name = "odd"
        policy = random_policy(game, seed, zeros=0.2)

        def answer(spot):
            actions = tuple(legal_actions(spot))
            rows = [[policy(spot, card)[action] for action in actions] for card in game.deck]
            return Strategy(actions, np.array(rows) * ~blocked(game, spot.board)[:, None])

        self.policy = policy_table(game, answer)
        self.fails, self.values = fails, values

    def strategy(self, spot, control=None):
        if self.fails is not None and spot.actions == self.fails:
            raise EngineError("nothing comes to mind")
        answer = strategy_at(self.policy, self.policy.tree.find(spot.actions), spot.board, "")
        values = None if self.values is None else values_after(spot, self.values, answer)
        return replace(answer, values=values)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
@pytest.mark.parametrize("engine", ["cfr", "nfsp", "random", "passive", "odd"])
def test_small_games_equal_the_values_of_all_decisions(name, engine):
    game = get_game(name)
    seed = int(np.random.SeedSequence().generate_state(1)[0])
    print("seed", seed)
    agent = Odd(game, seed) if engine == "odd" else build(engine, game)
    table = agent_table(game, agent)
    known, reader = infoset_values(table, table), RangeReader(agent)
    tree = known.tree
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        for place, board in enumerate(known.boards[tree.street[node]]):
            spot = PublicState(game, tree.line_to(node), board)
            ev, after = play_out(reader, spot, known.nodes[node].reach[:, place])
            expected = np.stack([known.ev(node, player)[place] for player in (0, 1)])
            np.testing.assert_allclose(ev, expected, rtol=0, atol=1e-9)
            there = known.action_ev(node)[place]
            for column, action in enumerate(reader.answer(spot).actions):
                at = tree.actions_at(node).index(action)
                np.testing.assert_allclose(after[:, column], there[:, at], rtol=0, atol=1e-9)


@pytest.mark.parametrize("cards", [4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_solved_spots_are_worth_what_their_solver_says(cards, seed):
    rng = np.random.default_rng(seed)
    texts = random_spot(rng, cards, 10) if cards == 5 else random_spot(rng, 4, 5, 1, 1.5)
    spot = Spot.parse(**texts.texts)
    solver = SpotSolver(spot)
    solver.step(7)
    reader = RangeReader(SpotAgent(solver, values=False), np.stack(spot.ranges))
    lines = [(), *((action,) for action in solver.view((), spot.board).actions)]
    for line in lines:
        node = PublicState(spot.game, line, spot.board)
        if node.finished or node.street > 0:
            continue
        view = solver.view(line, spot.board)
        ev, after = play_out(reader, node, reader.reach(node).weights)
        close = 1e-9 * texts.pot
        for player in (0, 1):
            held = view.reach[player] > 0
            np.testing.assert_allclose(ev[player, held], view.ev[player, held], rtol=0, atol=close)
        held = view.reach[node.to_act] > 0
        np.testing.assert_allclose(after[held], view.action_ev[held], rtol=0, atol=close)


def shares_the_pot(agent, spot, ranges):
    """Check that both EVs add up to the pot, actions to the EV, and blocked hands have none."""
    reader = RangeReader(agent)
    ev, after = play_out(reader, spot, ranges)
    total = 0.0
    for player in (0, 1):
        held = matchups(spot.game, ranges, player)
        known = held > 0
        total += held[known] @ ev[player, known] / held[known].sum()
    assert total == pytest.approx(spot.pot, rel=1e-9)
    answer, out = reader.answer(spot), blocked(spot.game, spot.board)
    assert np.isnan(ev[:, out]).all() and np.isnan(after[out]).all()
    there = ~np.isnan(ev[spot.to_act])
    mixed = (answer.probabilities[there] * after[there]).sum(axis=1)
    np.testing.assert_allclose(mixed, ev[spot.to_act, there], rtol=0, atol=1e-9 * spot.pot)


@given(
    st.integers(0, 2**32 - 1), st.sampled_from(["cc/cc/cc/", "r200c/cc/r500c/", "r237c/cc/cc/c"])
)
@settings(max_examples=20, deadline=None)
def test_both_share_the_pot_of_any_ranges(seed, line):
    rng = np.random.default_rng(seed)
    game = SHALLOW.blueprint.game
    board = tuple(rng.permutation(52)[:5].tolist())
    ranges = rng.random((2, 1326)) * (rng.random((2, 1326)) < 0.3) * ~blocked(game, board)
    shares_the_pot(SHALLOW, PublicState(game, parse_line(game, line), board), ranges)


@pytest.mark.parametrize("engine", ["cfr", "equity", "passive"])
@pytest.mark.parametrize("line", ["r300c/cc/cc/", "r300c/cc/cc/r600", "r250c/cr727c/cc/"])
def test_engines_share_the_pot_on_the_river(engine, line):
    agent = build(engine, NOLIMIT)
    spot = PublicState(NOLIMIT, parse_line(NOLIMIT, line), RIVER)
    shares_the_pot(agent, spot, visible([RangeReader(agent).reach(spot)])[0])


def more(agent, spot):
    reader = RangeReader(agent)
    ranges, answer = visible([reader.reach(spot)]), reader.answer(spot)
    worth = worth_at([spot], ranges, [answer])
    return worth, with_more_ev(worth, reader, [spot], ranges, [answer])


def test_the_last_round_is_played_out_and_others_are_not():
    agent = build("equity", NOLIMIT)
    before, worth = more(agent, PublicState(NOLIMIT, parse_line(NOLIMIT, "r300c/cc/cc/"), RIVER))
    assert set(before.basis) == {STATED, ""} and worth.basis == (PLAYED, PLAYED)
    assert worth.total_ev(0) + worth.total_ev(1) == pytest.approx(600, rel=1e-9)
    assert worth.action_ev is not None and worth.trouble == ""
    _, worth = more(agent, PublicState(NOLIMIT, parse_line(NOLIMIT, "r300c/cc/"), RIVER[:4]))
    assert set(worth.basis) == {STATED, INFERRED} and worth.action_ev is None


def test_turns_are_played_out_for_engines_that_state_nothing():
    for name, line in (("cfr", "r300c/cc/r900r2700"), ("call", "cc/cc/")):
        spot = PublicState(NOLIMIT, parse_line(NOLIMIT, line), RIVER[:4])
        _, worth = more(build(name, NOLIMIT), spot)
        assert worth.basis == (PLAYED, PLAYED) and worth.action_ev is not None
        assert worth.total_ev(0) + worth.total_ev(1) == pytest.approx(spot.pot, rel=1e-9)
    # Nobody raises, so that the pot goes by equity.
    assert worth.total_ev(0) == pytest.approx(200 * worth.total_equity(0), rel=1e-9)


def test_what_is_too_much_is_left_with_a_reason(monkeypatch):
    spot = PublicState(NOLIMIT, parse_line(NOLIMIT, "r300c/cc/cc/"), RIVER)
    monkeypatch.setattr(playout, "MOST_ANSWERS", 3)
    agent = build("equity", NOLIMIT)
    with pytest.raises(TooLongError, match="too many lines"):
        play_out(RangeReader(agent), spot, np.ones((2, 1326)))
    _, worth = more(agent, spot)
    assert worth.trouble == TOO_LONG and set(worth.basis) == {STATED, INFERRED}


def test_an_engine_that_fails_on_the_way_is_no_mishap():
    game = get_game("kuhn")
    agent = Odd(game, 1, fails=parse_line(game, "cr"))
    spot = PublicState(game, (CALL,), ())
    reader = RangeReader(agent)
    ranges, answer = [np.ones((2, 3))], reader.answer(spot)
    worth = with_more_ev(worth_at([spot], ranges, [answer]), reader, [spot], ranges, [answer])
    assert worth.trouble == NO_ANSWER and worth.basis == ("", "")


def test_it_can_be_stopped():
    control = JobControl()
    control.cancel()
    spot = PublicState(NOLIMIT, parse_line(NOLIMIT, "r300c/cc/cc/"), RIVER)
    reader = RangeReader(build("call", NOLIMIT))
    with pytest.raises(CancelledError):
        play_out(reader, spot, np.ones((2, 1326)), control)
    empty = worth_at([spot], [np.ones((2, 1326))])
    with pytest.raises(CancelledError):
        answer = reader.answer(spot)
        with_more_ev(empty, reader, [spot], [np.ones((2, 1326))], [answer], control)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_what_is_stated_one_decision_away_is_the_others_ev(name):
    """Values inferred from an engine's right values are right, too."""
    game = get_game(name)
    agent = Odd(game, 5)
    known = infoset_values(agent.policy, agent.policy)
    agent.values, tree = known, known.tree
    reader, checked = RangeReader(agent), 0
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        for place, board in enumerate(known.boards[tree.street[node]]):
            spot = PublicState(game, tree.line_to(node), board)
            ranges, answer = reader.reach(spot).weights, reader.answer(spot)
            waits = 1 - spot.to_act
            found = waiting_ev(reader, spot, ranges, answer)
            np.testing.assert_allclose(found, known.ev(node, waits)[place], rtol=0, atol=1e-9)
            checked += np.count_nonzero(~np.isnan(found))
    assert checked > 10


@pytest.mark.parametrize("cards", [4, 5])
def test_it_is_so_with_cards_in_common(cards):
    texts = random_spot(np.random.default_rng(4), cards, 6, 1, 1.5)
    spot = Spot.parse(**texts.texts)
    solver = SpotSolver(spot)
    solver.step(9)
    reader = RangeReader(SpotAgent(solver), np.stack(spot.ranges))
    for line in [(), *((action,) for action in solver.view((), spot.board).actions)]:
        node = PublicState(spot.game, line, spot.board)
        if node.finished or node.street > 0:
            continue
        view = solver.view(line, spot.board)
        waits = 1 - node.to_act
        ranges = reader.reach(node).weights
        found = waiting_ev(reader, node, ranges, reader.answer(node))
        held = (view.reach[waits] > 0) & ~np.isnan(found)
        assert held.any()
        np.testing.assert_allclose(found[held], view.ev[waits, held], rtol=0, atol=1e-9 * texts.pot)


def test_a_raise_taken_for_others_is_worth_what_they_are():
    game = SHALLOW.blueprint.game
    line, board = parse_line(game, "cc/r270"), RIVER[:3]
    spot = PublicState(game, line, board)
    before = PublicState(game, line[:-1], board)
    reader = RangeReader(SHALLOW)
    answer = reader.answer(before)
    shares = reader.taken_for(before, line[-1], answer)
    assert line[-1] not in answer.actions and len(shares) == 2
    found = waiting_ev(reader, spot, np.ones((2, 1326)), reader.answer(spot))
    parts = np.zeros(1326)
    for action, share in shares:
        then = before.after(action)
        after = answer.values[:, answer.actions.index(action)] + then.pot - before.pot
        parts += share * after / then.pot
    free = ~blocked(game, board)
    np.testing.assert_allclose(found[free] / spot.pot, parts[free], rtol=1e-12)
