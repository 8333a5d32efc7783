import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from ai.betting.sizes import parse_menu
from ai.blueprint.shipped import shipped_agent
from ai.reading.reach import RangeReader
from ai.resolving import street as street_module
from ai.resolving.agent import ResolveAgent
from ai.resolving.street import DEEP, EFFORTS, UNIFORM, SolvingEffort, StreetSolver
from ai.solver.solver import SpotSolver
from ai.values.node_values import waiting_ev
from engine.errors import CancelledError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, PublicState, raise_to
from engine.policy import blocked

pytestmark = pytest.mark.slow

NO_LIMIT, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")
BOARD = (0, 17, 34, 51, 8)
CHECKED = (CALL, CALL) * 3
FAST = {
    4: SolvingEffort(parse_menu("100"), parse_menu("a"), iterations=2, chunk=1),
    5: replace(EFFORTS[5], iterations=20),
}


def turn(game, *actions):
    return PublicState(game, CHECKED[:4] + actions, BOARD[:4])


def river(game, *actions):
    return PublicState(game, CHECKED + actions, BOARD)


@pytest.fixture(scope="module", params=[NO_LIMIT, LIMIT], ids=["no-limit", "limit"])
def game(request):
    return request.param


def agent(game, efforts=FAST, **more):
    return ResolveAgent("cfr-resolve", shipped_agent(game), efforts, **more)


def solves(street, iterations):
    return {street: replace(FAST[street], iterations=iterations)}


def same(one, other):
    assert one.actions == other.actions
    assert np.array_equal(one.probabilities, other.probabilities)


def mixed(share, game, board):
    """A range of which a part is spread over all hands, the largest weight 1."""
    free = ~blocked(game, board)
    share = np.where(free, share, 0.0)
    share = (1.0 - UNIFORM) * share / share.sum() + UNIFORM * free / free.sum()
    return pytest.approx(share / share.max(), abs=1e-6)


def checked(answer, spot):
    out = blocked(spot.game, spot.board)
    assert np.allclose(answer.probabilities[~out].sum(axis=1), 1.0)
    assert not answer.probabilities[out].any()


def test_before_the_turn_it_is_the_blueprint(game):
    own, blueprint = agent(game), shipped_agent(game)
    for street, cards in enumerate((0, 3)):
        spot = PublicState(game, (CALL, CALL) * street, BOARD[:cards])
        same(own.strategy(spot), blueprint.strategy(spot))


def test_the_river_is_solved_from_the_blueprints_ranges(game):
    spot, reader, seen = river(game), RangeReader(shipped_agent(game)), []
    own = agent(game, solves(5, 100))
    answer = own.strategy(spot)
    checked(answer, spot)
    assert answer.note == "solved here, 100 iterations"

    def ranges(start, control):
        seen.append(start.actions)
        return reader.reach(start, control).weights

    solver = StreetSolver(ranges, solves(5, 100)).at(river(game, CALL)).solver
    assert seen == [CHECKED] and solver.exploitability() < 0.05 * spot.pot
    # Out of position is the player who acts first on the river.
    for player, seat in enumerate((spot.to_act, 1 - spot.to_act)):
        assert solver.spot.ranges[player] == mixed(reader.reach(spot).weights[seat], game, BOARD)
    assert np.array_equal(solver.answer((), BOARD)[1], answer.probabilities)
    # It is handed out where it is played.
    assert RangeReader(own).solution(river(game, CALL)) == (own.streets.at(spot).solver, (CALL,))
    assert RangeReader(own).solution(turn(game)) is reader.solution(spot) is None


def test_the_turn_is_solved_to_the_end_from_the_blueprints_ranges(game):
    spot, own = turn(game), agent(game, solves(4, 20))
    answer, solver = own.strategy(spot), own.streets.at(spot).solver
    assert (solver.spot.num_streets, solver.spot.board) == (2, BOARD[:4])
    assert solver.exploitability() < 0.3 * spot.pot
    checked(answer, spot)
    assert np.array_equal(answer.values, np.nan_to_num(solver.view((), spot.board).action_ev))
    share = RangeReader(shipped_agent(game)).reach(spot).weights[spot.to_act]
    assert solver.spot.ranges[0] == mixed(share, game, spot.board)


