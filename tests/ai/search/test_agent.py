"""The engines `uct` and `smooth-uct`, and how they are played at each decision."""

from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.best_response import agent_table, exploitability
from ai.reach import RangeReader
from ai.registry import build, find_engine
from ai.search import agent as subject
from ai.search.belief import ranges_of
from ai.search.decision import DecisionSearch
from ai.search.methods import METHODS
from ai.search.search import Search
from ai.strength_figures import strength
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import spot_of

pytestmark = pytest.mark.slow

KUHN = get_game("kuhn")


def test_a_stopped_build_goes_on_to_the_same_bits(monkeypatch):
    monkeypatch.setattr(subject, "SIMULATIONS", 200_000)
    game = replace(KUHN, name="never searched before")
    control = JobControl(lambda *_: control.cancel())
    with pytest.raises(CancelledError):
        subject.make_agent("uct", game, None, control)
    found = subject.make_agent("uct", game, None, JobControl()).table()
    search = Search(game, METHODS[0])
    search.run(200_000)
    assert found.probabilities.tobytes() == search.table().probabilities.tobytes()


@pytest.mark.parametrize("name", ["uct", "smooth-uct"])
def test_the_stated_strength_is_that_of_the_engine(name):
    engine = find_engine(name)
    known = strength(engine, KUHN)
    assert exploitability(build(name, KUHN).table()) == pytest.approx(known.exploitability)


def test_searches_at_a_decision_believe_any_hand_or_the_equilibrium_s_ranges():
    spot, cfr = spot_of(KUHN, "r"), build("cfr", KUHN)
    for play, ranges in (("decision", None), ("ranges", ranges_of(RangeReader(cfr), spot))):
        found = build(f"uct:{play}", KUHN).strategy(spot)
        expected = DecisionSearch(spot, METHODS[0], ranges).answer(subject.AT_DECISION.simulations)
        assert found.probabilities.tobytes() == expected.probabilities.tobytes()
    tables = [agent_table(KUHN, build(f"uct:{play}", KUHN)) for play in ("decision", "ranges")]
    assert np.abs(tables[0].probabilities - tables[1].probabilities).max() > 0.1


def test_games_that_are_neither_small_nor_hold_em_are_refused():
    with pytest.raises(EngineError, match=r"does not play .* it plays hold'em, and two-player"):
        build("uct", get_game("leduc-3"))
