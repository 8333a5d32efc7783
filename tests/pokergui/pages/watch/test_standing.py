"""Results of watched matches: the same figures as the match counts."""

from __future__ import annotations

import pytest

from ai.simple import CallAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.running import RunningResult
from pokergui.pages.watch.scenes.standing import raw_interval


@pytest.mark.parametrize("name", ["leduc", "holdem-limit"])
def test_hands_counted_one_by_one_are_the_result_where_no_deal_is_played_twice(name: str) -> None:
    game = get_game(name)
    result = RunningResult(game, ("a", "b"), False)
    Match(game, [RandomAgent(game), CallAgent(game)], 3, False).run(50, JobControl(), result.add)
    raw = raw_interval(result)
    assert raw.half_width > 0.0
    whole = result.interval()
    assert (raw.mean, raw.half_width) == pytest.approx((whole.mean, whole.half_width))
