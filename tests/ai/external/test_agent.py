import numpy as np
import pytest

from ai.agents.baselines import CallAgent, RandomAgent
from ai.external.agent import ProcessAgent, python_command
from engine.agent import Agent
from engine.cards import card_name
from engine.errors import ForfeitError
from engine.game import get_game
from engine.lines import spot_of
from engine.match import Match, play
from engine.player import CALL, FOLD, PublicState, SeatView
from tests.ai.external.bad import bad_engine

pytestmark = pytest.mark.slow

LEDUC = get_game("leduc")
RANGES = """
import numpy as np
from engine.player import CALL, FOLD, Strategy


class Engine:
    def strategy(self, spot):
        rng = np.random.default_rng(len(spot.actions))
        actions = (FOLD, CALL) if spot.legal.fold else (CALL,)
        rows = rng.random((6, len(actions)))
        rows /= rows.sum(axis=1, keepdims=True)
        return Strategy(actions, rows, np.log(rows), np.sqrt(rows), "a note")
"""
SEES = """
from engine.cards import card_names
from engine.player import CALL, FOLD


class Sees:
    def __init__(self):
        self.seen = []

    def act(self, view, rng):
        print("asked after", len(self.seen))
        return FOLD if view.spot.legal.fold else CALL

    def observe(self, record):
        self.seen.append(record)
        holes = ("?" if hole is None else card_names(hole) for hole in record.holes)
        print("saw", record.seat, *holes)
"""


@pytest.fixture
def outside(tmp_path):
    made = []

    def make(text):
        path = tmp_path / "engine.py"
        path.write_text(text)
        log = tmp_path / "log"
        made.append(ProcessAgent(python_command(path), LEDUC, name="it", log=log))
        return made[-1]

    yield make
    for agent in made:
        agent.close()


@pytest.mark.ci
def test_rows_are_transmitted_exactly(outside):
    agent = outside(RANGES)
    assert (agent.has_ranges, agent.hello.acts) == (True, False)
    rows = np.random.default_rng(0).random((6, 1))
    rows /= rows.sum(axis=1, keepdims=True)
    answer = agent.strategy(PublicState(LEDUC, (), ()))
    assert answer.note == "a note"
    parts = (answer.probabilities, rows), (answer.values, np.log(rows)), (answer.error, rows**0.5)
    assert all(np.array_equal(one, other) for one, other in parts)
    hands = [play(LEDUC, [agent, RandomAgent(LEDUC)], 30, seed=5).payoffs for _ in range(2)]
    assert np.array_equal(*hands)


@pytest.mark.ci
def test_observers_are_shown_what_their_seat_sees_and_copies_their_own(outside, tmp_path):
    agent = outside(SEES)
    assert isinstance(agent, Agent) and agent.external
    match = Match(LEDUC, [agent, RandomAgent(LEDUC)], 6, duplicate=True)
    for _ in range(10):
        match.deal()
        while match.in_progress:
            match.apply(match.answer()[0])
    log = (tmp_path / "log").read_text().splitlines()
    asked = [int(line.rpartition(" ")[2]) for line in log if " ! asked after " in line]
    assert max(asked) <= 4  # two processes, five hands each
    sent = [line.split(" > position ")[1].split() for line in log if " > position " in line]
    assert {len(own) for _, own, *_ in sent} == {len(card_name(0))}
    saw = [line.split(" ! saw ")[1].split() for line in log if " ! saw " in line]
    assert all(holes[int(seat)] != "?" for seat, *holes in saw)
    assert any("?" in holes for _, *holes in saw)


def test_a_hand_that_is_lost_ends_by_check_or_fold_and_no_other(tmp_path):
    rng, agent = np.random.default_rng(0), bad_engine("exits", str(tmp_path), LEDUC, seconds=60.0)
    start, later = (
        SeatView(spot, 0, (LEDUC.deck[0],))
        for spot in (PublicState(LEDUC, (), ()), spot_of(LEDUC, "cr"))
    )
    for _ in range(2):
        assert agent.act(start, rng) == CALL
    state = rng.bit_generator.state
    assert agent.act(start, rng) == CALL  # it fails
    assert list(map(str, agent.failures)) == ["it exited by itself, with status 0"]
    assert agent.act(later, rng) == FOLD
    assert len(agent.failures) == 1
    assert rng.bit_generator.state != state
    assert agent.act(start, rng) == CALL  # another hand: it is asked
    assert agent.act(later, rng) == CALL
    agent.close()


def test_a_range_that_failed_costs_the_hand(tmp_path):
    agent = bad_engine("gives no rows", str(tmp_path), LEDUC, seconds=60.0)
    match = Match(LEDUC, [agent, CallAgent(LEDUC)], 1)
    match.deal()
    action, row = match.answer()
    assert (action, row, [*map(str, agent.failures)]) == (CALL, None, ["no rows"])
    match.apply(action)
    for failures in (1, 2):
        while match.in_progress:
            match.apply(match.answer()[0])
        assert len(agent.failures) == failures
        match.deal()
    with pytest.raises(ForfeitError, match="bad forfeits: no rows"):
        while match.in_progress:
            match.apply(match.answer()[0])
    assert match.hands == 2
    agent.close()
