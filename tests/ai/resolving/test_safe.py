from dataclasses import replace

import numpy as np
import pytest

from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.shipped import shipped_agent
from ai.reading.reach import RangeReader
from ai.registry import build
from ai.reports import last_street
from ai.reports.last_street import LastStreet
from ai.resolving.agent import ResolveAgent
from ai.resolving.effort import EFFORTS as RESOLVING
from ai.resolving.street import RIVER
from engine.errors import CancelledError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, PublicState, raise_to

pytestmark = pytest.mark.slow

LIMIT = get_game("holdem-limit")
START = PublicState(LIMIT, (raise_to(20), CALL, *(CALL, CALL) * 2), (0, 17, 34, 51, 8))
CONTROL = JobControl()
EFFORTS = {RIVER: replace(RESOLVING[RIVER], iterations=60)}


@pytest.fixture(scope="module")
def agents():
    blueprint = shipped_agent(LIMIT)
    return {safe: ResolveAgent("resolver", blueprint, EFFORTS, safe=safe) for safe in (True, False)}


def test_unreached_hands_win_little_more_than_from_the_blueprint(agents):
    reader, seat = RangeReader(shipped_agent(LIMIT)), 1 - START.to_act
    ranges = reader.reach(START).weights.copy()
    ranges[seat] = ranges[seat] < 0.05 * ranges[seat].max()
    street = LastStreet(START, ranges)
    before = street.won(seat, reader, reader, CONTROL)

    def more(agent):
        side = RangeReader(agent)
        found = street.best(seat, side, lambda here: side.answer(here, CONTROL).actions, CONTROL)
        return found - before

    assert more(agents[True]) < 0.5 * more(agents[False])


def test_each_seat_has_a_solution_of_its_own(agents):
    later = START.after(CALL)
    for safe, agent in agents.items():
        first, second = (agent.streets.at(state).solver for state in (START, later))
        assert (first is second) is not safe
        for solver, state in ((first, START), (second, later)):
            assert solver.iteration == EFFORTS[RIVER].iterations
            assert (agent.solution(state) is None) is safe  # it is not one spot for both
            # The other is out of position where the player in position is to act.
            player = solver.entry.player if safe else solver.entry
            assert player == (int(state.to_act == START.to_act) if safe else None)


class Stops(BlueprintAgent):
    stopping = True

    def strategy(self, spot, control=None):
        if self.stopping and len(spot.board) == RIVER:
            raise CancelledError("stopped")
        return super().strategy(spot, control)


def test_stopping_early_makes_later_solving_no_less_safe():
    blueprint = Stops("stops", shipped_agent(LIMIT).blueprint)
    own = ResolveAgent("resolver", blueprint, EFFORTS, safe=True)
    with pytest.raises(CancelledError):
        own.strategy(START)
    blueprint.stopping = False
    assert own.streets.at(START).solver.entry is not None


def test_it_is_a_way_to_play_the_engine(agents):
    safe, plain = (
        build(f"cfr-resolve:from=river,iterations=20{more}", LIMIT)
        for more in (",safety=combined", "")
    )
    assert safe.solution(START) is None and plain.solution(START) is not None
    rows = [agents[kind].strategy(START).probabilities for kind in (True, False)]
    assert not np.allclose(*rows, atol=1e-3)


def test_where_the_blueprint_has_too_many_lines_it_answers(monkeypatch):
    monkeypatch.setattr(last_street, "MOST_LINES", 10)
    blueprint = shipped_agent(LIMIT)
    answer = ResolveAgent("resolver", blueprint, EFFORTS, safe=True).strategy(START)
    assert np.array_equal(answer.probabilities, blueprint.strategy(START).probabilities)
    assert "the street has more than 10 lines" in answer.note
