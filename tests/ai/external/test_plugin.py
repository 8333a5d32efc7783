import re

import numpy as np
import pytest

from ai.external.plugin import Plugin
from ai.external.protocol import Option
from ai.registry import build
from engine.errors import EngineError
from engine.game import get_game
from engine.player import PublicState, SeatView, raise_to

GAME = get_game("leduc")
SPOT = PublicState(GAME, (), ())
VIEW = SeatView(SPOT, SPOT.to_act, GAME.deck[:1])
HEAD = """
import sys
import numpy as np
from engine.player import CALL, FOLD, Action, Strategy, raise_to
"""


def engine_file(tmp_path, text):
    path = tmp_path / "engine_file.py"
    path.write_text(text)
    return path


def method_file(tmp_path, method, returns):
    names = {"act": "view, rng", "strategy": "spot"}[method]
    text = f"{HEAD}class A:\n    def {method}(self, {names}):\n        return {returns}\n"
    return engine_file(tmp_path, text)


def engine_that(*given):
    plugin = Plugin(method_file(*given))
    plugin.build(GAME, {})
    return plugin


def rng():
    return np.random.default_rng(0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no class"),
        ("class A:\n    def act(s): ...\nclass B:\n    def act(s): ...", "2 classes"),
        ("class A(:", "SyntaxError"),
        ("raise SystemExit", "does not load: SystemExit"),
        ("import no_such_module", "does not load: ModuleNotFoundError"),
        ("class A:\n    act = 1\n    def __init__(self): 1 / 0", "ZeroDivisionError"),
    ],
)
def test_files_that_are_no_engine(tmp_path, text, message):
    with pytest.raises(ValueError, match=message) as caught:
        Plugin(engine_file(tmp_path, text)).build(GAME, {})
    assert "\n" not in str(caught.value)
    with pytest.raises(EngineError, match="no such file"):
        build(f"python:{tmp_path / 'none.py'}", GAME)
    with pytest.raises(ValueError, match=r"ends in \.py"):
        Plugin((tmp_path / "engine_file.py").rename(tmp_path / "engine.txt"))


@pytest.mark.parametrize(
    ("method", "answer", "message"),
    [
        ("strategy", "None", "no Strategy but NoneType"),
        ("strategy", "Strategy((CALL,), np.ones((5, 1)))", "shape"),
        ("strategy", "Strategy((CALL,), np.full((6, 1), 0.5))", "sum to 1"),
        ("strategy", "1 / 0", "strategy failed: ZeroDivisionError"),
        ("strategy", "sys.exit()", "strategy failed: SystemExit"),
        ("strategy", "Strategy(5, np.ones((6, 1)))", "not arrays"),
        ("strategy", "Strategy((CALL,), [[1], [1, 2]])", "not arrays"),
        ("strategy", "Strategy(('c',), np.ones((6, 1)))", "no Action but str 'c'"),
        ("strategy", "Strategy((CALL, CALL), np.full((6, 2), 0.5))", "the same action twice"),
        ("strategy", "Strategy((FOLD,), np.ones((6, 1)))", "There is nothing to fold to"),
        ("strategy", "Strategy((CALL,), np.ones((6, 1)), np.full((2, 1), 2))", "not finite"),
        ("act", "'call'", "no Action but str 'call'"),
        ("act", "Action(1)", "no Action but Action"),
        ("act", "raise_to(2.5)", "an amount that is not an integer: 2.5"),
        ("act", "raise_to(3)", "an illegal action: The only raise is to 2"),
        ("act", "raise_to(10**30)", "an illegal action"),
        ("act", "FOLD", "an illegal action: There is nothing to fold to"),
        ("act", "sys.exit(3)", "act failed: SystemExit: 3"),
    ],
)
def test_answers_that_are_none_are_refused(tmp_path, method, answer, message):
    engine = engine_that(tmp_path, method, answer)
    with pytest.raises(ValueError, match=message):
        engine.act(VIEW, rng()) if method == "act" else engine.strategy(SPOT)


def test_what_numpy_counts_is_taken_and_values_and_notes_are_kept(tmp_path):
    action = engine_that(tmp_path, "act", "raise_to(np.int32(2))").act(VIEW, rng())
    assert action == raise_to(2) and type(action.raise_to) is int
    text = "Strategy((CALL,), np.ones((6, 1)), np.full((6, 1), 2), None, 'a guess')"
    answer = engine_that(tmp_path, "strategy", text).strategy(SPOT)
    assert answer.values.tolist() == [[2.0]] * 6
    assert (answer.error, answer.note) == (None, "a guess")


OPTIONS = '''
from typing import Literal
from engine.player import CALL, FOLD


class Engine:
    """Reports what it was built with."""
    version = "1.2"

    def __init__(self, game, depth: int = 3, share: float = 0.5, bold: bool = False,
                 style: Literal["tight", "loose"] = "tight", title: str = "a title"):
        self.values = [depth, share, bold, style, title, game.name]
        self.seen = []

    def act(self, view, rng):
        raise ValueError(f"{self.values} {self.seen}")

    def observe(self, record):
        self.seen.append((record.seat, record.payoffs, len(record.spot.board)))
'''


def test_parameters_of_the_constructor_are_options(tmp_path):
    plugin = Plugin(engine_file(tmp_path, OPTIONS))
    hello = plugin.hello
    assert (hello.name, hello.version) == ("engine_file", "1.2")
    assert (hello.acts, hello.has_ranges, hello.observes) == (True, False, True)
    assert hello.options == (
        Option("depth", "int", "3"),
        Option("share", "float", "0.5"),
        Option("bold", "bool", "false"),
        Option("style", "choice", "tight", choices=("tight", "loose")),
        Option("title", "text", "a title"),
    )
    given = {"depth": "7", "share": "0.001", "bold": "true", "style": "loose", "title": "other one"}
    for options, built in (
        ({}, "[3, 0.5, False, 'tight', 'a title', 'leduc'] []"),
        (given, "[7, 0.001, True, 'loose', 'other one', 'leduc'] []"),
    ):
        plugin.build(GAME, options)
        with pytest.raises(ValueError, match=re.escape(built)):
            plugin.act(VIEW, rng())
