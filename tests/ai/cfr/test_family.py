from fractions import Fraction

import pytest

from ai.cfr.family import MOST, nearest_alpha, parse_alpha
from ai.registry import build
from engine.errors import EngineError
from engine.game import get_game
from engine.player import PublicState, raise_to


def test_a_member_is_an_engine():
    game = get_game("kuhn")
    agent = build("kuhn-family:1/6", game)
    answer = agent.strategy(PublicState(game, (), ()))
    assert answer.actions[1] == raise_to(1)
    assert answer.probabilities[:, 1].tolist() == [1 / 6, 0.0, 0.5]
    assert answer.note == "equilibrium"


@pytest.mark.parametrize("text", ["", "a", "1/0", "-0.1", "0.334", "1e9", "1" * 50, "1/6/2"])
def test_other_alphas_are_refused(text):
    with pytest.raises(EngineError, match="from 0 to 1/3, such as 1/6"):
        build(f"kuhn-family:{text}", get_game("kuhn"))
    with pytest.raises(EngineError, match="plays kuhn, not leduc"):
        build("kuhn-family:1/6", get_game("leduc"))


def test_the_nearest_member():
    assert [nearest_alpha(p) for p in (0.0, 1 / 6, 0.9, -1e-17)] == [0, Fraction(1, 6), MOST, 0]
    assert parse_alpha(" 0.25 ") == Fraction(1, 4)
