"""Engines that misbehave: each has its stated outcome, and none leaves a process."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from ai.process import talk
from ai.simple import CallAgent
from engine.errors import CancelledError, EngineError, EngineFailedError, ForfeitError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import play
from engine.player import PublicState
from tests.ai.process.bad import FLOOD, FORFEITS, bad_engine, gone, processes

NO_LIMIT, LEDUC = get_game("holdem-nolimit@20"), get_game("leduc")
HANDS = 40
QUICK = {
    *("dies at the start", "exits with words", "sleeps", "raises too much", "floods with lines"),
    *("leaves a child and dies", "leaves a child", "floods stderr", "gives too few rows"),
}
"""Those that every check plays; the others are for releases."""

REFUSED = {
    "dies at the start": "exit status 1: there is no more",
    "is killed at the start": "ended by SIGKILL",
    "is never ready": "did not answer in time",
    "declares options for ever": FLOOD,
    "has no name": "no name",
    "says nonsense at the start": "a line that is not understood",
    "has an option that is none": "an option that is not understood",
    "has a default that cannot be": "a default that cannot be: the option a is a whole number",
    "can nothing": "neither act nor range",
    "never ends its first line": "a line of more than 5,242,880 bytes",
    "does not play the game": "it plays chess",
    "dies at the game": "exit status 7",
}
HARMLESS = (
    "floods stderr",
    "leaves a child",
    "leaves a thread",
    "informs a lot",
    "ends lines as in DOS",
)
NO_RANGE = {
    "gives no rows": "no rows",
    "gives rows before actions": "not understood",
    "gives no actions": "0 actions",
    "gives an action twice": "the same action twice",
    "gives an illegal action": "an illegal action",
    "gives a row of NaN": "not all numbers of 0 or more",
    "gives words for numbers": "could not convert|a row of 2 numbers",
    "gives a row too wide": "a row of 4 numbers for 1 actions",
    "gives a card twice": "named twice",
    "gives too few rows": "not all numbers of 0 or more",
    "gives rows that are not base64": "not base64",
    "gives rows of another size": "rows of 3 bytes, not 48",
    "gives rows of nothing": "do not sum to 1",
    "gives rows for ever": FLOOD,
    "gives rows too long": "a line of more than 5,242,880 bytes",
    "never ends a range": "did not answer in time",
}


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture
def mark(tmp_path: Path) -> Iterator[str]:
    """Yield a word of the program's command line; no process with it may be left."""
    descriptors = open_files()
    word = str(tmp_path / "made-by-the-engine")
    yield word
    gone(word)
    assert open_files() == descriptors


def repeats(release: bool) -> range:
    return range(10 if release else 1)


def some(kinds: Iterable[str]) -> list[object]:
    """Kinds of misbehaviour, all but a few for releases only."""
    return [pytest.param(k, marks=() if k in QUICK else pytest.mark.long) for k in kinds]


