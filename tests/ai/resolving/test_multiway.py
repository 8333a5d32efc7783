"""Streets that two players begin at tables of three and six, and rivers that three begin."""

import logging
import random
from dataclasses import replace

import numpy as np
import pytest

from ai.betting.sizes import parse_menu
from ai.multiway.agent import MultiwayAgent
from ai.reading.reach import RangeReader, given_folds
from ai.registry import build
from ai.resolving.agent import ResolveAgent
from ai.resolving.street import EFFORTS, SETTLED, UNIFORM, SolvingEffort, StreetSolver
from ai.review.hands import HandReviewer
from ai.three_way.solver import ThreeWaySolver
from ai.three_way.spot import ThreeWaySpot
from engine.combos import combo_index
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, SeatView, raise_to, sample_action
from engine.policy import blocked
from engine.records.record import HandRecord
from tests.naive.blueprints import random_multiway_blueprint
from tests.naive.pokerkit_hands import random_action

pytestmark = pytest.mark.slow

SIX, TWO = get_game("holdem-nolimit-6@100"), get_game("holdem-nolimit@100")
BOARD = (0, 17, 34, 51, 8)
FAST = {
    4: SolvingEffort(parse_menu("100"), parse_menu("a"), iterations=2, chunk=1),
    5: replace(
        EFFORTS[5],
        iterations=20,
        three_way=(SolvingEffort(parse_menu("75"), parse_menu("a"), iterations=4, chunk=2),),
    ),
}
PREFLOP = "r300ffcff"
"""Under the gun, 2, is called by the button, 5; the blinds leave 150."""
MULTIWAY = "ffr300fcc"
"""The cutoff, 4, is called by both blinds."""
CROWDED = "fr300fccc"
"""Under the gun + 1, 3, is called by the button and both blinds."""
RIVER_OF_THREE = f"{MULTIWAY}/ccc/ccc/"


@pytest.fixture(scope="module")
def blueprint():
    return MultiwayAgent("cfr", random_multiway_blueprint(SIX.name))


@pytest.fixture(scope="module")
def agent(blueprint):
    return ResolveAgent("cfr-resolve", blueprint, FAST)


def at(line, game=SIX):
    actions = parse_line(game, line)
    spot = PublicState(game, actions, ())
    return spot.on(BOARD[: game.board_sizes[spot.street]])


def same(one, other):
    assert one.actions == other.actions
    assert np.array_equal(one.probabilities, other.probabilities)
    assert np.array_equal(one.values, other.values)


@pytest.mark.parametrize("efforts", [FAST, {5: FAST[5]}], ids=["turn and river", "river"])
def test_two_left_are_answered_as_in_the_same_hand_of_two(blueprint, efforts):
    own = ResolveAgent("cfr-resolve", blueprint, efforts)
    first = at(PREFLOP + "/cc" * (min(efforts) - 3) + "/")
    reach = given_folds(first, RangeReader(blueprint).reach(first).weights)[[2, 5]]
    # Heads-up the button has the small blind; what the blinds left is dead money.
    alone = StreetSolver(lambda start, control: reach, efforts)
    rules = replace(TWO, dead=150)
    for line in ("", "c", "r737", "r737r2000", "r737r2000r10000"):
        spot = at(f"{PREFLOP}/cc/cc/{line}")
        twin = PublicState(rules, parse_line(rules, f"r300c/cc/cc/{line}"), BOARD)
        found = own.strategy(spot)
        assert found.note == "solved here, 20 iterations" and spot.pot == twin.pot
        same(found, alone.at(twin).answer(twin))
        solver, played = own.solution(spot)
        assert solver.spot.tree.find(played) >= 0 and len(played) == len(twin.actions) - 6


def test_where_more_began_the_street_the_blueprint_answers(agent, blueprint, caplog):
    for line in (
        f"{MULTIWAY}/ccc/c",
        f"{MULTIWAY}/ccc/cr900f",
        f"{CROWDED}/cccc/cccc/r900c",
        f"{CROWDED}/cccc/cccc/r900f",
    ):
        spot = at(line)
        answer, plain = agent.strategy(spot), blueprint.strategy(spot)
        assert answer.actions == plain.actions
        assert np.array_equal(answer.probabilities, plain.probabilities)
        count = 4 if CROWDED in line else 3
        words = f"this street cannot be solved: {count} players saw this street; streets of two are"
        assert answer.note.startswith(f"{plain.note}; {words}")
        agent.act(SeatView(spot, spot.to_act, (1, 2)), np.random.default_rng(1))
        assert agent.unsolved is None  # as it should be
        assert agent.considering(spot, raise_to(5000)) is None
    # Once one of three has folded on the turn, the river is solved, from the blueprint's ranges.
    spot = at(f"{MULTIWAY}/ccc/cr900fc/")
    with caplog.at_level(logging.WARNING):
        assert agent.strategy(spot).note == "solved here, 20 iterations"
    assert not caplog.records


