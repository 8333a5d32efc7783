import re

import numpy as np
import pytest

from ai.agents.baselines import CallAgent
from ai.registry import build
from engine.game import get_game
from engine.match import play
from engine.player import CALL, PublicState, SeatView
from tests.ai.external.bad import late_as_marked

pytestmark = pytest.mark.slow

GAME = get_game("leduc")
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
    "os._exit(0)": "exited by itself, with status 0",
    "hang() and ctypes.PyDLL(None).sleep(60)": "did not answer in time",
    "raise Base": "Base: its words cannot be read",
    "raise ValueError('\\x1b[2J\\n' * 1000)": "act failed: ValueError: \ufffd\\[2J",
    "os.close(0); os.closerange(3, 99)": "exited by itself|closed its output",
    "input()": "act failed: EOFError",
    "def again(): again()\n        again()": "RecursionError",
    "return np.zeros(1 << 40)": "MemoryError",
}
HARMLESS = "\n        ".join(
    (
        "sys.stdout.closed or print('act f')",
        "os.write(1, b'act f\\n')",
        "os.system('echo act f')",
        "threading.Thread(target=wait).start()",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "sys.stdout.close()",
    )
)
QUICK = {"raise Base", HARMLESS}


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize(
    "does",
    [pytest.param(x, marks=() if x in QUICK else pytest.mark.ci) for x in (*FORFEITS, HARMLESS)],
)
def test_a_file_that_fails_loses_the_hand_and_what_does_no_harm_plays(
    does, tmp_path, release, monkeypatch
):
    mark, path, rng = tmp_path / "mark", tmp_path / "engine.py", np.random.default_rng(0)
    late_as_marked(monkeypatch, mark)
    head = HEAD.replace("MARK", str(mark))
    path.write_text(
        f"{head}\nclass E:\n    def act(self, view, rng):\n        {does}\n        return CALL"
    )
    for _ in range(10 if release else 1):
        agent = build(f"python:{path}", GAME, tmp_path / "strategies")
        if does is HARMLESS:
            result = play(GAME, [agent, CallAgent(GAME)], 12, seed=3)
            assert (agent.failures, result.hands) == ([], 12)
        else:
            view = SeatView(PublicState(GAME, (), ()), 0, GAME.deck[:1])
            assert agent.act(view, rng) == CALL and len(agent.failures) == 1
            assert re.search(FORFEITS[does], str(agent.failures[0])), agent.failures
            assert str(agent.failures[0]).isprintable()
        agent.close()
