"""Python files that misbehave, behind the host that speaks the protocol for them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from ai.process.agent import ProcessAgent
from ai.registry import build
from ai.simple import CallAgent, RandomAgent
from engine.game import get_game
from engine.match import play
from engine.player import PublicState

GAME = get_game("leduc")
HANDS = 12
HEAD = """
import ctypes, os, signal, sys, threading, time
import numpy as np
from engine.player import CALL, FOLD, Action, Strategy, raise_to

class Words(Exception):
    def __str__(self):
        raise self

class Base(BaseException):
    def __str__(self):
        raise self

def wait():
    threading.Event().wait()
"""
FORFEITS = {
    "ctypes.string_at(0)": "ended by SIGSEGV",
    "os._exit(0)": "ended by itself, with exit status 0",
    "sys.exit(3)": "act failed: SystemExit: 3",
    "os.kill(os.getpid(), 9)": "ended by SIGKILL",
    "wait()": "did not answer in time",
    "ctypes.CDLL(None).sleep(60)": "did not answer in time",
    "ctypes.PyDLL(None).sleep(60)": "did not answer in time",
    "raise Words": "act failed: Words: its words cannot be read",
    "raise Base": "Base: its words cannot be read",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "raise ValueError('\\x1b[2J\\n' * 1000)": "act failed: ValueError: \ufffd\\[2J",
    "return 'call'": "act gave no Action but str 'call'",
    "return FOLD": "act gave an illegal action: There is nothing to fold to",
    "return raise_to(10**40)": "act gave an illegal action",
    "os.close(0); os.closerange(3, 99)": "ended by itself|closed its output",
    "input()": "act failed: EOFError",
    "def again(): again()\n        again()": "RecursionError",
    "return np.zeros(1 << 40)": "MemoryError",
}
HARMLESS = (
    "print('act f')",
    "os.write(1, b'act f\\n')",
    "sys.__stdout__.write('act f')",
    "os.system('echo act f')",
    "threading.Thread(target=wait).start()",
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
    "os.chdir('/')",
    "sys.stdout.close()",
)
QUICK = {"ctypes.string_at(0)", "raise Base"}


def agent_that(does: str, tmp_path: Path, seconds: float = 10.0) -> ProcessAgent:
    path = tmp_path / "engine.py"
    path.write_text(
        f"{HEAD}\nclass E:\n    def act(self, view, rng):\n        {does}\n        return CALL"
    )
    agent = build(f"python:{path}", GAME, tmp_path / "strategies", None, seconds)
    assert isinstance(agent, ProcessAgent)
    return agent


def some(kinds: object) -> list[object]:
    return [pytest.param(k, marks=() if k in QUICK else pytest.mark.long) for k in kinds]


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize("does", some(FORFEITS))
def test_a_file_that_fails_forfeits(does: str, tmp_path: Path, release: bool) -> None:
    for _ in range(10 if release else 1):
        agent = agent_that(does, tmp_path, 1.0 if "time" in FORFEITS[does] else 10.0)
        result = play(GAME, [agent, CallAgent(GAME)], HANDS, seed=3)
        assert len(agent.failures) == 2
        assert re.search(FORFEITS[does], str(agent.failures[0])), agent.failures
        assert str(agent.failures[0]).isprintable()
        assert result.hands == 2
        agent.close()


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize("does", some(HARMLESS))
def test_a_file_that_does_no_harm_plays(does: str, tmp_path: Path, release: bool) -> None:
    for _ in range(10 if release else 1):
        agent = agent_that(does, tmp_path)
        result = play(GAME, [agent, CallAgent(GAME)], HANDS, seed=3)
        assert (agent.failures, result.hands) == ([], HANDS)
        agent.close()


RANGES = """
import numpy as np
from engine.combos import num_combos
from engine.player import CALL, FOLD, Strategy


class Engine:
    def strategy(self, spot):
        rng = np.random.default_rng(len(spot.actions))
        actions = (FOLD, CALL) if spot.legal.fold else (CALL,)
        rows = rng.random((6, len(actions)))
        rows /= rows.sum(axis=1, keepdims=True)
        return Strategy(actions, rows, np.log(rows), np.sqrt(rows), "a note")
"""


def test_rows_come_through_exactly(tmp_path: Path) -> None:
    path = tmp_path / "engine.py"
    path.write_text(RANGES)
    agent = build(f"python:{path}", GAME)
    assert isinstance(agent, ProcessAgent)
    assert (agent.has_ranges, agent.hello.acts) == (True, False)
    spot = PublicState(GAME, (), ())
    rows = np.random.default_rng(0).random((6, 1))
    rows /= rows.sum(axis=1, keepdims=True)
    answer = agent.strategy(spot)
    assert answer.note == "a note"
    assert answer.values is not None
    assert answer.error is not None
    assert np.array_equal(answer.probabilities, rows)
    assert np.array_equal(answer.values, np.log(rows))
    assert np.array_equal(answer.error, np.sqrt(rows))
    hands = [play(GAME, [agent, RandomAgent(GAME)], 30, seed=5).payoffs for _ in range(2)]
    assert np.array_equal(*hands)
    agent.close()
