"""The solution of a spot as an engine: its answers, its ranges, and its refusals."""

from __future__ import annotations

import numpy as np
import pytest

from ai.reach import RangeReader
from ai.spot.agent import SpotAgent
from ai.spot.solver import SpotSolver
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, PublicState, SeatView, raise_to
from engine.tree import DECISION
from tests.ai.spot.spot_files import SPOT, TURN


@pytest.fixture(scope="module")
def river():
    solver = SpotSolver(SPOT)
    solver.step(50)
    return solver


@pytest.fixture(scope="module")
def turn():
    solver = SpotSolver(TURN)
    solver.step(20)
    return solver


def at(spot, line=(), more=""):
    return PublicState(spot.game, tuple(line), (*spot.board, *parse_cards(more)))


def test_answers_are_the_averages(river):
    agent = SpotAgent(river)
    for line in ((), (CALL,), (raise_to(50),), (CALL, raise_to(50))):
        answer = agent.strategy(at(SPOT, line))
        view = river.view(line, SPOT.board)
        held = SPOT.ranges[view.to_act] > 0
        assert answer.actions == view.actions == SPOT.tree.actions_at(SPOT.tree.find(line))
        assert (answer.probabilities == view.strategy).all()
        assert np.array_equal(answer.values, view.action_ev, equal_nan=True)
        assert answer.probabilities[held].sum(axis=1) == pytest.approx(1.0, abs=1e-9)
        assert not answer.probabilities[~held].any()
        assert np.isfinite(answer.values[held]).all()
        assert answer.note == "50 iterations"


def test_answers_without_values_are_the_same(river, turn):
    lines = (SPOT, river, (), ""), (SPOT, river, (raise_to(50),), ""), (TURN, turn, (CALL,), "")
    for spot, solver, line, card in (*lines, (TURN, turn, (CALL, CALL), "7d")):
        state = at(spot, line, card)
        answer = SpotAgent(solver, values=False).strategy(state)
        view = solver.view(state.actions, state.board)
        assert answer.actions == view.actions and answer.values is None
        assert (answer.probabilities == view.strategy).all()
    with pytest.raises(EngineError, match="without this betting"):
        SpotAgent(river, values=False).strategy(at(SPOT, (raise_to(51),)))


def test_notes_are_as_given(river):
    assert SpotAgent(river, "Solved").strategy(at(SPOT)).note == "Solved"


def test_ranges_come_from_those_of_the_spot(turn):
    reader = RangeReader(SpotAgent(turn), np.stack(TURN.ranges))
    both = 0
    for node in np.flatnonzero((TURN.tree.kind == DECISION) & (TURN.tree.street == 1)).tolist():
        state = at(TURN, TURN.tree.line_to(node), "7d")
        view = turn.view(state.actions, state.board)
        assert reader.reach(state).weights == pytest.approx(view.reach, abs=1e-6)
        both += view.reach.any(axis=1).all()
    assert both > 2


def test_a_hand_is_played(river):
    agent = SpotAgent(river)
    hole = tuple(sorted(parse_cards("AsAh")))
    actions = {
        agent.act(SeatView(at(SPOT), 0, hole), np.random.default_rng(seed)) for seed in range(30)
    }
    row = agent.strategy(at(SPOT)).probabilities[parse_combo("AsAh")]
    offered = SPOT.tree.actions_at(0)
    assert actions <= {action for action, share in zip(offered, row, strict=True) if share > 0}


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (PublicState(get_game("holdem-nolimit"), (), ()), "other chips or streets than No-limit"),
        (PublicState(TURN.game, (), TURN.board), "other chips or streets than Turn spot"),
        (PublicState(SPOT.game, (), parse_cards("QsJh2h8c5s")), "another board"),
        (at(SPOT, (raise_to(51),)), "was solved without this betting"),
        (at(SPOT, (raise_to(50), FOLD)), "was solved without this betting"),
        (at(SPOT, (CALL, CALL)), "was solved without this betting"),
    ],
)
def test_what_it_has_no_answer_to(river, state, text):
    with pytest.raises(EngineError, match=text):
        SpotAgent(river).strategy(state)


def test_a_river_needs_its_card(turn):
    with pytest.raises(EngineError):
        SpotAgent(turn).strategy(at(TURN, (CALL, CALL)))
    with pytest.raises(EngineError):
        SpotAgent(turn).strategy(at(TURN, (), "7d"))


def test_who_stops_is_not_answered(river):
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        SpotAgent(river).strategy(at(SPOT), control)