def test_the_ranges_of_a_river_are_those_of_the_solution_of_the_turn(game):
    own = agent(game, {**FAST, **solves(4, 8)})
    line = (CALL, raise_to(turn(game).legal.min_raise + (37 if game is NO_LIMIT else 0)), CALL)
    found = own.streets.at(PublicState(game, CHECKED[:4] + line, BOARD)).solver.spot.ranges
    # The size that was bet is in the tree from the start of the turn on.
    solver = own.streets.at(turn(game, *line[:2])).solver
    for player in range(2):
        share = solver.spot.ranges[player].copy()
        for place in range(player, len(line), 2):
            actions, rows = solver.answer(line[:place], BOARD[:4])
            share *= rows[:, actions.index(line[place])]
        assert found[player] == mixed(share, game, BOARD)


def test_no_all_in_on_a_deep_turn():
    game, effort = get_game("holdem-nolimit@20"), replace(EFFORTS[4], iterations=1)
    for first, goes in (((CALL, CALL), False), ((raise_to(2 * game.big_blind), CALL), True)):
        spot = PublicState(game, (*first, CALL, CALL), BOARD[:4])
        found, shove = agent(game, {4: effort}).streets.at(spot), raise_to(spot.legal.max_raise)
        assert (shove in found.solver.answer((), spot.board)[0]) is goes
        assert effort.on(spot).considers(spot, shove) is goes
        assert goes is (spot.stack(0) <= DEEP * spot.pot)


@pytest.mark.parametrize("told", ["it needs", "there is not enough memory"])
def test_a_turn_without_memory_leaves_the_river_to_be_solved(monkeypatch, told):
    def solver(spot, *, workers):
        if len(spot.board) == 4:
            raise MemoryError
        return SpotSolver(spot, workers=workers)

    if told == "it needs":
        monkeypatch.setattr(street_module, "MOST_BYTES", 5_000_000)
    else:
        monkeypatch.setattr(street_module, "SpotSolver", solver)
    own, rivers, blueprint = agent(NO_LIMIT), agent(NO_LIMIT, {5: FAST[5]}), shipped_agent(NO_LIMIT)
    spot, bet, even = turn(NO_LIMIT), raise_to(120), np.ones(1326)
    answer, one = own.strategy(spot), own.strategy(river(NO_LIMIT))
    same(answer, blueprint.strategy(spot))
    assert f"this street cannot be solved: {told}" in answer.note
    assert own.taken_for(spot, bet, answer) == blueprint.taken_for(spot, bet, answer)
    found, expected = (each.hand_evs(spot, (1, 2), even) for each in (own, blueprint))
    assert np.array_equal(found, expected)
    assert one.note == "solved here, 20 iterations"
    same(one, rivers.strategy(river(NO_LIMIT)))
    monkeypatch.undo()  # with memory again the river comes from the turn
    if told != "it needs":
        same(own.strategy(river(NO_LIMIT)), agent(NO_LIMIT).strategy(river(NO_LIMIT)))


def test_solutions_are_kept_within_bounds_and_go_without_the_collector(monkeypatch):
    own = agent(NO_LIMIT, solves(5, 1))
    size = own.streets.at(river(NO_LIMIT)).solver.num_bytes
    first = weakref.ref(own.streets.at(river(NO_LIMIT)).solver)
    monkeypatch.setattr(street_module, "KEPT_BYTES", int(2.5 * size))
    gc.disable()
    try:
        for amount in (337, 437, 537):
            last = weakref.ref(own.streets.at(river(NO_LIMIT, raise_to(amount))).solver)
        assert size < own.streets.kept_bytes <= 2.5 * size
        assert first() is None and last() is not None
        del own
        assert last() is None
    finally:
        gc.enable()


class Hastens(JobControl):
    def __init__(self, *parts):
        self.heard = []
        super().__init__(self.listen)
        self.parts = parts

    def listen(self, fraction, text):
        self.heard.append((fraction, text))
        if text == "Solving the turn" and fraction in self.parts:
            self.hasten()


def test_a_hastened_engine_answers_with_its_current_strategy_and_resumes_later():
    efforts = {**solves(4, 4), **solves(5, 20)}
    for street, part, all_of_it in ((turn, 2, 4), (river, 10, 20)):
        own, control, spot = agent(NO_LIMIT, efforts), Hastens(0.25), street(NO_LIMIT)
        assert own.strategy(spot, control).note == f"solved here, {part} iterations"
        assert control.heard[:2] == [(0.0, "Solving the turn"), (0.25, "Solving the turn")]
        later = own.strategy(spot)
        assert later.note == f"solved here, {all_of_it} iterations"
        same(later, agent(NO_LIMIT, efforts).strategy(spot))