@pytest.mark.scorecard("U3")
def test_there_are_enough_kinds(record_property: Callable[[str, str], None]) -> None:
    kinds = len(REFUSED) + len(FORFEITS) + len(NO_RANGE) + len(HARMLESS)
    assert kinds >= 30
    assert len(FORFEITS) >= 30
    there = f"{len(FORFEITS)} of them by commands and in the window"
    record_property("measured", f"{kinds} kinds of programs, {there}")


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize("kind", some(REFUSED))
def test_who_is_not_ready_is_refused(
    kind: str, mark: str, release: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "START_S", 0.3 if kind == "is never ready" else 30.0)
    for _ in repeats(release):
        with pytest.raises(EngineError, match=REFUSED[kind]) as caught:
            bad_engine(kind, mark, NO_LIMIT)
        assert str(caught.value).isprintable()


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize("kind", some(FORFEITS))
def test_who_fails_twice_forfeits_and_the_result_stands(
    kind: str, mark: str, release: bool, tmp_path: Path
) -> None:
    for _ in repeats(release):
        agent = bad_engine(kind, mark, NO_LIMIT, log=tmp_path / "engine.log")
        result = play(NO_LIMIT, [agent, CallAgent(NO_LIMIT)], HANDS, seed=3)
        assert len(agent.failures) == 2
        assert agent.forfeited
        assert re.search(FORFEITS[kind], str(agent.failures[0])), agent.failures
        assert result.forfeit == f"bad forfeits: {agent.failures[1]}"
        assert result.forfeit.isprintable()
        assert 2 <= result.hands < HANDS
        assert result.payoffs.sum() == 0
        assert f"* failed: {agent.failures[1]}" in (tmp_path / "engine.log").read_text()
        agent.close()


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize("kind", some(HARMLESS))
def test_what_does_no_harm_plays_on(kind: str, mark: str, release: bool) -> None:
    for _ in repeats(release):
        agent = bad_engine(kind, mark, NO_LIMIT, seconds=10.0)
        result = play(NO_LIMIT, [agent, CallAgent(NO_LIMIT)], HANDS // 4, seed=3)
        assert (agent.failures, result.forfeit, result.hands) == ([], "", HANDS // 4)
        agent.close()


def test_who_fails_once_plays_on(mark: str) -> None:
    agent = bad_engine("dies once", mark, NO_LIMIT)
    result = play(NO_LIMIT, [agent, CallAgent(NO_LIMIT)], HANDS, seed=3)
    assert len(agent.failures) == 1
    assert (result.forfeit, result.hands) == ("", HANDS)
    agent.close()


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize("kind", some(NO_RANGE))
def test_a_range_that_makes_no_sense_is_none(kind: str, mark: str, release: bool) -> None:
    for _ in repeats(release):
        agent = bad_engine(kind, mark, LEDUC)
        with pytest.raises(EngineFailedError, match=NO_RANGE[kind]):
            agent.strategy(PublicState(LEDUC, (), ()))
        with pytest.raises(EngineFailedError):
            agent.strategy(PublicState(LEDUC, (), ()))
        with pytest.raises(ForfeitError):
            agent.strategy(PublicState(LEDUC, (), ()))
        agent.close()


def test_an_engine_that_is_dropped_ends(mark: str) -> None:
    agent = bad_engine("leaves a child", mark, NO_LIMIT)
    play(NO_LIMIT, [agent, CallAgent(NO_LIMIT)], 4, seed=3)
    assert processes(mark)
    del agent


def when_asked(times: int, log: Path, then: Callable[[], None]) -> threading.Thread:
    """Do something on another thread once an engine was asked so often."""

    def watch() -> None:
        while not log.exists() or log.read_text().count("> go") < times:
            pass
        then()

    thread = threading.Thread(target=watch)
    thread.start()
    return thread


def test_closing_does_not_wait_for_one_that_hangs(mark: str, tmp_path: Path) -> None:
    agent = bad_engine("sleeps", mark, NO_LIMIT, log=tmp_path / "engine.log", seconds=600.0)
    closer = when_asked(3, tmp_path / "engine.log", agent.close)
    with pytest.raises(CancelledError, match="was closed"):
        play(NO_LIMIT, [agent, CallAgent(NO_LIMIT)], HANDS, seed=3)
    closer.join()


def test_stopping_does_not_wait_for_one_that_hangs(mark: str, tmp_path: Path) -> None:
    agent = bad_engine("sleeps", mark, NO_LIMIT, log=tmp_path / "engine.log", seconds=600.0)
    control = JobControl()
    stopper = when_asked(3, tmp_path / "engine.log", control.cancel)
    result = play(NO_LIMIT, [agent, CallAgent(NO_LIMIT)], HANDS, seed=3, control=control)
    stopper.join()
    assert (agent.failures, result.forfeit) == ([], "")
    assert result.hands < HANDS
    assert "> stop" in (tmp_path / "engine.log").read_text()
    agent.close()
