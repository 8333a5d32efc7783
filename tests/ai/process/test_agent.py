"""An engine in a process of its own equals the same engine in this one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ai.cfr.best_response import agent_table, exploitability
from ai.lbr import local_best_response
from ai.process.agent import ProcessAgent, python_command
from ai.registry import build
from ai.simple import CallAgent, RandomAgent
from engine.agent import Agent, Learns
from engine.cards import card_name
from engine.errors import EngineError, ForfeitError
from engine.game import get_game
from engine.lines import spot_of
from engine.match import Match, play
from engine.player import CALL, FOLD, PublicState, SeatView
from tests.ai.process.bad import bad_engine

PASSES = """
from ai.registry import build


class Passes:
    def __init__(self, game):
        self.inner = build({name!r}, game)

    def strategy(self, spot):
        return self.inner.strategy(spot)
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
def outside(tmp_path: Path) -> Iterator[object]:
    """Build the same engine in a process of its own."""
    made: list[ProcessAgent] = []

    def make(name: str, game_name: str, text: str = PASSES) -> ProcessAgent:
        path = tmp_path / "passes.py"
        path.write_text(text.replace("{name!r}", repr(name)))
        game, log = get_game(game_name), tmp_path / "log"
        made.append(ProcessAgent(python_command(path), game, name="it", log=log))
        return made[-1]

    yield make
    for agent in made:
        agent.close()


def test_its_exploitability_is_that_of_the_engine_inside(outside: object) -> None:
    agent = outside("cfr", "kuhn")  # type: ignore[operator]
    inside = build("cfr", agent.game)
    tables = [agent_table(agent.game, one) for one in (agent, inside)]
    assert exploitability(tables[0]) == exploitability(tables[1])


@pytest.mark.parametrize(
    ("name", "game", "deals"),
    [
        pytest.param("equity", "holdem-limit", 2, marks=pytest.mark.long),
        ("cfr", "holdem-nolimit@100", 4),
    ],
)
def test_what_local_best_response_wins_is_the_same(
    outside: object, name: str, game: str, deals: int
) -> None:
    agent = outside(name, game)  # type: ignore[operator]
    found = [
        local_best_response(agent.game, one, deals, seed=3)
        for one in (agent, build(name, agent.game))
    ]
    assert np.array_equal(found[0].chips, found[1].chips)


@pytest.mark.long
def test_it_plays_the_same_match(outside: object) -> None:
    agent = outside("equity", "holdem-limit")  # type: ignore[operator]
    game = agent.game
    results = [
        play(game, [one, RandomAgent(game)], 30, 5) for one in (agent, build("equity", game))
    ]
    assert np.array_equal(results[0].payoffs, results[1].payoffs)


def test_who_observes_is_shown_what_a_seat_sees_and_copies_see_their_own(
    outside: object, tmp_path: Path
) -> None:
    agent = outside("", "leduc", SEES)  # type: ignore[operator]
    game = agent.game
    assert isinstance(agent, Agent)
    assert isinstance(agent, Learns)
    match = Match(game, [agent, RandomAgent(game)], 6, duplicate=True)
    hidden: list[tuple[str, ...]] = []
    for _ in range(10):
        match.deal()
        holes = match.table.hand.holes
        hidden.append(tuple(card_name(card) for hole in holes if hole for card in hole))
        while match.in_progress:
            match.apply(match.answer()[0])
    log = (tmp_path / "log").read_text().splitlines()
    asked = [int(line.rpartition(" ")[2]) for line in log if " ! asked after " in line]
    assert max(asked) <= 4  # two processes, five hands each
    for line in log:
        if " > position " in line:
            assert len(line.split(" > position ")[1].split()[1]) == 2
        if " ! saw " in line:
            shown = line.split(" ! saw ")[1].split()
            assert shown[1 + int(shown[0])] != "?"
    assert any("?" in line for line in log if " ! saw " in line)


def test_a_hand_that_is_lost_ends_by_check_or_fold_and_no_other(tmp_path: Path) -> None:
    game = get_game("leduc")
    rng = np.random.default_rng(0)
    agent = bad_engine("exits", str(tmp_path), game)
    hole, start = (game.deck[0],), PublicState(game, (), ())
    for _ in range(2):
        assert agent.act(SeatView(start, 0, hole), rng) == CALL
    state = rng.bit_generator.state
    assert agent.act(SeatView(start, 0, hole), rng) == CALL  # it fails
    assert list(map(str, agent.failures)) == ["it ended by itself, with exit status 0"]
    assert agent.act(SeatView(spot_of(game, "cr"), 0, hole), rng) == FOLD
    assert len(agent.failures) == 1
    assert rng.bit_generator.state != state
    assert agent.act(SeatView(start, 0, hole), rng) == CALL  # another hand: it is asked
    assert agent.act(SeatView(spot_of(game, "cr"), 0, hole), rng) == CALL
    agent.close()


def test_a_line_that_the_protocol_does_not_know_is_told_at_once(tmp_path: Path) -> None:
    program = tmp_path / "engine.py"
    for said, why in (("[' name X', 'ready']", "' name X'"), ("['name X', ' ready']", "' ready'")):
        program.write_text(f"for _ in open(0): print(*{said}, sep='\\n', flush=True)")
        with pytest.raises(EngineError, match=f"it: a line that is not understood: {why}"):
            ProcessAgent((sys.executable, str(program)), get_game("kuhn"), name="it")


def test_a_range_that_failed_costs_the_hand(tmp_path: Path) -> None:
    game = get_game("leduc")
    agent = bad_engine("gives no rows", str(tmp_path), game)
    match = Match(game, [agent, CallAgent(game)], 1)
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


@pytest.mark.parametrize(
    ("options", "words"),
    [({"raises": "2"}, "the option raises is a number from 0 to 1"), ({"x": "1"}, "no option 'x'")],
)
def test_options_that_cannot_be_are_refused(options: dict[str, str], words: str) -> None:
    caller = Path(__file__).resolve().parents[3] / "examples" / "caller.py"
    with pytest.raises(EngineError, match=f"it: (it has )?{words}"):
        ProcessAgent((sys.executable, str(caller)), get_game("kuhn"), name="it", options=options)
