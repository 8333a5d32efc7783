from dataclasses import replace

import numpy as np
import pytest

from ai.agents.base import RangeAgent
from ai.blueprint.agent import BlueprintAgent
from ai.cfr.best_response import agent_table
from ai.cfr.infoset_values import infoset_values
from ai.reading.reach import RangeReader, visible
from ai.registry import build
from ai.solver.agent import SpotAgent
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot
from ai.values import playout
from ai.values.node_values import (
    INFERRED,
    NO_ANSWER,
    PLAYED,
    STATED,
    TOO_LONG,
    values_after,
    waiting_ev,
    with_more_ev,
    worth_at,
)
from ai.values.playout import TooLongError, play_out
from engine.cards import parse_cards
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_line, spot_of
from engine.player import CALL, PublicState
from engine.policy import blocked, strategy_at
from engine.tree import DECISION
from tests.ai.opponent.known import table_of
from tests.naive.blueprints import random_blueprint
from tests.naive.random_spots import random_spot
from tests.naive.small_games import random_policy

pytestmark = pytest.mark.slow

NOLIMIT = get_game("holdem-nolimit@100")
RIVER = tuple(parse_cards("Kh8d3c2s2h"))
ON_RIVER = spot_of(NOLIMIT, "r300c/cc/cc/", RIVER)
SHALLOW = BlueprintAgent("random", random_blueprint("holdem-nolimit@20", "50,100,a/100,a/a"))


class Odd(RangeAgent):
    def __init__(self, game, seed, fails=None):
        self.name, self.fails, self.values = "odd", fails, None
        self.policy = table_of(game, random_policy(game, seed, zeros=0.2))

    def strategy(self, spot, control=None):
        if self.fails is not None and spot.actions == self.fails:
            raise EngineError("nothing comes to mind")
        answer = strategy_at(self.policy, self.policy.tree.find(spot.actions), spot.board, "")
        values = None if self.values is None else values_after(spot, self.values, answer)
        return replace(answer, values=values)


def close(found, expected, atol=1e-9):
    np.testing.assert_allclose(found, expected, rtol=0, atol=atol)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
@pytest.mark.parametrize("engine", ["cfr", "nfsp", "odd"])
def test_small_games_equal_the_values_of_all_decisions(name, engine):
    """Also what is stated one decision away is the other's EV, if it is right."""
    game = get_game(name)
    agent = Odd(game, 5) if engine == "odd" else build(engine, game)
    table = agent_table(game, agent)
    known, reader = infoset_values(table, table), RangeReader(agent)
    if engine == "odd":
        agent.values = known
    tree, checked = known.tree, 0
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        for place, board in enumerate(known.boards[tree.street[node]]):
            spot = PublicState(game, tree.line_to(node), board)
            evs = np.stack([known.ev(node, player)[place] for player in (0, 1)])
            ev, after = play_out(reader, spot, known.nodes[node].reach[:, place])
            close(ev, evs)
            answer, there = reader.answer(spot), known.action_ev(node)[place]
            for column, action in enumerate(answer.actions):
                close(after[:, column], there[:, tree.actions_at(node).index(action)])
            if engine == "odd":
                found = waiting_ev(reader, spot, reader.reach(spot).weights, answer)
                close(found, evs[1 - spot.to_act])
                checked += np.count_nonzero(~np.isnan(found))
    assert checked > 10 or engine != "odd"


