import re
import threading
from pathlib import Path

import numpy as np
import pytest

from ai.agents.baselines import CallAgent, RandomAgent
from ai.external.agent import ProcessAgent, python_command
from ai.registry import build
from engine.agent import Agent
from engine.cards import card_name
from engine.errors import CancelledError, EngineError, EngineFailedError, ForfeitError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import spot_of
from engine.match import Match, play
from engine.player import CALL, FOLD, PublicState, SeatView
from tests.ai.external.bad import (
    FLOOD,
    FORFEITS,
    bad_engine,
    gone,
    late_as_marked,
    processes,
    until,
)

pytestmark = pytest.mark.slow

LEDUC = get_game("leduc")
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


@pytest.mark.ci
def test_observers_see_only_their_seat_and_copies_see_their_own(tmp_path):
    (tmp_path / "engine.py").write_text(SEES)
    command, kept = python_command(tmp_path / "engine.py"), tmp_path / "log"
    agent = ProcessAgent(command, LEDUC, name="it", log=kept)
    assert isinstance(agent, Agent) and agent.external
    match = Match(LEDUC, [agent, RandomAgent(LEDUC)], 6, duplicate=True)
    for _ in range(10):
        match.deal()
        while match.in_progress:
            match.apply(match.answer()[0])
    agent.close()
    log = kept.read_text().splitlines()
    asked = [int(line.rpartition(" ")[2]) for line in log if " ! asked after " in line]
    assert max(asked) <= 4  # two processes, five hands each
    sent = [line.split(" > position ")[1].split() for line in log if " > position " in line]
    assert {len(own) for _, own, *_ in sent} == {len(card_name(0))}
    saw = [line.split(" ! saw ")[1].split() for line in log if " ! saw " in line]
    assert all(holes[int(seat)] != "?" for seat, *holes in saw)
    assert any("?" in holes for _, *holes in saw)


def test_failure_check_folds_the_current_hand_only(tmp_path):
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
    assert agent.act(start, rng) == CALL  # the next hand queries it again
    assert agent.act(later, rng) == CALL
    agent.close()


def test_failed_range_forfeits_the_hand(tmp_path):
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


NO_LIMIT = get_game("holdem-nolimit@20")
HANDS = 40
QUICK = {
    *("dies at the start", "exits with words", "sleeps", "says act check", "floods with lines"),
    *("leaves a child", "leaves a child and dies", "floods stderr", "never ends a range"),
    "dies once",
}
REFUSED = {
    "dies at the start": "with status 1: there is no more",
    "is killed at the start": "killed by SIGKILL",
    "is never ready": "did not answer in time",
    "declares options for ever": FLOOD,
    "begins by ready": "no name",
    "begins by nonsense": "a line that is not understood",
    "begins by name A|option depth type int|ready": "an option that is not understood",
    "begins by name A|option a type int default x|ready": "an invalid default: the option a",
    "begins by name A|can|ready": "neither act nor range",
    "begins by  name X|ready": "a line that is not understood: ' name X'",
    "begins by name X| ready": "a line that is not understood: ' ready'",
    "never ends its first line": "a line of more than 5,242,880 bytes",
    "plays chess": "it plays chess",
    "dies at the game": "with status 7",
}
HARMLESS = (
    *("floods stderr", "leaves a child", "leaves a thread", "informs a lot"),
    "ends lines as in DOS",
)
NO_RANGE = {
    "gives no rows": "no rows",
    "gives rows for ever": FLOOD,
    "gives rows too long": "a line of more than 5,242,880 bytes",
    "never ends a range": "did not answer in time",
}


def open_files():
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture
def mark(tmp_path, monkeypatch):
    """Yield a word of the program's command line; no such process may remain."""
    descriptors, word = open_files(), tmp_path / "made-by-the-engine"
    late_as_marked(monkeypatch, word)
    yield str(word)
    gone(str(word))
    assert open_files() == descriptors


@pytest.fixture
def repeats(release):
    return range(10 if release else 1)


def kinds(names):
    marked = [pytest.param(k, marks=() if k in QUICK else pytest.mark.ci) for k in names]
    return pytest.mark.parametrize("kind", marked)


@pytest.mark.scorecard("U3")
def test_documented_failure_kinds_are_tested(record_property):
    number = len(REFUSED) + len(FORFEITS) + len(NO_RANGE) + len(HARMLESS)
    assert number >= len(FORFEITS) >= 30
    there = f"{len(FORFEITS)} of them by commands and in the window"
    record_property("measured", f"{number} kinds of programs, {there}")


@pytest.mark.scorecard("U3")
@kinds(REFUSED)
def test_unready_engine_is_rejected(kind, mark, repeats):
    for _ in repeats:
        with pytest.raises(EngineError, match=REFUSED[kind]) as caught:
            bad_engine(kind, mark, NO_LIMIT)
        assert str(caught.value).isprintable()


