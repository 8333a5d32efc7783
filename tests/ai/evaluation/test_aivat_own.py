"""AIVAT with engines of others as known players: the row read is the row played."""

import numpy as np
import pytest

from ai.agents.entry import AIVAT
from ai.cfr.best_response import expected_value
from ai.evaluation.match_aivat import Aivat, unknowable
from ai.evaluation.match_estimates import RAW, Verdicts
from ai.external.agent import ProcessAgent, python_command
from ai.reading.reach import RangeReader
from ai.registry import build
from engine.errors import EngineError, ForfeitError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.player import PublicState, SeatView

pytestmark = pytest.mark.slow

KUHN = get_game("kuhn")
CHANGES = """
import numpy as np

from engine.player import CALL, FOLD, Strategy, raise_to


class Changes:
    "Acts otherwise than it says, and says something else each time."

    def __init__(self, game):
        self.rng, self.count = np.random.default_rng(5), len(game.deck)

    def strategy(self, spot):
        actions = (FOLD, CALL) if spot.legal.fold else (CALL, raise_to(spot.legal.max_raise))
        return Strategy(actions, self.rng.dirichlet([1, 1], self.count))

    def act(self, view, rng):
        return FOLD if view.spot.legal.fold else CALL
"""
OBSERVES = "\n    def observe(self, record):\n        pass\n"
ACTS = "class Acts:\n    def act(self, view, rng):\n        return view\n"
BREAKS = CHANGES.replace("return Strategy", "assert not spot.actions\n        return Strategy")


@pytest.fixture
def outside(tmp_path):
    """Start an engine whose file has a text."""
    made = []

    def make(text):
        path = tmp_path / f"engine{len(made)}.py"
        path.write_text(text)
        made.append(ProcessAgent(python_command(path), KUHN, name="mine"))
        return made[-1]

    yield make
    for agent in made:
        agent.close()


def test_its_result_is_exactly_that_of_the_ranges_it_stated(outside):
    agents = [outside(CHANGES), build("random", KUHN)]
    assert agents[0].copy() is not agents[0]
    both = Verdicts(KUHN, True, Aivat(KUHN, agents, (0, 1)))
    assert agents[0].copy() is agents[0]  # one process plays both turns of a deal
    Match(KUHN, agents, 11, True).run(600, JobControl(), both.add, 200)
    tables = [RangeReader(agent).table(KUHN) for agent in agents]
    won = expected_value(tables[0], tables[1]) - expected_value(tables[1], tables[0])
    assert both.reading(AIVAT).sd <= 1e-3 < both.reading(RAW).sd
    assert both.reading(AIVAT).interval.mean == pytest.approx(won / 2 * 1000.0, abs=1e-2)


@pytest.mark.parametrize(
    ("text", "why"),
    [(CHANGES + OBSERVES, "learns while it plays"), (ACTS, "can only act and has no answer")],
)
def test_what_cannot_be_known_is_told_with_its_reason(outside, text, why):
    agent = outside(text)
    assert unknowable(agent)
    with pytest.raises(EngineError, match=f"'mine' .*{why}"):
        Aivat(KUHN, [build("random", KUHN), agent], (1,))


def test_it_forfeits_at_once_as_no_row_is_known_of_hands_that_end_by_themselves(outside):
    agent, rng, start = outside(BREAKS), np.random.default_rng(0), PublicState(KUHN, (), ())
    agent.play_by_ranges()
    action = agent.act(SeatView(start, 0, KUHN.deck[:1]), rng)
    view = SeatView(start.after(action), 1, KUHN.deck[:1])
    for _ in range(2):
        with pytest.raises(ForfeitError, match=r"mine forfeits: .*AssertionError"):
            agent.act(view, rng)
    assert len(agent.failures) == 1 and agent.forfeited