def with_uniform(reach, board):
    free = ~blocked(SIX, board)
    own = np.where(free, reach, 0.0)
    mixed = (1 - UNIFORM) * own / own.sum() + UNIFORM * free / free.sum()
    return mixed / mixed.max()


def solved_alone(blueprint):
    """The river of three solved as a spot."""
    start = at(RIVER_OF_THREE)
    reach = given_folds(start, RangeReader(blueprint).reach(start).weights)
    ranges = [with_uniform(reach[seat], start.board) for seat in (0, 1, 4)]
    stacks = tuple(start.stack(seat) for seat in (0, 1, 4))
    (effort,) = FAST[5].three_way
    spot = ThreeWaySpot(
        *(start.board, tuple(one.round(6) for one in ranges), start.pot, stacks),
        *(effort.bets[0], effort.raises[0], SIX.big_blind),
    )
    solver = ThreeWaySolver(spot)
    for done in range(0, effort.iterations, effort.chunk):
        solver.step(effort.chunk)
        if 2 * (done + effort.chunk) >= effort.iterations:
            solver.settle(SETTLED)
    return solver


@pytest.mark.ci
def test_a_river_of_three_is_answered_as_the_solved_spot(agent, blueprint):
    alone = solved_alone(blueprint)
    for line, steps in (
        ("", ()),
        ("c", (CALL,)),
        ("r975", (raise_to(675),)),
        ("r975f", (raise_to(675), FOLD)),
        ("cr975r10000", (CALL, raise_to(675), raise_to(9700))),
    ):
        spot = at(RIVER_OF_THREE + line)
        answer, view = agent.strategy(spot), alone.view(steps, spot.board)
        assert answer.note == "solved here, 4 iterations" and answer.actions == view.actions
        assert answer.probabilities == pytest.approx(view.strategy, abs=1e-5)
        assert answer.values == pytest.approx(np.nan_to_num(view.action_ev), abs=1e-2)
        solver, played = agent.solution(spot)
        assert played == steps and solver.iteration == 4
        hole = (50, 49)
        acted = agent.act(SeatView(spot, spot.to_act, hole), np.random.default_rng(2))
        assert acted == sample_action(answer, combo_index(hole), np.random.default_rng(2))
    assert agent.noise(spot, FOLD).distance == pytest.approx(alone.exploitability(), rel=1e-3)


@pytest.mark.ci
def test_another_bet_of_three_joins_the_tree_where_it_was_made(blueprint):
    game = SIX.with_stacks((9000, 5000, 10_000, 10_000, 1500, 700))
    own = ResolveAgent("cfr-resolve", blueprint, FAST)
    spot = at(RIVER_OF_THREE + "r1100", game)  # 800 on the street
    answer = own.strategy(spot)
    solver, line = own.solution(spot)
    assert line == solver.spot.line == (raise_to(800),) and answer.actions[:2] == (FOLD, CALL)
    assert own.considering(at(RIVER_OF_THREE, game), raise_to(800)).actions[-1] == raise_to(800)
    # Nobody can call more than 4,700 of a shove.
    root = at(RIVER_OF_THREE, game)
    shove = raise_to(root.legal.max_raise)
    assert shove.raise_to == 8700
    same(own.strategy(root.after(shove)), own.strategy(root.after(raise_to(4700))))
    again = ResolveAgent("cfr-resolve", blueprint, FAST).strategy(spot)
    same(answer, again)


@pytest.mark.ci
def test_a_river_of_three_that_is_not_solved_says_why(blueprint):
    own = ResolveAgent("cfr-resolve", blueprint, FAST)
    for stack, line, words in (
        (350, RIVER_OF_THREE, "a player has less than a big blind left"),
        (300, f"{MULTIWAY}/cc/cc/", "3 players saw this street"),
    ):
        spot = at(line, SIX.with_stacks((*(10_000,) * 4, stack, 10_000)))
        assert words in own.strategy(spot).note and own.solution(spot) is None
    large = SolvingEffort(parse_menu("1,2,3,4"), parse_menu("1,2,3"), iterations=1, chunk=1)
    own = ResolveAgent("cfr-resolve", blueprint, {5: replace(FAST[5], three_way=(large,))})
    assert "too large to be solved in time" in own.strategy(at(RIVER_OF_THREE)).note


def test_solving_a_river_of_three_can_be_stopped(agent, blueprint):
    own = ResolveAgent("cfr-resolve", blueprint, FAST)
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        own.strategy(at(RIVER_OF_THREE), control)
    hastened = JobControl()
    hastened.hasten()
    assert own.strategy(at(RIVER_OF_THREE), hastened).note == "solved here, 2 iterations"
    same(own.strategy(at(RIVER_OF_THREE)), agent.strategy(at(RIVER_OF_THREE)))