@pytest.mark.scorecard("U3")
@kinds(FORFEITS)
def test_engine_failing_twice_forfeits_and_the_result_stands(kind, mark, repeats, tmp_path):
    for _ in repeats:
        agent = bad_engine(kind, mark, NO_LIMIT, log=tmp_path / "engine.log")
        result = play(NO_LIMIT, [agent, CallAgent(NO_LIMIT)], HANDS, seed=3)
        assert len(agent.failures) == 2 and agent.forfeited
        assert re.search(FORFEITS[kind], str(agent.failures[0])), agent.failures
        assert result.forfeit == f"bad forfeits: {agent.failures[1]}"
        assert result.forfeit.isprintable()
        assert 2 <= result.hands < HANDS and result.payoffs.sum() == 0
        assert f"* failed: {agent.failures[1]}" in (tmp_path / "engine.log").read_text()
        agent.close()


@pytest.mark.scorecard("U3")
@kinds((*HARMLESS, "dies once"))
def test_engine_failing_once_plays_on(kind, mark, repeats):
    for _ in repeats:
        agent = bad_engine(kind, mark, NO_LIMIT)
        result = play(NO_LIMIT, [agent, CallAgent(NO_LIMIT)], HANDS // 4, seed=3)
        assert len(agent.failures) == (kind == "dies once")
        assert (result.forfeit, result.hands) == ("", HANDS // 4)
        assert processes(mark)
        if kind == "leaves a child":
            del agent  # dropping it ends it as well
        else:
            agent.close()
        Path(mark).unlink(missing_ok=True)


@pytest.mark.scorecard("U3")
@kinds(NO_RANGE)
def test_invalid_range_is_an_engine_failure(kind, mark, repeats):
    for _ in repeats:
        agent, spot = bad_engine(kind, mark, LEDUC), PublicState(LEDUC, (), ())
        with pytest.raises(EngineFailedError, match=NO_RANGE[kind]):
            agent.strategy(spot)
        for error in (EngineFailedError, ForfeitError):
            with pytest.raises(error):
                agent.strategy(spot)
        agent.close()


@pytest.mark.parametrize("how", ["closing", "stopping"])
def test_hung_engine_is_not_waited_for(how, tmp_path):
    log, word, control = tmp_path / "engine.log", str(tmp_path / "hangs"), JobControl()
    agent = bad_engine("sleeps", word, NO_LIMIT, log=log, seconds=600.0)
    act = agent.close if how == "closing" else control.cancel

    def watch():
        until(lambda: log.exists() and log.read_text().count("> go") >= 3)
        act()

    thread = threading.Thread(target=watch)
    thread.start()
    hands = (NO_LIMIT, [agent, CallAgent(NO_LIMIT)], HANDS)
    if how == "closing":
        with pytest.raises(CancelledError, match="was closed"):
            play(*hands, seed=3)
    else:
        result = play(*hands, seed=3, control=control)
        assert (agent.failures, result.forfeit) == ([], "") and result.hands < HANDS
        assert "> stop" in log.read_text()
    thread.join()
    agent.close()
    gone(word)


HEAD = """
import os, signal, sys, threading
import numpy as np
from engine.player import CALL

class Base(BaseException):
    def __str__(self):
        raise self

def wait():
    threading.Event().wait()
"""
FAULTY = {
    "raise Base": "Base: its words cannot be read",
    "raise ValueError('\\x1b[2J\\n' * 1000)": "act failed: ValueError: \ufffd\\[2J",
    "input()": "act failed: EOFError",
    "def again(): again()\n        again()": "RecursionError",
    "return bytearray(1 << 40)": "MemoryError",
}
SOUND = "\n        ".join(
    (
        "sys.stdout.closed or print('act f')",
        "os.write(1, b'act f\\n')",
        "os.system('echo act f')",
        "threading.Thread(target=wait).start()",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "sys.stdout.close()",
    )
)
QUICK_ONES = {"raise Base", SOUND}


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize(
    "does",
    [pytest.param(x, marks=() if x in QUICK_ONES else pytest.mark.ci) for x in (*FAULTY, SOUND)],
)
def test_failing_python_engine_forfeits_the_hand_and_harmless_output_plays_on(
    does, tmp_path, release
):
    path, rng = tmp_path / "engine.py", np.random.default_rng(0)
    path.write_text(
        f"{HEAD}\nclass E:\n    def act(self, view, rng):\n        {does}\n        return CALL"
    )
    for _ in range(10 if release else 1):
        agent = build(f"python:{path}", LEDUC, tmp_path / "strategies")
        if does is SOUND:
            result = play(LEDUC, [agent, CallAgent(LEDUC)], 12, seed=3)
            assert (agent.failures, result.hands) == ([], 12)
        else:
            view = SeatView(PublicState(LEDUC, (), ()), 0, LEDUC.deck[:1])
            assert agent.act(view, rng) == CALL and len(agent.failures) == 1
            assert re.search(FAULTY[does], str(agent.failures[0])), agent.failures
            assert str(agent.failures[0]).isprintable()
        agent.close()
