from __future__ import annotations

import numpy as np
import pytest

from ai.registry import build
from engine.errors import EngineError
from engine.game import get_game
from engine.player import Agent, PublicState, SeatRecord, SeatView

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
        ("import no_such_module", "does not load: ModuleNotFoundError"),
        ("class A:\n    act = 1\n    def __init__(self): 1 / 0", "ZeroDivisionError"),
    ],
)
def test_files_that_are_no_engine(tmp_path, text, message):
    path = engine_file(tmp_path, text)
    with pytest.raises(EngineError, match=message) as caught:
        build(f"python:{path}", get_game("leduc"))
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(EngineError, match="no such file"):
        build(f"python:{tmp_path / 'none.py'}", get_game("leduc"))
    other = tmp_path / "engine.txt"
    other.write_text(ACTOR)
    with pytest.raises(EngineError, match=r"ends in \.py"):
        build(f"python:{other}", get_game("leduc"))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("None", "no Strategy but NoneType"),
        ("Strategy((CALL,), np.ones((5, 1)))", "shape"),
        ("Strategy((CALL,), np.full((6, 1), -1.0))", "0 or more"),
        ("Strategy((CALL,), np.full((6, 1), np.nan))", "0 or more"),
        ("Strategy((CALL,), np.full((6, 1), 0.5))", "sum to 1"),
        ("1 / 0", "strategy failed: ZeroDivisionError"),
    ],
)
def test_answers_that_are_no_strategy(tmp_path, answer, message):
    game, spot, _ = spot_and_view()
    text = (
        "import numpy as np\nfrom engine.player import CALL, Strategy\n"
        f"class A:\n    def strategy(self, spot):\n        return {answer}\n"
    )
    path = engine_file(tmp_path, text)
    agent = build(f"python:{path}", game)
    with pytest.raises(EngineError, match=message) as caught:
        agent.strategy(spot)
    assert str(path) in str(caught.value)


def test_an_act_that_gives_no_action(tmp_path):
    game, _, view = spot_and_view()
    path = engine_file(tmp_path, "class A:\n    def act(self, view, rng):\n        return 'call'\n")
    with pytest.raises(EngineError, match="no Action but str"):
        build(f"python:{path}", game).act(view, np.random.default_rng(0))