@pytest.mark.parametrize(("cards", "seed"), [(4, 0), (4, 1), (5, 0), (5, 1)])
def test_solved_spots_are_worth_what_their_solver_says(cards, seed):
    rng = np.random.default_rng(seed)
    texts = random_spot(rng, cards, 10) if cards == 5 else random_spot(rng, 4, 5, 1, 1.5)
    spot, atol = Spot.parse(**texts.texts), 1e-9 * texts.pot
    solver, waited = SpotSolver(spot), False
    solver.step(7)
    silent, stating = (
        RangeReader(SpotAgent(solver, values=values), np.stack(spot.ranges))
        for values in (False, True)
    )
    for line in [(), *((action,) for action in solver.view((), spot.board).actions)]:
        node = PublicState(spot.game, line, spot.board)
        if node.finished or node.street > 0:
            continue
        view, ranges = solver.view(line, spot.board), silent.reach(node).weights
        ev, after = play_out(silent, node, ranges)
        for player in (0, 1):
            held = view.reach[player] > 0
            close(ev[player, held], view.ev[player, held], atol)
        held, waits = view.reach[node.to_act] > 0, 1 - node.to_act
        close(after[held], view.action_ev[held], atol)
        found = waiting_ev(stating, node, ranges, stating.answer(node))
        held = (view.reach[waits] > 0) & ~np.isnan(found)
        waited |= held.any()
        close(found[held], view.ev[waits, held], atol)
    assert waited


def more(agent, spot, ranges=None):
    reader = RangeReader(agent)
    ranges, answer = ranges or visible([reader.reach(spot)]), reader.answer(spot)
    worth = worth_at([spot], ranges, [answer])
    return worth, with_more_ev(worth, reader, [spot], ranges, [answer])


def test_the_last_round_is_played_out_and_turns_of_engines_that_state_nothing():
    agent = build("equity", NOLIMIT)
    before, worth = more(agent, ON_RIVER)
    assert set(before.basis) == {STATED, ""} and worth.basis == (PLAYED, PLAYED)
    assert worth.total_ev(0) + worth.total_ev(1) == pytest.approx(600, rel=1e-9)
    assert worth.action_ev is not None and worth.trouble == ""
    _, worth = more(agent, spot_of(NOLIMIT, "r300c/cc/", RIVER[:4]))
    assert set(worth.basis) == {STATED, INFERRED} and worth.action_ev is None
    for name, line in (("cfr", "r300c/cc/r900r2700"), ("call", "cc/cc/")):
        spot = spot_of(NOLIMIT, line, RIVER[:4])
        _, worth = more(build(name, NOLIMIT), spot)
        assert worth.basis == (PLAYED, PLAYED) and worth.action_ev is not None
        assert worth.total_ev(0) + worth.total_ev(1) == pytest.approx(spot.pot, rel=1e-9)
    # Nobody raises, so that the pot goes by equity.
    assert worth.total_ev(0) == pytest.approx(200 * worth.total_equity(0), rel=1e-9)


def test_what_is_too_much_fails_or_is_stopped_on_the_way_is_left(monkeypatch):
    monkeypatch.setattr(playout, "MOST_ANSWERS", 3)
    agent = build("equity", NOLIMIT)
    with pytest.raises(TooLongError, match="too many lines"):
        play_out(RangeReader(agent), ON_RIVER, np.ones((2, 1326)))
    _, worth = more(agent, ON_RIVER)
    assert worth.trouble == TOO_LONG and set(worth.basis) == {STATED, INFERRED}
    kuhn = get_game("kuhn")
    odd = Odd(kuhn, 1, fails=parse_line(kuhn, "cr"))
    _, worth = more(odd, PublicState(kuhn, (CALL,), ()), [np.ones((2, 3))])
    assert worth.trouble == NO_ANSWER and worth.basis == ("", "")
    control, ranges = JobControl(), np.ones((2, 1326))
    control.cancel()
    reader, empty = RangeReader(agent), worth_at([ON_RIVER], [ranges])
    answer = reader.answer(ON_RIVER)
    for ask in (
        lambda: play_out(reader, ON_RIVER, ranges, control),
        lambda: with_more_ev(empty, reader, [ON_RIVER], [ranges], [answer], control),
    ):
        with pytest.raises(CancelledError):
            ask()


def test_a_raise_taken_for_others_is_worth_what_they_are():
    game, board = SHALLOW.blueprint.game, RIVER[:3]
    line = parse_line(game, "cc/r270")
    spot, before = PublicState(game, line, board), PublicState(game, line[:-1], board)
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
