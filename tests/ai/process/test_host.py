"""Python files that misbehave, behind the host that speaks the protocol for them."""

import re

import pytest

from ai.registry import build
from ai.simple import CallAgent
from engine.game import get_game
from engine.match import play
from tests.ai.process.bad import late_as_marked

pytestmark = pytest.mark.slow

GAME = get_game("leduc")
HANDS = 12
HEAD = """
import ctypes, os, signal, sys, threading, time
import numpy as np
from engine.player import CALL

class Base(BaseException):
    def __str__(self):
        raise self

def wait():
    threading.Event().wait()

def hang():
    with open(r'MARK', 'a') as file:
        file.write('x')
    return True
"""
FORFEITS = {
    "os._exit(0)": "ended by itself, with exit status 0",
    "hang() and ctypes.PyDLL(None).sleep(60)": "did not answer in time",
    "raise Base": "Base: its words cannot be read",
    "raise ValueError('\\x1b[2J\\n' * 1000)": "act failed: ValueError: \ufffd\\[2J",
    "os.close(0); os.closerange(3, 99)": "ended by itself|closed its output",
    "input()": "act failed: EOFError",
    "def again(): again()\n        again()": "RecursionError",
    "return np.zeros(1 << 40)": "MemoryError",
}
HARMLESS = (
    "print('act f')",
    "os.write(1, b'act f\\n')",
    "os.system('echo act f')",
    "threading.Thread(target=wait).start()",
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
    "sys.stdout.close()",
)
QUICK = {"raise Base", "print('act f')"}


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize(
    "does",
    [
        pytest.param(does, marks=() if does in QUICK else pytest.mark.ci)
        for does in (*FORFEITS, *HARMLESS)
    ],
)
def test_a_file_that_fails_forfeits_and_what_does_no_harm_plays(
    does, tmp_path, release, monkeypatch
):
    mark, path = tmp_path / "mark", tmp_path / "engine.py"
    late_as_marked(monkeypatch, mark)
    head = HEAD.replace("MARK", str(mark))
    path.write_text(
        f"{head}\nclass E:\n    def act(self, view, rng):\n        {does}\n        return CALL"
    )
    for _ in range(10 if release else 1):
        agent = build(f"python:{path}", GAME, tmp_path / "strategies")
        result = play(GAME, [agent, CallAgent(GAME)], HANDS, seed=3)
        if does in HARMLESS:
            assert (agent.failures, result.hands) == ([], HANDS)
        else:
            assert (len(agent.failures), result.hands) == (2, 2)
            assert re.search(FORFEITS[does], str(agent.failures[0])), agent.failures
            assert str(agent.failures[0]).isprintable()
        agent.close()
