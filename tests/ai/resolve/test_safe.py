"""Rivers that are solved safely: the other chooses with which hands it comes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ai.blueprint.shipped import shipped_agent
from ai.reach import RangeReader
from ai.registry import build
from ai.reports import last_street
from ai.reports.last_street import LastStreet, _Walk
from ai.resolve.agent import ResolveAgent
from ai.resolve.effort import EFFORTS as RESOLVING
from ai.resolve.street import RIVER
from engine.errors import CancelledError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, PublicState, Strategy, raise_to

LIMIT = get_game("holdem-limit")
START = PublicState(LIMIT, (raise_to(20), CALL, *(CALL, CALL) * 2), (0, 17, 34, 51, 8))
CONTROL = JobControl()
EFFORT = replace(RESOLVING[RIVER], iterations=60)
EFFORTS = {RIVER: EFFORT}
"""Rivers alone."""


@pytest.fixture(scope="module")
def reader() -> RangeReader:
    return RangeReader(shipped_agent(LIMIT))


@pytest.fixture(scope="module")
def agents() -> dict[bool, ResolveAgent]:
    blueprint = shipped_agent(LIMIT)
    return {safe: ResolveAgent("resolver", blueprint, EFFORTS, safe=safe) for safe in (True, False)}


def test_hands_that_should_not_be_here_win_little_more_than_from_the_blueprint(
    reader: RangeReader, agents: dict[bool, ResolveAgent]
) -> None:
    street = LastStreet(START, reader.reach(START).weights)
    seat = 1 - START.to_act
    before = street.worth(seat, reader, reader, CONTROL)

    def more(agent: ResolveAgent) -> float:
        """Return how much more hands win than from the blueprint, hands that win less left out."""
        side = RangeReader(agent)
        live = street._live
        walk = _Walk(
            seat, live, side, None, lambda here: side.answer(here, CONTROL).actions, CONTROL
        )
        values = street._values(walk, np.ones(len(live)))
        return float(np.maximum(values - before[live], 0.0).sum())

    assert 0.0 < more(agents[True]) < 0.5 * more(agents[False])


def test_each_seat_has_a_solution_of_its_own(agents: dict[bool, ResolveAgent]) -> None:
    later = START.after(CALL)
    for safe, agent in agents.items():
        first, second = (agent.streets.at(state).solver for state in (START, later))
        assert (first is second) is not safe
        for solver, state in ((first, START), (second, later)):
            assert solver.iteration == EFFORT.iterations
            assert (solver.entry is not None) is safe
            assert (agent.solution(state) is None) is safe  # it is not one spot for both
            if solver.entry is not None:
                # The other is out of position where the player in position is to act.
                assert solver.entry.player == int(state.to_act == START.to_act)


def test_who_stops_it_early_finds_it_no_less_safe_later() -> None:
    own = ResolveAgent("resolver", shipped_agent(LIMIT), EFFORTS, safe=True)
    guarding = own.streets._guarding
    assert guarding is not None

    class Stops:
        def answer(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
            raise CancelledError("stopped")

    own.streets._guarding = Stops()
    with pytest.raises(CancelledError):
        own.strategy(START)
    own.streets._guarding = guarding
    assert own.streets.at(START).solver.entry is not None


def test_it_is_a_way_to_play_the_engine(agents: dict[bool, ResolveAgent]) -> None:
    agent = build("cfr-resolve:safety=combined", LIMIT)
    assert isinstance(agent, ResolveAgent)
    assert agent.name == "cfr-resolve:safety=combined"
    assert agent.streets._guarding is not None
    plain = build("cfr-resolve", LIMIT)
    assert isinstance(plain, ResolveAgent)
    assert plain.streets._guarding is None
    safe, unsafe = (agents[kind].strategy(START).probabilities for kind in (True, False))
    assert not np.allclose(safe, unsafe, atol=1e-3)


def test_where_the_blueprint_has_too_many_lines_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_street, "MOST_LINES", 10)
    blueprint = shipped_agent(LIMIT)
    answer = ResolveAgent("resolver", blueprint, EFFORTS, safe=True).strategy(START)
    assert np.array_equal(answer.probabilities, blueprint.strategy(START).probabilities)
    assert "the street has more than 10 lines" in answer.note
