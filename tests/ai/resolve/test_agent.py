"""The engine that plays the blueprint until the turn, and its own solutions from there."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ai.beliefs import waiting_ev
from ai.blueprint.shipped import shipped_agent
from ai.reach import RangeReader
from ai.registry import build
from ai.resolve import street as street_module
from ai.resolve.agent import ResolveAgent
from ai.resolve.effort import DEEP, EFFORTS, Effort
from ai.resolve.street import UNIFORM, StreetSolver, street_start
from ai.spot.sizes import parse_menu
from ai.spot.solver import SpotSolver
from ai.spot.spot import Spot
from engine.errors import CancelledError
from engine.game import Game, get_game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.match import play
from engine.player import CALL, FOLD, Action, PublicState, raise_to
from engine.policy import blocked
from engine.rng import rng_state
from engine.table import shuffled_deck

NO_LIMIT, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")
BOARD = (0, 17, 34, 51, 8)
CHECKED = (CALL, CALL) * 3
FAST = {
    4: Effort(parse_menu("100"), parse_menu("a"), iterations=2, chunk=1),
    5: replace(EFFORTS[5], iterations=20),
}


Street = Callable[..., PublicState]


def turn(game: Game, *actions: Action) -> PublicState:
    return PublicState(game, CHECKED[:4] + actions, BOARD[:4])


def river(game: Game, *actions: Action) -> PublicState:
    return PublicState(game, CHECKED + actions, BOARD)


@pytest.fixture(scope="module", params=[NO_LIMIT, LIMIT], ids=["no-limit", "limit"])
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def agent(game: Game, efforts: dict[int, Effort] = FAST) -> ResolveAgent:
    return ResolveAgent("cfr-resolve", shipped_agent(game), efforts)


def solves(street: int, iterations: int) -> dict[int, Effort]:
    """One street alone."""
    return {street: replace(FAST[street], iterations=iterations)}


def test_before_the_turn_it_is_the_blueprint(game: Game) -> None:
    own, blueprint = agent(game), shipped_agent(game)
    for street, cards in enumerate((0, 3)):
        spot = PublicState(game, (CALL, CALL) * street, BOARD[:cards])
        one, other = own.strategy(spot), blueprint.strategy(spot)
        assert one.actions == other.actions
        assert np.array_equal(one.probabilities, other.probabilities)


def test_the_river_is_solved_from_the_blueprints_ranges(game: Game) -> None:
    spot = river(game)
    answer = agent(game, solves(5, 200)).strategy(spot)
    out = blocked(game, BOARD)
    assert np.allclose(answer.probabilities[~out].sum(axis=1), 1.0)
    assert not answer.probabilities[out].any()
    assert answer.note == "solved here, 200 iterations"
    reader = RangeReader(shipped_agent(game))
    seen: list[PublicState] = []

    def ranges(start: PublicState, control: JobControl | None) -> np.ndarray:
        seen.append(start)
        return reader.reach(start, control).weights

    solver = StreetSolver(ranges, solves(5, 200)).at(river(game, CALL)).solver
    assert [start.actions for start in seen] == [CHECKED]
    assert solver.exploitability() < 0.03 * spot.pot
    # Out of position is the player who acts first on the river.
    first = spot.to_act
    for player, seat in enumerate((first, 1 - first)):
        share = reader.reach(spot).weights[seat]
        share = (1.0 - UNIFORM) * share / share.sum() + UNIFORM * ~out / (~out).sum()
        assert solver.spot.ranges[player] == pytest.approx(share / share.max(), abs=1e-6)
    assert np.array_equal(solver.answer((), BOARD)[1], answer.probabilities)


def test_the_turn_is_solved_to_the_end_from_the_blueprints_ranges(game: Game) -> None:
    spot = turn(game)
    own = agent(game, solves(4, 40))
    answer, solver = own.strategy(spot), own.streets.at(spot).solver
    assert (solver.spot.num_streets, solver.spot.board) == (2, BOARD[:4])
    assert solver.exploitability() < 0.2 * spot.pot
    assert answer.note == "solved here, 40 iterations"
    out = blocked(game, spot.board)
    assert np.allclose(answer.probabilities[~out].sum(axis=1), 1.0)
    assert answer.values is not None
    worth = solver.view((), spot.board).action_ev
    assert np.array_equal(answer.values, np.nan_to_num(worth))
    share = RangeReader(shipped_agent(game)).reach(spot).weights[spot.to_act]
    share = (1.0 - UNIFORM) * share / share.sum() + UNIFORM * ~out / (~out).sum()
    assert solver.spot.ranges[0] == pytest.approx(share / share.max(), abs=1e-6)


def test_fixed_bets_have_the_games_own_rules_on_the_turn() -> None:
    tree = agent(LIMIT, solves(4, 1)).streets.at(turn(LIMIT)).solver.spot.tree
    line = (CALL, *(raise_to(LIMIT.raise_sizes[2] * count) for count in range(1, 5)))
    assert tree.actions_at(tree.find(line)) == (FOLD, CALL)
    assert tree.actions_at(tree.find((*line, CALL))) == (CALL, raise_to(LIMIT.raise_sizes[3]))


def test_the_ranges_of_a_river_are_those_of_the_solution_of_the_turn(game: Game) -> None:
    own = agent(game, {**FAST, **solves(4, 8)})
    amount = turn(game).legal.min_raise + (37 if game is NO_LIMIT else 0)
    line = (CALL, raise_to(amount), CALL)
    spot = PublicState(game, CHECKED[:4] + line, BOARD)
    found = own.streets.at(spot).solver.spot.ranges
    # The size that was bet is in the tree from the start of the turn on.
    solver = own.streets.at(turn(game, *line[:2])).solver
    out = blocked(game, BOARD)
    for player in range(2):
        share = solver.spot.ranges[player].copy()
        for place, action in enumerate(line):
            if place % 2 == player:
                actions, rows = solver.answer(line[:place], BOARD[:4])
                share *= rows[:, actions.index(action)]
        share = np.where(out, 0.0, share)
        share = (1.0 - UNIFORM) * share / share.sum() + UNIFORM * ~out / (~out).sum()
        assert found[player] == pytest.approx(share / share.max(), abs=1e-6)


def test_nobody_goes_all_in_where_the_turn_is_deep() -> None:
    game = get_game("holdem-nolimit@20")
    shoves = []
    for raised in (game.big_blind, 2 * game.big_blind):
        first = (CALL, CALL) if raised == game.big_blind else (raise_to(raised), CALL)
        spot = PublicState(game, (*first, CALL, CALL), BOARD[:4])
        effort = replace(EFFORTS[4], iterations=1).on(spot)
        found = agent(game, {4: replace(EFFORTS[4], iterations=1)}).streets.at(spot).solver
        shove = raise_to(spot.legal.max_raise)
        shoves.append(shove in found.answer((), spot.board)[0])
        assert effort.considers(spot, shove) is shoves[-1]
        assert shoves[-1] is (spot.stack(0) <= DEEP * spot.pot)
    assert shoves == [False, True]


def test_one_thread_and_two_come_to_the_same_bits() -> None:
    spot = turn(NO_LIMIT, raise_to(200))
    one, two = (
        ResolveAgent("cfr-resolve", shipped_agent(NO_LIMIT), solves(4, 5), workers=workers)
        for workers in (1, 2)
    )
    assert np.array_equal(one.strategy(spot).probabilities, two.strategy(spot).probabilities)


def test_what_needs_too_much_memory_is_left_to_the_blueprint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(street_module, "MOST_BYTES", 5_000_000)
    own, blueprint = agent(NO_LIMIT), shipped_agent(NO_LIMIT)
    answer, other = own.strategy(turn(NO_LIMIT)), blueprint.strategy(turn(NO_LIMIT))
    assert np.array_equal(answer.probabilities, other.probabilities)
    assert "this street cannot be solved: it needs" in answer.note
    # The river is small enough; its ranges are those of the blueprint.
    assert own.strategy(river(NO_LIMIT)).note == "solved here, 20 iterations"


def test_where_memory_runs_out_the_blueprint_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*_: object) -> None:
        raise MemoryError

    own, blueprint = agent(NO_LIMIT), shipped_agent(NO_LIMIT)
    monkeypatch.setattr(own.streets, "at", no_memory)
    answer = own.strategy(turn(NO_LIMIT))
    assert np.array_equal(answer.probabilities, blueprint.strategy(turn(NO_LIMIT)).probabilities)
    assert "this street cannot be solved: there is not enough memory" in answer.note


def test_an_engine_and_its_solutions_go_without_the_collector() -> None:
    own = agent(NO_LIMIT)
    own.strategy(river(NO_LIMIT))
    solver = weakref.ref(own.streets.at(river(NO_LIMIT)).solver)
    gc.disable()
    try:
        del own
        assert solver() is None
    finally:
        gc.enable()


def test_solutions_are_kept_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    own = agent(NO_LIMIT, solves(5, 1))
    one = own.streets.at(river(NO_LIMIT)).solver
    monkeypatch.setattr(street_module, "KEPT_BYTES", int(2.5 * one.num_bytes))
    for amount in (337, 437, 537):
        own.streets.at(river(NO_LIMIT, raise_to(amount)))
    kept = list(own.streets._known.values())
    assert sum(each.num_bytes for each in kept) == own.streets._bytes <= 2.5 * one.num_bytes
    assert one not in kept


def test_who_is_hastened_answers_with_what_there_is_and_goes_on_later() -> None:
    own, control = agent(NO_LIMIT, solves(4, 4)), JobControl()
    said: list[tuple[float, str]] = []

    def listen(fraction: float, text: str) -> None:
        said.append((fraction, text))
        if fraction == 0.25:
            control.hasten()

    control = JobControl(listen)
    assert own.strategy(turn(NO_LIMIT), control).note == "solved here, 2 iterations"
    assert said == [(0.0, "Solving the turn"), (0.25, "Solving the turn")]
    whole, fresh = own.strategy(turn(NO_LIMIT)), agent(NO_LIMIT, solves(4, 4))
    assert np.array_equal(whole.probabilities, fresh.strategy(turn(NO_LIMIT)).probabilities)


def test_a_river_after_a_turn_that_was_cut_short_is_solved_anew() -> None:
    def listen(fraction: float, text: str) -> None:
        if text == "Solving the turn" and fraction == 0.25:
            control.hasten()

    efforts = {**solves(4, 4), **solves(5, 20)}
    own, control = agent(NO_LIMIT, efforts), JobControl(listen)
    assert own.strategy(river(NO_LIMIT), control).note == "solved here, 10 iterations"
    whole, fresh = own.strategy(river(NO_LIMIT)), agent(NO_LIMIT, efforts).strategy(river(NO_LIMIT))
    assert whole.note == fresh.note == "solved here, 20 iterations"
    assert np.array_equal(whole.probabilities, fresh.probabilities)


def test_a_turn_that_is_cut_short_goes_on_at_each_decision_of_its_river(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(street_module, "KEPT_BYTES", 1)
    begun = []

    def listen(fraction: float, text: str) -> None:
        if text == "Solving the turn":
            begun.append(fraction)
            if fraction in (0.25, 0.75):
                control.hasten()

    own = agent(NO_LIMIT, {**solves(4, 4), **solves(5, 20)})
    for _ in range(2):
        control = JobControl(listen)
        own.strategy(river(NO_LIMIT), control)
    assert begun == [0.0, 0.25, 0.5, 0.75]


def test_a_turn_is_solved_once_for_all_bets_of_its_rivers(monkeypatch: pytest.MonkeyPatch) -> None:
    own, begun = agent(NO_LIMIT), []
    begin = own.streets._begin

    def note(last: PublicState, *of: Any) -> SpotSolver:
        begun.append(len(last.board))
        return begin(last, *of)

    monkeypatch.setattr(own.streets, "_begin", note)
    monkeypatch.setattr(street_module, "KEPT_BYTES", 1)  # a river drops its turn
    for amount in (137, 151, 173):
        own.strategy(river(NO_LIMIT, raise_to(amount)))
    assert begun == [4, 5, 5, 5]


def test_a_turn_without_memory_leaves_the_river_to_be_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def solver(spot: Spot, *, workers: int) -> SpotSolver:
        if len(spot.board) == 4:
            raise MemoryError
        return SpotSolver(spot, workers=workers)

    monkeypatch.setattr(street_module, "SpotSolver", solver)
    own, rivers = agent(NO_LIMIT), agent(NO_LIMIT, {5: FAST[5]})
    answer, hole, even = own.strategy(turn(NO_LIMIT)), (1, 2), np.ones(1326)
    assert "not enough memory" in answer.note
    blueprint, bet = shipped_agent(NO_LIMIT), raise_to(120)
    taken = own.taken_for(turn(NO_LIMIT), bet, answer)
    assert taken == blueprint.taken_for(turn(NO_LIMIT), bet, answer)
    evs = own.hand_evs(turn(NO_LIMIT), hole, even)
    assert evs is not None
    assert np.array_equal(evs, blueprint.hand_evs(turn(NO_LIMIT), hole, even))
    one, other = own.strategy(river(NO_LIMIT)), rivers.strategy(river(NO_LIMIT))
    assert one.note == other.note == "solved here, 20 iterations"
    assert np.array_equal(one.probabilities, other.probabilities)
    monkeypatch.undo()  # with memory again the river comes from the turn
    fresh = agent(NO_LIMIT).strategy(river(NO_LIMIT))
    assert np.array_equal(own.strategy(river(NO_LIMIT)).probabilities, fresh.probabilities)


def test_a_solution_cut_short_replaces_no_complete_one() -> None:
    own = agent(NO_LIMIT, solves(5, 20))
    whole = own.streets.at(river(NO_LIMIT)).solver
    (key,) = own.streets._known
    own.streets._keep(key, SpotSolver(whole.spot))
    assert own.streets._known[key] is whole
    assert own.streets._bytes == whole.num_bytes


@pytest.mark.parametrize("street", [turn, river])
def test_a_decision_has_the_same_bits_whatever_was_asked_before(
    street: Callable[..., PublicState],
) -> None:
    line = (raise_to(237), raise_to(900))
    spots = [street(NO_LIMIT, *line[:count]) for count in range(3)]
    first, second = agent(NO_LIMIT), agent(NO_LIMIT)
    found = [first.strategy(spot) for spot in spots]
    for spot, one in reversed(list(zip(spots, found, strict=True))):
        other = second.strategy(spot)
        assert one.actions == other.actions
        assert np.array_equal(one.probabilities, other.probabilities)


def test_a_bet_that_nobody_foresaw_enters_the_tree() -> None:
    own = agent(NO_LIMIT)
    before = own.strategy(river(NO_LIMIT))
    assert raise_to(137) not in before.actions
    known = own.streets.at(river(NO_LIMIT, raise_to(137)), None).solver
    assert raise_to(137) in known.answer((), BOARD)[0]
    # Read by somebody else, it is taken for the sizes around it.
    taken = own.taken_for(river(NO_LIMIT), raise_to(137), before)
    assert [one.raise_to for one, _ in taken] == [100, 200]
    assert sum(share for _, share in taken) == pytest.approx(1.0)


def test_to_read_a_bet_nothing_is_solved() -> None:
    answer = agent(NO_LIMIT).strategy(turn(NO_LIMIT))
    own = agent(NO_LIMIT)
    assert own.taken_for(turn(NO_LIMIT), raise_to(137), answer)
    assert own.taken_for(turn(NO_LIMIT), CALL, answer) == ()
    assert raise_to(9_900) not in answer.actions  # nobody goes all-in at once where it is deep
    assert own.taken_for(turn(NO_LIMIT), raise_to(9_900), answer) == ()
    assert own.taken_for(turn(NO_LIMIT), raise_to(220), answer) == ((raise_to(200), 1.0),)
    assert not own.streets._known


@pytest.mark.parametrize("street", [turn, river])
def test_such_a_bet_is_worth_what_was_stated_of_the_sizes_around_it(street: Street) -> None:
    spot, reader = street(NO_LIMIT, raise_to(137)), RangeReader(agent(NO_LIMIT))
    before = reader.answer(street(NO_LIMIT))
    found = waiting_ev(reader, spot, reader.reach(spot).weights, reader.answer(spot))
    assert before.values is not None
    taken = reader.taken_for(street(NO_LIMIT), raise_to(137), before)
    sizes = [action.raise_to for action, _ in taken]
    assert sizes
    parts = before.values[:, [before.actions.index(action) for action, _ in taken]] + sizes
    parts *= spot.pot / np.array([street(NO_LIMIT, raise_to(size)).pot for size in sizes])
    known = ~np.isnan(found)
    expected = parts[known] @ [share for _, share in taken]
    assert known.any()
    np.testing.assert_allclose(found[known], expected, rtol=1e-9)


def test_later_decisions_are_read_off_the_same_solution() -> None:
    own = agent(NO_LIMIT)
    for street, size in ((turn, 200), (river, 100)):
        solvers = {
            id(own.streets.at(street(NO_LIMIT, *line), None).solver)
            for line in ((), (CALL,), (raise_to(size),), (CALL, raise_to(200)))
        }
        assert len(solvers) == 1


def test_the_solution_is_handed_out_where_it_is_played(game: Game) -> None:
    own, spot = agent(game, solves(5, 3)), river(game, CALL)
    found = RangeReader(own).solution(spot)
    assert found is not None
    solver, line = found
    assert solver is own.streets.at(spot).solver and (line, solver.iteration) == ((CALL,), 3)
    assert RangeReader(own).solution(turn(game)) is None
    assert RangeReader(shipped_agent(game)).solution(spot) is None


def test_every_action_is_legal_and_the_own_row_is_drawn_from(game: Game) -> None:
    own, rng, random = agent(game), np.random.default_rng(3), np.random.default_rng(4)
    cards = rng_state(7)
    seen = {0: 0, 3: 0, 4: 0, 5: 0}
    for number in range(20):
        hand = HandState.deal(game, shuffled_deck(game, cards))
        while not hand.finished:
            spot = hand.spot
            if spot.to_act == number % 2:
                seen[len(spot.board)] += 1
                action = own.act(hand.view(spot.to_act), rng)
            else:
                legal = spot.legal
                odd = legal.max_raise and random.random() < 0.3
                most = min(legal.max_raise, 3 * spot.pot)
                amount = int(random.integers(legal.min_raise, max(most, legal.min_raise) + 1))
                action = raise_to(amount) if odd else CALL
            hand.apply(action)  # raises if it is not legal
    assert min(seen.values()) >= 5


def test_what_cannot_be_reached_is_played_from_all_hands() -> None:
    # Folding is all that the blueprint does with most hands after such raises.
    raises = [raise_to(amount) for amount in (210, 433, 1001, 2345, 6789)]
    spot = PublicState(NO_LIMIT, (*raises, CALL, *(CALL, CALL) * 2), BOARD)
    answer = agent(NO_LIMIT).strategy(spot)
    assert np.allclose(answer.probabilities[~blocked(NO_LIMIT, BOARD)].sum(axis=1), 1.0)


@pytest.mark.parametrize("street", [turn, river])
def test_it_is_stopped_at_once(street: Callable[..., PublicState]) -> None:
    spot = street(NO_LIMIT)
    own = agent(NO_LIMIT, solves(len(spot.board), 10**6))
    control = JobControl(lambda fraction, text: control.cancel() if fraction else None)
    with pytest.raises(CancelledError):
        own.strategy(spot, control)
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        own.strategy(spot, control)


def test_the_same_seed_gives_the_same_match() -> None:
    first, second = (
        play(NO_LIMIT, [agent(NO_LIMIT), build("call", NO_LIMIT)], 3, seed=5, duplicate=True)
        for _ in range(2)
    )
    assert np.array_equal(first.payoffs, second.payoffs)


def test_a_street_starts_with_its_first_decision() -> None:
    spot = river(NO_LIMIT, raise_to(100), raise_to(400))
    start = street_start(spot)
    assert (start.actions, start.board, start.to_act) == (CHECKED, BOARD, river(NO_LIMIT).to_act)
