import numpy as np
import pytest

from ai.betting.sizes import SpotError
from ai.solver.agent import SpotAgent
from ai.solver.locks import Lock
from ai.solver.solver import SpotSolver, estimate
from ai.solver.spot import Spot
from engine.cards import parse_cards
from engine.combos import NUM_HOLDEM_COMBOS
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.tree import DECISION
from tests.ai.solver.spot_files import SPOT, TURN
from tests.controls import cancelled

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def solved():
    solvers = {spot: SpotSolver(spot) for spot in (SPOT, TURN)}
    for solver in solvers.values():
        solver.step(20)
    return solvers


def at(spot, line=(), more=""):
    return PublicState(spot.game, tuple(line), (*spot.board, *parse_cards(more)))


OTHER = "chips or streets differ from those of"


@pytest.mark.parametrize(
    ("spot", "line", "card"),
    [
        *((SPOT, line, "") for line in ((), (CALL,), (raise_to(50),), (CALL, raise_to(50)))),
        *((TURN, (CALL,), ""), (TURN, (CALL, CALL), "7d")),
    ],
)
def test_answers_are_average_strategies_with_or_without_values(solved, spot, line, card):
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
        (SPOT, PublicState(get_game("holdem-nolimit"), (), ()), f"{OTHER} No-l"),
        (SPOT, PublicState(TURN.game, (), TURN.board), f"{OTHER} Turn spot"),
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
    for values in (True, False):
        with pytest.raises(EngineError, match=text):
            SpotAgent(solved[spot], values=values).strategy(state)
    with pytest.raises(CancelledError):
        SpotAgent(solved[spot]).strategy(at(spot), cancelled())


EVERYBODY = np.ones(NUM_HOLDEM_COMBOS, np.bool_)


def polar(**more):
    spot = Spot.parse("Kh Kd 7s 4c 2d", "AhAs,QhJh", "QsQd", "10", "10", "100", "")
    return SpotSolver(spot, **more)


def test_lock_memory_estimate_includes_every_river():
    spot = Spot.parse("2c 3c 4c 5c", "AhAs,AhAd,AsAd", "KhKs,KhKd,KsKd", "10", "10", "100", "")
    size, locked = estimate(spot), estimate(spot, locked=True)
    assert locked.num_bytes > size.num_bytes and locked.infosets > size.infosets
    check = np.repeat([[1.0, 0.0]], NUM_HOLDEM_COMBOS, 0)
    assert SpotSolver(spot).infosets == size.infosets
    assert SpotSolver(spot, locks=(Lock((), (), EVERYBODY, check),)).infosets == locked.infosets


def test_foreign_locks_and_states_are_rejected():
    for line in ((raise_to(3),), (CALL, CALL)):
        with pytest.raises(SpotError, match="not at a decision") as told:
            polar(locks=(Lock(line, (), ~EVERYBODY, np.zeros((NUM_HOLDEM_COMBOS, 2))),))
        assert told.value.field == "locks"
    for state in ({}, polar(algorithm="pdcfr+").save_state()):
        with pytest.raises(EngineError, match="arrays differ"):
            polar().load_state(state)


RANGE = "22+,A2s+,K5s+,Q8s+,J8s+,T8s+,97s+,A5o+,KTo+,QTo+,JTo"
PART = 0.1


def trained(settles):
    spot = Spot.parse("Kh 9d 7s 4c 2d", RANGE, RANGE, "10", "10", "80", "50,100,a", "100,a")
    solver = SpotSolver(spot)
    for turn in range(6):
        solver.step(10)
        if settles and turn >= 2:
            solver.settle(PART)
    return solver


def losses(solver):
    tree, spot, found = solver.plan.tree, solver.spot, []
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        view = solver.view(tree.line_to(node), spot.board)
        came, weights = view.reach[view.to_act], spot.ranges[view.to_act]
        rare = (weights > 0) & (came < 0.01 * weights) & np.isfinite(view.action_ev).all(1)
        lost = view.action_ev.max(1) - (view.strategy * view.action_ev).sum(1)
        found += lost[rare].tolist()
    return found


def test_settling_cuts_losses_of_low_reach_hands():
    plain, settled = trained(False), trained(True)
    before, after = losses(plain), losses(settled)
    assert min(len(before), len(after)) > 100
    assert np.mean(after) < np.mean(before) / 4
    assert settled.exploitability() <= plain.exploitability()


@pytest.mark.parametrize("half", [True, False])
def test_settling_needs_a_32_bit_non_predictive_run(half):
    with pytest.raises(EngineError, match="32-bit run and a non-predictive"):
        polar(algorithm="dcfr" if half else "pdcfr+", half=half).settle(PART)
