"""The engine that plays the blueprint until the river, and there a solution of its own."""

from __future__ import annotations

import numpy as np
import pytest

from ai.blueprint.shipped import shipped_agent
from ai.reach import RangeReader
from ai.registry import build
from ai.resolve.agent import ResolveAgent
from ai.resolve.street import UNIFORM, StreetSolver, street_start
from engine.errors import CancelledError
from engine.game import Game, get_game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.match import play
from engine.player import CALL, Action, PublicState, raise_to
from engine.policy import blocked
from engine.rng import rng_state
from engine.table import shuffled_deck

NO_LIMIT, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")
BOARD = (0, 17, 34, 51, 8)
CHECKED = (CALL, CALL) * 3
FAST = 20


def river(game: Game, *actions: Action) -> PublicState:
    return PublicState(game, CHECKED + actions, BOARD)


@pytest.fixture(scope="module", params=[NO_LIMIT, LIMIT], ids=["no-limit", "limit"])
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def agent(game: Game, iterations: int = FAST) -> ResolveAgent:
    return ResolveAgent("cfr-resolve", shipped_agent(game), iterations)


def test_before_the_river_it_is_the_blueprint(game: Game) -> None:
    own, blueprint = agent(game), shipped_agent(game)
    for street, cards in enumerate((0, 3, 4)):
        spot = PublicState(game, (CALL, CALL) * street, BOARD[:cards])
        one, other = own.strategy(spot), blueprint.strategy(spot)
        assert one.actions == other.actions
        assert np.array_equal(one.probabilities, other.probabilities)


def test_the_river_is_solved_from_the_blueprints_ranges(game: Game) -> None:
    spot = river(game)
    answer = agent(game, 200).strategy(spot)
    out = blocked(game, BOARD)
    assert np.allclose(answer.probabilities[~out].sum(axis=1), 1.0)
    assert not answer.probabilities[out].any()
    assert answer.note == "solved here, 200 iterations"
    reader = RangeReader(shipped_agent(game))
    seen: list[PublicState] = []

    def ranges(start: PublicState, control: JobControl | None) -> np.ndarray:
        seen.append(start)
        return reader.reach(start, control).weights

    solver = StreetSolver(ranges, 200).at(river(game, CALL)).solver
    assert [start.actions for start in seen] == [CHECKED]
    assert solver.exploitability() < 0.03 * spot.pot
    # Out of position is the player who acts first on the river.
    first = spot.to_act
    for player, seat in enumerate((first, 1 - first)):
        share = reader.reach(spot).weights[seat]
        share = (1.0 - UNIFORM) * share / share.sum() + UNIFORM * ~out / (~out).sum()
        assert solver.spot.ranges[player] == pytest.approx(share / share.max(), abs=1e-6)
    assert np.array_equal(solver.answer((), BOARD)[1], answer.probabilities)


def test_a_decision_has_the_same_bits_whatever_was_asked_before() -> None:
    line = (raise_to(137), raise_to(900))
    spots = [river(NO_LIMIT, *line[:count]) for count in range(3)]
    first, second = agent(NO_LIMIT), agent(NO_LIMIT)
    found = [first.strategy(spot) for spot in spots]
    for spot, one in reversed(list(zip(spots, found, strict=True))):
        other = second.strategy(spot)
        assert one.actions == other.actions
        assert np.array_equal(one.probabilities, other.probabilities)


def test_a_bet_that_nobody_foresaw_enters_the_tree() -> None:
    own = agent(NO_LIMIT)
    assert raise_to(137) not in own.strategy(river(NO_LIMIT)).actions
    known = own._streets.at(river(NO_LIMIT, raise_to(137)), None).solver
    assert raise_to(137) in known.answer((), BOARD)[0]
    # Read by somebody else, it is taken for the sizes around it.
    taken = own.taken_for(river(NO_LIMIT), raise_to(137))
    assert [one.raise_to for one, _ in taken] == [100, 200]
    assert sum(share for _, share in taken) == pytest.approx(1.0)
    assert own.taken_for(river(NO_LIMIT), raise_to(10_000))[-1][0] in (
        own.strategy(river(NO_LIMIT)).actions
    )


def test_later_decisions_are_read_off_the_same_solution() -> None:
    own = agent(NO_LIMIT)
    solvers = {
        id(own._streets.at(river(NO_LIMIT, *line), None).solver)
        for line in ((), (CALL,), (raise_to(100),), (raise_to(100), raise_to(500)))
    }
    assert len(solvers) == 1


def test_every_action_is_legal_and_the_own_row_is_drawn_from(game: Game) -> None:
    own, rng, random = agent(game, 5), np.random.default_rng(3), np.random.default_rng(4)
    cards = rng_state(7)
    rivers = 0
    for number in range(40):
        hand = HandState.deal(game, shuffled_deck(game, cards))
        while not hand.finished:
            spot = hand.spot
            if spot.to_act == number % 2:
                rivers += len(spot.board) == 5
                action = own.act(hand.view(spot.to_act), rng)
            else:
                legal = spot.legal
                odd = legal.max_raise and random.random() < 0.3
                most = min(legal.max_raise, 3 * spot.pot)
                amount = int(random.integers(legal.min_raise, max(most, legal.min_raise) + 1))
                action = raise_to(amount) if odd else CALL
            hand.apply(action)  # raises if it is not legal
    assert rivers > 10


def test_what_cannot_be_reached_is_played_from_all_hands() -> None:
    # Folding is all that the blueprint does with most hands after such raises.
    raises = [raise_to(amount) for amount in (210, 433, 1001, 2345, 6789)]
    spot = PublicState(NO_LIMIT, (*raises, CALL, *(CALL, CALL) * 2), BOARD)
    answer = agent(NO_LIMIT).strategy(spot)
    assert np.allclose(answer.probabilities[~blocked(NO_LIMIT, BOARD)].sum(axis=1), 1.0)


def test_it_is_stopped_at_once() -> None:
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        agent(NO_LIMIT, 10**6).strategy(river(NO_LIMIT), control)


def test_the_same_seed_gives_the_same_match() -> None:
    first, second = (
        play(NO_LIMIT, [agent(NO_LIMIT, 5), build("call", NO_LIMIT)], 10, seed=5, duplicate=True)
        for _ in range(2)
    )
    assert np.array_equal(first.payoffs, second.payoffs)


def test_a_street_starts_with_its_first_decision() -> None:
    spot = river(NO_LIMIT, raise_to(100), raise_to(400))
    start = street_start(spot)
    assert (start.actions, start.board, start.to_act) == (CHECKED, BOARD, river(NO_LIMIT).to_act)
