import re
import threading
from pathlib import Path

import pytest

from ai.agents.baselines import CallAgent
from engine.errors import CancelledError, EngineError, EngineFailedError, ForfeitError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import play
from engine.player import PublicState
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

NO_LIMIT, LEDUC = get_game("holdem-nolimit@20"), get_game("leduc")
HANDS = 40
QUICK = {
    *("dies at the start", "exits with words", "sleeps", "says act check", "floods with lines"),
    *(
        "leaves a child and dies",
        "leaves a child",
        "floods stderr",
        "never ends a range",
        "dies once",
    ),
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
    """Yield a word of the program's command line; no process with it may remain."""
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
def test_at_least_the_documented_kinds_are_tested(record_property):
    number = len(REFUSED) + len(FORFEITS) + len(NO_RANGE) + len(HARMLESS)
    assert number >= len(FORFEITS) >= 30
    there = f"{len(FORFEITS)} of them by commands and in the window"
    record_property("measured", f"{number} kinds of programs, {there}")


@pytest.mark.scorecard("U3")
@kinds(REFUSED)
def test_an_engine_that_is_not_ready_is_refused(kind, mark, repeats):
    for _ in repeats:
        with pytest.raises(EngineError, match=REFUSED[kind]) as caught:
            bad_engine(kind, mark, NO_LIMIT)
        assert str(caught.value).isprintable()


@pytest.mark.scorecard("U3")
@kinds(FORFEITS)
def test_an_engine_that_fails_twice_forfeits_and_the_result_stands(kind, mark, repeats, tmp_path):
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
def test_an_engine_that_fails_once_plays_on(kind, mark, repeats):
    for _ in repeats:
        agent = bad_engine(kind, mark, NO_LIMIT)
        result = play(NO_LIMIT, [agent, CallAgent(NO_LIMIT)], HANDS // 4, seed=3)
        assert len(agent.failures) == (kind == "dies once")
        assert (result.forfeit, result.hands) == ("", HANDS // 4)
        assert processes(mark)
        if kind == "leaves a child":
            del agent  # to drop it ends it, too
        else:
            agent.close()
        Path(mark).unlink(missing_ok=True)


@pytest.mark.scorecard("U3")
@kinds(NO_RANGE)
def test_a_range_that_makes_no_sense_is_none(kind, mark, repeats):
    for _ in repeats:
        agent, spot = bad_engine(kind, mark, LEDUC), PublicState(LEDUC, (), ())
        with pytest.raises(EngineFailedError, match=NO_RANGE[kind]):
            agent.strategy(spot)
        for error in (EngineFailedError, ForfeitError):
            with pytest.raises(error):
                agent.strategy(spot)
        agent.close()


@pytest.mark.parametrize("how", ["closing", "stopping"])
def test_an_engine_that_hangs_is_not_waited_for(how, tmp_path):
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