def test_a_turn_is_solved_once_for_all_bets_of_its_rivers_even_in_parts(monkeypatch):
    monkeypatch.setattr(street_module, "KEPT_BYTES", 1)  # a river drops its turn
    own, begun = agent(NO_LIMIT, {**solves(4, 4), **solves(5, 20)}), []
    for bets in ((), (), (137,), (151,)):  # the turn goes on at each decision of its river
        control = Hastens(0.25, 0.75)
        own.strategy(river(NO_LIMIT, *map(raise_to, bets)), control)
        begun += [part for part, text in control.heard if text == "Solving the turn"]
    assert begun == [0.0, 0.25, 0.5, 0.75]


def test_a_solution_cut_short_replaces_no_complete_one():
    own = agent(NO_LIMIT, solves(5, 40))
    complete = []

    def listen(fraction, text):
        if not complete:  # somebody else asks meanwhile, and is not hastened
            complete.append(own.streets.at(river(NO_LIMIT)).solver)
        elif fraction:
            control.hasten()

    control = JobControl(listen)
    assert own.strategy(river(NO_LIMIT), control).note == "solved here, 20 iterations"
    assert own.streets.at(river(NO_LIMIT)).solver is complete[0]
    assert own.streets.kept_bytes == complete[0].num_bytes


@pytest.mark.parametrize("street", [turn, river])
def test_a_decision_has_the_same_bits_whatever_was_asked_before(street):
    line, first, second = (raise_to(237), raise_to(900)), agent(NO_LIMIT), agent(NO_LIMIT)
    spots = [street(NO_LIMIT, *line[:count]) for count in range(3)]
    found = [first.strategy(spot) for spot in spots]
    for place in (2, 1, 0):
        same(found[place], second.strategy(spots[place]))


def test_an_unforeseen_bet_enters_the_tree():
    own = agent(NO_LIMIT)
    assert raise_to(137) not in own.strategy(river(NO_LIMIT)).actions
    known = own.streets.at(river(NO_LIMIT, raise_to(137)), None).solver
    assert raise_to(137) in known.answer((), BOARD)[0]
    for street, size in ((turn, 200), (river, 100)):
        lines = ((), (CALL,), (raise_to(size),), (CALL, raise_to(200)))
        assert len({id(own.streets.at(street(NO_LIMIT, *line)).solver) for line in lines}) == 1


def test_a_bet_is_read_as_the_sizes_around_it_and_nothing_is_solved():
    own, solving = agent(NO_LIMIT), agent(NO_LIMIT)
    for spot, bet, sizes in (
        (river(NO_LIMIT), raise_to(137), [100, 200]),
        (turn(NO_LIMIT), CALL, []),
        (turn(NO_LIMIT), raise_to(9_900), []),  # nobody goes all-in at once where it is deep
        (turn(NO_LIMIT), raise_to(220), [200]),
    ):
        answer = solving.strategy(spot)
        taken = own.taken_for(spot, bet, answer)
        assert [one.raise_to for one, _ in taken] == sizes
        assert sum(share for _, share in taken) == pytest.approx(float(bool(sizes)))
        assert bet == CALL or bet not in answer.actions
    assert own.streets.kept_bytes == 0


@pytest.mark.parametrize("street", [turn, river])
def test_such_a_bet_is_worth_what_was_stated_of_the_sizes_around_it(street):
    spot, reader = street(NO_LIMIT, raise_to(137)), RangeReader(agent(NO_LIMIT))
    before = reader.answer(street(NO_LIMIT))
    found = waiting_ev(reader, spot, reader.reach(spot).weights, reader.answer(spot))
    expected = np.zeros(1326)
    for action, share in reader.taken_for(street(NO_LIMIT), raise_to(137), before):
        stated = before.values[:, before.actions.index(action)] + action.raise_to
        expected += share * stated * spot.pot / street(NO_LIMIT, action).pot
    known = ~np.isnan(found)
    assert known.any()
    np.testing.assert_allclose(found[known], expected[known], rtol=1e-9)


def test_what_cannot_be_reached_is_played_from_all_hands():
    # Folding is all that the blueprint does with most hands after such raises.
    raises = [raise_to(amount) for amount in (210, 433, 1001, 2345, 6789)]
    spot = PublicState(NO_LIMIT, (*raises, CALL, *(CALL, CALL) * 2), BOARD)
    checked(agent(NO_LIMIT).strategy(spot), spot)


@pytest.mark.parametrize("street", [turn, river])
def test_it_is_stopped_at_once(street):
    spot = street(NO_LIMIT)
    own = agent(NO_LIMIT, solves(len(spot.board), 10**6))
    control = JobControl(lambda fraction, text: control.cancel() if fraction else None)
    for _ in range(2):  # once while it solves, and then before it does
        with pytest.raises(CancelledError):
            own.strategy(spot, control)
