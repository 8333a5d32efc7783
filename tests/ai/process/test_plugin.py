from __future__ import annotations

import re

import numpy as np
import pytest

from ai.process.plugin import Plugin
from ai.process.protocol import Option
from ai.registry import build
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import get_game
from engine.player import PublicState, SeatRecord, SeatView, raise_to

FOLDER = '''
import numpy as np
from engine.player import CALL, FOLD, Strategy


class Timid:
    """Folds whenever it can."""

    def __init__(self, game):
        self.combos = len(game.deck)

    def strategy(self, spot):
        action = FOLD if spot.legal.fold else CALL
        return Strategy((action,), np.ones((self.combos, 1)))
'''
ACTOR = """
from engine.player import CALL


class Actor:
    def act(self, view, rng):
        return CALL
"""


def spot_and_view(name="leduc"):
    game = get_game(name)
    spot = PublicState(game, (), ())
    return game, spot, SeatView(spot, spot.to_act, game.deck[: game.num_hole])


def engine_file(tmp_path, text):
    path = tmp_path / "engine_file.py"
    path.write_text(text)
    return path


def engine_of(path, game):
    plugin = Plugin(path)
    plugin.build(game, {})
    return plugin


def test_a_file_with_strategy_plays(tmp_path):
    game, spot, view = spot_and_view()
    agent = build(f"python:{engine_file(tmp_path, FOLDER)}", game)
    assert isinstance(agent, Agent)
    assert agent.has_ranges
    assert agent.strategy(spot).probabilities.shape == (6, 1)
    assert agent.act(view, np.random.default_rng(0)).kind.name == "CALL"
    agent.observe(SeatRecord(spot, 0, (None, None), (0, 0)))
    agent.load_state(agent.save_state())
    assert agent.table() is None


def test_a_file_with_act_plays_without_ranges(tmp_path):
    game, spot, view = spot_and_view()
    agent = build(f"python:{engine_file(tmp_path, ACTOR)}", game)
    assert not agent.has_ranges
    assert agent.act(view, np.random.default_rng(0)).kind.name == "CALL"
    with pytest.raises(EngineError, match="can only act"):
        agent.strategy(spot)


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
        engine_of(engine_file(tmp_path, text), get_game("leduc"))
    assert "\n" not in str(caught.value)


def test_what_is_wrong_with_a_file_reaches_who_builds_it(tmp_path):
    path = engine_file(tmp_path, "raise SystemExit")
    with pytest.raises(EngineError, match="does not load: SystemExit") as caught:
        build(f"python:{path}", get_game("leduc"))
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(EngineError, match="no such file"):
        build(f"python:{tmp_path / 'none.py'}", get_game("leduc"))
    other = tmp_path / "engine.txt"
    other.write_text(ACTOR)
    with pytest.raises(ValueError, match=r"ends in \.py"):
        Plugin(other)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("None", "no Strategy but NoneType"),
        ("Strategy((CALL,), np.ones((5, 1)))", "shape"),
        ("Strategy((CALL,), np.full((6, 1), -1.0))", "0 or more"),
        ("Strategy((CALL,), np.full((6, 1), np.nan))", "0 or more"),
        ("Strategy((CALL,), np.full((6, 1), 0.5))", "sum to 1"),
        ("1 / 0", "strategy failed: ZeroDivisionError"),
        ("sys.exit()", "strategy failed: SystemExit"),
        ("Strategy(5, np.ones((6, 1)))", "not arrays"),
        ("Strategy((CALL,), [[1], [1, 2]])", "not arrays"),
        ("Strategy(('c',), np.ones((6, 1)))", "no Action but str 'c'"),
        ("Strategy((CALL, CALL), np.full((6, 2), 0.5))", "the same action twice"),
        ("Strategy((FOLD,), np.ones((6, 1)))", "illegal action: There is nothing to fold to"),
    ],
)
def test_answers_that_are_no_strategy(tmp_path, answer, message):
    game, spot, _ = spot_and_view()
    text = (
        "import sys\nimport numpy as np\nfrom engine.player import CALL, FOLD, Strategy\n"
        f"class A:\n    def strategy(self, spot):\n        return {answer}\n"
    )
    path = engine_file(tmp_path, text)
    with pytest.raises(ValueError, match=message):
        engine_of(path, game).strategy(spot)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("'call'", "no Action but str 'call'"),
        ("Action(1)", "no Action but Action"),
        ("raise_to(2.5)", "an amount that is not an integer: 2.5"),
        ("raise_to(3)", "an illegal action: The only raise is to 2"),
        ("raise_to(10**30)", "an illegal action"),
        ("sys.exit()", "act failed: SystemExit"),
    ],
)
def test_acts_that_give_no_legal_action(tmp_path, action, message):
    game, _, view = spot_and_view()
    text = (
        "import sys\nfrom engine.player import Action, raise_to\n"
        f"class A:\n    def act(self, view, rng):\n        return {action}\n"
    )
    path = engine_file(tmp_path, text)
    with pytest.raises(ValueError, match=message):
        engine_of(path, game).act(view, np.random.default_rng(0))


def test_amounts_may_be_numpy_integers(tmp_path):
    game, _, view = spot_and_view()
    text = (
        "import numpy as np\nfrom engine.player import raise_to\n"
        "class A:\n    def act(self, view, rng):\n        return raise_to(np.int32(2))\n"
    )
    action = engine_of(engine_file(tmp_path, text), game).act(view, np.random.default_rng(0))
    assert action == raise_to(2)
    assert type(action.raise_to) is int


def test_values_and_note_of_a_strategy_are_kept(tmp_path):
    path = tmp_path / "valued.py"
    path.write_text(
        "import numpy as np\n"
        "from engine.player import CALL, Strategy\n"
        "class Valued:\n"
        "    def strategy(self, spot):\n"
        "        return Strategy((CALL,), np.ones((3, 1)), np.full((3, 1), 2), None, 'a guess')\n"
    )
    game = get_game("kuhn")
    answer = engine_of(path, game).strategy(PublicState(game, (), ()))
    assert answer.values is not None
    assert answer.values.tolist() == [[2.0]] * 3
    assert (answer.error, answer.note) == (None, "a guess")
    path.write_text(path.read_text().replace("np.full((3, 1), 2)", "np.full((2, 1), 2)"))
    with pytest.raises(ValueError, match="values that are not finite numbers"):
        engine_of(path, game).strategy(PublicState(game, (), ()))


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
    game, _, view = spot_and_view()
    plugin = Plugin(engine_file(tmp_path, OPTIONS))
    assert (plugin.hello.name, plugin.hello.version) == ("engine_file", "1.2")
    assert (plugin.hello.acts, plugin.hello.has_ranges, plugin.hello.observes) == (
        True,
        False,
        True,
    )
    assert plugin.hello.options == (
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
        plugin.build(game, options)
        with pytest.raises(ValueError, match=re.escape(built)):
            plugin.act(view, np.random.default_rng(0))
