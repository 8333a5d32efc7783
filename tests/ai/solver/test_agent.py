import numpy as np
import pytest

from ai.solver.agent import SpotAgent
from ai.solver.solver import SpotSolver
from engine.cards import parse_cards
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, PublicState, raise_to
from tests.ai.solver.spot_files import SPOT, TURN

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def solved():
    solvers = {spot: SpotSolver(spot) for spot in (SPOT, TURN)}
    for solver in solvers.values():
        solver.step(20)
    return solvers


def at(spot, line=(), more=""):
    return PublicState(spot.game, tuple(line), (*spot.board, *parse_cards(more)))


@pytest.mark.parametrize(
    ("spot", "line", "card"),
    [
        *((SPOT, line, "") for line in ((), (CALL,), (raise_to(50),), (CALL, raise_to(50)))),
        (TURN, (CALL,), ""),
        (TURN, (CALL, CALL), "7d"),
    ],
)
def test_answers_are_the_averages_with_values_or_without(solved, spot, line, card):
    state = at(spot, line, card)
    view = solved[spot].view(line, state.board)
    answer = SpotAgent(solved[spot]).strategy(state)
    plain = SpotAgent(solved[spot], "Solved", values=False).strategy(state)
    held = view.reach[view.to_act] > 0
    for one, note in ((answer, "20 iterations"), (plain, "Solved")):
        assert one.actions == spot.tree.actions_at(spot.tree.find(line))
        assert (one.probabilities == view.strategy).all() and one.note == note
    assert plain.values is None and np.array_equal(answer.values, view.action_ev, equal_nan=True)
    assert answer.probabilities[held].sum(axis=1) == pytest.approx(1.0, abs=1e-9)
    assert np.isfinite(answer.values[held]).all()
    if spot is SPOT:
        assert not answer.probabilities[SPOT.ranges[view.to_act] == 0].any()


@pytest.mark.parametrize(
    ("spot", "state", "text"),
    [
        (
            SPOT,
            PublicState(get_game("holdem-nolimit"), (), ()),
            "chips or streets differ from those of No-l",
        ),
        (
            SPOT,
            PublicState(TURN.game, (), TURN.board),
            "chips or streets differ from those of Turn spot",
        ),
        (SPOT, PublicState(SPOT.game, (), parse_cards("QsJh2h8c5s")), "another board"),
        *(
            (SPOT, at(SPOT, line), "was solved without this betting")
            for line in ((raise_to(51),), (raise_to(50), FOLD), (CALL, CALL))
        ),
        (TURN, at(TURN, (CALL, CALL)), "."),
        (TURN, at(TURN, (), "7d"), "."),
    ],
)
def test_decisions_without_an_answer(solved, spot, state, text):
    stopped = JobControl()
    stopped.cancel()
    for values in (True, False):
        with pytest.raises(EngineError, match=text):
            SpotAgent(solved[spot], values=values).strategy(state)
    with pytest.raises(CancelledError):
        SpotAgent(solved[spot]).strategy(at(spot), stopped)