def test_stacks_count_as_far_as_both_have_them(blueprint):
    game = SIX.with_stacks((9000, 500, 10_000, 10_000, 2000, 700))
    own = ResolveAgent("cfr-resolve", blueprint, FAST)
    line = "ffr300fcf/cc/cc/"  # the small blind and the cutoff, who has 1,700 left
    spot = at(line, game)
    answer = own.strategy(spot)
    assert [action.raise_to for action in answer.actions] == [0, 350, 700, 1700]
    shove = raise_to(spot.legal.max_raise)
    assert shove.raise_to == 8700
    assert own.taken_for(spot, shove, answer) == ((raise_to(1700), 1.0),)
    same(own.strategy(spot.after(shove)), own.strategy(spot.after(raise_to(1700))))
    assert own.strategy(spot.after(shove)).actions == (FOLD, CALL)
    # Where little is left, the longer stack may bet no less than the rules ask for.
    little = SIX.with_stacks((9000, 500, 10_000, 10_000, 340, 700))
    spot = at(line, little)
    assert own.strategy(spot).actions == (CALL, raise_to(100))
    assert own.strategy(spot.after(CALL)).actions == (CALL, raise_to(40))


@pytest.mark.ci
def test_answers_are_legal_in_random_hands(blueprint):
    rng, solved = random.Random(3), 0
    efforts = {cards: effort.with_iterations(1, 1) for cards, effort in FAST.items()}
    own = ResolveAgent("cfr-resolve", blueprint, efforts)
    while solved < 30:
        game = SIX.with_stacks(tuple(rng.randrange(300, 20_000) for _ in range(6)))
        hand = HandState.deal(game, rng.sample(game.deck, len(game.deck)))
        while not hand.finished:
            action, spot = random_action(rng, hand), hand.spot
            if own.streets.solves(spot):
                answer, solved = own.strategy(spot), solved + 1
                refused = "a player has less than a big blind left" in answer.note
                assert refused or answer.note == "solved here, 1 iterations"
                free = ~blocked(game, spot.board)
                assert np.allclose(answer.probabilities.sum(axis=1), free)
                assert len(set(answer.actions)) == len(answer.actions)
                for one in answer.actions:
                    spot.after(one)  # raises if the rules do not allow it
            elif rng.random() < 0.5 and spot.legal.fold and sum(hand_in(spot)) > 2:
                action = FOLD
            hand.apply(action)


def hand_in(spot):
    return [not spot.folded(seat) for seat in range(spot.game.num_players)]


def test_ranges_are_carried_through_sizes_between_those_of_the_menu(blueprint):
    spot = PublicState(SIX, (), ())
    answer = blueprint.strategy(spot)
    totals = [action.raise_to for action in answer.actions if action.raise_to]
    size = (totals[0] + totals[1]) // 2 + 1
    (low, share), (high, rest) = blueprint.taken_for(spot, raise_to(size), answer)
    assert [low.raise_to, high.raise_to] == totals[:2]
    assert share + rest == pytest.approx(1.0) and 0.0 < share < 1.0
    found = RangeReader(blueprint).reach(spot.after(raise_to(size)))
    columns = [answer.probabilities[:, answer.actions.index(one)] for one in (low, high)]
    assert found.weights[2] == pytest.approx(share * columns[0] + rest * columns[1])
    assert found.misses == ()
    assert blueprint.taken_for(spot, CALL, answer) == ()
    # A size that no hand bets is none to be mapped to.
    unused = np.where(np.array(answer.actions) == high, 0.0, answer.probabilities)
    taken = blueprint.taken_for(spot, raise_to(size), replace(answer, probabilities=unused))
    assert high not in dict(taken) and dict(taken)[low] > share


def test_options_for_two_players_are_refused_in_words():
    for option in ("safety=combined", "flops=btn"):
        with pytest.raises(EngineError, match="safety and flops with two players only"):
            build(f"cfr-resolve:{option}", SIX)


@pytest.mark.parametrize(
    ("line", "seat", "solved"),
    [(f"{PREFLOP}/cc/cc/cc", 2, {2}), (f"{RIVER_OF_THREE}ccc", 4, {3})],
)
def test_reviews_take_the_evs_of_solved_streets(agent, line, seat, solved):
    hand = HandState.deal(SIX, [*range(12, 24), *(24, 25, 26, 27, 28), *range(12), *range(29, 52)])
    for action in parse_line(SIX, line):
        hand.apply(action)
    record = HandRecord.of(hand, 1, tuple("abcdef"))
    reviewed = HandReviewer(SIX, agent, None).decisions(record, seat)
    known = [one for one in reviewed if one.judged and not np.isnan(one.evs).any()]
    assert {one.spot.street for one in known} == solved
